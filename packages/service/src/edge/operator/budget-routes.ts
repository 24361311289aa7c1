import type { FastifyInstance } from 'fastify'
import { budgetOf, lowBalanceOf, periodOf, unknownSubject } from '../../admit/accounts/budget-input.js'
import { single, type Query } from '../http/page-query.js'
import { Problem } from '../../admit/problem.js'
import type { JsonValue } from '../../base/json.js'
import { isKeyId, periodEnd, type Budget, type BudgetState } from '../../domain/money/budget.js'
import { creditsOf } from '../../domain/money/credits.js'
import { findAccount, isName } from './actions.js'
import { checked, numeral, objectOf } from './admin-input.js'
import type { OperatorParts } from './parts.js'

type WithQuery = { Querystring: Query }
type WithBody = { Body: JsonValue | undefined }
type WithBudget = { Params: { id: string; period: string } }

/** Budgets over HTTP. */
export function adminBudgets(app: FastifyInstance, parts: OperatorParts): void {
  const { budgets, clock } = parts
  app.get<WithQuery>('/budgets', async ({ query }) => {
    const account = single(query, 'account')
    if (account !== undefined && (await findAccount(account, parts)) === undefined) throw unknownAccount()
    return { object: 'list', data: (await budgets.budgets(clock.now(), account)).map(budgetResource) }
  })
  app.put<WithBudget & WithBody>('/budgets/:id/:period', async ({ params: { id, period }, body }) => {
    const { credits, hard, warn } = objectOf(body, ['credits', 'hard', 'warn'])
    const budget = checked(() =>
      budgetOf({
        ...{ subject: id, period, credits: numeral(credits), mode: modeOf(hard) },
        warn: warn === undefined ? undefined : warn === null ? 'off' : numeral(warn),
      }),
    )
    await setBudget(budget, parts)
    const found = await budgetState(budget, parts)
    return found === undefined ? {} : budgetResource(found)
  })
  app.delete<WithBudget>('/budgets/:id/:period', async ({ params: { id, period } }, reply) => {
    const known = checked(() => periodOf(period))
    if (!isName(id) || !(await budgets.removeBudget(id, known)))
      throw new Problem('not-found', `${id} has no budget per ${known}`)
    return reply.code(204).send()
  })
  app.put<{ Params: { id: string } } & WithBody>(
    '/accounts/:id/low-balance',
    async ({ params: { id }, body }, reply) => {
      const { credits } = objectOf(body, ['credits'])
      const account = await findAccount(id, parts)
      if (account === undefined) throw unknownAccount()
      const threshold = checked(() => lowBalanceOf(credits === null ? 'off' : numeral(credits)))
      if (account.unlimited)
        throw new Problem('invalid-request', 'the credits of this account are not counted; set a budget instead')
      await budgets.setLowBalance(id, threshold)
      return reply.code(204).send()
    },
  )
}

/** Sets a budget. Throws the problem of an account or a key that is not there. */
export async function setBudget(budget: Budget, { budgets, clock }: OperatorParts): Promise<void> {
  if (!isName(budget.subject) || !(await budgets.setBudget(budget, clock.now())))
    throw new Problem('not-found', unknownSubject(budget.subject))
}

async function budgetState(
  { subject, period }: Budget,
  { budgets, clock }: OperatorParts,
): Promise<BudgetState | undefined> {
  const all = await budgets.budgets(clock.now(), isKeyId(subject) ? undefined : subject)
  return all.find((one) => one.subject === subject && one.period === period)
}

function budgetResource({ subject, account, period, credits, used, hard, warn, start }: BudgetState) {
  return {
    object: 'budget',
    account,
    ...(isKeyId(subject) ? { key: subject } : {}),
    ...{ period, credits: creditsOf(credits), used: creditsOf(used), hard, warn },
    begins: new Date(start).toISOString(),
    ends: new Date(periodEnd(period, start)).toISOString(),
  }
}

function modeOf(hard: JsonValue | undefined): string {
  if (hard === undefined || hard === true) return 'hard'
  if (hard === false) return 'warn'
  throw new Problem(
    'invalid-request',
    'hard must be true, which rejects a submit that would exceed the budget, or false',
  )
}

function unknownAccount(): Problem {
  return new Problem('not-found', 'there is no account with this ID')
}
