import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const lostReference: DiffRule = {
  id: 'lost-reference',
  severity: 'danger',
  step: 'minor',
  summary: 'A model has no parameter table any more, so nothing about its requests is checked.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.reference && !now.reference)
        yield { subject, message: 'has no parameter table any more: its requests are no longer checked' }
    }
  },
}
