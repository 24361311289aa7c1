import type { DiffRule } from '../event.js'
import { parameterPairs } from '../pairs.js'

export const becameRequired: DiffRule = {
  id: 'became-required',
  severity: 'breaking',
  step: 'major',
  summary: 'A parameter that could be left out must be sent.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      if (!old.required && now.required) yield { subject, message: 'is required now' }
    }
  },
}
