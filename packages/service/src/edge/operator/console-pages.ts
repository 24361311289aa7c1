import type { FastifyInstance } from 'fastify'
import { taskTiming } from '../../run/engine/task-timing.js'
import { pageQuery, single, type Query } from '../http/page-query.js'
import { resultUrls } from '../../keep/results/result-url.js'
import { callbackReceiver, isAlertReceiver } from '../../domain/webhooks.js'
import { findAccount } from './actions.js'
import { CreditDays } from './credit-days.js'
import { RecentEnds } from '../../run/telemetry/ended-figures.js'
import { decisions } from './decisions.js'
import { findTasks } from './find-tasks.js'
import { knownTask, unknownTask } from './known-task.js'
import { accountsPage } from './pages/accounts.js'
import { deadLettersPage, webhooksPage } from './pages/lists.js'
import { recordPage } from './pages/record.js'
import { overviewPage } from './pages/overview.js'
import { taskPage } from './pages/task.js'
import { tasksPage } from './pages/tasks.js'
import type { OperatorParts } from './parts.js'
import { proveTask } from './prove-task.js'
import { storyOf } from './story.js'
import { storyParts } from './story-parts.js'
import { sendPage } from './send-page.js'
import { afterOf, searchWords } from './task-query.js'
import { usageRoute } from './usage.js'
import { pauseOf, upstreamHealth } from './upstream-health.js'

const [shownTasks, latest, shownDays, shownRows, shownPairs] = [100, 15, 14, 200, 50]

/** The pages of the console, for an operator who is signed in. */
export function consolePages(app: FastifyInstance, parts: OperatorParts): void {
  const { accounts, keys, queue, deliveries, tasks, engine, clock, signer } = parts
  usageRoute(app, parts)
  const creditDays = new CreditDays(parts)
  const ends = new RecentEnds(parts)
  const namesOf = (shown: readonly { account: string }[]) =>
    parts.search.accountNames([...new Set(shown.map(({ account }) => account))])
  app.get('/', async (_request, reply) => {
    const recent = await tasks.latest(latest)
    const queues = await queue.figures(shownPairs)
    return sendPage(
      reply,
      overviewPage({
        now: clock.now(),
        upstreams: await upstreamHealth(parts, ends),
        queues,
        ends: await ends.figures(),
        days: await creditDays.last(shownDays),
        tasks: recent,
        names: await namesOf([...recent, ...queues]),
      }),
    )
  })
  app.get<{ Querystring: Query }>('/tasks', async ({ query }, reply) => {
    const [words, after] = [searchWords(query), afterOf(query)]
    const found = await findTasks(words, { limit: shownTasks, after }, parts)
    const [task] = found.tasks
    if (found.as === 'task' && task !== undefined) return reply.redirect(`/console/tasks/${task.id}`, 303)
    const [account, ...more] = found.accounts
    if (found.as === 'account' && account !== undefined && more.length === 0)
      return reply.redirect(`/console/tasks?account=${account.id}`, 303)
    const queues = engine.health().map((lane) => lane.queue)
    return sendPage(
      reply,
      tasksPage({ words, found, after, names: await namesOf(found.tasks), models: parts.models, queues }),
    )
  })
  app.get<{ Params: { id: string } }>('/tasks/:id', async ({ params: { id } }, reply) => {
    const task = await knownTask(id, parts)
    const urls = task.status === 'completed' && task.result !== undefined ? resultUrls(task, '', signer) : []
    const timing = taskTiming(task, engine, clock.now())
    const dead = await parts.operator.isSetAside(id)
    const shown = decisions.filter((decision) => decision.fits(task, dead))
    return sendPage(
      reply,
      taskPage(task, {
        story: storyOf(await storyParts(task, parts)),
        decisions: shown,
        timing,
        pause: timing.paused ? pauseOf(task, engine.health()) : undefined,
        place: await parts.places.find(task),
        resultUrls: urls,
        names: await namesOf([task]),
        receivers:
          (await deliveries.callbackOf(id)) === undefined
            ? parts.receivers.filter((receiver) => receiver !== callbackReceiver && !isAlertReceiver(receiver))
            : parts.receivers.filter((receiver) => !isAlertReceiver(receiver)),
      }),
    )
  })
  app.get<{ Params: { id: string } }>('/tasks/:id/proof', async ({ params: { id } }, reply) => {
    const proof = await proveTask(id, parts, clock.now())
    if (proof === undefined) throw unknownTask()
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="proof-${id}.json"` })
      .send(proof)
  })
  app.get('/webhooks', async (_request, reply) =>
    sendPage(reply, webhooksPage(await deliveries.list(shownRows), parts.receivers)),
  )
  app.get('/dead-letters', async (_request, reply) => {
    const letters = await queue.deadLetters(shownRows)
    return sendPage(reply, deadLettersPage(letters, await namesOf(letters)))
  })
  app.get('/record', async (_request, reply) => sendPage(reply, recordPage(await parts.operator.actions(shownRows))))
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
        budgets: account === undefined && id !== undefined ? [] : await parts.budgets.budgets(clock.now(), account?.id),
        account,
        at: { account: id, after, after_key: afterKey },
        now: clock.now(),
      }),
    )
  })
}
