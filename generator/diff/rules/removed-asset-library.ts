import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const removedAssetLibrary: DiffRule = {
  id: 'removed-asset-library',
  severity: 'breaking',
  step: 'major',
  summary: 'A model no longer takes asset ids.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.assetLibrary === true && now.assetLibrary !== true)
        yield { subject, message: 'no longer takes asset ids' }
    }
  },
}
