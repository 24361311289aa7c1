import type { JsonValue } from '../../catalogue.js'
import type { Mistake } from '../../check/mistake.js'
import { nearest } from '../../check/nearest.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import { wellFormed } from './facts.js'

/** S073: the name of a source that is not in `sources`. */
export function* unknownSources(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const known = Object.keys(source.sources)
    const whole = spec.files.get(file)?.value
    for (const { name, path } of whole === undefined ? [] : namedSources(whole, [])) {
      if (known.includes(name)) continue
      const near = nearest(name, known)
      yield {
        code: 'S073',
        file,
        path,
        message: `"${name}" is not in sources`,
        hint: near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${near}"?`,
      }
    }
  }
}

type Path = readonly (string | number)[]

/** Members that hold data of an upstream: a "source" in them is not ours. */
const foreign = ['template', 'constant', 'among', 'body', 'values', 'accepts', 'sources']

function* namedSources(value: JsonValue, path: Path): Iterable<{ name: string; path: Path }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (path.at(-1) === 'between' && typeof item === 'string') yield { name: item, path: [...path, index] }
      else yield* namedSources(item, [...path, index])
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'source' && typeof item === 'string') yield { name: item, path: [...path, key] }
      else if (!foreign.includes(key)) yield* namedSources(item, [...path, key])
    }
  }
}
