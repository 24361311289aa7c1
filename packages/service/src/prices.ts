import type { JsonObject } from './json.js'
import type { TaskKind } from './task/record.js'

/** Credits for a task of one model: per second of video asked for, and per task. */
export interface Price {
  perSecond?: number
  perTask?: number
}

/** Prices by Model ID. */
export type Prices = Readonly<Record<string, Price>>

const standard: Readonly<Record<TaskKind, Price>> = { video: { perSecond: 1 }, image: { perTask: 1 } }
const fallbackSeconds = 5

/**
 * The credits a task holds and, completed, costs. The interface shows no prices: without a price of the operator's
 * a video costs one credit a second and an image one credit.
 */
export function priceOf(
  request: { model: string; kind: TaskKind; parameters: JsonObject; defaults: JsonObject },
  prices: Prices,
): number {
  const price = Object.hasOwn(prices, request.model) ? prices[request.model] : undefined
  const { perSecond = 0, perTask = 0 } = price ?? standard[request.kind]
  const duration = request.parameters['duration'] ?? request.defaults['duration']
  const seconds = request.kind === 'image' ? 0 : typeof duration === 'number' ? duration : fallbackSeconds
  return perTask + perSecond * seconds
}
