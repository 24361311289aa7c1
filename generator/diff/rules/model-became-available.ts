import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const modelBecameAvailable: DiffRule = {
  id: 'model-became-available',
  severity: 'note',
  step: 'minor',
  summary: 'A model can be invoked now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.availability.status === 'unavailable' && now.availability.status === 'available')
        yield { subject, message: 'can be invoked now' }
    }
  },
}
