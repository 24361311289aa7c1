import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../admit/problem.js'
import { processState } from '../../keep/store/process-store.js'
import { confirmPage } from './pages/confirm.js'
import { processesPage } from './pages/processes.js'
import type { OperatorParts } from './parts.js'
import { sendPage } from './send-page.js'

type WithId = { Params: { id: string } }
type Parts = Pick<OperatorParts, 'processes' | 'operator' | 'clock'>

/** The processes of the service over HTTP. */
export function adminProcesses(
  app: FastifyInstance,
  { processes }: Parts,
  whoOf: (request: FastifyRequest) => string,
): void {
  app.get('/processes', async () => ({
    object: 'list',
    data: (await processes.list()).map((one) => ({ object: 'process', ...one, state: processState(one) })),
  }))
  // What comes of it, each process says in the list, once it has read its file.
  app.post('/processes/reload', async (request, reply) => {
    const asked = await processes.reload(whoOf(request))
    const data = [...asked].map(([name, number]) => ({ object: 'process', name, request: number }))
    return reply.code(202).send({ object: 'list', data })
  })
  app.post<WithId>('/processes/:id/drain', async (request, reply) => {
    if (!(await processes.drain(request.params.id, whoOf(request)))) throw unknownProcess()
    return reply.code(204).send()
  })
}

/** The processes of the service in the console. */
export function consoleProcesses(app: FastifyInstance, { processes, operator, clock }: Parts): void {
  app.get('/processes', async (_request, reply) => sendPage(reply, processesPage(await processes.list())))
  app.get('/processes/reload', async (_request, reply) =>
    sendPage(
      reply,
      confirmPage({
        ...{ at: '/console/processes', title: 'Reload the configuration', back: '/console/processes' },
        cost: 'Every process reads the file of its MODEL_TASKS_CONFIG again, with the files of keys and secrets that it names. A file with a mistake changes nothing in the process that reads it. Tasks go on at the price that they hold, and none is submitted twice. New tasks cost what the new prices say.',
        action: '/console/processes/reload',
      }),
    ),
  )
  app.post('/processes/reload', async (request, reply) => {
    await processes.reload(request.operatorName)
    await operator.note({ at: clock.now(), who: request.operatorName, action: 'reload', subject: 'configuration' })
    return reply.redirect('/console/processes', 303)
  })
  app.get<WithId>('/processes/:id/drain', async ({ params: { id } }, reply) =>
    sendPage(
      reply,
      confirmPage({
        ...{ at: '/console/processes', title: `Drain ${id}`, danger: true, back: '/console/processes' },
        cost: `${id} accepts no more tasks. What it has begun and would lose gets the time of shutdownTimeoutSeconds; other processes take the rest, or this one after its next start. Nothing is paid twice, and no credits move. It takes tasks again only after a restart.`,
        action: `/console/processes/${encodeURIComponent(id)}/drain`,
      }),
    ),
  )
  app.post<WithId>('/processes/:id/drain', async (request, reply) => {
    const { id } = request.params
    if (!(await processes.drain(id, request.operatorName))) throw unknownProcess()
    await operator.note({ at: clock.now(), who: request.operatorName, action: 'Drain', subject: id })
    return reply.redirect('/console/processes', 303)
  })
}

function unknownProcess(): Problem {
  return new Problem('not-found', 'no process of this name runs')
}
