import { isObject } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, parsed, text } from '../models.js'

/** S035: patterns that not every regular expression engine reads alike. */
export function* unportablePatterns(spec: Spec): Iterable<Mistake> {
  const file = 'media.schema.json'
  for (const [name, definition] of entries(parsed(spec.files.get(file))?.$defs)) {
    const pattern = isObject(definition) ? text(definition.pattern) : undefined
    if (pattern === undefined) continue
    const problem = unportable(pattern)
    if (problem !== undefined)
      yield { code: 'S035', file, path: ['$defs', name, 'pattern'], message: `the pattern of ${name} ${problem}` }
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
    return 'is no regular expression'
  }
}
