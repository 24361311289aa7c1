import type { Call, Context } from '../call/context.js'
import { afterAttempts } from '../policy/again.js'
import { backoff } from '../policy/backoff.js'
import { maySendAgain, notSent, type Outcome } from '../policy/outcome.js'
import { maxRetryAfter, readRetryAfter } from '../policy/retry-after.js'
import { mayBeForgotten } from '../recovery/lifetime.js'
import { keepsKeys } from '../service/capabilities.js'
import { pollDelay } from '../wait/poll-delay.js'

/**
 * Sends a submit again, after the pause that is due, as long as that cannot create a second task, `retries` times at most and
 * within the time of the call, which stands still while the machine sleeps. `keyedAt`: when the first attempt began, in milliseconds
 * since the Unix epoch; false where it did not carry its Idempotency-Key. Answers what all attempts proved.
 */
export async function sendAgain(
  context: Context,
  call: Call,
  first: Outcome,
  keyedAt: number | false,
  post: () => Promise<Outcome>,
): Promise<Outcome> {
  const { scope, retries } = call
  let latest = first
  let outcome = first
  try {
    for (let attempt = 0; attempt < retries; attempt++) {
      const delay = delayAfter(context, call, latest, attempt)
      if (delay > maxRetryAfter || delay >= scope.remaining) break
      const idempotent = outcome.proved === 'may exist' && keyedAt !== false && (await keepsKeys(context, call))
      if (!maySendAgain(outcome, idempotent)) break
      await scope.sleep(delay)
      if (outcome.proved === 'may exist' && keyedAt !== false && isForgotten(context, keyedAt)) break
      latest = await post()
      outcome = afterAttempts(outcome, latest)
    }
    return outcome
  } catch (reason) {
    return afterAttempts(outcome, notSent(reason))
  }
}

/** Whether the service may have forgotten the Idempotency-Key of a submit that began then. */
function isForgotten(context: Context, begun: number): boolean {
  return (
    mayBeForgotten(new Date(begun).toISOString(), context.clock.date?.() ?? Date.now(), context.declared) !== undefined
  )
}

/** Milliseconds until the next attempt: what Retry-After asks for; else after 429 a poll interval, and after the rest less. */
function delayAfter(context: Context, call: Call, outcome: Outcome, attempt: number): number {
  const { headers } = ('answer' in outcome && outcome.answer) || {}
  const retryAfter = headers && readRetryAfter(headers, context.clock.date?.())
  if (retryAfter) return retryAfter.asked
  const interval = pollDelay(context.clock, call.pollInterval)
  return outcome.proved === 'rejected' ? interval : backoff(attempt, interval)
}
