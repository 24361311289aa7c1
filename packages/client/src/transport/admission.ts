import type { Scope } from '../policy/scope.js'

/** Resolves when the request may start, with the function that must be called when it has ended. Throws `Stopped`. */
export type Admission = (scope: Scope) => Promise<() => void>

/** Whether the next request may start now; it then counts as started. Where not, `again` is called once it may. */
export type Pace = (again: () => void) => boolean

/**
 * Admits the requests of one client in the order in which they ask: at most `maxConcurrency` at once, and no sooner than `pace`
 * allows. A request that waits holds no socket and no timer of its own beside that of its deadline.
 */
export function createAdmission(maxConcurrency = 64, pace?: Pace): Admission {
  const waiting = new Set<() => void>()
  let running = 0
  const admitNext = (): void => {
    for (const admit of waiting) {
      if (running >= maxConcurrency || pace?.(admitNext) === false) return
      running++
      waiting.delete(admit)
      admit()
    }
  }
  const release = (): void => {
    running--
    admitNext()
  }
  return async (scope) => {
    let admit!: () => void
    const admitted = new Promise<void>((resolve) => {
      admit = resolve
    })
    waiting.add(admit)
    admitNext()
    await scope
      .run(() => admitted)
      .catch((reason: unknown) => {
        if (!waiting.delete(admit)) release()
        throw reason
      })
    return release
  }
}
