import type { MediaLimit } from '../../catalogue.js'
import { isTighter, numberBounds } from '../bounds.js'
import type { DiffRule } from '../event.js'
import { limitPairs, mediaPairs } from '../pairs.js'

export const loosenedMediaLimit: DiffRule = {
  id: 'loosened-media-limit',
  severity: 'note',
  step: 'minor',
  summary: 'Files that were refused are taken.',
  *compare(before, after) {
    for (const pair of mediaPairs(before, after)) {
      for (const { subject, before: old, after: now } of limitPairs(pair)) {
        if (old?.severity !== 'error') continue
        if (now?.severity !== 'error')
          yield { subject, message: now === undefined ? 'is no longer limited' : 'is only advice now' }
        else if (looser(old, now)) yield { subject, message: 'is looser' }
      }
    }
  },
}

function looser(old: MediaLimit, now: MediaLimit): boolean {
  const formatNew = now.formats?.some((format) => old.formats?.includes(format) === false) ?? false
  return (
    formatNew ||
    numberBounds(old).some((bound, index) => {
      const later = numberBounds(now)[index]
      return later !== undefined && isTighter(later, bound)
    })
  )
}
