import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSpec } from '../../dist/check/index.js'
import { generate } from '../../dist/generate.js'
import { loadExtra } from '../../dist/load/extra.js'
import { loadSpec, parseSpecFile, type Spec } from '../../dist/load/spec.js'
import { readCatalogue } from '../../dist/read/catalogue.js'

interface Vector {
  id: string
  body: unknown
  valid: boolean
  schema?: false
  findings: { rule: string; path: string }[]
}

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-kinds-'))
const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
let spec: Spec
let files: Map<string, string>

beforeAll(async () => {
  const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
  const added = ['every-kind', 'any-numbers'].map((id) => {
    const path = `models/${id}.schema.json`
    return [path, parseSpecFile(path, text(`${id}.schema.json`))] as const
  })
  spec = { ...real, files: new Map([...real.files, ...added]) }
  const catalogue = readCatalogue(spec)
  // What is made of the other models is not looked at.
  const models = catalogue.models.filter(({ id }) => id === 'every-kind' || id === 'any-numbers')
  files = new Map(generate({ ...catalogue, models }, await loadExtra()).map((file) => [file.path, file.content]))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a model with a parameter of every kind is a specification without a mistake', () => {
  expect(checkSpec(spec)).toEqual([])
})

test.each([
  [
    'every-kind',
    120,
    [
      'multiple-of',
      'pattern',
      'format',
      'unique-items',
      'property-name',
      'parameter-deprecated',
      'value-deprecated',
      'value-unlisted',
      'model-deprecated',
      'limit-upcoming',
      'voice-or-masks',
    ],
  ],
  [
    'any-numbers',
    60,
    [
      'accents-at-most',
      'start-before-end',
      'keyframes-ascend',
      'at-until',
      'film-is-strong',
      'size-at-most',
      'tiles-at-most',
      'references-at-most',
      'film-has-references',
      'pictures-at-most',
    ],
  ],
])('the validator and the JSON Schema of %s agree with its vectors', async (model, least, found) => {
  const vectors = JSON.parse(files.get(`vectors/${model}.json`) ?? '') as Vector[]
  const path = join(folder, `${model}.mjs`)
  writeFileSync(path, files.get(`spec/validators/${model}.js`) ?? '')
  const { validate } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    validate(body: unknown): { rule: string; path: string }[]
  }
  const line = ({ rule, path }: { rule: string; path: string }): string => `${rule} ${path}`
  const accepts = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
  }).compile(JSON.parse(files.get(`json-schema/${model}.schema.json`) ?? ''))
  expect(vectors.length).toBeGreaterThan(least)
  for (const { id, body, valid, schema, findings } of vectors) {
    expect(validate(body).map(line).sort(), id).toEqual(findings.map(line).sort())
    if (schema !== false) expect(accepts(body), `${id} ${JSON.stringify(accepts.errors)}`).toBe(valid)
  }
  const rules = new Set(vectors.flatMap(({ findings }) => findings.map(({ rule }) => rule)))
  for (const rule of found) expect(rules, rule).toContain(rule)
})

test('its types say what it accepts and what is deprecated', () => {
  const source = files.get('spec/index.d.ts') ?? ''
  expect(source).toContain('voice?: string | F\n')
  expect(source).toContain('speed?: (0.5 | 1 | 2)')
  expect(source).toContain('length?: (5 | 10 | "auto")')
  expect(source).toContain('guidance?: number | null\n')
  for (const name of ['noise-level', '3d_depth', 'guidance.scale', 'start-at', '2nd'])
    expect(source).toContain(`  "${name}"?: `)
  expect(source).toContain('style?: ("film" | "anime") | null')
  expect(source).toContain('accents?: Array<number | null> | null')
  expect(source).toContain('ending?: string | F | null')
  expect(source).toContain('weights?: { [name: string]: number } | null')
  expect(source).toMatch(/sound\?: \(\{[^]+from: \("words"\)[^]+\} \| \{[^]+from: \("file"\)[^]+file: string \| F\n/)
  expect(source).toContain('speakers?: Array<("anna" | "ben" | "cleo" | (string & {}))>')
  expect(source).toContain('@deprecated Since 2026-10-01. Use speed instead.')
  expect(source).toContain('"auto": As it comes.')
  expect(source).toContain('"film": Old film. Deprecated. Since 2026-10-01. Retired on 2027-01-01. Use anime instead.')
  expect(source).toContain('export type AudioModelId = "every-kind"')
  const { diagnostics = [] } = ts.transpileModule(source, { reportDiagnostics: true, fileName: 'index.ts' })
  expect(diagnostics).toEqual([])
})

test.each([
  ['{ |camera }', ['The camera.', 'Source: every-kind, camera.']],
  ['{ |angle: 7', ['Angle.', 'An integer from -90 to 90.', 'Source: every-kind, camera.']],
  [', |path: [', ['An array of up to 2 items, each an object']],
  ['{ |x: 1', ['A number.', 'Source: every-kind, camera.']],
  [', |y: 2', ['A number of at least 0.', 'Default: 0.', 'Source: every-kind, camera.']],
])('an editor says at %s what it accepts', (place, said) => {
  const use = `import type { EveryKindInput } from './index.js'
const camera: EveryKindInput['camera'] = { angle: 7, path: [{ x: 1, y: 2 }] }
export const input: Pick<EveryKindInput, 'camera'> = { camera }
`
  const documentation = shownInEditor(use, use.indexOf(place.replace('|', '')) + place.indexOf('|'))
  expect(documentation.split('\n')).toEqual(expect.arrayContaining(said.map((line) => expect.stringMatching(line))))
})

/** What an editor shows of the name at a position of a text that stands beside the types. */
function shownInEditor(use: string, position: number): string {
  const sources = new Map([
    ['/index.d.ts', files.get('spec/index.d.ts')],
    ['/catalogue.d.ts', files.get('spec/catalogue.d.ts')],
    ['/use.ts', use],
  ])
  const read = (path: string): string | undefined => sources.get(path) ?? ts.sys.readFile(path)
  const service = ts.createLanguageService({
    getScriptFileNames: () => ['/use.ts'],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ''),
    fileExists: (path) => sources.has(path) || ts.sys.fileExists(path),
    readFile: read,
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    getCompilationSettings: () => ({
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es5.d.ts'],
      types: [],
    }),
  })
  return ts.displayPartsToString(service.getQuickInfoAtPosition('/use.ts', position)?.documentation)
}

test('schemas, OpenAPI, facts and pages carry it', () => {
  const schema = JSON.parse(files.get('json-schema/every-kind.schema.json') ?? '')
  expect(schema).toMatchObject({
    deprecated: true,
    properties: {
      loop: { deprecated: true },
      steps: { multipleOf: 10 },
      length: {
        description:
          'How long, or as long as it takes. 10: Deprecated. Since 2026-10-01. Use auto instead. "auto": As it comes.',
      },
    },
  })
  // By a step that binary fractions cannot hold, libraries would reject what is right.
  expect(JSON.stringify(schema)).not.toContain('"multipleOf":0.05')
  expect(schema).toMatchObject({ properties: { strength: { description: 'How much. A multiple of 0.05.' } } })
  expect(schema).toMatchObject({ properties: { steps: { description: 'Steps.' } } })
  expect(files.get('openapi.json')).toContain('How much. A multiple of 0.05.')
  expect(files.get('openapi.json')).toContain('"x-upcoming"')
  expect(files.get('spec/facts/every-kind.js')).toContain(
    'an array of 1 to 3 items without repeats, each a string of 1 to 8 characters',
  )
  const facts = files.get('spec/facts/every-kind.js')
  for (const phrase of [
    '含不重复的 1 到 3 个元素的数组，每个元素为 1 到 8 个字符的字符串',
    '含 1 到 2 个蒙版的数组',
    '大于 0 且至多 20',
  ])
    expect(facts).toContain(phrase)
  expect(files.get('docs/models/every-kind.md')).toContain('**Deprecated.** Since 2026-10-01.')
  expect(files.get('docs/models/every-kind.md')).toContain('"anime": Drawn.')
  expect(files.get('openapi.json')).toContain('"x-options"')
  expect(files.get('docs/models/every-kind.md')).toContain(
    'The camera. `angle`: Angle. `path.y`: Default: `0`. `target`: Target. |',
  )
  expect(files.get('spec/validators/names.js')).toContain('"any-kind": "every-kind"')
})
