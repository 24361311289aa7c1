import type { Outcome } from './outcome.js'

/** The outcome of several attempts at one request: what an earlier one left open is closed only by an ID. */
export function afterAttempts(earlier: Outcome | undefined, latest: Outcome): Outcome {
  if (earlier?.proved !== 'may exist' || latest.proved === 'accepted') return latest
  if (latest.proved === 'may exist' && latest.answer) return latest
  return { ...earlier, cause: 'cause' in latest && latest.cause ? latest.cause : earlier.cause }
}
