import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../admit/problem.js'
import { isJsonObject, type JsonValue } from '../../base/json.js'
import { carryOut, decisions } from './decisions.js'
import { holdUpstream, resumeUpstream } from './hold-upstream.js'
import { knownTask, unknownTask } from './known-task.js'
import { operatorName } from './operator-name.js'
import type { OperatorParts } from './parts.js'
import { adminProcesses } from './process-routes.js'
import { proveTask } from './prove-task.js'
import { storyOf } from './story.js'
import { storyParts } from './story-parts.js'

const shownActions = 200

type WithId = { Params: { id: string } }
type WithBody = { Body: JsonValue | undefined }

/** What an operator decides over HTTP, the story of a task, and the record of what was done. */
export function adminDecisions(app: FastifyInstance, parts: OperatorParts): void {
  const { operator, engine, clock } = parts
  const given = ({ body }: FastifyRequest<WithBody>, name: string): string => {
    const value = isJsonObject(body) ? body[name] : undefined
    return typeof value === 'string' ? value.trim() : ''
  }
  // What is decided here names itself in the record; everything else that changes something is noted as it was asked for.
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 300 || url === undefined) return
    const params: unknown = request.params
    const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
    const action = `${request.method} ${url.replace('/:id', '')}`
    await operator.note({ at: clock.now(), who: whoOf(request), action, subject: id })
  })
  app.get('/record', async () => ({ object: 'list', data: await operator.actions(shownActions) }))
  app.get<WithId>('/tasks/:id/story', async ({ params: { id } }) => ({
    object: 'list',
    data: storyOf(await storyParts(await knownTask(id, parts), parts)),
  }))
  app.get<WithId>('/tasks/:id/proof', async ({ params: { id } }) => {
    const proof = await proveTask(id, parts, clock.now())
    if (proof === undefined) throw unknownTask()
    return proof
  })
  for (const decision of decisions)
    app.post<WithId & WithBody>(`/tasks/:id/${decision.name}`, async (request, reply) => {
      const { id } = request.params
      const task = await knownTask(id, parts)
      const reference = given(request, 'reference')
      if (decision.asks !== undefined && reference === '')
        throw new Problem('invalid-request', 'send {"reference": "…"} with the ID that the upstream has for the task')
      await carryOut(decision, task, reference, parts)
      return reply.code(204).send()
    })
  adminProcesses(app, parts, whoOf)
  const known = (queue: string): string => {
    if (engine.health().some((lane) => lane.queue === queue)) return queue
    throw new Problem('not-found', 'this service has no upstream of this name')
  }
  app.post<WithId & WithBody>('/upstreams/:id/hold', async (request, reply) => {
    const queue = known(request.params.id)
    await holdUpstream({ queue, who: whoOf(request), reason: operatorName(given(request, 'reason')) }, parts)
    return reply.code(204).send()
  })
  app.post<WithId>('/upstreams/:id/resume', async (request, reply) => {
    await resumeUpstream({ queue: known(request.params.id), who: whoOf(request) }, parts)
    return reply.code(204).send()
  })
}

/** Who sends the admin key, as the header `X-Operator` says. */
function whoOf({ headers }: FastifyRequest): string {
  const name = headers['x-operator']
  return operatorName(typeof name === 'string' ? name : '') || 'HTTP'
}
