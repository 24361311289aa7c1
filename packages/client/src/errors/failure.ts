import type { Task } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'
import type { Context } from '../call/context.js'
import { ApiError } from './api-error.js'
import { AuthenticationError } from './authentication-error.js'
import { ModelUnavailableError } from './model-unavailable-error.js'
import { RateLimitError } from './rate-limit-error.js'
import { RequestInvalidError } from './request-invalid-error.js'
import type { Answer } from '../policy/answer.js'
import { redact, redactAnswer } from '../policy/redact.js'

/** What a failed request was about, as far as its error should say so. */
export interface Subject {
  taskId?: string
  task?: Task | undefined
  taskMayExist?: boolean
  /** A text that must not appear in the message. */
  secret?: unknown
}

/** The error of an answer that is no success. The interface shows no error body, so any is read with tolerance. */
export function failure(
  { apiKey, baseUrl }: Context,
  received: Answer,
  what: string,
  { secret, ...about }: Subject,
): ApiError | RequestInvalidError {
  const answer = redactAnswer(received, [apiKey])
  const { status } = answer
  const { findings, reason, detail, message, error, title } = Object(answer.json) as Record<string, unknown>
  const said = [detail, message, error, title].find((text) => typeof text === 'string')
  const text = redact(`${what}: the service answered ${status}${said ? ` (${said})` : ''}`, [apiKey, secret])
  // A task that is not there, or has ended, cannot be waited for.
  const details = {
    ...about,
    ...answer,
    retryAfter: answer.retryAfter?.asked,
    again: [404, 409, 410].includes(status) ? '' : undefined,
  }
  if (status === 400 && isFindings(findings)) return invalid(text, findings)
  if (status === 429) return new RateLimitError(text, details)
  if (status === 403 && typeof reason === 'string')
    return new ModelUnavailableError(`${text}, reason ${reason}`, details)
  if (status === 401 || status === 403)
    return new AuthenticationError(`${text}; check the API key for ${baseUrl}`, details)
  if (status === 404 && about.taskId)
    return new ApiError(`${text}; check the id, and whether ${baseUrl} is the service that has the task`, details)
  if (status === 404 && about.taskMayExist === false)
    return new ApiError(`${text}; no tasks are taken at ${baseUrl}/v2/model-center/tasks, correct baseUrl`, details)
  if (status < 400) return new ApiError(`${text}; a key follows no redirect, correct baseUrl`, details)
  return new ApiError(
    about.taskMayExist ? `${text}. The task may exist: look for it before submitting again` : text,
    details,
  )
}

function isFindings(value: unknown): value is Finding[] {
  return Array.isArray(value) && value.every((item: { message?: unknown } | null) => item?.message)
}

/** The error of a request with mistakes: one line each. */
export function invalid(what: string, findings: Finding[]): RequestInvalidError {
  const mistakes = findings.filter(({ severity }) => severity === 'error').map(({ message }) => `\n- ${message}`)
  return new RequestInvalidError(`${what}, no task was made${mistakes.join('')}`, { findings })
}
