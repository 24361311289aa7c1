import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCatalogue } from '../read/catalogue.js'
import { createValidatorCompiler } from '../emit/validators/compile.js'
import { moduleText } from '../emit/validators/module-text.js'
import type { Vector } from '../emit/vectors/vector.js'
import { loadChecks } from '../dist/load/checks.js'
import { loadSpec } from '../load/spec.js'

/** Slips one could make in a check: what stands there, and what might have. The vectors must notice each. */
const slips: [check: string, before: string, after: string][] = [
  ['the lower limit', 'value < minimum', 'value <= minimum'],
  ['the upper limit', 'value > maximum', 'value >= maximum'],
  ['required', 'if (required)', 'if (false)'],
  ['null', "report(findings, 'null', name, {})", 'void 0'],
  ['integers', 'Number.isInteger(value)', "typeof value === 'number'"],
  ['arrays', "type === 'array' ? Array.isArray(value)", "type === 'array' ? typeof value === 'object'"],
  ['the empty prompt', "value === ''", "value === ' '"],
  ['code points', 'codePoints(string) : length', 'length : length'],
  [
    'enums',
    '!allowed.includes(value)',
    '!allowed.some((one) => String(one).toLowerCase() === String(value).toLowerCase())',
  ],
  ['media references', '!pattern.test(item)', '!item'],
  ['items that are not strings', "typeof item !== 'string'", "typeof item === 'number'"],
  ['items beyond the limit', 'index < maximum; index++', 'index < Infinity; index++'],
  ['base64', '/^data:/i.test(item)', '/^data:image/.test(item) && item.length > 99'],
  [
    'unknown parameters',
    "report(findings, 'unknown-parameter'",
    "if (name !== 'no_such_parameter') report(findings, 'unknown-parameter'",
  ],
  ['escapes of pointers', ".replace(/~/g, '~0')", ''],
  ['borders of classes', 'point < border', 'point <= border'],
  ['words', 'inWord = !within(point, space)', 'inWord = point !== 32'],
  ['prompt limits', 'actual <= limit', 'actual < limit'],
  ['one finding a rule', 'told.includes(rule) || (refused', '(refused'],
  ['silent advice', '(refused && !error) || ', ''],
  ['limits for Han only', ' || (onlyWithHan && !ideographs)', ''],
  ['token numbers', 'number <= attached', 'number <= attached + 1'],
  ['tokens named twice', ' || told.has(text)', ''],
  ['parameters that take part', '!empty(values[index] ?? [])', 'values[index] != null'],
  ['filled arrays', 'value.length > 0', 'value.length >= 0'],
]

const catalogue = readCatalogue(await loadSpec(fileURLToPath(new URL('../../spec', import.meta.url))))
const checks = await loadChecks()
const vectors = new Map(
  catalogue.models.map(({ id }) => [
    id,
    JSON.parse(readFileSync(new URL(`../../generated/vectors/${id}.json`, import.meta.url), 'utf8')) as Vector[],
  ]),
)

type Validate = (body: unknown) => { rule: string; path: string }[]

const compiler = createValidatorCompiler(catalogue.text, checks)
const compiled = catalogue.models.filter(({ reference }) => reference).map((model) => compiler.compile(model))

/** The vectors with which the validators disagree when they are made of these checks. */
function* disagreements(validatorChecks: string): Iterable<string> {
  const text = moduleText(compiled, ({ codegenName }) => `validate${codegenName}`, validatorChecks)
  const line = ({ rule, path }: { rule: string; path: string }): string => `${rule} ${path}`
  for (const { model } of compiled) {
    const validate = runInThisContext(`(() => {\n${text}\nreturn validate${model.codegenName}\n})()`) as Validate
    for (const { id, body, findings } of vectors.get(model.id) ?? [])
      if (validate(body).map(line).sort().join('\n') !== findings.map(line).sort().join('\n')) yield `${model.id} ${id}`
  }
}

test('the vectors agree with the checks as they are', () => {
  expect([...disagreements(checks)]).toEqual([])
})

test.each(slips)('the vectors notice a slip in %s', (_check, before, after) => {
  expect(checks).toContain(before)
  const [first] = disagreements(checks.replaceAll(before, after))
  expect(first).toBeDefined()
})
