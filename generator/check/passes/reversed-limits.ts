import type { JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, items, modelFiles, parametersOf } from '../models.js'

/** S031: lower limits above their upper limits, in parameters, media limits and token ranges. */
export function* reversedLimits(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model))
      yield* reversedIn(model.path, ['properties', name], name, schema)
  }
}

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['from', 'to'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const

function* reversedIn(file: string, path: (string | number)[], name: string, value: JsonValue): Iterable<Mistake> {
  for (const [index, item] of items(value)) yield* reversedIn(file, [...path, index], name, item)
  if (!isObject(value)) return
  for (const [low, high] of pairs) {
    const [least, most] = [value[low], value[high]]
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      yield { code: 'S031', file, path: [...path, low], message: `${low} ${least} of ${name} is above ${high} ${most}` }
    }
  }
  for (const [key, child] of entries(value)) yield* reversedIn(file, [...path, key], name, child)
}
