import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { operationsOf, wellFormed } from './facts.js'

/** S084: a row whose smallest number is greater than its greatest. */
export function* emptyRanges(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec))
    for (const [kind, { rows }] of operationsOf(source))
      for (const [index, { minimum, maximum }] of rows.entries())
        if (minimum !== undefined && maximum !== undefined && minimum > maximum)
          yield {
            code: 'S084',
            file,
            path: ['operations', kind, 'rows', index, 'minimum'],
            message: `the minimum ${minimum} is greater than the maximum ${maximum}`,
          }
}
