import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Model } from '../catalogue.js'
import { createValidatorCompiler, type ValidatorCompiler } from '../emit/validators/compile.js'
import { moduleText } from '../emit/validators/module-text.js'
import { loadChecks } from '../dist/load/checks.js'
import { loadSpec, parseSpecFile } from '../load/spec.js'
import { readCatalogue } from '../read/catalogue.js'

const spec = await loadSpec(fileURLToPath(new URL('../../spec', import.meta.url)))
const checks = await loadChecks()

/** A model of every kind with more parameters, and what compiles it. */
function modelWith(properties: Record<string, unknown>): { model: Model; compiler: ValidatorCompiler } {
  const path = 'models/every-kind.schema.json'
  const schema = JSON.parse(readFileSync(new URL('kinds/every-kind.schema.json', import.meta.url), 'utf8')) as {
    properties: Record<string, unknown>
  }
  Object.assign(schema.properties, properties)
  const { models, text } = readCatalogue({
    ...spec,
    files: new Map([...spec.files, [path, parseSpecFile(path, JSON.stringify(schema))]]),
  })
  return { model: models.find(({ id }) => id === 'every-kind')!, compiler: createValidatorCompiler(text, checks) }
}

test('names, values, tags and patterns of a model may have the words of forbidden code', () => {
  const source = { section: 'every-kind' }
  const form = (tag: string): unknown => ({
    type: 'object',
    required: ['import'],
    properties: { import: { const: tag }, eval: { type: 'string', maxLength: 3 } },
    additionalProperties: false,
  })
  const { model, compiler } = modelWith({
    import: { type: 'string', enum: ['import', 'eval(1)', "require('a')"], description: 'A way.', 'x-source': source },
    code: { type: 'string', pattern: '^(import|eval\\(.*)$', examples: ['import'], 'x-source': source },
    origin: { oneOf: [form('import'), form('Function(')], description: 'An origin.', 'x-source': source },
  })
  const text = moduleText([compiler.compile(model)], () => 'validate', checks)
  const validate = runInThisContext(`(() => {\n${text}\nreturn validate\n})()`) as (
    body: unknown,
  ) => { rule: string; path: string }[]
  const found = (body: object): string[] =>
    validate(body)
      .filter(({ path }) => /^\/(?:import|code|origin)/.test(path))
      .map(({ rule, path }) => `${path} ${rule}`)
  expect(found({ import: 'eval(1)', code: 'eval(2)', origin: { import: 'Function(', eval: 'abc' } })).toEqual([])
  expect(found({ import: 'export', code: 'require', origin: { import: 'import', eval: 'abcd' } })).toEqual([
    '/import enum',
    '/code pattern',
    '/origin/eval max-length',
  ])
})

test('names and values of a model may be those of constants, in a module of several models', () => {
  const source = { section: 'every-kind' }
  const { model, compiler } = modelWith({
    constant7: { type: 'string', enum: ['constant0', 'constant1'], description: 'A way.', 'x-source': source },
  })
  const first = readCatalogue(spec).models.find(({ id }) => id === 'sd_2.0_discount')
  const compiled = [compiler.compile(first!), compiler.compile(model)]
  expect(compiled[0]?.constants.length, 'without some before them, all stay where they are').toBeGreaterThan(2)
  const text = moduleText(compiled, ({ id }) => (id === model.id ? 'last' : 'first'), checks)
  const validate = runInThisContext(`(() => {\n${text}\nreturn last\n})()`) as (body: unknown) => { path: string }[]
  const found = (constant7: string): string[] =>
    validate({ constant7 }).flatMap(({ path }) => (path.startsWith('/constant7') ? [path] : []))
  expect([found('constant1'), found('constant2')]).toEqual([[], ['/constant7']])
})

test.each([
  ['eval(', 'eval("1")'],
  ['eval(', 'globalThis.eval("1")'],
  ['Function(', 'new Function("return 1")'],
  ['require(', 'require ("node:fs")'],
  ['import', 'import("node:fs")'],
  ['import', '[...import("node:fs")]'],
  ['import', 'import.meta.url'],
])('code with %s is rejected: %s', (said, code) => {
  const { model, compiler } = modelWith({})
  const compiled = { ...compiler.compile(model), constants: [code] }
  expect(() => moduleText([compiled], () => 'validate', checks)).toThrow(`a validator would contain "${said}"`)
})
