import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { balanceMembers, limitMembers } from '../../admit/accounts/resource.js'
import { addKey } from '../../admit/accounts/keys.js'
import { keyOptions } from '../../admit/accounts/key-options.js'
import { amountOf, balanceOf, nameOf, referenceOf } from '../../admit/accounts/operator-input.js'
import { listResource, pageLimit, pageQuery, single, type Query } from '../http/page-query.js'
import { holdsKey } from '../http/routes/metrics.js'
import { formatShortened, Problem } from '../../admit/problem.js'
import type { JsonValue } from '../../base/json.js'
import { creditsOf } from '../../domain/money/credits.js'
import { grantCredits } from '../../admit/accounts/grant-credits.js'
import type { Account } from '../../keep/store/account-store.js'
import type { ApiKey } from '../../keep/store/key-store.js'
import { untold } from '../../keep/store/webhook-deliveries.js'
import { mostPairs } from '../../keep/store/queue-figures.js'
import { findAccount, replayEvent, retryDeadLetter, revokeKey, setDisabled } from './actions.js'
import { RecentEnds } from '../../run/telemetry/ended-figures.js'
import { adminBudgets } from './budget-routes.js'
import { checked, invalid, numeral, objectOf, rejection } from './admin-input.js'
import { adminDecisions } from './admin-decisions.js'
import { findTasks } from './find-tasks.js'
import type { OperatorParts } from './parts.js'
import { foundResource } from './found-resource.js'
import { afterOf, searchWords } from './task-query.js'
import { usageRoute } from './usage.js'
import { upstreamHealth } from './upstream-health.js'

const shownDeadLetters = 500
const shownDeliveries = 500
const missingReference =
  'reference is missing: give each grant a name of its own, such as an invoice number; repeated under it, it is granted once'

type WithId = { Params: { id: string } }
type WithQuery = { Querystring: Query }
type WithBody = { Body: JsonValue | undefined }

/** Administration over HTTP, for holders of its key. Without one these addresses are unknown. */
export async function adminRoutes(app: FastifyInstance, parts: OperatorParts | undefined): Promise<void> {
  if (parts === undefined) return
  const { accounts, keys, queue, deliveries, clock } = parts
  const ends = new RecentEnds(parts)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done(holdsKey(request.headers, parts.key) ? undefined : refused())
  })
  adminDecisions(app, parts)
  adminBudgets(app, parts)
  usageRoute(app, parts)
  app.get<WithQuery>('/accounts', async ({ query }) =>
    listResource(await accounts.listAccounts(pageQuery(query)), accountResource),
  )
  app.post<WithBody>('/accounts', async ({ body }) => {
    const { name, credits } = objectOf(body, ['name', 'credits'])
    const id = `account_${randomBytes(9).toString('hex')}`
    const given = checked(() => ({
      name: nameOf(typeof name === 'string' ? name : ''),
      unlimited: credits === undefined,
      credits: credits === undefined ? 0 : balanceOf(numeral(credits)),
    }))
    await accounts.addAccount({ id, ...given, created: clock.now() })
    return accountResource(await accountOf(id, parts))
  })
  app.post<WithId & WithBody>('/accounts/:id/credits', async ({ params, body }) => {
    const { credits, reference } = objectOf(body, ['credits', 'reference'])
    const { id } = await accountOf(params.id, parts)
    if (reference === undefined) throw invalid(missingReference)
    const given = checked(() => ({
      credits: amountOf(numeral(credits)),
      reference: referenceOf(typeof reference === 'string' ? reference : ''),
    }))
    const repeated = await grantCredits(accounts, { account: id, ...given, at: clock.now() }).catch(rejection)
    return { ...accountResource(await accountOf(id, parts)), repeated }
  })
  for (const [word, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    app.post<WithId>(`/accounts/:id/${word}`, async ({ params: { id } }) => {
      const account = await setDisabled(id, disabled, parts)
      if (account === undefined) throw unknownAccount()
      return accountResource(account)
    })
  app.get<WithId & WithQuery>('/accounts/:id/keys', async ({ params, query }) => {
    const { id: account } = await accountOf(params.id, parts)
    return listResource(await keys.listKeys({ ...pageQuery(query), account }), keyResource)
  })
  app.post<WithId & WithBody>('/accounts/:id/keys', async ({ params, body }) => {
    const { id: account } = await accountOf(params.id, parts)
    const words = Object.entries(objectOf(body, ['name', 'expires', 'scopes', 'tasks', 'credits'])).map(
      ([name, value]) => `${name}=${wordOf(name, value)}`,
    )
    const options = checked(() => keyOptions(words, clock.now()))
    const { id, key } = await addKey({ account, ...options }, { stores: parts, now: () => clock.now() })
    return { id, object: 'key', account, key }
  })
  app.delete<WithId>('/keys/:id', async ({ params: { id } }, reply) => {
    if (!(await revokeKey(id, parts)))
      throw new Problem('not-found', 'there is no key with this ID, or it was revoked before')
    return reply.code(204).send()
  })
  app.get('/queues', async () => ({ object: 'list', data: await queue.figures(mostPairs) }))
  app.get('/upstreams', async () => ({
    object: 'list',
    data: await upstreamHealth(parts, ends),
  }))
  app.get<WithQuery>('/tasks', async ({ query }) => {
    const page = { limit: pageLimit(single(query, 'limit')), after: afterOf(query) }
    const found = await findTasks(searchWords(query), page, parts)
    return foundResource(found, await parts.search.accountNames(found.tasks.map(({ account }) => account)))
  })
  app.get('/dead-letters', async () => ({ object: 'list', data: await queue.deadLetters(shownDeadLetters) }))
  app.post<WithId>('/dead-letters/:id/retry', async ({ params: { id } }, reply) => {
    if (!(await retryDeadLetter(id, parts))) throw new Problem('task-unknown', 'no task of this ID is set aside')
    return reply.code(204).send()
  })
  app.get('/webhooks', async () => ({ object: 'list', data: await deliveries.list(shownDeliveries) }))
  app.post<WithBody>('/webhooks/replay', async ({ body }, reply) => {
    const { task, receiver } = objectOf(body, ['task', 'receiver'])
    if (typeof task !== 'string' || typeof receiver !== 'string') throw invalid('task and receiver must be strings')
    if (!parts.receivers.includes(receiver))
      throw invalid(`receiver must be one of ${parts.receivers.join(', ') || 'none: no webhook is configured'}`)
    if (!(await replayEvent(task, receiver, parts)))
      throw new Problem('task-unknown', untold(formatShortened(task), receiver))
    return reply.code(204).send()
  })
}

function refused(): Problem {
  return new Problem('key-refused', 'send the key of MODEL_TASKS_ADMIN_KEY as Authorization: Bearer <key>', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

async function accountOf(id: string, parts: OperatorParts): Promise<Account> {
  const account = await findAccount(id, parts)
  if (account === undefined) throw unknownAccount()
  return account
}

function unknownAccount(): Problem {
  return new Problem('not-found', 'there is no account with this ID')
}

/** An option of a key as the terminal takes it. */
function wordOf(name: string, value: JsonValue): string {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  if (name === 'scopes' && Array.isArray(value) && texts.length === value.length) return texts.join(',')
  if (name === 'tasks' || name === 'credits') return numeral(value)
  if (typeof value === 'string') return value
  throw invalid(`${name} must be a ${name === 'scopes' ? 'list of strings' : 'string'}`)
}

function accountResource(account: Account) {
  const { id, name, unlimited, disabled, created, lowBalance } = account
  return {
    id,
    object: 'account',
    name,
    unlimited,
    ...balanceMembers(account),
    ...(lowBalance === undefined ? {} : { low_balance: creditsOf(lowBalance) }),
    disabled,
    created: Math.floor(created / 1000),
  }
}

function keyResource(key: ApiKey) {
  const { id, account, name, created, scopes, revoked } = key
  return {
    ...{ id, object: 'key', account, name, revoked, scopes, created: Math.floor(created / 1000) },
    ...limitMembers(key),
  }
}
