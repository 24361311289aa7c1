import type { DiffRule } from '../event.js'
import { mediaPairs, without } from '../pairs.js'

export const removedReferenceForm: DiffRule = {
  id: 'removed-reference-form',
  severity: 'breaking',
  step: 'major',
  summary: 'A media parameter no longer takes a form of reference.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of mediaPairs(before, after)) {
      for (const form of without(old.accepts, now.accepts, (each) => each))
        yield {
          subject,
          message: `no longer takes ${form === 'url' ? 'URLs' : form === 'asset' ? 'asset ids' : 'base64'}`,
          from: form,
        }
    }
  },
}
