import type { DiffRule } from '../event.js'
import { parameterPairs } from '../pairs.js'

export const becameOptional: DiffRule = {
  id: 'became-optional',
  severity: 'note',
  step: 'minor',
  summary: 'A parameter may be left out now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      if (old.required && !now.required) yield { subject, message: 'is optional now' }
    }
  },
}
