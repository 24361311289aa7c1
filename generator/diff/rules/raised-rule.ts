import type { DiffRule } from '../event.js'
import { rulePairs } from '../pairs.js'

export const raisedRule: DiffRule = {
  id: 'raised-rule',
  severity: 'breaking',
  step: 'major',
  summary: 'A rule that advised refuses now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of rulePairs(before, after)) {
      if (old.severity === 'advice' && now.severity === 'error')
        yield { subject, message: 'is an error now, before advice' }
    }
  },
}
