import type { JsonSchema, JsonValue } from '../catalogue.js'
import { entries, isObject, items } from '../load/json-object.js'
import type { Spec } from '../load/spec.js'
import { modelFiles, parametersOf, type ModelFile } from './models.js'

/** A parameter, a member of one or what its items are, with shared definitions inlined. */
export interface PlacedParameter {
  model: ModelFile
  /** The name of the parameter, or of that which it lies in. */
  name: string
  path: readonly (string | number)[]
  schema: JsonSchema
}

/** Every parameter of every model, and what lies inside it, the outer before the inner. */
export function* allParameters(spec: Spec): Iterable<PlacedParameter> {
  for (const model of modelFiles(spec))
    for (const [name, schema] of parametersOf(spec, model))
      yield* placed({ model, name, path: ['properties', name], schema })
}

function* placed(parameter: PlacedParameter): Iterable<PlacedParameter> {
  yield parameter
  const { path, schema } = parameter
  // What one reference to a file must be is not a parameter.
  if (schema['x-media'] !== undefined) return
  const inside: [(string | number)[], JsonValue | undefined][] = [
    ...entries(schema.properties).map(([name, member]): [string[], JsonValue] => [['properties', name], member]),
    [['items'], schema.items],
    [['additionalProperties'], schema.additionalProperties],
    ...items(schema.oneOf).map(([index, variant]): [(string | number)[], JsonValue] => [['oneOf', index], variant]),
  ]
  for (const [steps, inner] of inside)
    if (isObject(inner)) yield* placed({ ...parameter, path: [...path, ...steps], schema: inner })
}
