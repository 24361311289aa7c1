import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const changedReason: DiffRule = {
  id: 'changed-reason',
  severity: 'advice',
  step: 'minor',
  summary: 'A model cannot be invoked for another reason.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      const [from, to] = [old.availability, now.availability]
      if (from.status === 'unavailable' && to.status === 'unavailable' && from.reason !== to.reason)
        yield {
          subject,
          message: `cannot be invoked because of ${to.reason}, before ${from.reason}`,
          from: from.reason,
          to: to.reason,
        }
    }
  },
}
