import type { JsonSchema } from '../../catalogue.js'
import { kindOf } from '../../kinds/index.js'
import { typeBesideNull } from '../../kinds/nullable.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf } from '../models.js'

/** S034: parameters that, with the definition they refer to, are none of the kinds the catalogue knows. */
export function* unclearParameters(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      // Of a parameter without a reference the meta-schema says what is missing.
      const written = isObject(model.schema.properties) ? model.schema.properties[name] : undefined
      const isShared = isObject(written) && written.$ref !== undefined
      const problem = isShared || kindOf(name, schema) === 'media' ? unclear(name, schema) : undefined
      if (problem !== undefined)
        yield { code: 'S034', file: model.path, path: ['properties', name], at: 'key', message: `${name} ${problem}` }
    }
  }
}

function unclear(name: string, schema: JsonSchema): string | undefined {
  const kind = kindOf(name, schema)
  if (kind === undefined) return 'has no type'
  if (kind === 'list' && schema.items === undefined) return 'is an array without items, x-media or x-items'
  if (kind !== 'media' || typeBesideNull(schema) === 'string') return undefined
  if (typeBesideNull(schema) !== 'array') return 'has x-media and is neither an array nor a string'
  if (schema.items === undefined) return 'has x-media and no items'
  return schema.maxItems === undefined ? 'has x-media and no maxItems' : undefined
}
