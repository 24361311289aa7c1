import type { DiffRule } from '../event.js'
import { modelPairs, same } from '../pairs.js'

export const changedDisplayName: DiffRule = {
  id: 'changed-display-name',
  severity: 'advice',
  step: 'minor',
  summary: 'A display name changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (!same(old.displayName, now.displayName))
        yield {
          subject,
          message: 'has another display name',
          from: typeof old.displayName === 'string' ? old.displayName : null,
          to: typeof now.displayName === 'string' ? now.displayName : null,
        }
    }
  },
}
