import { ReleaseProof } from '../../domain/money/release-proof.js'
import type { TaskMemory } from '../../domain/task/memory.js'
import type { TaskEnd } from '../../keep/store/task-queue.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { LastSnapshot } from './follower.js'

/** How a task ends that its upstream has failed. What the upstream cancelled for a caller may cost all the same, unless it proves otherwise. */
export async function failedEnd(
  tasks: Pick<TaskStore, 'memoryOf'>,
  id: string,
  last: Extract<LastSnapshot, { state: 'failed' }>,
): Promise<TaskEnd> {
  const { status: word, fields, usage, error, cost } = last
  const memory = cost === undefined ? nothing : await tasks.memoryOf(id)
  const proof = ReleaseProof.failed(last, memory)
  const because = memory.cancelled ? 'cancelled' : 'upstream'
  const end = { status: 'failed', word, fields, usage, because } as const
  return proof === undefined
    ? { ...end, ...charged(error, whyCharged(cost, memory)) }
    : { ...end, error, credits: proof }
}

/** Of a task whose upstream says what its failure costs, nothing else is asked. */
const nothing: TaskMemory = { cancelled: false, rewound: false }

function whyCharged(cost: 'some' | 'unknown' | undefined, { cancelled }: TaskMemory): string {
  if (cost === 'some') return 'the upstream charges for it'
  return cancelled
    ? 'it was to be cancelled and may have run there'
    : 'the database was set back since and may have forgotten that it was to be cancelled, and it may have run there'
}

/** The error of a task that has failed and is charged all the same, with the reason. */
export function charged(error: string, reason: string): { error: string; credits: 'charged' } {
  return { error: `${error.replace(/\.$/, '')}; it is charged, since ${reason}`, credits: 'charged' }
}
