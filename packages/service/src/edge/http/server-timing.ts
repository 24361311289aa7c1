import type { Engine } from '../../run/engine/engine.js'
import { taskTiming } from '../../run/engine/task-timing.js'
import type { TaskView } from '../../domain/task/record.js'

const longestWord = 60

/**
 * Who has a task, the upstream's own word for its state, and how long it waited and has run so far, as a Server-Timing
 * header: for people who debug. `dur` is in milliseconds, as that header has it. Of a pause it is said that there is one:
 * the reason is the operator's.
 */
export function serverTiming(task: TaskView, engine: Pick<Engine, 'seen' | 'paused'>, now: number): string {
  const { queue } = task
  const { word, paused, waited, ran } = taskTiming(task, engine, now)
  const waiting = metric('queue', paused ? `${queue} is paused` : undefined, waited)
  return word === undefined ? waiting : `${waiting}, ${metric('upstream', `${queue}: ${word}`, ran)}`
}

function metric(name: string, text: string | undefined, milliseconds: number | undefined): string {
  const described = text === undefined ? name : `${name};desc="${printable(text)}"`
  return milliseconds === undefined ? described : `${described};dur=${milliseconds}`
}

/** What a quoted string of a header may hold. */
function printable(text: string): string {
  return text.slice(0, longestWord).replaceAll(/[^\x20-\x7e]|["\\]/g, '?')
}
