import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const addedRule: DiffRule = {
  id: 'added-rule',
  severity: 'breaking',
  step: 'major',
  summary: 'A new rule refuses requests.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.reference)
        for (const { id, message } of without(now.rules, old.rules, (each) => each.id).filter(
          (each) => each.severity === 'error',
        ))
          yield { subject: `${subject} ${id}`, message: `is a new rule: ${message}` }
    }
  },
}
