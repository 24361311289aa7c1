import { ReleaseProof } from '../../domain/money/release-proof.js'
import type { TaskEnd } from '../../keep/store/task-queue.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { LastSnapshot } from './follower.js'

/** How a task ends that its upstream has failed. What the upstream cancelled for a caller may cost all the same, unless it proves otherwise. */
export async function failedEnd(
  tasks: Pick<TaskStore, 'read'>,
  id: string,
  last: Extract<LastSnapshot, { state: 'failed' }>,
): Promise<TaskEnd> {
  const { status: word, fields, usage, error, cost } = last
  const reason = cost === undefined ? undefined : (await tasks.read(id))?.cancelReason
  const proof = ReleaseProof.failed(last, reason !== undefined)
  const because = reason === undefined ? 'upstream' : 'cancelled'
  const end = { status: 'failed', word, fields, usage, because } as const
  if (proof !== undefined) return { ...end, error, credits: proof }
  const charged = cost === 'some' ? 'the upstream charges for it' : 'it was to be cancelled and may have run there'
  return { ...end, error: `${error.replace(/\.$/, '')}; it is charged, since ${charged}`, credits: 'charged' }
}
