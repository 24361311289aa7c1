import { setTimeout } from 'node:timers/promises'

/** Waits: resolves after that many milliseconds, rejects with the signal's reason when it aborts first. */
export type Wait = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

/** Waits by the system's clock. */
export const wait: Wait = async (milliseconds, signal) => {
  try {
    await setTimeout(milliseconds, undefined, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
