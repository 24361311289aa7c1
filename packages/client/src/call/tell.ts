import type { Scope } from '../policy/scope.js'
import type { Logger } from './logger.js'

/**
 * Calls a listener of the user and waits for it while the scope lasts. A listener that throws must not end a call that may
 * have paid for something: that is a warning. Never throws.
 */
export async function tell<E>(
  logger: Logger,
  scope: Scope,
  listener: ((event: E) => unknown) | undefined,
  event: E,
): Promise<void> {
  if (!listener) return
  const told = (async () => listener(event))().catch((error: unknown) =>
    logger.warn?.(`a listener threw: ${String(error)}`),
  )
  await scope.run(() => told).catch(() => undefined)
}
