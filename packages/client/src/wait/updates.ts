import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { onFailure } from '../call/on-failure.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ApiError } from '../errors/api-error.js'
import { ModelTasksError, type ErrorDetails } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { isTerminal } from '../task/task.js'
import { cancelAborted } from './cancel-aborted.js'
import { pollDelay } from './poll-delay.js'
import { query, recordEnd } from './query.js'
import type { Faults, Snapshot } from './snapshot.js'

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
  let faults: Faults = { heard: false, since: clock.now(), count: 0 }
  let due = clock.now()
  if (snapshot.task) {
    yield snapshot.task
    due = snapshot.at + pollDelay(clock, pollInterval)
    await recordEnd(context, call, snapshot.task)
  }
  while (!isTerminal(snapshot.task)) {
    await scope.sleep(due - clock.now()).catch(() => undefined)
    if (scope.stopped) throw ended(context, call, snapshot, faults)
    const { missingSince = clock.now(), heard } = faults
    const missing = snapshot.accepted || heard ? clock.now() - missingSince : undefined
    try {
      snapshot.task = await query(context, call, snapshot.id, snapshot.task, missing)
    } catch (error) {
      faults.latest = error
      const delay = scope.stopped ? 0 : await delayAfter(context, call, snapshot, faults, error)
      if (scope.stopped) throw ended(context, call, snapshot, faults)
      due = clock.now() + delay
      continue
    }
    faults = { heard: true, since: clock.now(), count: 0 }
    due = (snapshot.at = clock.now()) + pollDelay(clock, pollInterval)
    yield snapshot.task
  }
}

/**
 * The milliseconds until the next query after one that failed. What its failure means, and the telling of it, is loaded now. Where
 * that fails, the wait goes on after what is sure to pass: no answer, 429 and 5xx. Throws the error when it ends the wait.
 */
async function delayAfter(
  context: Context,
  call: Call,
  snapshot: Snapshot,
  faults: Faults,
  error: unknown,
): Promise<number> {
  const met = await onFailure(call)
  if (met) return met.meetFault(context, call, snapshot, faults, error)
  if (!(error instanceof ModelTasksError) || (error instanceof ApiError && error.status < 429)) throw error
  return pollDelay(context.clock, call.pollInterval)
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
  const { latest, heard } = faults
  const last =
    latest instanceof ModelTasksError
      ? `; ${heard ? 'the last query failed' : 'no valid answer came'}: ${(latest as ModelTasksError).summary}`
      : ''
  return new TaskTimeoutError(
    `task ${id} was ${task?.status ?? 'not seen yet'} after ${Math.round(timeout)} ms${last}`,
    { ...about, cause: latest },
  )
}
