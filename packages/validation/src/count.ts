import type { JsonValue } from '@model-tasks/spec'
import { formatValue } from './format.js'

/** A number of things: `1 item`, `2 items`; `plural` where that is not the noun with an s. */
export function formatCount(count: JsonValue | undefined, noun: string, plural = `${noun}s`): string {
  return `${formatValue(count)} ${count === 1 ? noun : plural}`
}
