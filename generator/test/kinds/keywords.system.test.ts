import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkSpec } from '../../check/index.js'
import { readingMistakes } from '../../check/reading.js'
import { emitModelDocs } from '../../emit/docs.js'
import { inputInterface } from '../../emit/types/body.js'
import { isExactStep } from '../../kinds/numeric.js'
import { interfaceText } from '../../emit/types/interface.js'
import { createValidatorCompiler } from '../../emit/validators/compile.js'
import { moduleText } from '../../emit/validators/module-text.js'
import { loadChecks } from '../../dist/load/checks.js'
import { loadSpec, parseSpecFile, type Spec } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'
import { Reader } from '../../read/reader.js'
import { readTextClasses } from '../../read/text-classes.js'
import { modelSchema } from '../../schema.js'

type Json = { [key: string]: Json } & { [Symbol.iterator]: never }

/** `MODEL_TASKS_LONG=1` tries every parameter of every model; the short round one parameter per kind. */
const isLong = process.env.MODEL_TASKS_LONG === '1'

const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const checks = await loadChecks()
const source = { section: 'every-kind' }
const texts = new Map(
  [...real.files].filter(([path]) => path.startsWith('models/')).map(([path, { text }]) => [path, text]),
)
texts.set('models/every-kind.schema.json', readFileSync(new URL('every-kind.schema.json', import.meta.url), 'utf8'))
const chosen = isLong ? [...texts.keys()] : ['every-kind', 'sd_2.0_discount'].map((id) => `models/${id}.schema.json`)

/** Shared files and one model: what the others say of themselves does not change. Upstreams name parameters of others. */
const shared = [...real.files].filter(([path]) => !/^(models|upstreams)\//.test(path))
const specOf = (path: string, model: unknown): Spec => ({
  ...real,
  files: new Map([...shared, [path, parseSpecFile(path, JSON.stringify(model))]]),
})

/** Every keyword that a kind of parameter may have, and some that none has, with a value that changes what it means. */
const vocabulary: Record<string, unknown> = {
  minLength: 2,
  maxLength: 3,
  pattern: '^ab$',
  format: 'date',
  examples: ['ab'],
  minimum: 1,
  maximum: 2,
  exclusiveMinimum: 1,
  exclusiveMaximum: 2,
  multipleOf: 3,
  enum: ['ab'],
  const: 'ab',
  default: 'ab',
  items: { type: 'string' },
  minItems: 1,
  maxItems: 1,
  uniqueItems: true,
  properties: { ab: { type: 'string' } },
  required: ['ab'],
  additionalProperties: false,
  contains: {},
  not: {},
  'x-unit': 'kg',
  'x-values': { unknown: 'not shown' },
  'x-items': { unknown: 'not shown' },
  'x-media': { type: 'mask', limits: [] },
  'x-renamed-from': ['ab'],
  'x-notes': [{ text: 'Note.', 'x-source': source }],
  'x-deprecated': { since: '2026-01-02', 'x-source': source },
  'x-upcoming': [{ from: '2029-01-02', maximum: 1, 'x-source': source }],
  'x-prompt-limits': [{ rule: 'prompt-length', severity: 'advice', count: 'words', max: 3, 'x-source': source }],
  'x-prompt-tokens': [{ prefix: '@ab', parameter: 'ab', from: 1, to: 2, 'x-source': source }],
}

/** Limits: a validator must follow them. Anything else shows on the page of the model. */
const limits = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'type',
])

/** Without an effect, because it repeats what holds anyway. */
const same = new Set(['additionalProperties', '$comment'])

interface Outputs {
  validator: string
  schema: string
  page: string
  types: string
}

const compiler = createValidatorCompiler(readTextClasses(Reader.of(real.files.get('text.json')!.value, 'text')), checks)

function outputs(spec: Spec): Outputs {
  const catalogue = readCatalogue(spec)
  const [model] = catalogue.models
  return {
    validator: moduleText([compiler.compile(model!)], () => 'validate', checks),
    schema: JSON.stringify(modelSchema(model!)),
    page: emitModelDocs(model!, catalogue)[0]!.content,
    types: interfaceText(inputInterface(model!)),
  }
}

/** What stands there changed: a number is one more, a text longer, a flag the other, a list one item shorter. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${value}x`
  return Array.isArray(value) && value.length > 1 ? value.slice(1) : undefined
}

interface Mutation {
  path: string
  parameter: string
  keyword: string
  value: unknown
}

function* mutations(): Iterable<Mutation> {
  const seen = new Set<string>()
  for (const path of chosen) {
    const [model] = readCatalogue(specOf(path, JSON.parse(texts.get(path)!))).models
    for (const { name, kind } of model!.parameters) {
      const stated = (JSON.parse(texts.get(path)!) as Json).properties![name] as object
      const own = Object.entries(stated).flatMap(([keyword, value]) => [
        { keyword, value: another(value), sort: 'changed' },
        // A minimum of no items is what holds without it.
        ...(keyword === 'minItems' && value === 0 ? [] : [{ keyword, value: undefined, sort: 'removed' }]),
      ])
      const foreign = Object.entries(vocabulary).flatMap(([keyword, value]) =>
        keyword in stated ? [] : [{ keyword, value, sort: 'added' }],
      )
      for (const { keyword, value, sort } of [...own, ...foreign]) {
        const key = isLong ? [kind, keyword, sort].join(' ') : [kind, keyword].join(' ')
        if (seen.has(key) && !isLong) continue
        seen.add(key)
        yield { path, parameter: name, keyword, value }
      }
    }
  }
}

test('no keyword of a parameter is dropped: validator, schema and page follow it, or it is reported', () => {
  const dropped: string[] = []
  const before = new Map<string, ReturnType<typeof asItIs>>()
  // A definition that several models share may be named instead of the model.
  const reported = (spec: Spec): string[] =>
    checkSpec(spec).map(({ file, code, pointer }) => `${code} ${file} ${pointer}`)
  const asItIs = (spec: Spec) => ({ diagnostics: reported(spec), made: outputs(spec) })
  let count = 0
  for (const { path, parameter, keyword, value } of mutations()) {
    count++
    const model = JSON.parse(texts.get(path)!) as Json
    const base = before.get(path) ?? asItIs(specOf(path, model))
    before.set(path, base)
    const holder = model.properties![parameter]!
    const stated: unknown = holder[keyword]
    if (value === undefined) Reflect.deleteProperty(holder, keyword)
    else Reflect.set(holder, keyword, value)
    const changed = specOf(path, model)
    if (reported(changed).some((diagnostic) => !base.diagnostics.includes(diagnostic))) continue
    // The checks of a specification read it only when nothing else is wrong; this one lacks the other models.
    if ([...readingMistakes(changed)].length > 0) continue
    const made = outputs(changed)
    const differs = (output: keyof Outputs): boolean => made[output] !== base.made[output]
    // Steps that binary fractions cannot hold are left out of the schemas.
    const isInSchema =
      keyword !== 'multipleOf' || [value, stated].some((step) => typeof step === 'number' && isExactStep(step))
    const followed = limits.has(keyword)
      ? differs('validator') && (differs('schema') || !isInSchema) && differs('page')
      : differs('page') || differs('schema') || differs('types')
    if (!followed && !same.has(keyword))
      dropped.push(`${path} ${parameter}: ${keyword} ${JSON.stringify(value) ?? 'removed'}`)
  }
  expect(count).toBeGreaterThan(isLong ? 3000 : 200)
  expect(dropped).toEqual([])
}, 1_800_000)
