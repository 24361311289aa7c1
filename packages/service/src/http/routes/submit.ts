import { createHash } from 'node:crypto'
import type { Finding } from '@model-tasks/validation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../json.js'
import type { ModelEntry } from '../../models.js'
import { creditsOf, microCreditsPerCredit } from '../../money/credits.js'
import { priceOf } from '../../prices.js'
import { taskIds } from '../../task/id.js'
import type { TaskRecord } from '../../task/record.js'
import { unavailableAssets } from '../asset-references.js'
import type { DoorContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../problem.js'
import { sendTask } from '../task-answer.js'

/** With base64 media; what is no base64 is held to far less where bodies are read. In bytes. */
const largestBody = 16 * 1024 * 1024

/** POST /tasks (interface: Submit a task). The id is answered only once the task is durable. */
export function submitRoute(app: FastifyInstance, context: DoorContext): void {
  const newId = taskIds(() => context.clock.now())
  app.post<{ Body: JsonValue | undefined }>('/tasks', { bodyLimit: largestBody }, async (request, reply) => {
    const { account } = callerOf(request)
    const idempotencyKey = idempotencyKeyOf(request)
    const { body, model } = await acceptable(request.body, account.id, context)
    const { model: _, ...parameters } = body
    const task: TaskRecord = {
      id: newId(),
      account: account.id,
      model: model.id,
      kind: model.kind,
      parameters,
      status: 'queued',
      created: context.clock.now(),
      progress: 0,
      amount: Math.ceil(
        priceOf({ model: model.id, kind: model.kind, parameters, defaults: model.defaults }, context.prices) *
          microCreditsPerCredit,
      ),
      submission: { state: 'none' },
    }
    const idempotency =
      idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, bodyHash: hashOf(body) } }
    const submitted = await context.tasks.submit({ task, ...idempotency })
    switch (submitted.outcome) {
      case 'accepted':
        context.engine.enqueue(task.id)
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

/** The request, when nothing is wrong with it. A model that is not for this account comes before anything in its parameters. */
async function acceptable(
  body: JsonValue | undefined,
  account: string,
  context: DoorContext,
): Promise<{ body: JsonObject; model: ModelEntry }> {
  const model = isJsonObject(body) && typeof body['model'] === 'string' ? context.models.find(body['model']) : undefined
  if (model?.available === false) {
    throw new Problem('model-unavailable', `${model.id} can be looked up but not invoked here`, {
      reason: model.reason ?? 'unavailable',
    })
  }
  const report = await context.check(body)
  if (!report.ok || !isJsonObject(body) || model === undefined) {
    throw invalid(report.findings)
  }
  const media = [
    ...(await unavailableAssets(body, account, context.assets)),
    ...(model.reference ? ((await context.checkMedia?.(model.id, body)) ?? []) : []),
  ]
  if (media.some(isError)) throw invalid([...report.findings, ...media])
  return { body, model }
}

function invalid(findings: Finding[]): Problem {
  return new Problem(
    'invalid-request',
    findings
      .filter(isError)
      .map((finding) => finding.message)
      .join('; '),
    { findings },
  )
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error'
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
