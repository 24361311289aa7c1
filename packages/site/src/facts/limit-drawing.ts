import type { MediaLimit } from '@model-tasks/spec/catalogue'
import { boundIn, isTimeUnit } from '@model-tasks/spec/measures/units'
import { longestLine, ratioRange, timeline } from './shapes.js'

/** What a limit on files looks like: seconds on the line that every duration is drawn on, ratios as the narrowest and the widest picture. */
export const limitDrawing = (limit: MediaLimit): string | undefined => {
  const least = limit.minimum ?? limit.exclusiveMinimum
  const most = limit.maximum ?? limit.exclusiveMaximum
  if (most === undefined) return undefined
  if (isTimeUnit(limit.unit)) return timeline(boundIn(least ?? 0, limit.unit), boundIn(most, limit.unit), longestLine)
  return limit.rule === 'media-aspect-ratio' && least !== undefined ? ratioRange(least, most) : undefined
}
