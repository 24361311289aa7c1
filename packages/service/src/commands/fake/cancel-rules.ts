import type { Json, UpstreamState } from '@model-tasks/spec/upstreams/interpreter'

/** What a vendor does when it is asked to cancel a task. */
export type CancelRule =
  /** The task is cancelled. `answer`: what is answered; absent: the task. */
  | { then: 'cancelled'; status?: number; answer?: Json }
  /** The cancel is taken in, and the task goes on all the same. */
  | { then: 'goes-on'; status: number; answer: Json }
  /** The record of the task is removed, its result too. */
  | { then: 'removed'; answer: Json }
  /** The vendor refuses. */
  | { then: 'refused'; status: number; code: string; message: string }
  /** The same with a body that is not an error of the protocol. */
  | { then: 'refused'; status: number; answer: Json }

type Rules = Readonly<Record<Exclude<UpstreamState, 'unknown'>, CancelRule>>

const arkRunning: CancelRule = {
  then: 'refused',
  status: 409,
  code: 'InvalidAction.RunningTaskDeletion',
  message: 'Cannot delete task because it is currently running',
}
const arkCancelled: CancelRule = { ...arkRunning, message: 'Cannot delete a task that is cancelled' }
const arkRemoved: CancelRule = { then: 'removed', answer: {} }

const notPending: CancelRule = {
  then: 'refused',
  status: 400,
  code: 'UnsupportedOperation',
  message: 'Failed to cancel the task, please confirm if the task is in PENDING status.',
}

const minimaxRefuses: CancelRule = {
  then: 'refused',
  status: 400,
  code: 'bad_request_error',
  message: 'a task that runs or was cancelled cannot be cancelled',
}
const minimaxRemoves: CancelRule = { then: 'removed', answer: { action: 'deleted' } }

const falEnded: CancelRule = { then: 'refused', status: 400, answer: { status: 'ALREADY_COMPLETED' } }

const higgsfieldStarted: CancelRule = {
  then: 'refused',
  status: 400,
  code: 'bad_request',
  message: 'the request has already started and can no longer be canceled',
}

const stays: CancelRule = { then: 'goes-on', status: 200, answer: {} }

/**
 * How the vendors cancel, by how the task stands. Written by hand from their documents, not from the mapping that the
 * service reads: a mistake there is found here.
 *
 * - ark: https://docs.ai-tokenhub.com/en/api-guides/Delete-video-generation-task (what DELETE does in each status), and the
 *   answer 409 InvalidAction.RunningTaskDeletion that several clients quote
 * - dashscope: https://www.alibabacloud.com/help/en/model-studio/manage-asynchronous-tasks
 * - minimax: https://platform.minimax.io/docs/api-reference/video-generation-v2-delete
 * - fal: https://fal.ai/docs/inference-api/queue/cancel
 * - replicate: https://replicate.com/docs/topics/predictions/lifecycle
 * - higgsfield: https://docs.higgsfield.ai/docs/api-reference/requests/cancel-a-queued-request.md
 */
export const cancelRules: Readonly<Record<string, Rules>> = {
  ark: {
    queued: { then: 'cancelled', answer: {} },
    processing: arkRunning,
    completed: arkRemoved,
    failed: arkRemoved,
    expired: arkRemoved,
    cancelled: arkCancelled,
  },
  dashscope: {
    queued: { then: 'cancelled', answer: { request_id: 'fake' } },
    processing: notPending,
    completed: notPending,
    failed: notPending,
    expired: notPending,
    cancelled: notPending,
  },
  minimax: {
    queued: { then: 'cancelled', answer: { action: 'cancelled' } },
    processing: minimaxRefuses,
    completed: minimaxRemoves,
    failed: minimaxRemoves,
    expired: minimaxRemoves,
    cancelled: minimaxRefuses,
  },
  fal: {
    queued: { then: 'cancelled', answer: { status: 'OK' } },
    // The runner is told, and stops only where the application handles that.
    processing: { then: 'goes-on', status: 202, answer: { status: 'CANCELLATION_REQUESTED' } },
    completed: falEnded,
    failed: falEnded,
    expired: falEnded,
    cancelled: falEnded,
  },
  higgsfield: {
    queued: { then: 'cancelled', status: 202, answer: {} },
    processing: higgsfieldStarted,
    completed: higgsfieldStarted,
    failed: higgsfieldStarted,
    expired: higgsfieldStarted,
    cancelled: higgsfieldStarted,
  },
  replicate: {
    queued: { then: 'cancelled' },
    processing: { then: 'cancelled' },
    completed: stays,
    failed: stays,
    expired: stays,
    cancelled: stays,
  },
}

/** What a fake of the operator's own protocol does: nothing is known of its vendor. */
const usual: Rules = {
  queued: { then: 'cancelled' },
  processing: { then: 'cancelled' },
  completed: stays,
  failed: stays,
  expired: stays,
  cancelled: stays,
}

/** What the vendor of a protocol does with a task in this state. */
export function cancelRule(protocol: string, state: UpstreamState): CancelRule {
  const rules = Object.hasOwn(cancelRules, protocol) ? cancelRules[protocol] : undefined
  return state === 'unknown' ? stays : (rules ?? usual)[state]
}
