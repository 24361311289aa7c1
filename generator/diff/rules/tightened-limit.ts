import { boundsOf, isTighter } from '../bounds.js'
import type { DiffRule } from '../event.js'
import { parameterPairs, show } from '../pairs.js'

export const tightenedLimit: DiffRule = {
  id: 'tightened-limit',
  severity: 'breaking',
  step: 'major',
  summary: 'A number, a length or a count is limited more than before.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      for (const [index, bound] of boundsOf(now).entries()) {
        const earlier = boundsOf(old)[index]
        if (old.kind === now.kind && earlier !== undefined && isTighter(earlier, bound))
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
