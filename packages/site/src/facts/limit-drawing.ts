import type { MediaLimit } from '@model-tasks/spec/catalogue'
import { longestLine, ratioRange, timeline } from './shapes.js'

/** What a limit on files looks like: seconds on the line that every duration is drawn on, ratios as the narrowest and the widest picture. */
export const limitDrawing = (limit: MediaLimit): string | undefined => {
  const least = limit.minimum ?? limit.exclusiveMinimum
  const most = limit.maximum ?? limit.exclusiveMaximum
  if (most === undefined) return undefined
  if (limit.unit === 's') return timeline(least ?? 0, most, longestLine)
  return limit.rule === 'media-aspect-ratio' && least !== undefined ? ratioRange(least, most) : undefined
}
