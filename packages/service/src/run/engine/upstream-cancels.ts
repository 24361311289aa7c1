import type { Log } from '../../base/log.js'
import { ReleaseProof } from '../../domain/money/release-proof.js'
import type { CancelAnswer, UpstreamProvider } from '../../domain/provider/provider.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import { differenceOf, mayNameAnother } from '../provider/upstream-identity.js'
import { unlessAborted } from './unless-aborted.js'

const unable: CancelAnswer = { answer: 'goes-on', reason: 'it cannot be asked to cancel a task' }

/** What cancelling at an upstream works with. */
export interface UpstreamCancelsParts {
  queue: string
  provider: Pick<UpstreamProvider, 'cancel'>
  tasks: Pick<TaskStore, 'read' | 'endCancelled'>
  log: Log
  /** As whom the upstream is asked. */
  identity: string | undefined
  /** Whether the upstream has said something of a task to whom it is asked as now. */
  knows: (id: string) => boolean
  /** Aborts once no answer is waited for any more. */
  closing: AbortSignal
}

/**
 * Asks one upstream to cancel tasks whose callers want that. A task ends, and costs nothing, where the answer proves that
 * nothing was bought. Any other answer is inconclusive: the task is followed to its end as without the cancel.
 */
export class UpstreamCancels {
  readonly #parts: UpstreamCancelsParts

  constructor(parts: UpstreamCancelsParts) {
    this.#parts = parts
  }

  /** Asks once for a task that is noted to be cancelled. Answers whether it has ended. Rejects when the store cannot be used. */
  async ask(id: string, reference: string): Promise<boolean> {
    const { queue, provider, tasks, log, closing } = this.#parts
    const task = await tasks.read(id)
    if (task?.cancelReason === undefined || task.submission.reference !== reference) return false
    const difference = differenceOf(task.submission.identity, this.#parts.identity)
    // Another service may have the task of another caller under this reference, or call anything cancelled.
    const isUnseen = difference === 'host' && !this.#parts.knows(id)
    if (difference !== undefined && (isUnseen || mayNameAnother(reference, difference))) {
      log.info('a task that is to be cancelled was submitted to another upstream, which is not asked any more', {
        task: id,
        upstream: queue,
        changed: difference,
      })
      return false
    }
    const answer = await unlessAborted(Promise.resolve(provider.cancel?.(reference) ?? unable), closing)
    if (answer.answer === 'cancelled') {
      const proof = ReleaseProof.cancelled(answer)
      return tasks.endCancelled(id, { reference, reason: task.cancelReason, proof })
    }
    log.info('a task that is to be cancelled goes on at its upstream, and is charged as it ends there', {
      task: id,
      upstream: queue,
      reason: answer.reason,
    })
    return false
  }
}
