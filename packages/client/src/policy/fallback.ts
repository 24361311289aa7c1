/** Why another model makes a task than the one that was asked for; an extension. */
export interface TaskFallback {
  /** The model that was asked for. That of the task is the one that makes it. */
  asked: string
  /** Such as `rejected`, or `unavailable`. */
  reason: string
  /** The same in words. */
  message?: string
}

/** Why another model makes a task than the one that was asked for; undefined where its own does, or the service does not say so. */
export function fallbackOf(task: object): TaskFallback | undefined {
  const { asked, reason, message } = Object(Reflect.get(task, 'fallback')) as Partial<
    Record<keyof TaskFallback, unknown>
  >
  if (typeof asked !== 'string' || typeof reason !== 'string') return undefined
  return { asked, reason, ...(typeof message === 'string' ? { message } : {}) }
}
