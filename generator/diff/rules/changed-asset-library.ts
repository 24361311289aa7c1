import type { DiffRule } from '../event.js'
import { modelPairs, same } from '../pairs.js'

export const changedAssetLibrary: DiffRule = {
  id: 'changed-asset-library',
  severity: 'note',
  step: 'minor',
  summary: 'It became known whether a model takes asset ids.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.assetLibrary !== true && !same(old.assetLibrary, now.assetLibrary))
        yield { subject, message: now.assetLibrary === true ? 'takes asset ids now' : 'has another word on asset ids' }
    }
  },
}
