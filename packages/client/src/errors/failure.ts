import { onFailure } from '../call/on-failure.js'
import { requestIdOf, type Answer } from '../policy/answer.js'
import { innermostMessage } from '../policy/classify.js'
import type { MayExist, NotSent } from '../policy/outcome.js'
import { redactAnswer } from '../policy/strip.js'
import { Stopped, type Scope } from '../policy/scope.js'
import { AbortedError } from './aborted-error.js'
import { ApiError } from './api-error.js'
import { AuthenticationError } from './authentication-error.js'
import { ConnectionError } from './connection-error.js'
import { ModelUnavailableError } from './model-unavailable-error.js'
import { RateLimitError } from './rate-limit-error.js'
import { isFindings, RequestInvalidError } from './request-invalid-error.js'
import type { AnswerDetails, Service, Subject } from './subject.js'

const classes: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: AuthenticationError,
  429: RateLimitError,
}

/** What errors keep of an answer: all of it, without the API keys. */
export function answerDetails({ secrets }: Pick<Service, 'secrets'>, received: Answer): AnswerDetails {
  const answer = redactAnswer(received, secrets)
  return { ...answer, requestId: requestIdOf(answer.headers) }
}

/**
 * The error of an answer with an error status. Its words are loaded now: where that fails, or the scope ends first, it says the
 * status alone, and is the same error otherwise.
 */
export async function failure(
  service: Service,
  call: { readonly scope: Scope },
  received: Answer,
  what: string,
  subject: Subject,
): Promise<ApiError | RequestInvalidError> {
  const answer = answerDetails(service, received)
  const { status, json, requestId } = answer
  const { secret: _, faults, ...about } = subject
  const words = await onFailure(call)
  const { summary = `${what}: the service answered ${status}`, ...told } =
    words?.describe(service, answer, what, subject) ?? {}
  const { findings, reason } = Object(json) as Record<string, unknown>
  if (status === 400 && isFindings(findings))
    return new RequestInvalidError(summary, { ...about, findings, status, requestId })
  const Class = status === 403 && typeof reason === 'string' ? ModelUnavailableError : (classes[status] ?? ApiError)
  // A task that is not there, or has ended, cannot be waited for.
  const again = !faults?.known && [404, 409, 410].includes(status) ? '' : undefined
  return new Class(summary, { ...about, ...answer, ...told, again })
}

/** The error of a request without an answer. */
export function unanswered(
  { baseUrl }: Service,
  { method, path }: { method: string; path: string },
  outcome: NotSent | MayExist,
  about: Subject,
): AbortedError | ConnectionError {
  const { cause } = outcome
  const nothingSent = outcome.proved === 'not sent'
  if (cause instanceof Stopped && cause.why === 'aborted')
    return new AbortedError(nothingSent ? 'aborted; nothing was sent' : 'the call was aborted', {
      ...about,
      cause: cause.cause,
    })
  const late = nothingSent && cause instanceof Stopped
  const blocked = (nothingSent && !outcome.retryable && !late) || undefined
  return new ConnectionError(
    `${method} ${path} at ${new URL(baseUrl).host}: ${nothingSent ? 'nothing was sent' : 'no answer'} (${innermostMessage(cause)})`,
    { ...about, code: late ? 'deadline' : undefined, nothingSent, blocked, cause },
  )
}
