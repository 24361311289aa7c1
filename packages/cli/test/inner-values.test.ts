import type { CurrentValues } from '@model-tasks/client'
import type { Finding } from '@model-tasks/validation'
import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../src/models/catalogue.js'
import { byCurrent, withCurrent } from '../src/models/current-values.js'
import { describeModel } from '../src/models/model-page.js'
import { createPaint } from '../src/terminal/paint.js'

const [first] = catalogue().models
if (first === undefined) throw new Error('the catalogue is empty')
const source = { section: first.id }
const base = { required: false, description: '', notes: [], source, phrase: { en: 'as the catalogue says', zh: '' } }

const voice: Parameter = {
  ...base,
  kind: 'string',
  name: 'voice',
  phrase: { en: 'a value of a list that grows', zh: '' },
  list: { name: 'voices', date: '2026-11-20', values: ['anna', 'ben'], source },
  options: [
    { value: 'anna', label: { en: 'Anna, calm' } },
    { value: 'ben', deprecated: { since: '2026-10-01', replacedBy: 'anna', source } },
  ],
}
const tag: Parameter = {
  ...base,
  kind: 'enum',
  name: '',
  type: 'string',
  values: ['a', 'old'],
  options: [
    { value: 'a', label: { en: 'Alpha' } },
    { value: 'old', deprecated: { since: '2026-10-01', replacedBy: 'a', source } },
  ],
}
const shot: Parameter = { ...base, kind: 'object', name: '', members: [voice] }
const model: Model = {
  ...first,
  reference: true,
  parameters: [
    { ...base, kind: 'list', name: 'shots', items: shot },
    { ...base, kind: 'list', name: 'tags', items: tag },
    { ...base, kind: 'map', name: 'moods', values: tag },
  ],
}
const page = (of: Model): string => describeModel(of, [], [], createPaint(false))

describe('values inside objects, lists and maps', () => {
  test('have their names for people on the page of a model', () => {
    expect(page(model)).toContain('shots[].voice\n  - anna (Anna, calm) ben (deprecated: use anna)\n')
    expect(page(model)).toContain('tags\n  - a (Alpha) old (deprecated: use a)\n')
    expect(page(model)).toContain('moods.{name}\n  - a (Alpha) old (deprecated: use a)\n')
  })

  test('are among the changes of a model where they are deprecated', () => {
    expect(page(model)).toContain('  - shots[].voice ben is deprecated since 2026-10-01; use anna instead\n')
    expect(page(model)).toContain('  - tags old is deprecated since 2026-10-01; use a instead\n')
  })
})

const current: CurrentValues = {
  ...{ object: 'value_list', path: '/shots/*/voice', name: 'voices' },
  values: ['anna', 'cleo', 'dora'],
  read: Date.UTC(2026, 10, 28, 9) / 1000,
}

test('the values that a service has at the moment take the place of those of the catalogue', () => {
  const now = page(withCurrent(model, [current]))
  expect(now).toContain('one of 3 values that the service has read on 2026-11-28')
  expect(now).toContain('shots[].voice\n  - anna (Anna, calm) cleo dora\n')
  expect(page(withCurrent(model, [{ ...current, path: '/voice' }]))).toBe(page(model))
})

test('a check follows the current values: one that was added is accepted, one that was removed is an error', () => {
  const remark = (index: number): Finding => ({
    ...{ rule: 'value-unlisted', severity: 'advice', path: `/shots/${index}/voice`, parameter: 'shots' },
    ...{ message: '', source: '' },
  })
  const body = { shots: [{ voice: 'cleo' }, { voice: 'ben' }, { voice: 'anne' }, {}] }
  expect(byCurrent([remark(0), remark(2)], [current], body)).toMatchObject([
    {
      severity: 'error',
      path: '/shots/1/voice',
      message:
        'shots[1].voice: the service does not have "ben" in its list of voices, read on 2026-11-28; use one of its 3 values, such as "anna", "cleo", "dora"',
    },
    { severity: 'error', path: '/shots/2/voice', received: 'anne' },
  ])
  expect(byCurrent([remark(0)], [], body), 'without a list').toEqual([remark(0)])
})

test('of the current values those that should no longer be used are named last', () => {
  const old = { since: '2026-10-01', source: { section: 'x' } }
  const voice = { kind: 'string', name: 'voice', options: [{ value: 'anna', deprecated: old }] } as unknown as Parameter
  const top = { ...current, path: '/voice' }
  expect(byCurrent([], [top], { voice: 'ben' }, [voice])[0]?.message).toContain('such as "cleo", "dora", "anna"')
})
