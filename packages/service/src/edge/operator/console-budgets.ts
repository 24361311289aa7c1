import type { FastifyInstance } from 'fastify'
import { budgetOf, lowBalanceOf, periodOf } from '../../admit/accounts/budget-input.js'
import { isKeyId } from '../../domain/money/budget.js'
import { checked } from './admin-input.js'
import { setBudget } from './budget-routes.js'
import { findAccount, isName } from './actions.js'
import type { RecordAction } from './record-action.js'
import type { OperatorParts } from './parts.js'

type WithForm = { Body: URLSearchParams | undefined }

/** What the forms of budgets in the console do. */
export function consoleBudgets(app: FastifyInstance, parts: OperatorParts, record: RecordAction): void {
  app.post<WithForm>('/budgets', async (request, reply) => {
    const given = (name: string): string => request.body?.get(name)?.trim() ?? ''
    const budget = checked(() =>
      budgetOf({
        ...{ subject: given('subject'), period: given('period'), credits: given('credits'), mode: given('mode') },
        warn: given('warn') || undefined,
      }),
    )
    await setBudget(budget, parts)
    await record(request, 'Set budget', budget.subject, `${given('credits')} per ${budget.period}, ${given('mode')}`)
    return reply.redirect(accountAddress(given('account') || budget.subject), 303)
  })
  app.post<WithForm>('/budgets/remove', async (request, reply) => {
    const [subject, period] = [request.body?.get('subject') ?? '', request.body?.get('period') ?? '']
    if (
      isName(subject) &&
      (await parts.budgets.removeBudget(
        subject,
        checked(() => periodOf(period)),
      ))
    )
      await record(request, 'Remove budget', subject, period)
    return reply.redirect(accountAddress(request.body?.get('account') ?? ''), 303)
  })
  app.post<{ Params: { id: string } } & WithForm>('/accounts/:id/low-balance', async (request, reply) => {
    const account = await findAccount(request.params.id, parts)
    if (account !== undefined && !account.unlimited) {
      const word = request.body?.get('credits')?.trim() || 'off'
      await parts.budgets.setLowBalance(
        account.id,
        checked(() => lowBalanceOf(word)),
      )
      await record(request, 'Alert below', account.id, word)
    }
    return reply.redirect(accountAddress(account?.id ?? ''), 303)
  })
}

function accountAddress(id: string): string {
  return id === '' || isKeyId(id) ? '/console/accounts' : `/console/accounts?account=${encodeURIComponent(id)}`
}
