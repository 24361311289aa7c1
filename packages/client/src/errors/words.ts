import type { Task } from '@model-tasks/spec'
import { findIdentifiers, type Found } from '../policy/found.js'
import { innermostMessage } from '../policy/classify.js'
import { redact } from '../policy/redact.js'
import { maxRetryAfter, readRetryAfter } from '../policy/retry-after.js'
import { idOf } from '../task/task.js'
import { missingGracePeriod } from '../wait/missing.js'
import { invalidSummary } from './invalid.js'
import { isFindings } from './request-invalid-error.js'
import type { AnswerDetails, Service, Subject } from './subject.js'

/** What the error of an answer says. */
export interface Description {
  summary: string
  hint?: string | undefined
  /** Milliseconds that the answer asks to wait. */
  retryAfter?: number | undefined
}

/** The words for an answer with an error status. The interface shows no error body, so any is read with tolerance. */
export function describe(
  { baseUrl, secrets, clock }: Service,
  { status, headers, json }: AnswerDetails,
  what: string,
  { secret, taskId, faults, proved }: Subject,
): Description {
  const { findings, reason, detail, message, error, title } = Object(json) as Record<string, unknown>
  const explanation = [detail, message, error, title].find((text) => typeof text === 'string')
  const answered = `${what}: the service answered ${status}${explanation ? ` (${explanation})` : ''}`
  const summary = redact(answered, [...secrets, secret])
  const retryAfter = readRetryAfter(headers, clock.date?.())?.asked
  if (status === 400 && isFindings(findings)) return { summary: invalidSummary(summary, findings) }
  if (status === 429) {
    const long = retryAfter !== undefined && retryAfter > maxRetryAfter
    const hint = long
      ? `It asks to wait ${Math.round(retryAfter / 1000)} s; this client waits at most ${maxRetryAfter / 1000} s`
      : undefined
    return { summary, hint, retryAfter }
  }
  if (status === 403 && typeof reason === 'string') return { summary: `${summary}, reason ${reason}`, retryAfter }
  // A query of a task that the service had accepted.
  const missing = status === 404 && faults?.known ? clock.now() - (faults.missingSince ?? Infinity) : 0
  const since = missing < missingGracePeriod ? '' : `, for ${Math.round(missing / 1000)} s`
  return { summary: summary + since, hint: hintOf(baseUrl, status, taskId, proved), retryAfter }
}

function hintOf(
  baseUrl: string,
  status: number,
  taskId: string | undefined,
  proved: Subject['proved'],
): string | undefined {
  if (status === 401 || status === 403) return `Check the API key for ${baseUrl}`
  if (proved === 'may exist') return 'The task may exist: look for it before submitting again'
  if (status === 404 && taskId) return `Check the task ID, and whether ${baseUrl} has it`
  if (status === 404 && proved) return `Correct the base URL: there is no ${baseUrl}/v2/model-center/tasks`
  if (status < 400) return 'Correct the base URL: redirects are not followed, to protect the API key'
  return undefined
}

/** The words for an answer to a submit that names no task, and what in it may lead to one. `cause`: what broke it off. */
export function describeUnknown(
  { secrets }: Service,
  answer: AnswerDetails,
  what: string,
  secret: unknown,
  cause: unknown,
): { summary: string; found: Found[] } {
  const found = findIdentifiers(answer)
  const leads = found.map(({ name, value }) => `${name} ${value}`).join(', ')
  const { id } = Object(answer.json) as { id?: unknown }
  const contains = leads && `; it contains ${leads}`
  const why = cause
    ? `broke off (${innermostMessage(cause)})${contains}`
    : typeof id === 'string' && id !== '' && idOf(answer.json) === undefined
      ? `has a task ID that no request can name (${JSON.stringify(id.slice(0, 200))})`
      : `is not a Task${contains}`
  const summary = `${what}: the answer (${answer.status}) ${why}`
  return { summary: redact(summary, [...secrets, secret]), found }
}

/** The words for a task that has failed. */
export function describeFailed({ secrets }: Service, { id, error }: Task): string {
  const why = typeof error === 'string' ? error : JSON.stringify(error ?? undefined)
  return redact(`task ${id} failed: ${why || 'no reason given'}`, secrets)
}
