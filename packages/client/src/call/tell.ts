import type { Context } from './context.js'

/** Calls a listener of the user. One that throws must not end a call that may have bought something: it is a warning. */
export async function tell<E>(
  { logger }: Context,
  listener: ((event: E) => unknown) | undefined,
  event: E,
): Promise<void> {
  try {
    await listener?.(event)
  } catch (error) {
    logger.warn?.(`a listener threw: ${String(error)}`)
  }
}
