import type { Mistake } from '../../check/mistake.js'
import { nearest } from '../../check/nearest.js'
import type { Spec } from '../../load/spec.js'
import { wellFormed } from './facts.js'
import { namedSources } from './named-sources.js'

/** S073: the name of a source that is not in `sources`. */
export function* unknownSources(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const known = Object.keys(source.sources)
    for (const { name, path } of namedSources(spec, file)) {
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
