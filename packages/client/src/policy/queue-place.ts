/** Where a task stands among those that wait for the same upstream; an extension. */
export interface QueuePlace {
  /** 1 is next. */
  position: number
  /** When it is expected to start; absent where the service does not say. */
  start?: Date
}

/** Where a task stands among those that wait; undefined where it does not wait, or the service does not say so. */
export function queuePlaceOf(task: object): QueuePlace | undefined {
  const [position, start] = ['queue_position', 'expected_start'].map((field): unknown => Reflect.get(task, field))
  if (typeof position !== 'number') return undefined
  return { position, ...(typeof start === 'number' ? { start: new Date(start * 1000) } : {}) }
}
