import type { JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'

/** Every source that a file names, with where it does. */
export function namedSources(spec: Spec, file: string): Iterable<{ name: string; path: Path }> {
  return namesIn(spec.files.get(file)?.value ?? null, [])
}

type Path = readonly (string | number)[]

/** Members that hold data of an upstream: a "source" in them is not ours. */
const foreign = ['template', 'constant', 'among', 'body', 'values', 'accepts', 'sources']

function* namesIn(value: JsonValue, path: Path): Iterable<{ name: string; path: Path }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (path.at(-1) === 'between' && typeof item === 'string') yield { name: item, path: [...path, index] }
      else yield* namesIn(item, [...path, index])
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'source' && typeof item === 'string') yield { name: item, path: [...path, key] }
      else if (!foreign.includes(key)) yield* namesIn(item, [...path, key])
    }
  }
}
