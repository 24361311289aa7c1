import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import type { Submission } from '../journal/record.js'
import { backoff } from '../policy/backoff.js'
import {
  afterAttempts,
  maySendAgain,
  notSent,
  outcomeOfAnswer,
  type Accepted,
  type Outcome,
} from '../policy/outcome.js'
import { maxRetryAfter } from '../policy/retry-after.js'
import { idOf, isTask, ownTask } from '../task/task.js'
import { tryExchange, type ServiceRequest } from '../transport/exchange.js'
import { ownConnection } from '../transport/own-connection.js'
import { fromAnswer } from '../transport/response-info.js'
import { pollDelay } from '../wait/poll-delay.js'
import { createIdempotencyKey, mayCarryKey } from './idempotency-key.js'
import type { SubmitBody } from './prepare.js'
import { submitError } from './submit-error.js'

/** What the service answered to a submit: the ID of the task, and its state where the answer has it. */
export interface Submitted {
  readonly id: string
  readonly task: Task | undefined
  readonly idempotencyKey: string
}

/**
 * One submit from the call to the ID: checks the request, records the intent, sends it, records the outcome. Throws
 * RequestInvalidError before anything is sent, SubmitUnknownError when the task may exist, and `ApiError` or a subclass
 * when the service answered with an error.
 */
export async function submit(
  context: Context,
  call: Call,
  model: string,
  params: object,
  open: boolean,
): Promise<Submitted> {
  const { scope, journal, idempotencyKey = createIdempotencyKey() } = call
  let body: SubmitBody = { model }
  let submission: Submission | undefined
  let outcome: Outcome | undefined
  try {
    const { prepare } = await scope.run(() => import('./prepare.js'))
    body = await scope.run(() => prepare(context, call, model, params, open))
    if (journal) {
      const { beginSubmission } = await scope.run(() => import('../journal/record.js'))
      const begun = (submission = beginSubmission(journal, idempotencyKey, model, body))
      await scope.run(() => begun.intent)
    }
  } catch (reason) {
    // Nothing is sent without its intent in the journal.
    outcome = notSent(reason)
  }
  outcome ??= await send(context, call, body, idempotencyKey)
  await tell(context.logger, scope, submission?.end, outcome)
  if (outcome.proved !== 'accepted') throw submitError(context, body, idempotencyKey, outcome)
  await tell(context.logger, scope, call.onSubmitted, outcome.id)
  return { id: outcome.id, task: taskOf(context, outcome), idempotencyKey }
}

/**
 * One POST, except where another cannot create a second task: after 429, when it is proven that nothing was sent, and when
 * the service has declared that it keeps Idempotency-Keys (interface, Submit a task). Answers what all of them proved.
 */
async function send(context: Context, call: Call, body: SubmitBody, idempotencyKey: string): Promise<Outcome> {
  const { scope, retries } = call
  const keyed = mayCarryKey(context.idempotent)
  const connection = ownConnection()
  const request: ServiceRequest = {
    method: 'POST',
    path: '/tasks',
    headers: { 'content-type': 'application/json', ...(keyed && { 'idempotency-key': idempotencyKey }) },
    body: JSON.stringify(body),
    init: connection.init,
  }
  let outcome: Outcome | undefined
  try {
    for (let attempt = 0; ; attempt++) {
      const answer = await tryExchange(context, call, request)
      const latest = 'proved' in answer ? answer : outcomeOfAnswer(answer, idOf)
      outcome = afterAttempts(outcome, latest)
      const delay = delayAfter(context, call, latest, attempt)
      const inTime = attempt < retries && delay <= maxRetryAfter && delay < scope.remaining
      const again =
        inTime && maySendAgain(outcome, outcome.proved === 'may exist' && keyed && (await keepsKeys(context, call)))
      if (!again) return outcome
      await scope.sleep(delay)
    }
  } catch (reason) {
    return afterAttempts(outcome, notSent(reason))
  } finally {
    connection.close()
  }
}

/** Milliseconds until the next attempt: what Retry-After asks for; else after 429 a poll interval, and after the rest less. */
function delayAfter(context: Context, call: Call, outcome: Outcome, attempt: number): number {
  const asked = 'answer' in outcome ? outcome.answer?.retryAfter?.asked : undefined
  if (asked !== undefined) return asked
  const interval = pollDelay(context.clock, call.pollInterval)
  return outcome.proved === 'rejected' ? interval : backoff(attempt, interval)
}

/** Declared by the caller, known already, or asked for now; loaded only then. */
async function keepsKeys(context: Context, call: Call): Promise<boolean> {
  return (
    context.idempotent ?? (await call.scope.run(() => import('../service/capabilities.js'))).keepsKeys(context, call)
  )
}

function taskOf({ modelIds }: Context, { answer }: Accepted): Task | undefined {
  return isTask(answer.json) ? fromAnswer(ownTask(modelIds, answer.json), answer) : undefined
}
