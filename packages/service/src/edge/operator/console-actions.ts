import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cancelTask } from '../../run/engine/cancel-task.js'
import { Problem } from '../../admit/problem.js'
import { isTaskId } from '../../domain/task/id.js'
import type { TaskView } from '../../domain/task/record.js'
import { replayEvent, retryDeadLetter, revokeKey, setDisabled } from './actions.js'
import { consoleBudgets } from './console-budgets.js'
import { knownTask, unknownTask } from './known-task.js'
import { assertFits, carryOut, decisions, type Decision } from './decisions.js'
import { holdUpstream, resumeUpstream } from './hold-upstream.js'
import { operatorName } from './operator-name.js'
import { confirmPage } from './pages/confirm.js'
import type { OperatorParts } from './parts.js'
import type { RecordAction } from './record-action.js'
import { consoleProcesses } from './process-routes.js'
import { sendPage } from './send-page.js'

type WithId = { Params: { id: string } }
type WithDecision = { Params: { id: string; name: string } }
type WithForm = { Body: URLSearchParams | undefined }

/** What the buttons of the console do: each is recorded, and what costs something is asked about first. */
export function consoleActions(app: FastifyInstance, parts: OperatorParts): void {
  const record = (request: FastifyRequest, action: string, subject: string, detail?: string): Promise<void> =>
    parts.operator.note({ at: parts.clock.now(), who: request.operatorName, action, subject, detail })
  taskActions(app, parts, record)
  upstreamActions(app, parts)
  consoleProcesses(app, parts)
  consoleBudgets(app, parts, record)
  app.post<WithId>('/dead-letters/:id/retry', async (request, reply) => {
    const { id } = request.params
    if (await retryDeadLetter(id, parts)) await record(request, 'Retry', id)
    return reply.redirect('/console/dead-letters', 303)
  })
  app.post<WithForm>('/webhooks/replay', async (request, reply) => {
    const [task, receiver] = [request.body?.get('task') ?? '', request.body?.get('receiver') ?? '']
    if (await replayEvent(task, receiver, parts)) await record(request, 'Tell again', task, receiver)
    return reply.redirect('/console/webhooks', 303)
  })
  for (const [word, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    app.post<WithId>(`/accounts/:id/${word}`, async (request, reply) => {
      const account = await setDisabled(request.params.id, disabled, parts)
      if (account !== undefined) await record(request, disabled ? 'Disable' : 'Enable', account.id)
      return reply.redirect(accountAddress(account?.id), 303)
    })
  app.post<WithId & WithForm>('/keys/:id/revoke', async (request, reply) => {
    const { id } = request.params
    if (await revokeKey(id, parts)) await record(request, 'Revoke', id)
    return reply.redirect(accountAddress(request.body?.get('account')), 303)
  })
}

function taskActions(app: FastifyInstance, parts: OperatorParts, record: RecordAction): void {
  app.post<WithId>('/tasks/:id/cancel', async (request, reply) => {
    const { id } = request.params
    if (!isTaskId(id)) throw unknownTask()
    await cancelTask(id, { reason: 'cancelled by the operator', requestId: request.id }, parts)
    await record(request, 'Cancel', id)
    return reply.redirect(`/console/tasks/${id}`, 303)
  })
  app.get<WithDecision>('/tasks/:id/decide/:name', async ({ params }, reply) => {
    const { task, decision } = await decided(params, parts)
    await assertFits(decision, task, parts)
    const { title, danger, asks } = decision
    const address = `/console/tasks/${task.id}`
    return sendPage(
      reply,
      confirmPage({
        ...{ at: '/console/tasks', title, cost: decision.cost(task), danger, back: address },
        action: `${address}/decide/${decision.name}`,
        asks: asks === undefined ? undefined : { label: asks },
      }),
    )
  })
  app.post<WithDecision & WithForm>('/tasks/:id/decide/:name', async (request, reply) => {
    const { task, decision } = await decided(request.params, parts)
    const given = request.body?.get('given')?.trim() ?? ''
    if (decision.asks !== undefined && given === '') throw new Problem('bad-request', `${decision.asks} is missing`)
    await carryOut(decision, task, given, parts)
    await record(request, decision.title, task.id, given === '' ? undefined : given)
    return reply.redirect(`/console/tasks/${task.id}`, 303)
  })
}

async function decided(
  { id, name }: { id: string; name: string },
  parts: Pick<OperatorParts, 'tasks'>,
): Promise<{ task: TaskView; decision: Decision }> {
  const task = await knownTask(id, parts)
  const decision = decisions.find((one) => one.name === name)
  if (decision === undefined) throw unknownTask()
  return { task, decision }
}

function upstreamActions(app: FastifyInstance, parts: OperatorParts): void {
  const known = (queue: string): string => {
    if (parts.engine.health().some((lane) => lane.queue === queue)) return queue
    throw new Problem('not-found', 'this service has no upstream of this name')
  }
  app.get<WithId>('/upstreams/:id/hold', async ({ params: { id } }, reply) =>
    sendPage(
      reply,
      confirmPage({
        ...{ at: '/console', title: `Pause ${known(id)}`, danger: true, back: '/console' },
        cost: `Nothing is submitted to ${id} until you resume it, in all processes within two seconds and after a restart too. What it has goes on and is paid for. Tasks that wait go to another upstream that takes their model, or keep waiting with their credits held.`,
        action: `/console/upstreams/${id}/hold`,
        asks: { label: 'Why (optional)', optional: true },
      }),
    ),
  )
  app.post<WithId & WithForm>('/upstreams/:id/hold', async (request, reply) => {
    const reason = operatorName(request.body?.get('given') ?? '')
    await holdUpstream({ queue: known(request.params.id), who: request.operatorName, reason }, parts)
    return reply.redirect('/console', 303)
  })
  app.post<WithId>('/upstreams/:id/resume', async (request, reply) => {
    await resumeUpstream({ queue: known(request.params.id), who: request.operatorName }, parts)
    return reply.redirect('/console', 303)
  })
}

/** Where an account is shown after something was done to it, however many there are. */
function accountAddress(id: string | null | undefined): string {
  return `/console/accounts?account=${encodeURIComponent(id ?? '')}`
}
