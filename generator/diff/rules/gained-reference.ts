import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const gainedReference: DiffRule = {
  id: 'gained-reference',
  severity: 'danger',
  step: 'minor',
  summary: 'A model whose parameters were open has a parameter table now, so requests are checked.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (!old.reference && now.reference)
        yield { subject, message: 'has a parameter table now: its requests are checked' }
    }
  },
}
