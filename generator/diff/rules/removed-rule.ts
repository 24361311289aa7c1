import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const removedRule: DiffRule = {
  id: 'removed-rule',
  severity: 'note',
  step: 'minor',
  summary: 'A rule is gone.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      for (const { id } of without(old.rules, now.rules, (each) => each.id))
        yield { subject: `${subject} ${id}`, message: 'is removed' }
    }
  },
}
