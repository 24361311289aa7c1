import type { LaneHealth } from '../../run/engine/engine.js'
import type { ToldLimit } from '../../domain/provider/provider.js'
import type { PausedModel } from '../../run/engine/paused-models.js'
import type { TaskView } from '../../domain/task/record.js'
import { countEnded, type RecentEnds } from '../../run/telemetry/ended-figures.js'
import type { OperatorParts } from './parts.js'

/** An upstream as an operator reads it. */
export interface UpstreamHealth {
  queue: string
  /** `working`, `idle` or `paused`. */
  status: 'working' | 'idle' | 'paused'
  /** Why it is paused, and until when (milliseconds since the Unix epoch). */
  paused: { reason: string; error: string; until: number } | undefined
  /** The models that it does not know under the ID that the settings send it. */
  pausedModels: readonly PausedModel[]
  running: number
  /** What it has said of how many requests it takes. */
  limits: readonly ToldLimit[]
  /** Milliseconds that its latest completed tasks took from the submit to the end: the median, and how many they are. */
  median: number | undefined
  measured: number
  /** Of all its tasks, those that ended in the last day and hour. */
  completedLastDay: number
  failedLastDay: number
  failedLastHour: number
}

/** The upstreams of this service, with what is counted of all their tasks. Rejects when the store cannot be used. */
export async function upstreamHealth(
  { engine }: Pick<OperatorParts, 'engine'>,
  ends: Pick<RecentEnds, 'figures' | 'times'>,
): Promise<UpstreamHealth[]> {
  const lanes = engine.health()
  const [{ lastHour, lastDay }, times] = await Promise.all([
    ends.figures(),
    ends.times(lanes.map(({ queue }) => queue)),
  ])
  return lanes.map(({ queue, running, paused, pausedModels, limits }) => ({
    queue,
    status: paused !== undefined ? 'paused' : running > 0 ? 'working' : 'idle',
    paused: paused && { reason: paused.reason, error: paused.error, until: paused.until },
    pausedModels,
    running,
    limits,
    median: times.get(queue)?.median,
    measured: times.get(queue)?.measured ?? 0,
    completedLastDay: countEnded(lastDay, { queue, status: 'completed' }),
    failedLastDay: countEnded(lastDay, { queue, status: 'failed' }),
    failedLastHour: countEnded(lastHour, { queue, status: 'failed' }),
  }))
}

/** Why the upstream of a waiting task takes none of its model now; undefined when it is not paused in this process. */
export function pauseOf({ queue, model }: TaskView, health: readonly LaneHealth[]): string | undefined {
  const lane = health.find((one) => one.queue === queue)
  const paused = lane?.pausedModels.find((one) => one.model === model)
  if (paused !== undefined) return pausedModelText(paused)
  return lane?.paused === undefined ? undefined : `${lane.paused.reason}: ${lane.paused.error}`
}

/** What an operator is to correct, and why. */
export function pausedModelText({ model, sentAs, error }: PausedModel): string {
  return `${model} is paused: correct modelIds, which sends it as ${sentAs}: ${error}`
}
