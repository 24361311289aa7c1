import type { Task } from '@model-tasks/spec'

/** Whether an answer is a Task: an object with an ID and a status. Statuses and objects this client does not know pass. */
export function isTask(value: unknown): value is Task {
  return Boolean(idOf(value)) && typeof (value as Task).status === 'string'
}

/** The ID of an answer that has one: one part of a path, which `.`, `..` and what no URL can hold are not. */
export function idOf(value: unknown): string | undefined {
  const { id } = Object(value) as { id?: unknown }
  return typeof id === 'string' && !/^\.{0,2}$|\p{Cs}/u.test(id) ? id : undefined
}

/** Whether polling is over (interface, States and transitions). */
export function isTerminal(task: Task | undefined): boolean {
  return task?.status === 'completed' || task?.status === 'failed'
}

/** The task with the caller's own Model ID in place of the service's; every other field as it came. */
export function ownTask(modelIds: Readonly<Record<string, string>>, task: Task): Task {
  const own = Object.keys(modelIds).find((id) => modelIds[id] === task.model)
  return own ? { ...task, model: own } : task
}

/**
 * How far a task is, from 0 to 1, as far as `progress` can be read: the interface does not show its type.
 * A number up to 1 is a fraction, above it a percentage, as is a string that ends in `%`; anything else is undefined.
 */
export function progressFraction(task: Task): number | undefined {
  if (task.status === 'completed') return 1
  const { progress } = task
  const percentage = typeof progress === 'string' && /^\s*\d+(\.\d+)?\s*%?\s*$/.test(progress)
  const value = percentage ? parseFloat(progress) : progress
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) return undefined
  return value > 1 || (percentage && progress.includes('%')) ? value / 100 : value
}
