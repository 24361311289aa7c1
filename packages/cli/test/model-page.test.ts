import type { ModelId } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { loaders } from '@model-tasks/spec/media'
import { checkRequest } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { parameterValues } from '../src/completion/candidates.js'
import { catalogue } from '../src/models/catalogue.js'
import { describeModel } from '../src/models/model-page.js'
import { startingCommand } from '../src/models/starting-command.js'
import { readRequest } from '../src/request/words.js'
import { Readable } from 'node:stream'
import { createPaint } from '../src/terminal/paint.js'

describe('the page of every model', () => {
  test.each(catalogue().models.map((model) => [model.id, model] as const))('%s', async (id, model) => {
    const { places } = await loaders[model.id as ModelId]()
    const start = ['model-tasks', ...startingCommand(model)]
    const page = describeModel(model, places, start, createPaint(false))
    for (const { phrase } of places.flatMap(({ limits }) => limits)) expect(page).toContain(phrase.en)
    for (const { name } of model.parameters) expect(page).toMatch(new RegExp(`^${name} `, 'm'))
    const command = start.join(' ')
    expect(page).toContain(command)
    expect(page).not.toMatch(/undefined|\[object/)
    const words = [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))
    const { body } = await readRequest(words.slice(2, words.indexOf('--out')), { stream: Readable.from([]) }, [])
    expect(body.model).toBe(id)
    expect((await checkRequest(body)).ok).toBe(true)
  })
})

test('the known values of a list that grows are on the page of a model, and are completed', () => {
  const model = catalogue().models.find(({ reference }) => reference)
  const string = catalogue()
    .models.flatMap(({ parameters }) => parameters)
    .find((parameter) => parameter.kind === 'string')
  if (model === undefined || string === undefined) throw new Error('the catalogue has changed')
  const source = { section: model.id }
  const { values: _, ...free } = string
  const voice: Parameter = {
    ...free,
    name: 'voice',
    phrase: { en: 'a value of a list that grows', zh: '' },
    list: { name: 'voices', date: '2026-11-20', values: ['anna', 'ben'], source },
    options: [{ value: 'anna', label: { en: 'Anna, calm' } }],
  }
  const page = describeModel({ ...model, parameters: [voice] }, [], [], createPaint(false))
  expect(page).toContain(['voice', '  - a value of a list that grows', '  - anna (Anna, calm) ben'].join('\n'))
  expect(parameterValues(voice)).toEqual([
    { word: 'anna', description: 'Anna, calm' },
    { word: 'ben', description: '' },
  ])
})

test('deprecations, limits to come, earlier names and steps are on the page of a model', () => {
  const model = catalogue().models.find(({ reference }) => reference)
  const integer = catalogue()
    .models.flatMap(({ parameters }) => parameters)
    .find((parameter) => parameter.kind === 'integer')
  if (model === undefined || integer === undefined) throw new Error('the catalogue has changed')
  const source = { section: model.id }
  const frames: Parameter = {
    ...integer,
    name: 'frames',
    minimum: 8,
    maximum: 80,
    multipleOf: 8,
    phrase: { en: 'an integer from 8 to 80, a multiple of 8', zh: '' },
    renamedFrom: ['pictures'],
    deprecated: { since: '2026-10-01', until: '2027-01-01', replacedBy: 'duration', source },
    upcoming: [{ from: '2026-12-01', maximum: 40, source }],
  }
  const changed = { ...model, parameters: [frames], deprecated: { since: '2026-11-01', source } }
  const page = describeModel(changed, [], [], createPaint(false))
  expect(page).toContain('an integer from 8 to 80, a multiple of 8')
  expect(page).toContain(
    [
      'Changes',
      '  - the model is deprecated since 2026-11-01',
      '  - frames is deprecated since 2026-10-01 and retired on 2027-01-01; use duration instead',
      '  - frames was named pictures before',
      '  - frames: from 2026-12-01 at most 40',
    ].join('\n'),
  )
})

test('values have their names for people, and those that are deprecated their successors', () => {
  const model = catalogue().models.find(({ reference }) => reference)
  if (model === undefined) throw new Error('the catalogue has changed')
  const source = { section: model.id }
  const style: Parameter = {
    kind: 'enum',
    name: 'style',
    required: false,
    description: '',
    phrase: { en: 'film, old or 3', zh: '' },
    notes: [],
    source,
    type: 'mixed',
    values: ['film', 'old', 3],
    options: [
      { value: 'film', label: { en: 'Film', zh: '电影' } },
      { value: 'old', label: { en: 'Old film' }, deprecated: { since: '2026-10-01', replacedBy: 'film', source } },
      { value: 3, deprecated: { since: '2026-10-01', until: '2027-01-01', source } },
    ],
  }
  const page = describeModel({ ...model, parameters: [style] }, [], [], createPaint(false))
  expect(page).toContain('film (Film) old (Old film, deprecated: use film) 3 (deprecated)')
  expect(page).toContain('  - style old is deprecated since 2026-10-01; use film instead')
  expect(page).toContain('  - style 3 is deprecated since 2026-10-01 and retired on 2027-01-01')
})

test('members of objects and of lists of objects have rows of their own, in 80 columns without colours', () => {
  const model = catalogue().models.find(({ reference }) => reference)
  if (model === undefined) throw new Error('the catalogue has changed')
  const base = { required: false, description: '', notes: [], source: { section: model.id } }
  const number = (name: string, minimum: number, required = false): Parameter => ({
    ...base,
    kind: 'number',
    name,
    required,
    minimum,
    phrase: { en: `a number of at least ${minimum}`, zh: '' },
  })
  const object = (name: string, members: Parameter[]): Parameter => ({
    ...base,
    kind: 'object',
    name,
    members,
    phrase: { en: 'an object', zh: '' },
  })
  const list = (name: string, items: Parameter, most?: number): Parameter => ({
    ...base,
    kind: 'list',
    name,
    items,
    ...(most === undefined ? {} : { maxItems: most }),
    phrase: { en: `an array of up to ${most} items, each ${items.phrase.en}`, zh: '' },
  })
  const camera = object('camera', [
    number('angle', -90, true),
    list('path', object('', [number('x', 0, true), list('tags', number('', 1), 3)]), 2),
  ])
  const page = describeModel({ ...model, parameters: [camera] }, [], [], createPaint(false), 80)
  expect(page).toContain(
    [
      'camera     object    optional  the members below',
      '  angle    number    required  a number of at least -90',
      '  path     object[]  optional  0 to 2 items, each with the members',
      '                               below',
      '    x      number    required  a number of at least 0',
      '    tags   number[]  optional  an array of up to 3 items, each a number',
      '                               of at least 1',
    ].join('\n'),
  )
  for (const line of page.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})
