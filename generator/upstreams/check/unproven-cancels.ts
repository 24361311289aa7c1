import type { Mistake } from '../../check/mistake.js'
import { nearest } from '../../check/nearest.js'
import type { Spec } from '../../load/spec.js'
import { operationsOf, wellFormed } from './facts.js'

/** States in which an upstream has made nothing that could be wanted. */
const ends: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled'])

/** S087: a word about a cancelled task that is not a status, or one that does not end a task without a result. */
export function* unprovenCancels(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec))
    for (const [kind, { cancel, status }] of operationsOf(source)) {
      if (cancel === undefined) continue
      const states = new Map(Object.entries(status?.states ?? {}))
      const at = ['operations', kind, 'cancel']
      for (const [words, path] of [
        [cancel.from?.words ?? [], ['from', 'words']],
        [cancel.proves?.query ?? [], ['proves', 'query']],
      ] as const)
        for (const [index, word] of words.entries()) {
          const where = { code: 'S087', file, path: [...at, ...path, index] } as const
          const meaning = states.get(word)
          const near = meaning === undefined ? nearest(word, [...states.keys()]) : undefined
          if (meaning === undefined)
            yield {
              ...where,
              message: `"${word}" is not a word of status.states`,
              ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
            }
          else if (path[0] === 'proves' && !ends.has(meaning))
            yield { ...where, message: `"${word}" means ${meaning}: it proves that something is made` }
        }
    }
}
