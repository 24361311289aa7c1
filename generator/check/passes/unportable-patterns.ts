import type { JsonValue } from '../../catalogue.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelIdOf } from '../../read/model-file.js'
import { entries, parsed } from '../models.js'

/** S035: patterns that not every regular expression engine reads alike. */
export function* unportablePatterns(spec: Spec): Iterable<Mistake> {
  for (const file of spec.files.values()) {
    const { path } = file
    if (path !== 'media.schema.json' && path !== 'parameters.schema.json' && modelIdOf(path) === undefined) continue
    const schema = parsed(file)
    const root = modelIdOf(path) === undefined ? '$defs' : 'properties'
    for (const [place, pattern] of patternsIn(schema?.[root], [root])) {
      const problem = unportable(pattern)
      if (problem !== undefined)
        yield { code: 'S035', file: path, path: place, message: `the pattern of ${String(place.at(-2))} ${problem}` }
    }
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

function unportable(pattern: string): string | undefined {
  const escape = /\\([pPsSdDwWbBkux1-9])/.exec(pattern.replaceAll('\\\\', '')) ?? undefined
  if (escape !== undefined && escape[1] !== 'x') return `uses ${escape[0]}`
  if (/\(\?[=!<]/.test(pattern)) return 'uses look-around or a named group'
  try {
    new RegExp(pattern)
    return undefined
  } catch {
    return 'is not a regular expression'
  }
}
