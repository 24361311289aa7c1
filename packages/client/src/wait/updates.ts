import type { Task } from '@model-tasks/spec'
import { sleep } from '../policy/bounded.js'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ApiError } from '../errors/api-error.js'
import type { ErrorDetails } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { pollDelay } from './poll-delay.js'
import { isTransient, query } from './query.js'
import { isTerminal } from '../task/task.js'

/** What is known of a task so far, and when, by the client's clock, it was seen. */
export interface Sighting {
  readonly id: string
  task: Task | undefined
  at: number
}

/**
 * Every state of a task that is seen, until it is completed or failed (interface, States and transitions).
 * Faults that say nothing about the task never end this: 429, 5xx, a lost connection, an answer that is no Task.
 * Throws TaskTimeoutError, AbortedError, or what the service says for good (401, 403, 404).
 */
export async function* updates(
  context: Context,
  call: Call,
  sighting: Sighting,
): AsyncGenerator<Task, void, undefined> {
  const { clock } = context
  const { id } = sighting
  const until = (moment: number): Promise<void> =>
    sleep(clock, Math.min(moment, call.deadline) - clock.now(), call.signal)
  const about = (): ErrorDetails => ({ taskId: id, task: sighting.task })
  let due = clock.now()
  let heard = false
  let fault: Error | undefined
  if (sighting.task) {
    yield sighting.task
    due = sighting.at + pollDelay(context, call)
  }

  while (!sighting.task || !isTerminal(sighting.task)) {
    try {
      await until(due)
      for (let turn = context.turn(false); turn > 0 && clock.now() < call.deadline; turn = context.turn(true))
        await until(clock.now() + turn)
      if (clock.now() >= call.deadline) {
        const last = fault ? `; ${heard ? 'the last query failed' : 'no valid answer came'}: ${fault.message}` : ''
        throw new TaskTimeoutError(
          `task ${id} was ${sighting.task?.status ?? 'not seen yet'} after ${Math.round(call.timeout ?? 0)} ms${last}`,
          { ...about(), cause: fault },
        )
      }
      sighting.task = await query(context, call, id, sighting.task)
      heard = true
      fault = undefined
      due = (sighting.at = clock.now()) + pollDelay(context, call)
    } catch (error) {
      if (error instanceof AbortedError)
        throw new AbortedError(`the wait for task ${id} was aborted`, { cause: error.cause, ...about() })
      if (!isTransient(error)) throw error
      fault = error
      due = clock.now() + pollDelay(context, call, error instanceof ApiError ? error.retryAfter : 0)
      continue
    }
    yield sighting.task
  }
}
