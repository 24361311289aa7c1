import type { DiffRule } from '../event.js'
import { mediaPairs, without } from '../pairs.js'

export const addedReferenceForm: DiffRule = {
  id: 'added-reference-form',
  severity: 'note',
  step: 'minor',
  summary: 'A media parameter takes one more form of reference.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of mediaPairs(before, after)) {
      for (const form of without(now.accepts, old.accepts, (each) => each))
        yield {
          subject,
          message: `takes ${form === 'url' ? 'URLs' : form === 'asset' ? 'asset ids' : 'base64'} too`,
          to: form,
        }
    }
  },
}
