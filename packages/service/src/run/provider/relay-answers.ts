import {
  ApiError,
  ConnectionError,
  ModelTasksError,
  ModelUnavailableError,
  ProtocolError,
  RequestInvalidError,
} from '@model-tasks/client'
import { queryVerdict } from '@model-tasks/client/policy'
import { isJsonObject, type JsonValue } from '../../base/json.js'
import { pauseReasonOf, unknownRoute } from './pause-reason.js'
import type { Pause, SubmitAnswer } from '../../domain/provider/provider.js'
import { safeWords } from './safe-words.js'

/**
 * What a failed submit proved, as the client's error says; only the reason to pause is decided here. `sentAs`: the model ID
 * that the upstream was sent.
 */
export function submitFailure(error: unknown, sentAs: string): SubmitAnswer {
  const message = wordsOf(error)
  const proved = error instanceof ModelTasksError ? error.proved : undefined
  const pause = pauseOf(error)
  if (proved === undefined || proved === 'may exist' || isKeyTaken(error))
    return { answer: 'unknown', error: message, pause }
  if (isAboutModel(error)) return { answer: 'unknown-model', error: message, sentAs }
  if (error instanceof RequestInvalidError)
    return {
      answer: 'rejected',
      error: safeWords(
        `the upstream rejected the request: ${error.findings.map(({ message }) => message).join('; ')}`,
        [],
      ),
    }
  if (proved === 'not sent' || pause !== undefined) return { answer: 'not-accepted', error: message, pause }
  const status = error instanceof ApiError ? ` (${error.status})` : ''
  const reason = error instanceof ApiError ? explanationIn(error.json) : undefined
  const said = reason === undefined ? '' : `: ${reason}`
  return { answer: 'rejected', error: `the upstream rejected the request${status}${said}` }
}

/** What went wrong, without what the client advises its own user to do next: our operator and callers cannot. */
export function wordsOf(error: unknown): string {
  if (error instanceof ModelTasksError) return safeWords(error.summary, [])
  return error instanceof Error ? error.message : String(error)
}

/** Why a task failed, as its upstream says it, without the upstream's key; undefined where it gives no reason. */
export function relayReason(error: unknown, apiKey: string): string | undefined {
  const reason = error as JsonValue | undefined
  const message = isJsonObject(reason) ? reason['message'] : reason
  const words = typeof message === 'string' ? message : JSON.stringify(reason)
  return [undefined, '', 'null', '{}', '[]'].includes(words) ? undefined : safeWords(String(words), [apiKey])
}

/**
 * Whether the upstream says that it has another task under the key, which is ours alone: an earlier request made it, for another
 * model, although the answer to that was a rejection.
 */
function isKeyTaken(error: unknown): boolean {
  const { type } = Object(error instanceof ApiError ? error.json : undefined) as Record<string, unknown>
  return type === 'urn:model-tasks:problem:idempotency-conflict'
}

/** Whether the upstream does not know the model that it was sent, or not for this key. */
function isAboutModel(error: unknown): boolean {
  if (error instanceof ModelUnavailableError) return true
  return error instanceof RequestInvalidError && error.findings.some(({ path }) => path === '/model')
}

/** Why the upstream should not be asked for a while; undefined when the answer is about one task or one model. */
export function pauseOf(error: unknown): Pause | undefined {
  if (error instanceof ConnectionError) return error.nothingSent ? { reason: 'unreachable' } : undefined
  if (!(error instanceof ApiError) || error instanceof ModelUnavailableError) return undefined
  // Polls, which name a task, have judged "not found" before: here it is said of the address.
  const reason = pauseReasonOf(error.status, true)
  return reason && { reason, retryAfter: error.retryAfter }
}

/** Why a request was rejected, from the places where services say so; the client has taken the key out. */
function explanationIn(json: unknown): string | undefined {
  const { detail, message, error, title } = Object(json) as Record<string, unknown>
  const reasons = [detail, message, error, title].map((reason) => relayReason(reason, ''))
  return reasons.find((reason) => reason !== undefined)
}

/**
 * Whether an upstream says that it has no such task. What is not JSON, such as the page of a proxy while the upstream is
 * being replaced, says nothing of the task.
 */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError) || queryVerdict(error.status) !== 'missing') return false
  return typeof error.json === 'object' && error.json !== null
}

/** Why an upstream stays paused that answers so when it is asked for a task that it cannot have. */
export function pauseAfterProbe(error: unknown): Pause | undefined {
  if (error instanceof ConnectionError) return { reason: 'unreachable' }
  // A page of HTML comes from something else at this address.
  if (error instanceof ProtocolError) return error.json === undefined ? { reason: 'misconfigured' } : undefined
  if (!(error instanceof ApiError) || unknownRoute.has(error.status)) return undefined
  // A 500 may be all that it has to say of a task that it does not know; these two a proxy says of the upstream.
  return error.status === 502 || error.status === 504 ? { reason: 'unavailable' } : pauseOf(error)
}
