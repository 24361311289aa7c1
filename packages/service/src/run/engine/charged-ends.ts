import type { Log } from '../../base/log.js'
import type { TaskRuns } from '../../keep/store/task-queue.js'

/** The same writes; each task that fails and is charged as it was held is told to the operator, who alone can give the credits back. */
export function tellingCharged(runs: TaskRuns, log: Log): TaskRuns {
  return {
    noteSent: (held, identity) => runs.noteSent(held, identity),
    noteRefused: (held, refusal, next) => runs.noteRefused(held, refusal, next),
    noteAccepted: (id, queue, reference) => runs.noteAccepted(id, queue, reference),
    noteHandling: (held) => runs.noteHandling(held),
    endHandling: (held) => runs.endHandling(held),
    noteProgress: (held, fraction, polled) => runs.noteProgress(held, fraction, polled),
    release: (held, delay, doubt) => runs.release(held, delay, doubt),
    transfer: (held, to) => runs.transfer(held, to),
    fail: (held, fault) => runs.fail(held, fault),
    async finish(held, end) {
      const ended = await runs.finish(held, end)
      if (ended && end.status === 'failed' && end.credits === 'charged')
        log.warn(
          'a task has failed and is charged as it was held, since nothing proves that it was not bought; "account credit" gives back what you decide to',
          { task: held.id, reason: end.error },
        )
      return ended
    },
  }
}
