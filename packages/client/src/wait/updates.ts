import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import type { ErrorDetails, ModelTasksError } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { isTerminal } from '../task/task.js'
import { cancelAborted } from './cancel-aborted.js'
import { createFaults, type Faults } from './faults.js'
import { pollDelay } from './poll-delay.js'
import { query, recordEnd } from './query.js'

/** What is known of a task, and when, by the client's clock, it was seen. */
export interface Snapshot {
  readonly id: string
  /** Whether the service is known to have accepted the task, so that a 404 is news. */
  readonly accepted: boolean
  task: Task | undefined
  at: number
}

/**
 * Every state of a task that is seen, until it is completed or failed (interface, States and transitions).
 * Faults that say nothing about the task never end this: 429, 5xx, a lost connection, an answer that is not a Task.
 * Throws TaskTimeoutError, AbortedError, or what the service says for good (401, 403, 404).
 */
export async function* updates(
  context: Context,
  call: Call,
  snapshot: Snapshot,
): AsyncGenerator<Task, void, undefined> {
  const { clock } = context
  const { scope, pollInterval } = call
  const { id } = snapshot
  const faults = createFaults(context, call, snapshot)
  let due = clock.now()
  if (snapshot.task) {
    yield snapshot.task
    due = snapshot.at + pollDelay(clock, pollInterval)
    if (isTerminal(snapshot.task)) await recordEnd(context, call, snapshot.task)
  }
  while (!snapshot.task || !isTerminal(snapshot.task)) {
    await scope.sleep(due - clock.now()).catch(() => undefined)
    if (scope.stopped) throw ended(context, call, snapshot, faults)
    try {
      snapshot.task = await query(context, call, id, snapshot.task)
    } catch (error) {
      if (scope.stopped) throw ended(context, call, snapshot, faults)
      due = clock.now() + faults.meet(error)
      continue
    }
    faults.clear()
    due = (snapshot.at = clock.now()) + pollDelay(clock, pollInterval)
    yield snapshot.task
  }
}

/** Why a wait is over before the task is. */
function ended(context: Context, call: Call, { id, task }: Snapshot, faults: Faults): ModelTasksError {
  const about: ErrorDetails = { taskId: id, task }
  const { scope, timeout = 0 } = call
  const { stopped } = scope
  if (stopped?.why === 'aborted') {
    cancelAborted(context, call, id, task)
    return new AbortedError(`the wait for task ${id} was aborted`, { cause: stopped.cause, ...about })
  }
  const { latest } = faults
  const last = latest ? `; ${faults.heard ? 'the last query failed' : 'no valid answer came'}: ${latest.summary}` : ''
  return new TaskTimeoutError(
    `task ${id} was ${task?.status ?? 'not seen yet'} after ${Math.round(timeout)} ms${last}`,
    { ...about, cause: latest },
  )
}
