import type { Clock } from '../policy/clock.js'
import type { Scope } from '../policy/scope.js'

/** Resolves when the request may start, with the function that must be called when it has ended. Throws `Stopped`. */
export type Admission = (scope: Scope) => Promise<() => void>

/** Milliseconds until the next request may start. After 0, it has started. */
export type Pace = () => number

/**
 * Admits the requests of one client in the order in which they ask: at most `maxConcurrency` at once, and no sooner than `pace`
 * says. A request that waits holds no socket and no timer of its own beside that of its deadline.
 */
export function createAdmission(clock: Clock, maxConcurrency: number, pace: Pace = () => 0): Admission {
  const waiting = new Set<() => void>()
  let running = 0
  let timer: unknown
  const admitNext = (): void => {
    clock.clearTimeout(timer)
    for (const admit of waiting) {
      if (running >= maxConcurrency) return
      const delay = pace()
      if (delay > 0) {
        timer = clock.setTimeout(admitNext, delay)
        return
      }
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
    let admit = (): void => undefined
    const admitted = new Promise<void>((resolve) => {
      admit = resolve
    })
    waiting.add(admit)
    admitNext()
    if (waiting.has(admit))
      await scope
        .run(() => admitted)
        .catch((reason: unknown) => {
          if (waiting.delete(admit)) admitNext()
          else release()
          throw reason
        })
    return release
  }
}
