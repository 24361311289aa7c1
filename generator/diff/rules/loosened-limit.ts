import { boundsOf, isTighter } from '../bounds.js'
import type { DiffRule } from '../event.js'
import { parameterPairs, show } from '../pairs.js'

export const loosenedLimit: DiffRule = {
  id: 'loosened-limit',
  severity: 'note',
  step: 'minor',
  summary: 'A number, a length or a count is limited less than before.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      for (const [index, bound] of boundsOf(now).entries()) {
        const earlier = boundsOf(old)[index]
        if (old.kind === now.kind && earlier !== undefined && isTighter(bound, earlier))
          yield {
            subject,
            message: `has ${bound.keyword} ${show(bound.value)}, before ${show(earlier.value)}`,
            from: earlier.value ?? null,
            to: bound.value ?? null,
          }
      }
    }
  },
}
