import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cancelTask } from '../engine/cancel-task.js'
import { taskTiming } from '../engine/task-timing.js'
import type { ReadBody } from '../http/body.js'
import { Problem } from '../http/problem.js'
import { pageQuery, single, type Query } from '../http/page-query.js'
import { holdsKey } from '../http/routes/metrics.js'
import { packageFolder } from '../package-folder.js'
import { resultUrls } from '../results/result-url.js'
import { callbackReceiver } from '../store/webhook-deliveries.js'
import { taskStatuses, type TaskStatus, type TaskView } from '../task/record.js'
import { isTaskId } from '../task/id.js'
import { findAccount, replayEvent, retryDeadLetter, revokeKey, setDisabled } from './actions.js'
import { CreditDays } from './credit-days.js'
import type { Html } from './html.js'
import { accountsPage } from './pages/accounts.js'
import { closedPage, signInPage } from './pages/layout.js'
import { deadLettersPage, webhooksPage } from './pages/lists.js'
import { overviewPage } from './pages/overview.js'
import { taskPage, tasksPage } from './pages/tasks.js'
import type { OperatorParts } from './parts.js'
import { Sessions } from './session.js'
import { pauseOf, upstreamHealth } from './upstream-health.js'

const [shownTasks, latest, shownDays, shownRows, shownPairs] = [100, 15, 14, 200, 50]
/** How long a wrong key is kept waiting, in milliseconds. */
const wrongKeyPause = 500
const longestForm = 16 * 1024

const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

const files = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
} as const

/** The operator's console. Its pages work without a script; one renews what is live. */
export async function consoleRoutes(
  app: FastifyInstance,
  parts: OperatorParts | undefined,
  readBody: ReadBody,
): Promise<void> {
  for (const [name, type] of Object.entries(files))
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=0, must-revalidate', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(await readFile(new URL(`console/${name}`, packageFolder))),
    )
  if (parts === undefined) {
    app.get('/', (_request, reply) => sendPage(reply, closedPage()))
    return
  }
  const sessions = new Sessions(parts)
  readForms(app, readBody)
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      request.method === 'POST' && !sameOrigin(request)
        ? new Problem('bad-request', 'the form was not sent by this page')
        : undefined,
    )
  })
  app.post<{ Body: URLSearchParams | undefined }>('/sign-in', async ({ body }, reply) => {
    if (!holdsKey({ authorization: `Bearer ${body?.get('key') ?? ''}` }, parts.key)) {
      await parts.clock.delay(wrongKeyPause)
      return sendPage(reply.code(403), signInPage('This is not the admin key.'))
    }
    return reply.header('set-cookie', sessions.begin()).redirect('/console', 303)
  })
  app.post('/sign-out', async ({ headers }, reply) =>
    reply.header('set-cookie', await sessions.end(headers)).redirect('/console', 303),
  )
  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', async (request, reply) => {
      if (await sessions.valid(request.headers)) return undefined
      return request.method === 'POST'
        ? reply.redirect('/console', 303)
        : sendPage(reply.code(401), signInPage(undefined))
    })
    pages(signedIn, parts)
    actions(signedIn, parts)
  })
}

function pages(app: FastifyInstance, parts: OperatorParts): void {
  const { accounts, keys, queue, deliveries, tasks, engine, clock, signer } = parts
  const creditDays = new CreditDays(parts)
  const tasksOf = async (account: string | undefined, status: TaskStatus | undefined): Promise<TaskView[]> => {
    if (account === undefined) return tasks.latest(shownTasks, status)
    if ((await findAccount(account, parts)) === undefined) return []
    return (await tasks.list(account, { limit: shownTasks, ...(status === undefined ? {} : { status }) })).tasks
  }
  app.get('/', async (_request, reply) => {
    const recent = await tasks.latest(shownTasks)
    return sendPage(
      reply,
      overviewPage({
        now: clock.now(),
        upstreams: upstreamHealth(parts, recent),
        queues: await queue.figures(shownPairs),
        days: await creditDays.last(shownDays),
        tasks: recent.slice(0, latest),
      }),
    )
  })
  app.get<{ Querystring: Query }>('/tasks', async ({ query }, reply) => {
    const status = taskStatuses.find((one) => one === query['status'])
    const account = single(query, 'account')
    return sendPage(reply, tasksPage(await tasksOf(account, status), { status, account }))
  })
  app.get<{ Params: { id: string } }>('/tasks/:id', async ({ params: { id } }, reply) => {
    const task = isTaskId(id) ? await tasks.read(id) : undefined
    if (task === undefined) throw unknownTask()
    const urls = task.status === 'completed' && task.result !== undefined ? resultUrls(task, '', signer) : []
    const timing = taskTiming(task, engine, clock.now())
    return sendPage(
      reply,
      taskPage(task, {
        refusals: await queue.refusals(id),
        timing,
        pause: timing.paused ? pauseOf(task, engine.health()) : undefined,
        resultUrls: urls,
        receivers:
          (await deliveries.callbackOf(id)) === undefined
            ? parts.receivers.filter((receiver) => receiver !== callbackReceiver)
            : parts.receivers,
      }),
    )
  })
  app.get('/webhooks', async (_request, reply) =>
    sendPage(reply, webhooksPage(await deliveries.list(shownRows), parts.receivers)),
  )
  app.get('/dead-letters', async (_request, reply) =>
    sendPage(reply, deadLettersPage(await queue.deadLetters(shownRows))),
  )
  app.get<{ Querystring: Query }>('/accounts', async ({ query }, reply) => {
    const { limit, after } = { ...pageQuery(query), limit: shownRows }
    const { after: afterKey } = pageQuery({ after: query['after_key'] })
    const id = single(query, 'account')
    const account = id === undefined ? undefined : await findAccount(id, parts)
    const entries = account === undefined ? [] : [account]
    return sendPage(
      reply,
      accountsPage({
        accounts: id === undefined ? await accounts.listAccounts({ limit, after }) : { entries },
        keys:
          id !== undefined && account === undefined
            ? { entries: [] }
            : await keys.listKeys({ limit, after: afterKey, account: account?.id }),
        at: { account: id, after, after_key: afterKey },
        now: clock.now(),
      }),
    )
  })
}

function actions(app: FastifyInstance, parts: OperatorParts): void {
  type WithId = { Params: { id: string } }
  app.post<WithId>('/dead-letters/:id/retry', async ({ params: { id } }, reply) => {
    await retryDeadLetter(id, parts)
    return reply.redirect('/console/dead-letters', 303)
  })
  app.post<{ Body: URLSearchParams | undefined }>('/webhooks/replay', async ({ body }, reply) => {
    await replayEvent(body?.get('task') ?? '', body?.get('receiver') ?? '', parts)
    return reply.redirect('/console/webhooks', 303)
  })
  app.post<WithId>('/tasks/:id/cancel', async ({ id: requestId, params: { id } }, reply) => {
    if (!isTaskId(id)) throw unknownTask()
    await cancelTask(id, { reason: 'cancelled by the operator', requestId }, parts)
    return reply.redirect(`/console/tasks/${id}`, 303)
  })
  for (const [word, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    app.post<WithId>(`/accounts/:id/${word}`, async ({ params: { id } }, reply) => {
      const account = await setDisabled(id, disabled, parts)
      return reply.redirect(accountAddress(account?.id), 303)
    })
  app.post<WithId & { Body: URLSearchParams | undefined }>(
    '/keys/:id/revoke',
    async ({ params: { id }, body }, reply) => {
      await revokeKey(id, parts)
      return reply.redirect(accountAddress(body?.get('account')), 303)
    },
  )
}

/** Where an account is shown after something was done to it, however many there are. */
function accountAddress(id: string | null | undefined): string {
  return `/console/accounts?account=${encodeURIComponent(id ?? '')}`
}

function unknownTask(): Problem {
  return new Problem('task-unknown', 'there is no task with this ID')
}

function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page.text)
}

/** Reads bodies as forms, whatever they say they are: this page sends no others. */
function readForms(app: FastifyInstance, read: ReadBody): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    async ({ headers }: FastifyRequest, payload: Readable) =>
      new URLSearchParams((await read(payload, headers, longestForm)).toString()),
  )
}

/** The cookie is not sent by other sites; this also holds for pages of another port or subdomain. */
function sameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || /^https?:\/\/(.+)$/.exec(headers.origin)?.[1] === headers.host
}
