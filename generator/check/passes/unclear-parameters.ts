import type { JsonSchema } from '../../catalogue.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf } from '../models.js'

/** S034: parameters that are none of the kinds the catalogue knows. */
export function* unclearParameters(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      const problem = unclear(schema)
      if (problem !== undefined)
        yield { code: 'S034', file: model.path, path: ['properties', name], at: 'key', message: `${name} ${problem}` }
    }
  }
}

function unclear(schema: JsonSchema): string | undefined {
  if (typeof schema.type !== 'string') return 'has no type'
  if (schema.type !== 'array') return schema['x-media'] === undefined ? undefined : 'has x-media and is no array'
  if (schema['x-media'] === undefined)
    return schema['x-items'] === undefined ? 'is an array without x-media or x-items' : undefined
  if (schema.items === undefined) return 'has x-media and no items'
  return schema.maxItems === undefined ? 'has x-media and no maxItems' : undefined
}
