import { expect, test } from 'vitest'
import { problemKinds } from '../src/admit/problem.js'
import { guideText } from './support/guide.js'

/** Those that only an upstream is answered, which calls no page for help. */
const toUpstreams = ['webhook-refused']

test.each(['en', 'zh'] as const)(
  'the page about errors (%s) has every problem with its status, and no other',
  (language) => {
    const rows = [...guideText('errors', language).matchAll(/^\| (?:<a id="status-\d+"><\/a>)?(\d{3}) \| (.+?) \|/gm)]
    const documented = rows.flatMap(([, status, names = '']) =>
      [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => `${status} ${name}`),
    )
    const answered = Object.entries(problemKinds)
      .filter(([kind]) => !toUpstreams.includes(kind))
      .map(([kind, { status }]) => `${status} ${kind}`)
    expect(documented.toSorted()).toEqual(answered.toSorted())
  },
)
