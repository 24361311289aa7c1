import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readCatalogue } from '../dist/read/catalogue.js'
import { emitValidators } from '../dist/emit/validators.js'
import type { Vector } from '../dist/emit/vectors/vector.js'
import { loadExtra } from '../dist/load/extra.js'
import { loadSpec } from '../dist/load/spec.js'

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

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-mutations-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const catalogue = readCatalogue(await loadSpec(new URL('../../spec', import.meta.url).pathname))
const extra = await loadExtra()
const vectors = new Map(
  catalogue.models.map(({ id }) => [
    id,
    JSON.parse(readFileSync(new URL(`../../generated/vectors/${id}.json`, import.meta.url), 'utf8')) as Vector[],
  ]),
)

interface Modules {
  modules: Record<string, { validate(body: unknown): { rule: string; path: string }[] }>
}

/** How many vectors the validators disagree with when they are made of these checks. */
async function disagreements(validatorChecks: string, name: string): Promise<number> {
  const all = emitValidators(readCatalogue(await loadSpec(new URL('../../spec', import.meta.url).pathname)), {
    ...extra,
    validatorChecks,
  }).find(({ path }) => path === 'validators/all.js')
  const path = join(folder, `${name.replaceAll(' ', '-')}.mjs`)
  writeFileSync(path, all?.content ?? '')
  const { modules } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Modules
  const line = ({ rule, path }: { rule: string; path: string }): string => `${rule} ${path}`
  return [...vectors].flatMap(([id, list]) =>
    list.filter(
      ({ body, findings }) =>
        modules[id]!.validate(body).map(line).sort().join('\n') !== findings.map(line).sort().join('\n'),
    ),
  ).length
}

test('the vectors agree with the checks as they are', async () => {
  expect(await disagreements(extra.validatorChecks, 'as they are')).toBe(0)
})

test.each(slips)('the vectors notice a slip in %s', async (check, before, after) => {
  expect(extra.validatorChecks).toContain(before)
  const found = await disagreements(extra.validatorChecks.replaceAll(before, after), check)
  expect(found).toBeGreaterThan(0)
})
