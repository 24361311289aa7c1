import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue, JsonSchema } from '../catalogue.js'
import { checkSpec } from '../check/index.js'
import { emitModelValidator } from '../emit/validators.js'
import { loadExtra } from '../load/extra.js'
import { loadSpec, parseSpecFile } from '../load/spec.js'
import { scaffold } from '../new/scaffold.js'
import { readCatalogue } from '../read/catalogue.js'
import type { ModelFile } from '../spec-types/files/model.js'

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-requests-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const image = ['https://example.com/a.png']
const frames = { first_image: image, last_image: image }

/** A model with rules over the parameters of the scaffold, each with its condition and its examples. */
function ruled(
  id: string,
  rules: [condition: JsonSchema, valid: JsonSchema[], invalid: JsonSchema[]][],
  prompt: { minLength?: number; maxLength?: number } = {},
): ModelFile {
  const file = scaffold(id, 'video')
  const allOf = rules.map(([condition, valid, invalid], index) => ({
    'x-rule': {
      id: `rule-${index + 1}`,
      severity: 'error' as const,
      message: { en: 'a rule of the test', zh: '测试规则' },
      parameters: Object.keys(file.properties).filter((name) => JSON.stringify(condition).includes(`"${name}"`)),
      'x-source': { section: id },
      examples: { valid, invalid },
    },
    ...condition,
  }))
  const own = { type: 'string', minLength: 1, description: 'What to generate.', 'x-source': { section: id }, ...prompt }
  return { ...file, properties: { ...file.properties, prompt: own }, allOf } as ModelFile
}

const either = { oneOf: [{ required: ['first_image'] }, { required: ['last_image'] }] }
const files = [
  ruled('one-of-two', [[either, [{ first_image: image }, { last_image: image }], [{}, frames]]]),
  ruled('rule-after-rule', [
    [either, [{ first_image: image }, { last_image: image }], [{}, frames]],
    [{ not: { required: ['first_image'] } }, [{}], [{ first_image: image }]],
    [{ dependentRequired: { last_image: ['seed'] } }, [{ ...frames, seed: 7 }, { seed: 7 }], [{ last_image: image }]],
  ]),
  ruled('choices-apart', [
    [
      { not: { required: ['duration', 'resolution'] } },
      [{ duration: 5 }, { resolution: '720p' }],
      [{ duration: 5, resolution: '720p' }],
    ],
  ]),
  ruled('long-prompt', [[either, [{ last_image: image }], [{}]]], { minLength: 90 }),
  ruled('few-words', [[either, [{ last_image: image }], [{}]]], { maxLength: 10 }),
]

let catalogue: Catalogue
const validators = new Map<string, (body: unknown) => { rule: string; path: string }[]>()

beforeAll(async () => {
  const spec = await loadSpec(fileURLToPath(new URL('../../spec', import.meta.url)))
  const texts: [path: string, text: string][] = [
    ...files.map((file): [string, string] => [`models/${file.title}.schema.json`, JSON.stringify(file)]),
    ['models/every-kind.schema.json', readFileSync(new URL('kinds/every-kind.schema.json', import.meta.url), 'utf8')],
  ]
  const all = new Map([...spec.files, ...texts.map(([path, text]) => [path, parseSpecFile(path, text)] as const)])
  expect(checkSpec({ ...spec, files: all })).toEqual([])
  catalogue = readCatalogue({ ...spec, files: all })
  const extra = await loadExtra()
  for (const model of catalogue.models) {
    const [{ content } = { content: '' }] = emitModelValidator(model, catalogue, extra)
    const path = join(folder, `${model.id}.mjs`)
    writeFileSync(path, content)
    const { validate } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
      validate(body: unknown): { rule: string; path: string }[]
    }
    validators.set(model.id, validate)
  }
})

test('every model accepts the requests that are shown as its examples', () => {
  const severities = new Map(catalogue.findings.map(({ rule, severity }) => [rule, severity]))
  expect(catalogue.models.length).toBeGreaterThan(33)
  for (const { id, rules, requests } of catalogue.models)
    for (const [kind, body] of Object.entries({ smallest: requests.smallest, ...requests.usual })) {
      const found = validators.get(id)?.(body) ?? [{ rule: 'no validator', path: '' }]
      const severityOf = (rule: string): unknown =>
        severities.get(rule) ?? rules.find((one) => one.id === rule)?.severity
      expect(
        found.filter(({ rule }) => severityOf(rule) !== 'advice'),
        `${id} ${kind} ${JSON.stringify(body)}`,
      ).toEqual([])
    }
})

const usualOf = (id: string): { en: JsonSchema; zh: JsonSchema } =>
  catalogue.models.find((model) => model.id === id)!.requests.usual

test('an example holds the choices most people make as far as the rules allow them', () => {
  expect(Object.keys(usualOf('sd_2.0_discount').en)).toEqual(
    expect.arrayContaining(['prompt', 'duration', 'resolution', 'aspect_ratio']),
  )
  expect(Object.keys(usualOf('one-of-two').en).sort()).toEqual(
    ['aspect_ratio', 'duration', 'first_image', 'generate_audio', 'model', 'prompt', 'resolution'].sort(),
  )
  expect(usualOf('choices-apart').en).toMatchObject({ duration: 5, aspect_ratio: '16:9' })
  expect(usualOf('choices-apart').en).not.toHaveProperty('resolution')
  expect(usualOf('rule-after-rule').en).toMatchObject({ last_image: image, seed: 7 })
})

test('the Chinese example has a prompt in Chinese where the model takes it', () => {
  expect(usualOf('one-of-two').zh).toEqual({
    ...usualOf('one-of-two').en,
    prompt: '黄昏时分，一只纸船沿着雨中的街道漂流',
  })
  expect(usualOf('long-prompt').zh).toEqual(usualOf('long-prompt').en)
  expect(usualOf('few-words').zh).toEqual(usualOf('few-words').en)
})
