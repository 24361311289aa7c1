import { isTerminal, type TaskView } from '../../domain/task/record.js'
import type { Engine } from './engine.js'

/** Where a task is and since when, for people who debug. Times are milliseconds. */
export interface TaskTiming {
  /** The upstream's own word for the state in which it was seen last; where none is known, the status of a task that has ended. Undefined before the upstream was asked. */
  word: string | undefined
  /** Nothing is known of what the word means: the task is polled on, until the deadline. */
  unknown: boolean
  /** Whether the task waits because its upstream is paused. */
  paused: boolean
  /** From its submission here until the upstream was asked; undefined where the end of a task is not known. */
  waited: number | undefined
  /** From then to its end, or until now; undefined where it is not known when that was. */
  ran: number | undefined
}

/** Says where a task is. What the upstream says is known to the process that follows it; `accepted` or `sent` elsewhere. */
export function taskTiming(task: TaskView, engine: Pick<Engine, 'seen' | 'paused'>, now: number): TaskTiming {
  const { id, model, queue, created, status, submission } = task
  const { at } = submission
  const hasEnded = isTerminal(status)
  const until = hasEnded ? task.ended : now
  const seen = hasEnded ? undefined : engine.seen(id)
  if (submission.state === 'none')
    return {
      word: undefined,
      unknown: false,
      paused: !hasEnded && engine.paused(queue, model),
      waited: between(created, until),
      ran: undefined,
    }
  return {
    word: hasEnded ? (task.upstreamWord ?? status) : (seen?.status ?? submission.state),
    unknown: seen?.unknown === true,
    paused: false,
    waited: between(created, at),
    ran: between(at, until),
  }
}

/** Never negative: a clock may have been set back. Undefined where one of the times is not known. */
function between(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.max(0, to - from)
}
