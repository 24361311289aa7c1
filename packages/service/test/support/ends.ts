import { ReleaseProof } from '../../src/domain/money/release-proof.js'
import type { TaskEnd } from '../../src/keep/store/task-queue.js'

/** What gives back the credits of a task, of which a test has nothing else to prove it. */
export const nothingBought = ReleaseProof.neverAsked({ state: 'none' }) ?? 'charged'

/** An upstream has confirmed that it cancelled a task in time. */
export const cancelProof = ReleaseProof.cancelled({ answer: 'cancelled', proof: 'it never ran' })

/** The end of a task that failed and cost nothing. */
export function failure(error: string, more: Pick<TaskEnd, 'word' | 'fields'> = {}): TaskEnd {
  return { status: 'failed', error, credits: nothingBought, because: 'upstream', ...more }
}
