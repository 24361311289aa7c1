import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { patternsOf, unportable } from '../patterns.js'

/** S035: patterns that not every regular expression engine reads alike. */
export function* unportablePatterns(spec: Spec): Iterable<Mistake> {
  for (const { file, path, name, pattern } of patternsOf(spec)) {
    const found = unportable(pattern)
    if (found === undefined) continue
    const { problem, ...rest } = found
    yield { code: 'S035', file, path, message: `the pattern of ${name} ${problem}`, ...rest }
  }
}
