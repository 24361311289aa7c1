import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { onFailure } from '../call/on-failure.js'
import { optional } from '../call/optional.js'
import { stoppedError } from '../call/within.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import type { Stopped } from '../policy/scope.js'
import { isTerminal } from '../task/task.js'
import { pollDelay } from './poll-delay.js'
import { faultVerdict } from './fault-verdict.js'
import type { LongQueries } from './long-queries.js'
import { missingGracePeriod } from './missing.js'
import { query, recordEnd } from './query.js'
import type { Faults, Snapshot } from './snapshot.js'

/**
 * Every state of a task that is seen, until it is completed or failed (interface, States and transitions).
 * Faults that say nothing about the task never end this: 429, 5xx, a lost connection, an answer that is not a Task.
 * Throws TaskTimeoutError, AbortedError, or what the service would answer the next time too (see `queryVerdict`).
 */
export async function* updates(
  context: Context,
  call: Call,
  snapshot: Snapshot,
): AsyncGenerator<Task, void, undefined> {
  const { clock } = context
  const { scope, pollInterval } = call
  let faults: Faults = {
    known: snapshot.accepted || !!snapshot.task,
    since: clock.now(),
    count: 0,
  }
  // Undefined after a valid answer.
  let due = snapshot.task ? undefined : 0
  let long: LongQueries | undefined
  if (snapshot.task) {
    yield snapshot.task
    await recordEnd(context, call, snapshot.task)
  }
  while (!isTerminal(snapshot.task)) {
    if (due === undefined) {
      // Where it cannot be loaded, queries are answered at once.
      long ??= await optional(call, async () => (await import('./long-queries.js')).longQueries(context, call))
      due = snapshot.at + (long?.pause() ?? pollDelay(clock, pollInterval))
    }
    await scope.sleep(due - clock.now()).catch(() => undefined)
    const { stopped } = scope
    if (stopped) throw ended(context, call, snapshot, faults, stopped)
    try {
      await (long?.query ?? query)(context, call, snapshot, faults)
    } catch (error) {
      // What the end of the call cut short says less than the answer before it.
      if (!scope.stopped || !faults.latest) faults.latest = error
      const delay = scope.stopped ? 0 : await delayAfter(context, call, snapshot.id, faults, error)
      due = clock.now() + delay
      continue
    }
    faults = { known: true, since: snapshot.at, count: 0 }
    due = undefined
    yield snapshot.task as Task
  }
}

/**
 * The milliseconds until the next query after one that failed. What tells of it, and reads how long to wait, is loaded now: where that
 * fails, the wait goes on all the same. Throws the error when it ends the wait.
 */
async function delayAfter(
  context: Context,
  call: Call,
  taskId: string,
  faults: Faults,
  error: unknown,
): Promise<number> {
  const { clock } = context
  const verdict = faultVerdict(error)
  const now = clock.now()
  const { known, missingSince = now } = faults
  faults.missingSince = verdict === 'missing' ? missingSince : undefined
  const passes = verdict === 'missing' ? known && now - missingSince < missingGracePeriod : verdict === 'transient'
  if (!passes || !(error instanceof ModelTasksError)) throw error
  return (
    (await onFailure(call))?.meetFault(context, call, taskId, faults, error as ModelTasksError) ??
    Math.min(pollDelay(clock, call.pollInterval), 10_000)
  )
}

/** Why a wait is over before the task is. */
function ended(
  context: Context,
  call: Call,
  { id: taskId, task }: Snapshot,
  { latest }: Faults,
  stopped: Stopped,
): ModelTasksError {
  const failed = latest instanceof ModelTasksError ? `; the last query failed: ${latest.summary}` : ''
  const late = `task ${taskId} was ${task?.status ?? 'not seen yet'} after ${Math.round(call.timeout ?? 0)} ms${failed}`
  return stoppedError(context, call, stopped, { taskId, task, cause: latest }, late)
}
