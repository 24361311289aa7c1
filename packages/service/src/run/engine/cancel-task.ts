import type { Clock } from '../../base/clock.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { Engine } from './engine.js'

/** Milliseconds that a caller waits for the answer of an upstream. After that its task goes on, and is cancelled later where the upstream proves so. */
const longestWait = 8000

/** What cancelling takes. */
export interface CancelParts {
  tasks: Pick<TaskStore, 'cancel'>
  engine: Pick<Engine, 'cancel' | 'stop'>
  clock: Pick<Clock, 'delay'>
}

/** What became of a cancel. `goes-on`: an upstream has or may have the task, and has not proved that it will not make it. `ended`: it had ended before, or is unknown. */
export type Cancellation = 'cancelled' | 'goes-on' | 'ended'

/** Cancels a task for a caller: at once where no upstream has it, and else once its upstream proves that nothing is bought. */
export async function cancelTask(
  id: string,
  { reason, requestId }: { reason: string; requestId: string },
  { tasks, engine, clock }: CancelParts,
): Promise<Cancellation> {
  const outcome = await tasks.cancel(id, reason)
  if (outcome === 'ended') return 'ended'
  if (outcome === 'cancelled') {
    engine.stop(id)
    return 'cancelled'
  }
  const answered = new AbortController()
  const enough = clock.delay(longestWait, answered.signal)
  const cancelled = await Promise.race([engine.cancel(id, requestId), enough])
  answered.abort()
  return cancelled === true ? 'cancelled' : 'goes-on'
}
