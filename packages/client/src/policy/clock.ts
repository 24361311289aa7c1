import { AbortedError } from '../errors/aborted-error.js'
import { onAbort } from './on-abort.js'

/** Time and chance as this client sees them; replace it to test polling without waiting. */
export interface Clock {
  /** Milliseconds on a clock that never jumps (not the time of day). */
  now(): number
  setTimeout(run: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
  /** A number from 0 up to, not including, 1. Default: Math.random. */
  random?(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as number),
}

/**
 * Runs `work` until it settles, `milliseconds` pass (at most 24.8 days, which is all a timer holds) or `signal` fires.
 * Settles at once, even when `work` ignores the signal it is handed. Throws AbortedError when it was the caller's signal.
 */
export function bounded<T>(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController()
  let timer: unknown
  let release: (() => void) | undefined
  return new Promise<T>((resolve, reject) => {
    const stop = (error: Error): void => {
      reject(error)
      inner.abort(error)
    }
    const abort = (): void => stop(new AbortedError('the call was aborted', { cause: signal?.reason }))
    if (signal?.aborted) return abort()
    release = signal && onAbort(signal, abort)
    timer = clock.setTimeout(
      () => stop(new Error(`nothing within ${Math.round(milliseconds)} ms`)),
      Math.min(milliseconds, 2 ** 31 - 1),
    )
    work(inner.signal).then(resolve, reject)
  }).finally(() => {
    clock.clearTimeout(timer)
    release?.()
  })
}

/** Resolves after `milliseconds`, at once when there are none. Throws AbortedError as soon as `signal` fires. */
export async function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds > 0)
    await bounded<void>(clock, milliseconds, signal, () => new Promise(() => undefined)).catch((error: Error) => {
      if (error instanceof AbortedError) throw error
    })
}
