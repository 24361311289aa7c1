import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { catalogue, document30, document31, schemas } from './documents.js'

interface Vector {
  id: string
  body: unknown
  valid: boolean
  /** False: plain JSON Schema cannot judge it. */
  schema?: boolean
}

/** The formats of integers are for generators of types: the limits beside them say more. */
const formats = { int32: true, int64: true } as const
const options = { strict: false, allErrors: false, formats } as const
const versions = [
  { version: '3.1', components: schemas(document31), ajv: new Ajv2020(options) },
  { version: '3.0', components: schemas(document30), ajv: new Ajv(options) },
]

describe.each(versions)('the components of $version judge every vector as it says', ({ components, ajv }) => {
  test.each(catalogue.models)('$id', (model) => {
    const vectors = JSON.parse(
      readFileSync(new URL(`../../../generated/vectors/${model.id}.json`, import.meta.url), 'utf8'),
    ) as Vector[]
    const validate = ajv.compile(components[model.codegenName]!)
    const judged = vectors.filter((vector) => vector.schema !== false)
    expect(judged.length).toBeGreaterThan(0)
    expect(judged.filter((vector) => validate(vector.body) !== vector.valid).map((vector) => vector.id)).toEqual([])
  })
})
