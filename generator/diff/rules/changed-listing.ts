import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const changedListing: DiffRule = {
  id: 'changed-listing',
  severity: 'advice',
  step: 'minor',
  summary: 'A model came onto the published list, or left it.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.listed !== now.listed)
        yield { subject, message: now.listed ? 'is on the published list now' : 'is no longer on the published list' }
    }
  },
}
