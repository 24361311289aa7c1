import { Scope } from '@model-tasks/client/policy'
import type { Connection } from './connection.js'

/** Waits until the upstream takes one more query, as far as it says. Rejects as soon as the signal aborts. */
export async function awaitRoom({ limits, clock }: Connection, signal: AbortSignal): Promise<void> {
  for (let wait = limits.take('poll'); wait > 0; wait = limits.take('poll')) {
    await new Scope(Infinity, signal, clock).sleep(wait)
    signal.throwIfAborted()
  }
}
