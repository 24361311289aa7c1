import type { Task } from '@model-tasks/client'

/** The type of a stream of events. */
export const eventStream = 'text/event-stream; charset=utf-8'

/** Milliseconds after which a client connects again when a stream has ended. */
const pause = 1_000

/** A comment, which says that the stream lives. */
export const comment = ':\n\n'

/** The block before the first event: the place where the stream begins. */
export function beginText(told: ReadonlySet<number>): string {
  return `retry: ${pause}\nid: ${placeOf(told)}\n\n`
}

/** The end of a task, as an event of a service has it. */
export function eventText(task: Task, timestamp: string, told: ReadonlySet<number>): string {
  const type = `task.${task.status}`
  return `id: ${placeOf(told)}\nevent: ${type}\ndata: ${JSON.stringify({ type, timestamp, data: task })}\n\n`
}

/**
 * Where a stream is: which of its tasks were told, by their numbers in the order of their names, such as `1.3`; `0` is none. It says
 * nothing of other tasks, and is the same in every process.
 */
function placeOf(told: ReadonlySet<number>): string {
  return [...told].sort((one, other) => one - other).join('.') || '0'
}

/** The tasks that were told by a `Last-Event-ID`; undefined where it is not that of a stream of so many tasks. */
export function toldOf(place: string | null, tasks: number): Set<number> | undefined {
  // A browser sends an empty one, too.
  if (place === null || place === '' || place === '0') return new Set()
  const told = place.split('.').map((text) => (/^[1-9]\d?$/.test(text) ? Number(text) : NaN))
  return told.every((number) => number <= tasks) ? new Set(told) : undefined
}
