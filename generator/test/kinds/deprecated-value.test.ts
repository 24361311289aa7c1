import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { _, Name, str } from 'ajv'
import { expect, test } from 'vitest'
import type { RawFinding } from '../../emit/validators/checks.js'
import { deprecatedValue } from '../../emit/validators/checks/deprecated-value.js'
import { checkCode } from '../../kinds/index.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { slotsOf } from '../../messages/index.js'
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

test('a message names the values to use, then null, and the deprecated ones last', () => {
  const deprecated = { since: '2026-10-01' }
  const values = ['old', 'new', 'newer']
  const accepted = {
    kind: 'enum' as const,
    type: 'string' as const,
    required: false,
    nullable: true as const,
    phrase: { en: 'a style', zh: '风格' },
    options: [{ value: 'old', deprecated }],
    list: { name: 'styles', date: '2026-11-20', values },
  }
  const optionsIn = (rule: string, params: Record<string, string[]>): unknown =>
    slotsOf(
      rule,
      {
        model: 'studio-2',
        facts: { model: 'studio-2', section: '', parameters: { style: accepted }, sources: {}, rules: {} },
        steps: ['style'],
        accepted,
        params,
        value: 'other',
        siblings: { style: accepted },
        used: new Set(['style']),
        isAccepted: () => false,
      },
      undefined,
    ).options
  expect(optionsIn('enum', { allowed: values })).toEqual(['new', 'newer', null, 'old'])
  expect(optionsIn('limit-upcoming', { allowed: values })).toEqual(['new', 'newer', null, 'old'])
  expect(optionsIn('value-unlisted', {})).toEqual(['new', 'newer', 'old'])
})
