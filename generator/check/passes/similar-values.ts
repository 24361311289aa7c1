import type { JsonValue } from '../../catalogue.js'
import type { Spec } from '../../load/spec.js'
import { modelIdOf } from '../../read/model-file.js'
import type { Mistake } from '../mistake.js'
import { entries, items } from '../../load/json-object.js'
import { parsed } from '../models.js'
import { oncePerFile } from '../once.js'

/** S091: values of a list that differ only in case or blanks, or have a blank at an end. */
export function similarValues(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap(inFile)
}

const inFile = oncePerFile((file): readonly Mistake[] => {
  const isModel = modelIdOf(file.path) !== undefined
  if (!isModel && file.path !== 'parameters.schema.json') return []
  const root = isModel ? 'properties' : '$defs'
  return [...listsIn(parsed(file)?.[root], [root])].flatMap(([path, list]) => [...similar(file.path, path, list)])
})

function* listsIn(
  value: JsonValue | undefined,
  path: readonly (string | number)[],
): Iterable<[path: readonly (string | number)[], list: JsonValue]> {
  for (const [key, child] of entries(value)) {
    if (key === 'enum') yield [[...path, key], child]
    else yield* listsIn(child, [...path, key])
  }
  for (const [index, item] of items(value)) yield* listsIn(item, [...path, index])
}

function* similar(file: string, path: readonly (string | number)[], list: JsonValue): Iterable<Mistake> {
  const seen = new Map<string, string>()
  for (const [index, value] of items(list)) {
    if (typeof value !== 'string') continue
    const place = { code: 'S091', file, path: [...path, index] } as const
    const plain = value.trim().replace(/\s+/g, ' ').toLowerCase()
    const earlier = seen.get(plain)
    if (value !== value.trim()) {
      const hint = `Write ${JSON.stringify(value.trim())}.`
      yield { ...place, message: `the value ${JSON.stringify(value)} begins or ends with a blank`, hint }
    } else if (earlier !== undefined && earlier !== value) {
      const both = `${JSON.stringify(earlier)} and ${JSON.stringify(value)}`
      yield { ...place, message: `the values ${both} differ only in case or blanks` }
    }
    seen.set(plain, value)
  }
}
