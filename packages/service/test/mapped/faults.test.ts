import { renderError } from '@model-tasks/spec/upstreams/interpreter'
import { expect, test, describe } from 'vitest'
import type { Interception } from '../../src/fake/serve-fake.js'
import { ResultGone } from '../../src/provider/provider.js'
import { mappedProvider } from '../../src/provider/mapped/provider.js'
import { mappingOf, mappings, openBench, running, standingClock, taskFor } from './support.js'

const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }

/** What happens to the submit, what it proves, and how many tasks then exist at the upstream. */
const submitFaults: [what: string, fault: Interception, answer: object, made: number][] = [
  ['a reset before the answer, the task made', { reset: true, after: true }, { answer: 'unknown' }, 1],
  ['a reset, nothing made', { reset: true }, { answer: 'unknown' }, 0],
  ['HTTP 500', { answer: { status: 500, body: '{}' } }, { answer: 'unknown' }, 0],
  ['HTTP 500, the task made', { answer: { status: 500, body: 'oops' }, after: true }, { answer: 'unknown' }, 1],
  ['HTTP 504 of a proxy', { answer: { status: 504, headers: html, body: '<html>' } }, { answer: 'unknown' }, 0],
  ['HTTP 408', { answer: { status: 408, body: '{}' } }, { answer: 'unknown' }, 0],
  ['HTML with HTTP 200', { answer: { status: 200, headers: html, body: '<html>' } }, { answer: 'unknown' }, 0],
  ['HTTP 200 without an ID', { answer: { status: 200, headers: json, body: '{"ok":true}' } }, { answer: 'unknown' }, 0],
  [
    'HTTP 429 with Retry-After',
    { answer: { status: 429, headers: { 'retry-after': '7' }, body: '{}' } },
    { answer: 'not-accepted', pause: { reason: 'rate-limited', retryAfter: 7000 } },
    0,
  ],
  [
    'HTTP 401',
    { answer: { status: 401, body: '{}' } },
    { answer: 'not-accepted', pause: { reason: 'credentials' } },
    0,
  ],
  ['HTTP 402', { answer: { status: 402, body: '{}' } }, { answer: 'not-accepted', pause: { reason: 'payment' } }, 0],
  ['HTTP 400', { answer: { status: 400, body: '{}' } }, { answer: 'rejected' }, 0],
  [
    'a redirect, as from a base URL with http in place of https',
    { answer: { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' } },
    { answer: 'unknown', pause: { reason: 'misconfigured' } },
    0,
  ],
  [
    'HTTP 404 of somebody else, as from a wrong base URL',
    { answer: { status: 404, headers: html, body: '<html>' } },
    { answer: 'not-accepted', pause: { reason: 'misconfigured' } },
    0,
  ],
]

describe.each(mappings)('%s', (_protocol, mapping) => {
  test.each(submitFaults)('a submit that meets %s', async (_what, fault, answer, made) => {
    const bench = await openBench(mapping, ({ method }) => (method === 'POST' ? fault : undefined))
    try {
      expect(await bench.provider.submit(taskFor(mapping))).toMatchObject(answer)
      expect(bench.posts()).toBe(1)
      expect(bench.fake.tasks).toHaveLength(made)
    } finally {
      await bench.close()
    }
  })

  test('a submit that is never answered ends at its deadline', async () => {
    const clock = standingClock()
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const bench = await openBench(
      mapping,
      () => {
        arrive()
        return { hang: true }
      },
      clock,
    )
    try {
      const submitted = bench.provider.submit(taskFor(mapping))
      await arrived
      clock.move(60_000)
      expect(await submitted).toMatchObject({ answer: 'unknown' })
      expect(bench.posts()).toBe(1)
    } finally {
      await bench.close()
    }
  })

  test('a submit to nobody proves that nothing was sent', async () => {
    const bench = await openBench(mapping)
    await bench.close()
    const upstream = { name: 'upstream', baseUrl: bench.fake.baseUrl, apiKey: 'key', modelIds: {} }
    expect(await mappedProvider(mapping, upstream).submit(taskFor(mapping))).toMatchObject({
      answer: 'not-accepted',
      pause: { reason: 'unreachable' },
    })
  })

  test.each<[string, Interception, object]>([
    ['HTTP 500', { answer: { status: 500, body: '{}' } }, { state: 'fault' }],
    ['HTML with HTTP 200', { answer: { status: 200, headers: html, body: '<html>' } }, { state: 'fault' }],
    ['a reset', { reset: true }, { state: 'fault' }],
    ['HTTP 429', { answer: { status: 429, body: '{}' } }, { state: 'fault', pause: { reason: 'rate-limited' } }],
    ['HTTP 404', { answer: { status: 404, body: '{}' } }, { state: 'missing' }],
  ])('a poll that meets %s says nothing final about the task', async (_what, fault, snapshot) => {
    let faulty = false
    const bench = await openBench(mapping, () => (faulty ? fault : undefined))
    try {
      const submitted = await bench.provider.submit(taskFor(mapping))
      if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
      const { reference } = submitted
      faulty = true
      expect((await bench.provider.poll([reference], running)).get(reference)).toMatchObject(snapshot)
      faulty = false
      bench.pass(1000)
      expect((await bench.provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
    } finally {
      await bench.close()
    }
  })

  test.each<[string, Interception, boolean]>([
    ['HTTP 404', { answer: { status: 404, body: '' } }, true],
    ['HTTP 410', { answer: { status: 410, body: '' } }, true],
    ['HTTP 500', { answer: { status: 500, body: '' } }, false],
    ['a reset', { reset: true }, false],
  ])('a file that meets %s', async (_what, fault, gone) => {
    const bench = await openBench(mapping, ({ path }) => (path.startsWith('/fake-files/') ? fault : undefined))
    try {
      const submitted = await bench.provider.submit(taskFor(mapping))
      if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
      const { reference } = submitted
      bench.pass(1000)
      const collected = bench.provider.collect(
        { ...taskFor(mapping), reference, snapshot: { state: 'completed' } },
        bench.directory,
        running,
      )
      const error: unknown = await collected.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(error instanceof ResultGone).toBe(gone)
    } finally {
      await bench.close()
    }
  })
})

test.each(mappings)(
  '%s: HTTP 404 in its own words is about the task, such as an unknown model',
  async (_name, mapping) => {
    const body = JSON.stringify(renderError(mapping, 'no such model', 'not_found'))
    const bench = await openBench(mapping, () => ({ answer: { status: 404, headers: json, body } }))
    try {
      const answer = await bench.provider.submit(taskFor(mapping))
      expect(answer).toMatchObject({ answer: 'rejected', error: expect.stringContaining('no such model') })
    } finally {
      await bench.close()
    }
  },
)

test('minimax: an error inside HTTP 200 is read as the error it is', async () => {
  const mapping = mappingOf('minimax')
  const body = JSON.stringify({ error: { type: 'rate_limit_error', message: 'slow down' } })
  const bench = await openBench(mapping, () => ({ answer: { status: 200, headers: json, body } }))
  try {
    expect(await bench.provider.submit(taskFor(mapping))).toMatchObject({
      answer: 'not-accepted',
      error: expect.stringContaining('slow down'),
    })
  } finally {
    await bench.close()
  }
})
