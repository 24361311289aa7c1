import { outcomeOfAnswer, type Answer } from '@model-tasks/client/policy'
import { ask, declaredBy, KeyNotAccepted } from '../ask.js'
import { requestOf } from '../checked-request.js'
import { forUser, idOf } from '../for-user.js'
import type { Parts } from '../parts.js'
import { problem } from '../problem.js'
import { passOn, type Service } from '../service.js'

/** POST /quote: what a task of this request would cost. */
export async function quote(parts: Parts, request: Request, user: string): Promise<Response> {
  const read = await requestOf(parts, request, user)
  if (read instanceof Response) return read
  const answer = await askQuote(parts.service, read.body)
  // What the account of the proxy has left is not for its users.
  const { available: _, ...quoted } = Object(answer.json) as Record<string, unknown>
  return answer.status === 200 ? passOn(answer, quoted) : passOn(answer)
}

function askQuote(service: Service, body: object): Promise<Answer> {
  return ask(service, '/quote', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}

/** POST /tasks: checks the request, counts what it costs, and sends it once. */
export async function submit(parts: Parts, request: Request, user: string): Promise<Response> {
  const { service, ids, spending, settings, now } = parts
  const read = await requestOf(parts, request, user)
  if (read instanceof Response) return read
  const given = request.headers.get('idempotency-key')
  // Each user has keys of their own: another one's key would lead to their task.
  const key = given === null ? crypto.randomUUID() : await ids.digest(['key', user, given])
  const budget = typeof settings.budget === 'function' ? await settings.budget(user) : settings.budget
  const day = new Date(now()).toISOString().slice(0, 10)
  if (budget !== null) {
    const cost = await costOf(service, read.body)
    if (cost instanceof Response) return cost
    const declared = await declaredBy(service)
    const kept = declared?.extensions.includes('idempotency') === true ? (declared.idempotency?.keptSeconds ?? 0) : 0
    const { counted, spent } = await spending.reserve({
      user,
      day,
      key,
      amount: cost,
      limit: budget.perDay,
      now: now(),
      sameFor: kept * 1_000,
    })
    const left = Math.max(0, budget.perDay - spent)
    if (!counted)
      return problem(
        402,
        `the task costs ${cost} credits, and ${left} of the ${budget.perDay} of this day (UTC) are left; nothing was submitted`,
        { cost, left, budget: budget.perDay },
      )
  }
  // Sent once, and to its end also where the user has left: a task that is paid for must not be unknown.
  const answer = await ask(service, '/tasks', {
    method: 'POST',
    body: JSON.stringify(read.body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  }).catch(async (error: unknown) => {
    if (budget !== null && error instanceof KeyNotAccepted) await spending.release({ user, day, key })
    throw error
  })
  if (budget !== null && outcomeOfAnswer(answer, idOf).proved === 'rejected') await spending.release({ user, day, key })
  return forUser(ids, 'task', user, answer)
}

/** What a task costs, in credits; or why it cannot be submitted. */
async function costOf(service: Service, body: object): Promise<number | Response> {
  const answer = await askQuote(service, body)
  const { amount } = Object(answer.json) as { amount?: unknown }
  if (answer.status === 200 && typeof amount === 'number' && amount >= 0) return amount
  if ([404, 405, 501].includes(answer.status) || answer.status === 200)
    return problem(402, 'a budget is set, and the service does not say what the task costs; nothing was submitted')
  return passOn(answer)
}
