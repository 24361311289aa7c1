import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const addedAdvice: DiffRule = {
  id: 'added-advice',
  severity: 'advice',
  step: 'minor',
  summary: 'A new rule advises.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      for (const { id, message } of without(now.rules, old.rules, (each) => each.id).filter(
        (each) => each.severity === 'advice',
      ))
        yield { subject: `${subject} ${id}`, message: `is new advice: ${message}` }
    }
  },
}
