import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const addedResponseExtra: DiffRule = {
  id: 'added-response-extra',
  severity: 'note',
  step: 'minor',
  summary: 'A model answers one more response field.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      for (const name of without(now.responseExtras, old.responseExtras, (each) => each))
        yield { subject, message: `answers ${name} too` }
    }
  },
}
