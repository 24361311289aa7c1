import type { PauseReason } from '../../domain/provider/provider.js'

/** How a service answers that does not know the route. */
export const unknownRoute: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Why an upstream that answers a status takes no tasks now; undefined when that is about one task. `byNobody`: the answer
 * has none of the words that the upstream has for its errors, so that "not found" is said of the address and not of a task.
 */
export function pauseReasonOf(status: number, byNobody: boolean): PauseReason | undefined {
  const isRedirect = status >= 300 && status < 400
  return isRedirect || (byNobody && (status === 404 || status === 405)) ? 'misconfigured' : reasons[status]
}

const reasons: Readonly<Record<number, PauseReason>> = {
  401: 'credentials',
  402: 'payment',
  403: 'forbidden',
  425: 'rate-limited',
  429: 'rate-limited',
  503: 'unavailable',
}
