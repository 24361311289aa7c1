/** Time, passed in so that expiry, rates and deadlines are tested without waiting. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since some moment. It measures durations: it does not jump when the machine's time is set. */
  elapsed(): number
  /** Resolves after the given milliseconds, or as soon as the signal aborts. */
  delay(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.floor(performance.now()),
  delay: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve()
        return
      }
      const timer = setTimeout(done, milliseconds)
      function done(): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      signal?.addEventListener('abort', done, { once: true })
    }),
}

/** The time of day by a clock that goes on by elapsed time while it is set back, so that what is due by it waits no longer. */
export function neverBack(clock: Pick<Clock, 'now' | 'elapsed'>): () => number {
  let ahead = -Infinity
  return () => {
    const passed = clock.elapsed()
    ahead = Math.max(ahead, clock.now() - passed)
    return passed + ahead
  }
}
