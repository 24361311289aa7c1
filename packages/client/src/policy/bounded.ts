import { AbortedError } from '../errors/aborted-error.js'
import type { Clock } from './clock.js'
import { Scope, Stopped } from './scope.js'

/** `Scope.run` for a single limit; throws AbortedError when the signal fired. */
export function bounded<T>(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Scope(Infinity, signal, clock).run(work, milliseconds).catch((reason: unknown) => {
    throw asAborted(reason)
  })
}

/** `Scope.sleep` for a single wait; throws AbortedError when the signal fired. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Scope(Infinity, signal, clock).sleep(milliseconds).catch((reason: unknown) => {
    throw asAborted(reason)
  })
}

function asAborted(reason: unknown): unknown {
  return reason instanceof Stopped && reason.why === 'aborted'
    ? new AbortedError(reason.message, { cause: reason.cause })
    : reason
}
