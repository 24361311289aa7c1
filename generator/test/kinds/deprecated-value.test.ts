import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { _, Name, str } from 'ajv'
import { expect, test } from 'vitest'
import type { RawFinding } from '../../emit/validators/checks.js'
import { deprecatedValue } from '../../emit/validators/checks/deprecated-value.js'
import { checkCode } from '../../kinds/index.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'

test('a deprecated value is reported with what is said of it, and no other value is', () => {
  const rows = [['film', { since: '2026-10-01', replacedBy: 'anime' }]] as const
  const found = (value: unknown): RawFinding[] => {
    const findings: RawFinding[] = []
    deprecatedValue(findings, 'style', value, rows)
    return findings
  }
  expect(found('film')).toMatchObject([
    { rule: 'value-deprecated', params: { since: '2026-10-01', replacedBy: 'anime' } },
  ])
  expect(found('anime')).toEqual([])
})

test('a validator looks for the deprecated values of a choice', async () => {
  const spec = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
  const path = 'models/every-kind.schema.json'
  const text = readFileSync(new URL('every-kind.schema.json', import.meta.url), 'utf8')
  const { models, text: classes } = readCatalogue({
    ...spec,
    files: new Map([...spec.files, [path, parseSpecFile(path, text)]]),
  })
  const parameter = models
    .find(({ id }) => id === 'every-kind')
    ?.parameters.find(
      (each) => each.kind === 'enum' && each.options?.some(({ deprecated }) => deprecated !== undefined),
    )
  if (parameter === undefined) throw new Error('no value is deprecated')
  const constants: string[] = []
  const code = checkCode(
    parameter,
    { pointer: str`style`, value: _`${new Name('value')}`, depth: 0 },
    {
      text: classes,
      variable: (name) => new Name(name),
      constant: (literal) => new Name(`c${constants.push(literal.toString())}`),
    },
  )
  expect(code.toString()).toMatch(/deprecatedValue\(.*value, c\d+\)/)
})
