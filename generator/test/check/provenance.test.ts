import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import type { Catalogue, Parameter, Source } from '../../catalogue.js'
import { loadSpec } from '../../load/spec.js'

let catalogue: Catalogue

beforeAll(async () => {
  const spec = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
  const { sections } = spec.files.get('sections.json')?.value as { sections: string[] }
  const { models, ...shared } = readCatalogue(spec)
  // A model that somebody adds names its own id as its source.
  catalogue = { ...shared, models: models.filter(({ source }) => sections.includes(source.section)) }
})

/** Counted by hand in the interface: a fact that is lost or told twice changes one of them. */
const counts = {
  models: 28,
  tables: 19,
  parameters: 136,
  required: 41,
  defaults: 55,
  promptLimits: 19,
  promptTokens: 6,
  mediaLimits: 73,
  rules: 5,
  modelNotes: 10,
  taskFields: 14,
  states: 4,
  unknowns: 33,
}

test('the catalogue holds as many facts as the interface states', () => {
  const parameters = catalogue.models.flatMap((model) => model.parameters)
  const prompts = parameters.flatMap((parameter) => (parameter.kind === 'prompt' ? [parameter] : []))
  expect({
    models: catalogue.models.length,
    tables: catalogue.models.filter((model) => model.reference).length,
    parameters: parameters.length,
    required: parameters.filter((parameter) => parameter.required).length,
    defaults: parameters.filter((parameter) => 'default' in parameter && parameter.default !== undefined).length,
    promptLimits: prompts.flatMap((prompt) => prompt.limits).length,
    promptTokens: prompts.flatMap((prompt) => prompt.tokens).length,
    mediaLimits: parameters.flatMap((parameter) => (parameter.kind === 'media' ? parameter.limits : [])).length,
    rules: catalogue.models.flatMap((model) => model.rules).length,
    modelNotes: catalogue.models.flatMap((model) => model.notes).length,
    taskFields: catalogue.task.fields.length,
    states: catalogue.task.states.length,
    unknowns: catalogue.unknowns.length,
  }).toEqual(counts)
})

describe('every fact names where the interface states it', () => {
  test('the facts of a model that stand in no parameter table', () => {
    for (const model of catalogue.models) {
      expect(model.sources, model.id).toEqual({
        displayName: model.source,
        listed: { section: 'Models published in the list', ...(model.listed ? { item: model.id } : {}) },
        availability:
          model.availability.status === 'unavailable'
            ? model.availability.source
            : { section: 'What the service does' },
        assetLibrary: model.assetLibrary === true ? model.source : { section: 'Asset library' },
        responseExtras: {
          section: 'Task (the only resource)',
          ...(model.responseExtras.length > 0 ? { item: 'upstream_url' } : {}),
        },
      })
    }
  })

  test('and what only two pages state is claimed or denied for no other model', () => {
    const known = catalogue.models.filter((model) => typeof model.assetLibrary === 'boolean')
    expect(known.map(({ id, assetLibrary }) => [id, assetLibrary])).toEqual([
      ['sd_2.5_discount_v1', true],
      ['sd_2.0_discount', true],
    ])
  })

  test('models, parameters, limits, tokens, rules and notes', () => {
    for (const model of catalogue.models) {
      expect(named(model.source), model.id).toBe(true)
      for (const rule of model.rules)
        expect(named(rule.source) && rule.source.item !== undefined, `${model.id} ${rule.id}`).toBe(true)
      for (const note of model.notes) expect(named(note.source), `${model.id}: ${note.text}`).toBe(true)
      for (const parameter of model.parameters) {
        expect(parameter.source, `${model.id}.${parameter.name}`).toEqual({
          section: model.source.section,
          item: parameter.name,
        })
        for (const limit of [...limitsOf(parameter), ...parameter.notes])
          expect(named(limit.source) && limit.source.item !== undefined, `${model.id}.${parameter.name}`).toBe(true)
      }
    }
  })

  test('the Task, the service and the unknowns', () => {
    const facts = [
      ...catalogue.task.fields,
      ...catalogue.task.states,
      ...catalogue.task.rules,
      ...catalogue.service.authentication.notes,
      catalogue.service.polling,
      ...catalogue.service.limits,
      ...catalogue.unknowns,
    ]
    for (const fact of facts) expect(named(fact.source)).toBe(true)
    for (const endpoint of catalogue.service.endpoints)
      expect((endpoint.source === undefined) !== (endpoint.extension === undefined), endpoint.id).toBe(true)
  })
})

function limitsOf(parameter: Parameter): { source: Source }[] {
  if (parameter.kind === 'prompt') return [...parameter.limits, ...parameter.tokens]
  return parameter.kind === 'media' ? parameter.limits : []
}

function named(source: Source | undefined): boolean {
  return source !== undefined && source.section.length > 0
}

describe('the reference names the same places', () => {
  const page = (path: string): Promise<string> =>
    readFile(new URL(`../../../generated/docs/${path}`, import.meta.url), 'utf8')
  const words = ({ section, item }: Source): string =>
    item === undefined ? section : typeof item === 'number' ? `${section}, item ${item}` : `${section}, ${item}`

  test('on the page of every model', async () => {
    for (const model of catalogue.models) {
      const text = await page(`models/${model.id}.md`)
      const limits = model.parameters.flatMap(limitsOf)
      for (const fact of [model, ...model.parameters, ...limits, ...model.rules, ...model.notes])
        expect(text, model.id).toContain(words(fact.source))
      for (const source of Object.values(model.sources)) expect(text, model.id).toContain(`| ${words(source)} |`)
    }
  })

  test('on the page of the unknowns, which lists every one', async () => {
    const text = await page('unknowns.md')
    for (const fact of catalogue.unknowns) {
      for (const part of [fact.topic, fact.handling, words(fact.source)]) expect(text, fact.id).toContain(part)
    }
  })
})
