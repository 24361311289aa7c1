import type { Task } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'
import { requestIdOf, type Answer } from '../policy/answer.js'
import { innermostMessage } from '../policy/classify.js'
import type { MayExist, NotSent } from '../policy/outcome.js'
import { redact, redactAnswer } from '../policy/redact.js'
import { maxRetryAfter } from '../policy/retry-after.js'
import { Stopped } from '../policy/scope.js'
import { AbortedError } from './aborted-error.js'
import { ApiError } from './api-error.js'
import { AuthenticationError } from './authentication-error.js'
import { ConnectionError } from './connection-error.js'
import type { Proved } from './model-tasks-error.js'
import { ModelUnavailableError } from './model-unavailable-error.js'
import { RateLimitError } from './rate-limit-error.js'
import { RequestInvalidError } from './request-invalid-error.js'

/** The service an error is about: its address, and the API keys that must not appear in an error. */
export interface Service {
  readonly baseUrl: string
  readonly secrets: readonly string[]
}

/** What a failed request was about, as far as its error should say so. */
export interface Subject {
  taskId?: string | undefined
  task?: Task | undefined
  /** What it proved, where it was a submit. */
  proved?: Proved | undefined
  again?: string | undefined
  /** A string that must not appear in the message. */
  secret?: unknown
}

/** What errors keep of an answer: all of it, without the API keys. */
export function answerDetails(
  { secrets }: Pick<Service, 'secrets'>,
  received: Answer,
): Omit<Answer, 'retryAfter'> & { requestId: string | undefined } {
  const { retryAfter: _, ...answer } = redactAnswer(received, secrets)
  return { ...answer, requestId: requestIdOf(answer.headers) }
}

/** The error of an answer with an error status. The interface shows no error body, so any is read with tolerance. */
export function failure(
  service: Service,
  received: Answer,
  what: string,
  { secret, ...about }: Subject,
): ApiError | RequestInvalidError {
  const { secrets, baseUrl } = service
  const answer = answerDetails(service, received)
  const { status, json } = answer
  const { findings, reason, detail, message, error, title } = Object(json) as Record<string, unknown>
  const explanation = [detail, message, error, title].find((text) => typeof text === 'string')
  const text = redact(`${what}: the service answered ${status}${explanation ? ` (${explanation})` : ''}`, [
    ...secrets,
    secret,
  ])
  // A task that is not there, or has ended, cannot be waited for.
  const again = about.again ?? ([404, 409, 410].includes(status) ? '' : undefined)
  const retryAfter = received.retryAfter?.asked
  const make = (Class: typeof ApiError, hint?: string, summary = text): ApiError =>
    new Class(summary, { ...about, ...answer, retryAfter, again, hint })
  if (status === 400 && isFindings(findings)) return invalid(text, findings, about.proved)
  if (status === 429)
    return make(
      RateLimitError,
      retryAfter !== undefined && retryAfter > maxRetryAfter
        ? `It asks to wait ${Math.round(retryAfter / 1000)} s; this client waits at most ${maxRetryAfter / 1000} s`
        : undefined,
    )
  if (status === 403 && typeof reason === 'string')
    return make(ModelUnavailableError, undefined, `${text}, reason ${reason}`)
  if (status === 401 || status === 403) return make(AuthenticationError, `Check the API key for ${baseUrl}`)
  return make(
    ApiError,
    about.proved === 'may exist'
      ? 'The task may exist: look for it before submitting again'
      : status === 404 && about.taskId
        ? `Check the task ID, and whether ${baseUrl} is the service that has the task`
        : status === 404 && about.proved
          ? `Correct the base URL: there is no ${baseUrl}/v2/model-center/tasks`
          : status < 400
            ? 'Correct the base URL: redirects are not followed, to protect the API key'
            : undefined,
  )
}

/** The error of a request without an answer. */
export function unanswered(
  { baseUrl }: Service,
  { method, path }: { method: string; path: string },
  { proved, cause, ...rest }: NotSent | MayExist,
  about: Subject,
): AbortedError | ConnectionError {
  const nothingSent = proved === 'not sent'
  if (cause instanceof Stopped && cause.why === 'aborted')
    return new AbortedError(nothingSent ? 'aborted before anything was sent' : 'the call was aborted', {
      ...about,
      cause: cause.cause,
    })
  const late = nothingSent && cause instanceof Stopped
  const blocked = ('retryable' in rest && !rest.retryable && !late) || undefined
  return new ConnectionError(
    `${method} ${path} at ${new URL(baseUrl).host}: ${nothingSent ? 'nothing was sent' : 'no answer'} (${innermostMessage(cause)})`,
    { ...about, code: late ? 'deadline' : undefined, nothingSent, blocked, cause },
  )
}

function isFindings(value: unknown): value is Finding[] {
  return Array.isArray(value) && value.every((item: { message?: unknown } | null) => item?.message)
}

/** The error of an invalid request: one line per finding. */
export function invalid(what: string, findings: Finding[], proved: Proved = 'not sent'): RequestInvalidError {
  const lines = findings.filter(({ severity }) => severity === 'error').map(({ message }) => `\n- ${message}`)
  return new RequestInvalidError(`${what}, no task was created${lines.join('')}`, { findings, proved })
}
