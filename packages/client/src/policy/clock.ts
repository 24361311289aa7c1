/** Time and chance as this client sees them; replace it to test polling without waiting. */
export interface Clock {
  /** Milliseconds on a clock that never jumps (not the time of day). */
  now(): number
  setTimeout(run: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
  /** A number from 0 up to, not including, 1. Default: Math.random. */
  random?(): number
  /** The time of day, in milliseconds since 1970: for dates in the catalogue and in answers. Default: Date.now. */
  date?(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as number),
}
