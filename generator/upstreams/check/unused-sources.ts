import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { wellFormed } from './facts.js'
import { namedSources } from './named-sources.js'

/** S086: a source that no fact names. */
export function* unusedSources(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const named = new Set([...namedSources(spec, file)].map(({ name }) => name))
    for (const name of Object.keys(source.sources)) {
      if (named.has(name)) continue
      yield { code: 'S086', file, path: ['sources', name], message: `no fact names the source "${name}"` }
    }
  }
}
