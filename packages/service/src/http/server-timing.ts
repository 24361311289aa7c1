import type { Seen } from '../engine/engine.js'
import { isTerminal, type TaskView } from '../task/record.js'

const longestWord = 60

/**
 * Who has a task, the upstream's own word for its state, and how long it waited and has run so far, as a Server-Timing
 * header: for people who debug. `dur` is in milliseconds, as that header has it.
 */
export function serverTiming(task: TaskView, seen: Seen | undefined, now: number): string {
  const { queue, created, status, submission } = task
  const { at } = submission
  const ended = isTerminal(status)
  if (at === undefined) return ended ? 'queue' : `queue;dur=${Math.max(0, now - created)}`
  const word = printable(`${queue}: ${seen?.status ?? submission.state}`)
  const until = ended ? task.ended : now
  const ran = until === undefined ? '' : `;dur=${Math.max(0, until - at)}`
  return `queue;dur=${Math.max(0, at - created)}, upstream;desc="${word}"${ran}`
}

/** What a quoted string of a header may hold. */
function printable(text: string): string {
  return text.slice(0, longestWord).replaceAll(/[^\x20-\x7e]|["\\]/g, '?')
}
