import type { MediaLimit } from '../../catalogue.js'
import { boundText, isTighter, numberBounds } from '../bounds.js'
import type { DiffRule } from '../event.js'
import { limitPairs, mediaPairs } from '../pairs.js'

export const tightenedMediaLimit: DiffRule = {
  id: 'tightened-media-limit',
  severity: 'breaking',
  step: 'major',
  summary: 'Files that were taken are refused.',
  *compare(before, after) {
    for (const pair of mediaPairs(before, after)) {
      for (const { subject, before: old, after: now } of limitPairs(pair)) {
        if (now?.severity !== 'error') continue
        if (old?.severity !== 'error')
          yield { subject, message: old === undefined ? 'is a new limit' : 'is an error now' }
        else if (tighter(old, now))
          yield { subject, message: `is tighter: ${limitText(now)}, before ${limitText(old)}` }
      }
    }
  },
}

function tighter(old: MediaLimit, now: MediaLimit): boolean {
  const formatGone = old.formats?.some((format) => now.formats?.includes(format) === false) ?? false
  return (
    formatGone ||
    old.unit !== now.unit ||
    numberBounds(now).some((bound, index) => {
      const earlier = numberBounds(old)[index]
      return earlier !== undefined && isTighter(earlier, bound)
    })
  )
}

function limitText(limit: MediaLimit): string {
  const bounds = numberBounds(limit)
    .filter((bound) => bound.value !== undefined)
    .map((bound) => `${boundText(bound)} ${limit.unit ?? ''}`.trim())
  return [...bounds, ...(limit.formats ?? [])].join(', ')
}
