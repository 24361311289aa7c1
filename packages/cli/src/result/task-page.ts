import { fallbackOf, queuePlaceOf, resultLocations } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import type { Paint } from '../terminal/paint.js'
import { printable } from '@model-tasks/validation/printable'
import { table } from '../terminal/table.js'

/** A task as it is now, one fact per line, with its progress as a fraction of 1. What the service did not say is left out. */
export function describeTask(task: Task, progress: number | undefined, paint: Paint): string {
  const fraction = task.status === 'processing' ? progress : undefined
  const { amount, error, created, model } = task
  const fallback = fallbackOf(task)
  const place = queuePlaceOf(task)
  const facts: [string, string | undefined][] = [
    ['task', task.id],
    ['model', model],
    [
      'asked for',
      fallback &&
        `${fallback.asked}, which was ${fallback.reason}${fallback.message === undefined ? '' : `: ${fallback.message}`}`,
    ],
    ['status', `${task.status}${fraction === undefined ? '' : `, ${Math.floor(fraction * 100)}%`}`],
    [
      'queue',
      place &&
        `place ${place.position}${place.start === undefined ? '' : `, expected to start ${localTime(place.start)}`}`,
    ],
    ['created', typeof created === 'number' ? localTime(new Date(created * 1000)) : undefined],
    ['credits', typeof amount === 'number' || typeof amount === 'string' ? String(amount) : undefined],
    [
      'error',
      typeof error === 'string' ? error : error === null || error === undefined ? undefined : JSON.stringify(error),
    ],
    ...resultLocations(task).map((url): [string, string] => ['result', url]),
  ]
  return table(
    facts.flatMap(([name, value]) => (value === undefined ? [] : [[paint.faint(name), printable(value)]])),
    undefined,
  )
}

/** Date and time of day where the terminal is, as ISO 8601 writes them. */
function localTime(date: Date): string {
  return date.toLocaleString('sv-SE')
}
