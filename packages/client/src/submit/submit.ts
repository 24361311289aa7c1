import type { Task } from '@model-tasks/spec'
import { sleep } from '../policy/bounded.js'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { RateLimitError } from '../errors/rate-limit-error.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import { exchange } from '../transport/exchange.js'
import { failure } from '../errors/failure.js'
import { carriesKey } from './idempotency-key.js'
import { ownConnection } from '../transport/own-connection.js'
import { pollDelay } from '../wait/poll-delay.js'
import type { SubmitBody } from './prepare.js'
import { idOf, isTask, ownTask } from '../task/task.js'

/** What the service answered to a submit: the task's id, and its state where the answer told it. */
export interface Submitted {
  id: string
  task: Task | undefined
}

/**
 * One submit of the caller: one POST, except where another is safe, which is after 429, when it is proven that nothing
 * was sent, and when the service has declared that it keeps Idempotency-Keys (interface, Submit a task).
 * Throws SubmitUnknownError when the task may exist, ApiError and its kin when the service answered with a failure.
 */
export async function submit(context: Context, call: Call, body: SubmitBody, key: string): Promise<Submitted> {
  const connection = ownConnection()
  return attempts(context, call, body, key, connection.init).finally(connection.close)
}

async function attempts(
  context: Context,
  call: Call,
  body: SubmitBody,
  key: string,
  own: RequestInit,
): Promise<Submitted> {
  const keyed = carriesKey(context)
  const headers = { 'content-type': 'application/json', ...(keyed && { 'idempotency-key': key }) }
  const init = { ...own, headers, body: JSON.stringify(body) }
  let uncertain = false

  for (let attempt = 0; ; attempt++) {
    const outcome = await post(context, call, body, init, key)
    if (!(outcome instanceof ModelTasksError)) return outcome

    const limited = outcome instanceof RateLimitError
    const open = outcome.taskMayExist
    const soon = Math.min(pollDelay(context, call), limited ? Infinity : 500 * 2 ** attempt)
    const delay = outcome instanceof ApiError ? (outcome.retryAfter ?? soon) : soon
    const again =
      attempt < call.retries &&
      context.clock.now() + delay < call.deadline &&
      (open
        ? keyed && (await keepsKeys(context, call))
        : limited || (outcome instanceof ConnectionError && !outcome.refused))
    uncertain ||= open === true
    if (!again) throw uncertain && !open ? unknown(outcome.message, key, outcome) : outcome
    await sleep(context.clock, delay, call.signal).catch(() => undefined)
  }
}

/** One POST: the task's id, or why there is none. */
async function post(
  context: Context,
  call: Call,
  { model, prompt }: SubmitBody,
  init: RequestInit,
  key: string,
): Promise<Submitted | ModelTasksError> {
  const { signal } = call
  if (signal?.aborted) return new AbortedError('aborted before anything was sent', { cause: signal.reason })
  try {
    const answer = await exchange(context, call, 'POST', '/tasks', init)
    const { status, json } = answer
    if (status > 299)
      return failure(context, answer, `submit of ${model}`, {
        secret: prompt,
        taskMayExist: status > 499 || status === 408,
      })
    const id = idOf(json)
    return id
      ? { id, task: isTask(json) ? ownTask(context, json) : undefined }
      : unknown(`submit of ${model}: the answer (${status}) is no Task`, key)
  } catch (error) {
    return error instanceof ConnectionError && error.nothingSent
      ? error
      : unknown(error instanceof Error ? error.message : String(error), key, error)
  }
}

/** Declared by the caller, known already, or asked for now; loaded only then. */
async function keepsKeys(context: Context, call: Call): Promise<boolean> {
  return (
    context.idempotent ??
    import('../service/extensions.js').then(
      ({ keepsKeys }) => keepsKeys(context, call),
      () => false,
    )
  )
}

function unknown(why: string, idempotencyKey: string, cause?: unknown): SubmitUnknownError {
  return new SubmitUnknownError(
    `${why}. The task may have been accepted: look for it before submitting again. Idempotency-Key: ${idempotencyKey}`,
    { idempotencyKey, taskMayExist: true, cause },
  )
}
