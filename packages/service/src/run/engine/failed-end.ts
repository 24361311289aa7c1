import { ReleaseProof } from '../../domain/money/release-proof.js'
import type { CancelFact } from '../../domain/task/cancel-fact.js'
import type { TaskEnd } from '../../keep/store/task-queue.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { LastSnapshot } from './follower.js'

const cancelledFor: Record<CancelFact, string> = {
  asked: 'it was to be cancelled and may have run there',
  unknown:
    'the database was set back since and may have forgotten that it was to be cancelled, and it may have run there',
  'not-asked': '',
}

/** How a task ends that its upstream has failed. What the upstream cancelled for a caller may cost all the same, unless it proves otherwise. */
export async function failedEnd(
  tasks: Pick<TaskStore, 'cancelOf'>,
  id: string,
  last: Extract<LastSnapshot, { state: 'failed' }>,
): Promise<TaskEnd> {
  const { status: word, fields, usage, error, cost } = last
  const cancel = cost === undefined ? 'not-asked' : await tasks.cancelOf(id)
  const proof = ReleaseProof.failed(last, cancel)
  const because = cancel === 'asked' ? 'cancelled' : 'upstream'
  const end = { status: 'failed', word, fields, usage, because } as const
  if (proof !== undefined) return { ...end, error, credits: proof }
  const charged = cost === 'some' ? 'the upstream charges for it' : cancelledFor[cancel]
  return { ...end, error: `${error.replace(/\.$/, '')}; it is charged, since ${charged}`, credits: 'charged' }
}
