import type { JsonObject, JsonValue } from '../../base/json.js'
import { creditsOf } from '../money/credits.js'
import { askedModel } from './fallback.js'
import type { QueuePlace } from './queue-place.js'
import type { TaskView } from './record.js'

/** What an answer holds that is not in the row of the task: a new field of that kind is a member here. */
export interface BesideTask {
  /** Asked for only when there is a result; where it gives several, they are listed as `result_urls` (an extension). */
  resultUrls: (task: TaskView) => readonly [string, ...string[]]
  /** Shown as `queue_position` and `expected_start`, in seconds since the Unix epoch (an extension). */
  place?: QueuePlace | undefined
}

/** The fields of a Task that this service fills itself: those of the interface (Resources and their fields, Task), and extensions. */
export const taskFields = [
  ...(['id', 'object', 'created', 'model', 'status', 'progress', 'amount', 'actualDuration', 'error'] as const),
  ...(['result_url', 'video_url', 'image_url', 'audio_url', 'mesh_url'] as const),
  ...(['result_urls', 'queue_position', 'expected_start', 'cancellation', 'fallback'] as const),
]

/** Only what `taskFields` names can be answered: a gateway in front of this one passes every other field on as its own upstream's. */
type OwnFields = Partial<Record<(typeof taskFields)[number], JsonValue>>

/**
 * A task as the interface shows it (Resources and their fields, Task): result URLs only when completed and still kept, the error
 * only when failed. `amount` appears with the end, `actualDuration` (seconds) with a completed video.
 * What else an upstream answered comes along, such as `upstream_url`; this service's own fields win.
 */
export function taskResource(task: TaskView, { resultUrls, place }: BesideTask): JsonObject {
  const resource: OwnFields = {
    id: task.id,
    object: task.kind,
    created: Math.floor(task.created / 1000),
    model: task.model,
    status: task.status,
    progress: task.progress,
  }
  if (place !== undefined) resource.queue_position = place.position
  if (place?.start !== undefined) resource.expected_start = Math.ceil(place.start / 1000)
  if (task.status === 'completed' && task.result !== undefined) {
    const urls = resultUrls(task)
    const [url] = urls
    resource.result_url = url
    resource[`${task.kind}_url`] = url
    if (urls.length > 1) resource.result_urls = [...urls]
  }
  if (task.status === 'completed' || task.status === 'failed') resource.amount = creditsOf(task.amount)
  if (task.result?.seconds !== undefined) resource.actualDuration = task.result.seconds
  resource.error = task.error ?? null
  if (task.cancelReason !== undefined) resource.cancellation = cancellationOf(task)
  const last = task.tried?.at(-1)
  if (last !== undefined) resource.fallback = { asked: askedModel(task), reason: last.reason, message: last.message }
  return { ...task.upstreamFields, ...resource }
}

/** What became of a cancel, where an upstream has or may have the task; an extension. */
function cancellationOf({ status, amount }: TaskView): string {
  if (status === 'completed') return 'too late: the upstream made the task before it could be cancelled'
  if (status !== 'failed')
    return 'asked for: an upstream has the task, or may have it. It goes on, and is charged unless the upstream proves that it did not make it'
  return amount === 0
    ? 'cancelled: nothing is charged'
    : 'unproven: nothing proves that the upstream did not make the task, which is charged'
}
