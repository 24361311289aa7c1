import type { Clock } from '@model-tasks/client/policy'

/** The time of day, in milliseconds since 1970. */
export function dateOf(clock: Pick<Clock, 'date'>): number {
  return clock.date?.() ?? Date.now()
}
