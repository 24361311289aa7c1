import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const modelBecameUnavailable: DiffRule = {
  id: 'model-became-unavailable',
  severity: 'breaking',
  step: 'major',
  summary: 'A model can no longer be invoked.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.availability.status === 'available' && now.availability.status === 'unavailable')
        yield { subject, message: `can no longer be invoked: ${now.availability.reason}` }
    }
  },
}
