import type { DiffRule } from '../event.js'
import { rulePairs, same } from '../pairs.js'

export const changedRule: DiffRule = {
  id: 'changed-rule',
  severity: 'breaking',
  step: 'major',
  summary: 'The condition of a rule changed: it may reject what it let pass.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of rulePairs(before, after)) {
      if (!same([old.schema, old.parameters], [now.schema, now.parameters]))
        yield { subject, message: 'has another condition', from: old.schema, to: now.schema }
    }
  },
}
