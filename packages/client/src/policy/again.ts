import type { Outcome } from './outcome.js'

/**
 * The one rule about repeats: whether what an attempt proved holds for all attempts at the same request. Where an earlier one
 * may have created something (`open`), only an ID does: the other side may judge a repeat (its key, its credits, its rate,
 * its request) before it looks for what it has, so that a repeat that was rejected or not sent is inconclusive about the first.
 */
export function isConclusive(open: boolean, proved: Outcome['proved']): boolean {
  return !open || proved === 'accepted'
}

/** The outcome of several attempts at one request: what an earlier one left open is closed only by an ID. */
export function afterAttempts(earlier: Outcome | undefined, latest: Outcome): Outcome {
  if (earlier?.proved !== 'may exist' || isConclusive(true, latest.proved)) return latest
  if (latest.proved === 'may exist' && latest.answer) return latest
  // The cause of an answer is what broke it off.
  const cause = !earlier.answer && 'cause' in latest && latest.cause ? latest.cause : earlier.cause
  return { ...earlier, cause, repeat: latest.proved === 'rejected' ? latest.answer : earlier.repeat }
}
