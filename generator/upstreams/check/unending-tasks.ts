import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { operationsOf, wellFormed } from './facts.js'

/** S078: an operation with tasks that cannot be followed to their end. */
export function* unendingTasks(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { id, query, status }] of operationsOf(source)) {
      const path = ['operations', kind]
      if (id === undefined) continue
      if (query === undefined || status === undefined) {
        yield { code: 'S078', file, path, message: `there is an ID and no ${query === undefined ? 'query' : 'status'}` }
        continue
      }
      const { states: words, absent, cases = [] } = status
      const states = [...Object.values(words), absent, ...cases.map(({ means }) => means)]
      for (const end of ['completed', 'failed'] as const)
        if (!states.includes(end))
          yield { code: 'S078', file, path: [...path, 'status', 'states'], message: `no status means ${end}` }
    }
  }
}
