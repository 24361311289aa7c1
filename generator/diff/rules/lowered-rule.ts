import type { DiffRule } from '../event.js'
import { rulePairs } from '../pairs.js'

export const loweredRule: DiffRule = {
  id: 'lowered-rule',
  severity: 'note',
  step: 'minor',
  summary: 'A rule that refused only advises now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of rulePairs(before, after)) {
      if (old.severity === 'error' && now.severity === 'advice')
        yield { subject, message: 'is advice now, before an error' }
    }
  },
}
