import { modelIds, models, type JsonValue, type ModelId } from '@model-tasks/spec'
import { registerSchema, validate as compileHyperjump, type SchemaObject } from '@hyperjump/json-schema/draft-2020-12'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { found, readJson, schemaAccepts, vectorsOf, type Vector } from './verdict.js'

/** Documents in all: `MODEL_TASKS_FUZZ=1000000` for as many, `MODEL_TASKS_LONG=1` for the long run. */
const documents = Number(process.env.MODEL_TASKS_FUZZ ?? (process.env.MODEL_TASKS_LONG === '1' ? 100_000 : 2500))
const seed = Number(process.env.MODEL_TASKS_FUZZ_SEED ?? 20_240_229)
const referenced = modelIds.filter((id) => models[id].reference)
const ajv = new Ajv2020({ strictTypes: false })

/** Bodies near the edges: each parameter absent, from a vector, or any JSON at all; now and then a parameter of another model. */
function bodies(id: ModelId): fc.Arbitrary<Record<string, JsonValue>> {
  const good = valuesOf(vectorsOf(id).filter((vector) => vector.valid))
  const seen = valuesOf(vectorsOf(id))
  const foreign = referenced
    .flatMap((other) => models[other].parameters)
    .filter((name) => !models[id].parameters.includes(name))
  const item = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom('assetId://a', 'data:image/png;base64,AAAA', 'http://a', 'HTTP://a b'),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const value = (name: string): fc.Arbitrary<JsonValue> =>
    fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(...(good.get(name) ?? ['a'])) },
      { weight: 2, arbitrary: fc.constantFrom(...(seen.get(name) ?? ['a'])) },
      { weight: 1, arbitrary: fc.array(item, { maxLength: 12 }) as fc.Arbitrary<JsonValue> },
      { weight: 1, arbitrary: fc.integer({ min: -2, max: 40 }) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<JsonValue> },
    )
  const parameters = Object.fromEntries(models[id].parameters.map((name) => [name, value(name)]))
  const others =
    foreign.length === 0
      ? fc.constant({})
      : fc.dictionary(fc.constantFrom(...foreign), fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<JsonValue>, {
          maxKeys: 1,
        })
  const usual = vectorsOf(id)[0]!.body as Record<string, JsonValue>
  return fc
    .tuple(
      fc.record(parameters, { requiredKeys: [] }),
      fc.oneof({ weight: 19, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: others }),
      fc.boolean(),
    )
    .map(([own, more, complete]) => ({ ...(complete ? usual : {}), ...own, ...more, model: id }))
}

/** The values that vectors give each parameter. */
function valuesOf(vectors: readonly Vector[]): Map<string, JsonValue[]> {
  const values = new Map<string, JsonValue[]>()
  for (const { body } of vectors) {
    for (const [name, value] of Object.entries(body as Record<string, JsonValue>))
      values.set(name, [...(values.get(name) ?? []), value])
  }
  return values
}

test.each(referenced.map((id) => [id] as const))(
  'the validator of %s accepts what stock JSON Schema accepts',
  async (id) => {
    const schema = readJson<SchemaObject>(`json-schema/${id}.schema.json`)
    const stock = ajv.compile(schema as object)
    registerSchema(schema, `https://model-tasks.example/fuzz/${id}`)
    const hyperjump = await compileHyperjump(`https://model-tasks.example/fuzz/${id}`)
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(bodies(id), (body) => {
        const ours = schemaAccepts(id, body, found(id, body))
        seen[ours ? 'accepted' : 'refused']++
        // Every body goes through ajv, every tenth through the slower oracle too.
        return (
          stock(body) === ours && ((seen.accepted + seen.refused) % 10 !== 0 || hyperjump(body as never).valid === ours)
        )
      }),
      { numRuns: Math.ceil(documents / referenced.length), seed },
    )
    expect(seen.accepted, 'accepted').toBeGreaterThan(10)
    expect(seen.refused, 'refused').toBeGreaterThan(10)
  },
  300_000 + documents,
)
