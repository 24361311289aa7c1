import type { DiffRule } from '../event.js'
import { rulePairs, same } from '../pairs.js'

export const changedRuleExamples: DiffRule = {
  id: 'changed-rule-examples',
  severity: 'note',
  step: 'patch',
  summary: 'The examples of a rule changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of rulePairs(before, after)) {
      if (!same(old.examples, now.examples)) yield { subject, message: 'has other examples' }
    }
  },
}
