import type { DiffRule } from '../event.js'
import { mediaPairs, same } from '../pairs.js'

export const changedReferencePattern: DiffRule = {
  id: 'changed-reference-pattern',
  severity: 'breaking',
  step: 'major',
  summary: 'The pattern of media references changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of mediaPairs(before, after)) {
      if (same(old.accepts, now.accepts) && old.pattern !== now.pattern)
        yield { subject, message: 'has another pattern for its references', from: old.pattern, to: now.pattern }
    }
  },
}
