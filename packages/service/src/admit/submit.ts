import { formatCount } from '@model-tasks/validation/count'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { canonicalJson, type JsonValue } from '../base/json.js'
import { creditsOf } from '../domain/money/credits.js'
import { taskIds } from '../domain/task/id.js'
import { newTaskOf, type OwnedTask } from '../domain/task/owned.js'
import type { TaskRecord } from '../domain/task/record.js'
import type { NewTask } from '../keep/store/task-store.js'
import { candidatesOf } from './fallbacks.js'
import { callbackUrl } from './callback.js'
import type { Caller } from './callers.js'
import { idempotencyKeyForm, isIdempotencyKey } from './idempotency-key.js'
import type { AdmissionParts } from './parts.js'
import { overBudget } from './over-budget.js'
import { Problem } from './problem.js'
import { Quotas } from './quota.js'
import { readSubmission, type Submission } from './submission.js'

/** Where tasks of a model wait that no upstream takes any more. The check of the model comes first, so that none gets there. */
const noQueue = 'default'

/** Who submits a task, and how. */
export interface SubmitRequest {
  caller: Caller
  headers: IncomingHttpHeaders
  /** The ID of the request. */
  id: string
  /** What the request is traced under. */
  traceparent: string | undefined
}

/** Accepts a task, and answers once it is durable. Rejects with the problem of a request that is not accepted. */
export type Submit = (body: JsonValue | undefined, request: SubmitRequest) => Promise<OwnedTask>

/** Takes submits. */
export function submitOf(context: AdmissionParts): Submit {
  const newId = taskIds(() => context.clock.now())
  const quotas = new Quotas(context)
  return async (submitted, request) => {
    const { account, key } = request.caller
    const idempotencyKey = idempotencyKeyOf(request.headers)
    const read = async (): Promise<Submission & { callback: string | undefined }> => {
      const callback = callbackUrl(request.headers, context.callbacks)
      return { callback, ...(await readSubmission(submitted, account.id, context)) }
    }
    const checked = await read().catch(async (error: unknown) => {
      // What has been accepted stays so when a file that it names is gone, or a setting has changed.
      const repeated = await repeatedTask(submitted, account.id, idempotencyKey, context)
      if (repeated === undefined) throw error
      return repeated
    })
    if ('status' in checked) return checked
    const { body, model, parameters, quote, held, callback } = checked
    const fallbacks = candidatesOf(checked.fallbacks)
    const route = context.engine.route({ model: model.id, kind: model.kind, parameters })
    const task = newTaskOf(account.id, {
      id: newId(),
      model: model.id,
      kind: model.kind,
      parameters,
      status: 'queued',
      created: context.clock.now(),
      progress: 0,
      amount: held,
      ...(fallbacks.length === 0 ? {} : { price: quote.amount, fallbacks }),
      queue: route?.queue ?? noQueue,
      ...(route?.why === undefined ? {} : { routing: route.why }),
      faults: 0,
      submission: { state: 'none' },
      ...(request.traceparent === undefined ? {} : { trace: request.traceparent }),
      key: key.id,
    })
    const entry = { task, ...idempotencyOf(idempotencyKey, body) }
    if (callback !== undefined) await context.deliveries.addCallback(task.id, callback, task.created)
    const outcome = await quotas.submit(entry, key).catch(async (error: unknown) => {
      context.readiness.note(error)
      // After any other error the task may have been accepted.
      if (callback !== undefined && error instanceof Problem) await context.deliveries.removeCallback(task.id)
      throw error
    })
    if (callback !== undefined && outcome.outcome !== 'accepted') await context.deliveries.removeCallback(task.id)
    switch (outcome.outcome) {
      case 'accepted':
        context.engine.wake(task.queue)
        context.log.debug('a task was accepted', { requestId: request.id, task: task.id, model: task.model })
        return task
      case 'replayed':
        return outcome.task
      case 'key-conflict':
        throw new Problem(
          'idempotency-conflict',
          'this Idempotency-Key was sent before with another body; use a new key for a new request',
        )
      case 'no-credits':
        throw new Problem(
          'credits-missing',
          `the task needs ${formatCount(creditsOf(outcome.needed), 'credit')}${heldFor(task, ',')} and ${creditsOf(outcome.available)} are left`,
        )
      case 'over-budget':
        throw overBudget(outcome.budget, outcome.needed, heldFor(task))
    }
  }
}

/** Why a task holds more than its own model costs, behind a comma in the sentence that says how much; empty where it does not. */
function heldFor({ amount, price = amount, fallbacks = [] }: TaskRecord, end = ''): string {
  const models = fallbacks.map(({ model }) => model).join(', ')
  return amount === price ? '' : `, the highest price of its model and of those it may fall back to (${models})${end}`
}

/** The task that was accepted under this key with this body; undefined when there is none. */
async function repeatedTask(
  body: JsonValue | undefined,
  account: string,
  key: string | undefined,
  { tasks }: Pick<AdmissionParts, 'tasks'>,
): Promise<OwnedTask | undefined> {
  const outcome = await tasks.repeatOf({ task: { account }, ...idempotencyOf(key, body) })
  return outcome?.outcome === 'replayed' ? outcome.task : undefined
}

function idempotencyOf(key: string | undefined, body: JsonValue | undefined): Pick<NewTask, 'idempotency'> {
  return key === undefined ? {} : { idempotency: { key, bodyHash: hashOf(body) } }
}

function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  const key = String(given)
  if (isIdempotencyKey(key)) return key
  throw new Problem('bad-request', `Idempotency-Key ${idempotencyKeyForm}`)
}

function hashOf(body: JsonValue | undefined): string {
  return createHash('sha256')
    .update(canonicalJson(body ?? null))
    .digest('base64url')
}
