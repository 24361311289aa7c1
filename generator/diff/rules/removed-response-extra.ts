import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const removedResponseExtra: DiffRule = {
  id: 'removed-response-extra',
  severity: 'danger',
  step: 'minor',
  summary: 'A model no longer answers a response field.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      for (const name of without(old.responseExtras, now.responseExtras, (each) => each))
        yield { subject, message: `no longer answers ${name}` }
    }
  },
}
