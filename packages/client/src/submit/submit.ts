import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { optional } from '../call/optional.js'
import { tell } from '../call/tell.js'
import type { Submission } from '../journal/record.js'
import { maySendAgain, notSent, outcomeOfAnswer, type Outcome } from '../policy/outcome.js'
import { taskOf } from '../task/answered.js'
import { idOf } from '../task/task.js'
import { tryExchange } from '../transport/exchange.js'
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
  const { scope, idempotencyKey = createIdempotencyKey() } = call
  let body: SubmitBody = { model }
  let end: Submission['end'] | undefined
  let outcome: Outcome | undefined
  try {
    body = await scope.run(async () => (await import('./prepare.js')).prepare(context, call, model, params, open))
    if (call.journal)
      end = await (
        await scope.run(() => import('../journal/record.js'))
      ).record(context, call, idempotencyKey, model, body, params)
  } catch (reason) {
    // Nothing is sent without its intent in the journal.
    outcome = notSent(reason)
  }
  outcome ??= await post(context, call, body, idempotencyKey)
  await tell(context.logger, scope, end, outcome)
  if (outcome.proved !== 'accepted') throw await submitError(context, call, body, idempotencyKey, outcome)
  await tell(context.logger, scope, call.onSubmitted, outcome.id)
  return { id: outcome.id, task: taskOf(context, outcome.answer), idempotencyKey }
}

/**
 * One POST, except where another cannot create a second task: after 429, when it is proven that nothing was sent, and when
 * the service has declared that it keeps Idempotency-Keys (interface, Submit a task). Answers what all of them proved. How to
 * send again is loaded then: where that fails, what the first POST proved stands.
 */
export async function post(context: Context, call: Call, body: SubmitBody, idempotencyKey: string): Promise<Outcome> {
  const keyed = mayCarryKey(context.idempotent)
  const begun = keyed && (context.clock.date?.() ?? Date.now())
  const attempt = async (): Promise<Outcome> => {
    const answer = await tryExchange(context, call, {
      method: 'POST',
      path: '/tasks',
      headers: { 'content-type': 'application/json', ...(keyed && { 'idempotency-key': idempotencyKey }) },
      body: JSON.stringify(body),
    })
    return 'proved' in answer ? answer : outcomeOfAnswer(answer, idOf)
  }
  const first = await attempt()
  if (!maySendAgain(first, keyed)) return first
  const again = await optional(call, () => import('./send-again.js'))
  return again?.sendAgain(context, call, first, begun, attempt) ?? first
}
