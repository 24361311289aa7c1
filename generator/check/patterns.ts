import type { JsonValue } from '../catalogue.js'
import { modelIdOf } from '../read/model-file.js'
import type { Spec } from '../load/spec.js'
import { entries } from '../load/json-object.js'
import { parsed } from './models.js'

/** A pattern that a value of a request must match. */
export interface Pattern {
  file: string
  path: readonly (string | number)[]
  /** What has the pattern: a parameter, a definition, the items of a list. */
  name: string
  pattern: string
}

/** Every pattern of parameters and media references. */
export function* patternsOf(spec: Spec): Iterable<Pattern> {
  for (const file of spec.files.values()) {
    const { path } = file
    const isModel = modelIdOf(path) !== undefined
    if (path !== 'media.schema.json' && path !== 'parameters.schema.json' && !isModel) continue
    const root = isModel ? 'properties' : '$defs'
    for (const [place, pattern] of patternsIn(parsed(file)?.[root], [root]))
      yield { file: path, path: place, name: String(place.at(-2)), pattern }
  }
}

function* patternsIn(
  value: JsonValue | undefined,
  path: (string | number)[],
): Iterable<[path: (string | number)[], pattern: string]> {
  for (const [key, child] of entries(value)) {
    if (key === 'pattern' && typeof child === 'string') yield [[...path, key], child]
    else yield* patternsIn(child, [...path, key])
  }
}

/** Why not every regular expression engine reads a pattern alike, or why none does; undefined when all do. */
export function unportable(pattern: string): { problem: string; hint?: string } | undefined {
  const escape = /\\([pPsSdDwWbBkux1-9])/.exec(pattern.replaceAll('\\\\', '')) ?? undefined
  if (escape !== undefined && escape[1] !== 'x') return { problem: `uses ${escape[0]}` }
  if (/\(\?[=!<]/.test(pattern))
    return { problem: 'uses look-around or a named group', hint: 'Write the pattern without it, or state a rule.' }
  try {
    new RegExp(pattern)
    return undefined
  } catch {
    return { problem: 'is not a regular expression', hint: 'Correct its brackets, escapes or quantifiers.' }
  }
}
