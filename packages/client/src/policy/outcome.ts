import { isBlocked, isRetryableRejection, neverConnected, provedByStatus } from './classify.js'
import type { Answer } from './answer.js'
import type { Found } from './found.js'
import { Stopped } from './scope.js'

/** Nothing left this process. */
export interface NotSent {
  readonly proved: 'not sent'
  /** Whether sending the same later may succeed. */
  readonly retryable: boolean
  /** What was thrown in place of an answer. */
  readonly cause: unknown
}

/** The other side answered that it created nothing. */
export interface Rejected {
  readonly proved: 'rejected'
  /** Whether sending the same later may succeed. */
  readonly retryable: boolean
  readonly answer: Answer
}

/** The request went out, or may have, and nothing proves that nothing was created. */
export interface MayExist {
  readonly proved: 'may exist'
  /** The answer, where there was one. */
  readonly answer: Answer | undefined
  /** The IDs and locations in that answer, where somebody has looked for them. */
  readonly found: readonly Found[]
  /** What was thrown in place of an answer, or broke it off: then its body is what had come. */
  readonly cause: unknown
  /** What the latest repeat was answered, where that is inconclusive. */
  readonly repeat?: Answer | undefined
}

/** The other side answered with an ID. */
export interface Accepted {
  readonly proved: 'accepted'
  readonly id: string
  readonly answer: Answer
}

/** What one exchange that is to create something has proved. Journal, errors and forwarding read this and decide nothing themselves. */
export type Outcome = NotSent | Rejected | MayExist | Accepted

/** The outcome of an answer; `idOf` reads the ID of what was created from a body. */
export function outcomeOfAnswer(answer: Answer, idOf: (json: unknown) => string | undefined): Outcome {
  const proved = provedByStatus(answer.status)
  if (proved === 'rejected') return { proved, answer, retryable: isRetryableRejection(answer.status) }
  const id = proved === 'answered' ? idOf(answer.json) : undefined
  return id === undefined ? mayExist(answer, undefined) : { proved: 'accepted', id, answer }
}

/** The outcome of a request that `fetch` answered with an error. Anything unknown counts as sent. */
export function outcomeOfFailure(cause: unknown): NotSent | MayExist {
  const blocked = isBlocked(cause)
  return blocked || neverConnected(cause) ? notSent(cause, !blocked) : mayExist(undefined, cause)
}

/** The outcome of a request that was not started, since its call was aborted, out of time, or cannot be sent. */
export function notSent(cause: unknown, retryable = !(cause instanceof Stopped)): NotSent {
  return { proved: 'not sent', retryable, cause }
}

/** The outcome of a request that went out, or may have. */
export function mayExist(answer: Answer | undefined, cause: unknown): MayExist {
  return { proved: 'may exist', answer, found: [], cause }
}

/**
 * Whether the same request may be sent again: a rejection or a failure to send that may pass, or, where something may
 * exist, only when the other side keeps idempotency keys.
 */
export function maySendAgain(outcome: Outcome, idempotent: boolean): boolean {
  if (outcome.proved === 'accepted') return false
  return outcome.proved === 'may exist' ? idempotent : outcome.retryable
}
