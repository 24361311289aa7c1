/**
 * The tools, held against what each vendor's reference says that strict function calling takes. The checks below are written
 * from these references and share nothing with the emitter.
 */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { checkRequest } from '@model-tasks/validation'
import { modelIds } from '@model-tasks/spec'
import { requestOf } from '@model-tasks/documents/tools'
import { describe, expect, test } from 'vitest'
import { toolNames } from '../emit/tools.js'

type Schema = Record<string, unknown>
interface Tool {
  name: string
  description: string
  schema: Schema
}
interface Vector {
  id: string
  body: { model: string; [parameter: string]: unknown }
  valid: boolean
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../generated/${path}`, import.meta.url), 'utf8'))

const schemaMember = { openai: 'parameters', anthropic: 'input_schema', gemini: 'parametersJsonSchema' } as const
type Vendor = keyof typeof schemaMember

function toolsOf(vendor: Vendor, suffix = ''): Tool[] {
  return (read(`tools/${vendor}${suffix}.json`) as Schema[]).map((tool) => ({
    name: String(tool['name']),
    description: String(tool['description']),
    schema: tool[schemaMember[vendor]] as Schema,
  }))
}

/** Every schema in a schema, with where it stands. */
function* within(schema: Schema, path = '#'): Generator<[path: string, schema: Schema]> {
  yield [path, schema]
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>))
    yield* within(property, `${path}/${name}`)
  if (schema['items'] !== undefined) yield* within(schema['items'] as Schema, `${path}/[]`)
  for (const option of (schema['anyOf'] ?? []) as Schema[]) yield* within(option, `${path}|`)
}

const always = ['type', 'description', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties', 'items']
const rules: Record<Vendor, { keywords: string[]; names: RegExp; wrong(schema: Schema): string | undefined }> = {
  openai: {
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
    names: /^[\w-]{1,64}$/,
    wrong(schema) {
      if (schema['type'] !== 'object') return undefined
      if (schema['additionalProperties'] !== false) return 'is not closed'
      const names = Object.keys(schema['properties'] as object)
      return String(schema['required']) === String(names) ? undefined : 'does not require every property'
    },
  },
  anthropic: {
    keywords: ['minItems'],
    names: /^[\w-]{1,64}$/,
    wrong(schema) {
      if (![undefined, 0, 1].includes(schema['minItems'] as undefined)) return 'states a minItems other than 0 and 1'
      return schema['type'] === 'object' && schema['additionalProperties'] !== false ? 'is not closed' : undefined
    },
  },
  gemini: {
    keywords: ['minimum', 'maximum', 'minItems', 'maxItems'],
    names: /^[A-Za-z_][\w.:-]{0,63}$/,
    wrong: ({ type }) => (Array.isArray(type) ? 'has several types' : undefined),
  },
}

describe.each(Object.entries(rules) as [Vendor, (typeof rules)[Vendor]][])(
  '%s',
  (vendor, { keywords, names, wrong }) => {
    test.each(['', '-compact'])('takes every tool%s', (suffix) => {
      const tools = toolsOf(vendor, suffix)
      expect(tools.length).toBeGreaterThan(0)
      const faults = tools.flatMap(({ name, schema }) =>
        [...within(schema)].flatMap(([path, part]) => {
          const strange = Object.keys(part).filter((keyword) => ![...always, ...keywords].includes(keyword))
          const fault = strange.length > 0 ? `has ${strange.join(', ')}` : wrong(part)
          return fault === undefined ? [] : [`${name} ${path} ${fault}`]
        }),
      )
      expect(faults).toEqual([])
      expect(tools.filter(({ name }) => !names.test(name))).toEqual([])
      expect(tools.every(({ schema }) => schema['type'] === 'object' && !('anyOf' in schema))).toBe(true)
      expect(tools.every(({ description }) => description.length < 4096)).toBe(true)
    })

    test('a call of a tool that says what a valid request says becomes that request, and passes the check', async () => {
      const ajv = new Ajv({ strict: false })
      const bySchema = new Map(
        toolsOf(vendor).map(({ name, schema }) => [name, { schema, check: ajv.compile(schema) }]),
      )
      const [compact] = toolsOf(vendor, '-compact')
      const checkCompact = ajv.compile(compact!.schema)
      let compared = 0
      for (const [name, { schema, check }] of bySchema) {
        const { model } = requestOf(name, {})!
        const offered = schema['properties'] as Record<string, Schema>
        for (const { id, body, valid } of read(`vectors/${model}.json`) as Vector[]) {
          const { model: _, ...parameters } = body
          if (!valid || body.model !== model || Object.keys(parameters).some((one) => !(one in offered))) continue
          const nulls = vendor === 'openai' ? Object.fromEntries(Object.keys(offered).map((one) => [one, null])) : {}
          const input = { ...nulls, ...parameters }
          expect(check(input), `${name}: ${id}: ${ajv.errorsText(check.errors)}`).toBe(true)
          expect(requestOf(name, input)).toEqual(body)
          expect((await checkRequest(requestOf(name, input))).ok).toBe(true)
          const every = compact!.schema['properties'] ?? {}
          const wide = {
            ...(vendor === 'openai' ? Object.fromEntries(Object.keys(every).map((one) => [one, null])) : {}),
            ...body,
          }
          expect(checkCompact(wide), `${id}: ${ajv.errorsText(checkCompact.errors)}`).toBe(true)
          expect(requestOf('generate', wide)).toEqual(body)
          compared += 1
        }
      }
      expect(compared).toBeGreaterThan(200)
    })
  },
)

test('there is a tool for each model that has a table and can be invoked', () => {
  expect(toolsOf('openai')).toHaveLength(18)
  for (const { name } of toolsOf('gemini')) expect(modelIds).toContain(requestOf(name, {})?.model)
})

test('what no schema of a vendor can state stands in the words of the tool', () => {
  const tool = toolsOf('anthropic').find(({ name }) => name === 'generate_sd_2_0_discount')!
  expect(tool.description).toContain('tools')
  const { duration, reference_images: images } = tool.schema['properties'] as Record<string, { description: string }>
  expect(duration!.description).toMatch(/At least 4\. At most 15\. Default: 5\.$/)
  expect(images!.description).toContain('assetId://{id}')
  expect(images!.description).toContain('At most 9 items.')
})

test('models whose names would be the same have names of their own', () => {
  const models = ['a.b', 'a_b', 'a/b'].map((id) => ({ id })) as unknown as Parameters<typeof toolNames>[0]
  expect([...toolNames(models).keys()]).toEqual(['generate_a_b', 'generate_a_b_2', 'generate_a_b_3'])
})

test.each([
  ['no tool of these', {}],
  ['toString', {}],
  ['generate', null],
  ['generate', []],
  ['generate', 'text'],
])('a call of %s with %j is not a request', (name, input) => {
  expect(requestOf(name, input)).toBeUndefined()
})
