import type { JsonSchema } from '../../catalogue.js'
import { entries, isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf, parsed } from '../models.js'
import { walk } from '../walk.js'

/** S031: lower limits above their upper limits, in parameters, media limits, token ranges and classes of characters. */
export function* reversedLimits(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) yield* reversedIn(model.path, name, schema)
  }
  yield* reversedRanges(spec)
}

const textPath = 'text.json'

/** Of a range that ends before it begins, no character counts. */
function* reversedRanges(spec: Spec): Iterable<Mistake> {
  for (const [name, ranges] of entries(parsed(spec.files.get(textPath))))
    for (const [index, range] of items(ranges)) {
      const [first, last] = Array.isArray(range) ? range : []
      if (typeof first !== 'number' || typeof last !== 'number' || first <= last) continue
      const message = `the range ${first} to ${last} of ${name} ends before it begins`
      yield { code: 'S031', file: textPath, path: [name, index], message }
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

function reversedIn(file: string, name: string, schema: JsonSchema): Mistake[] {
  const mistakes: Mistake[] = []
  walk(schema, (value, path) => {
    if (!isObject(value)) return
    for (const [low, high] of pairs) {
      const [least, most] = [value[low], value[high]]
      if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue
      const message = `${low} ${least} of ${name} is above ${high} ${most}`
      mistakes.push({ code: 'S031', file, path: ['properties', name, ...path, low], message })
    }
  })
  return mistakes
}
