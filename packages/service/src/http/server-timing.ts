import type { Engine } from '../engine/engine.js'
import { isTerminal, type TaskView } from '../task/record.js'

const longestWord = 60

/**
 * Who has a task, the upstream's own word for its state, and how long it waited and has run so far, as a Server-Timing
 * header: for people who debug. `dur` is in milliseconds, as that header has it. Of a pause it is said that there is one:
 * the reason is the operator's.
 */
export function serverTiming(task: TaskView, engine: Pick<Engine, 'seen' | 'paused'>, now: number): string {
  const { id, model, queue, created, status, submission } = task
  const { at } = submission
  const ended = isTerminal(status)
  if (at === undefined) {
    if (ended) return 'queue'
    const paused = engine.paused(queue, model) ? `;desc="${printable(`${queue} is paused`)}"` : ''
    return `queue${paused};dur=${Math.max(0, now - created)}`
  }
  const word = printable(`${queue}: ${engine.seen(id)?.status ?? submission.state}`)
  const until = ended ? task.ended : now
  const ran = until === undefined ? '' : `;dur=${Math.max(0, until - at)}`
  return `queue;dur=${Math.max(0, at - created)}, upstream;desc="${word}"${ran}`
}

/** What a quoted string of a header may hold. */
function printable(text: string): string {
  return text.slice(0, longestWord).replaceAll(/[^\x20-\x7e]|["\\]/g, '?')
}
