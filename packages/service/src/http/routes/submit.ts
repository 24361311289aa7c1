import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalJson, type JsonObject, type JsonValue } from '../../json.js'
import { creditsOf } from '../../money/credits.js'
import { taskIds } from '../../task/id.js'
import type { TaskRecord } from '../../task/record.js'
import { readSubmission } from '../submission.js'
import { callbackUrl } from '../callback.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../problem.js'
import { submitWithinQuota } from '../quota.js'
import { sendTask } from '../task-answer.js'

/** With base64 media; what is not base64 has a far lower limit where bodies are read. In bytes. */
export const largestSubmission = 16 * 1024 * 1024

/** Where tasks of a model wait that no upstream takes any more. The check of the model comes first, so that none gets there. */
const noQueue = 'default'

/** POST /tasks (interface: Submit a task). The id is answered only once the task is durable. */
export function submitRoute(app: FastifyInstance, context: HttpContext): void {
  const newId = taskIds(() => context.clock.now())
  app.post<{ Body: JsonValue | undefined }>('/tasks', { bodyLimit: largestSubmission }, async (request, reply) => {
    const { account, key } = callerOf(request)
    const idempotencyKey = idempotencyKeyOf(request)
    const callback = callbackUrl(request.headers, context.callbacks)
    const { body, model, parameters, quote } = await readSubmission(request.body, account.id, context)
    const task: TaskRecord = {
      id: newId(),
      account: account.id,
      model: model.id,
      kind: model.kind,
      parameters,
      status: 'queued',
      created: context.clock.now(),
      progress: 0,
      amount: quote.amount,
      queue: context.engine.queueFor({ model: model.id, kind: model.kind, parameters }) ?? noQueue,
      faults: 0,
      submission: { state: 'none' },
    }
    const idempotency =
      idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, bodyHash: hashOf(body) } }
    if (callback !== undefined) await context.deliveries.addCallback(task.id, callback, task.created)
    const submitted = await submitWithinQuota({ task, ...idempotency }, key, context)
    if (callback !== undefined && submitted.outcome !== 'accepted') await context.deliveries.removeCallback(task.id)
    switch (submitted.outcome) {
      case 'accepted':
        context.tracing?.remember(task.id, request.span?.traceparent)
        context.engine.wake(task.queue)
        context.log.debug('a task was accepted', { requestId: request.id, task: task.id, model: task.model })
        return sendTask(task, request, reply, context)
      case 'replayed':
        return sendTask(submitted.task, request, reply, context)
      case 'key-conflict':
        throw new Problem(
          'idempotency-conflict',
          'this Idempotency-Key was sent before with another body; use a new key for a new request',
        )
      case 'no-credits':
        throw new Problem(
          'credits-missing',
          `the task needs ${creditsOf(submitted.needed)} credits and ${creditsOf(submitted.available)} are left`,
        )
    }
  })
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem(
    'bad-request',
    'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID',
  )
}

function hashOf(body: JsonObject): string {
  return createHash('sha256').update(canonicalJson(body)).digest('base64url')
}
