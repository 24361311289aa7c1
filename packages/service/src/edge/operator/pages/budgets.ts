import { formatPeriod, type BudgetState } from '../../../domain/money/budget.js'
import { creditsOf } from '../../../domain/money/credits.js'
import type { Account } from '../../../keep/store/account-store.js'
import { html, type Html } from '../html.js'
import { badge, table } from './layout.js'

/** The budgets of all accounts and keys, or of one account and its keys, with the forms that set them. */
export function budgetsSection(budgets: readonly BudgetState[], account: Account | undefined): Html {
  return html`<h2>Budgets</h2>
    <p class="hint">
      What may be spent per day or month, in UTC. It counts what tasks hold or were charged, by the time of their
      submit.
    </p>
    ${table(
      'Budgets',
      ['Account or key', 'Period', '#Credits', '#Used', 'When it is reached', 'Told at', 'Action'],
      budgets.map((budget) => budgetRow(budget, account)),
      'There is no budget.',
    )}
    <form method="post" action="/console/budgets" class="filter">
      <input type="hidden" name="account" value="${account?.id ?? ''}" />
      <label>Account or key <input name="subject" value="${account?.id ?? ''}" required /></label>
      <label>
        Period
        <select name="period">
          <option>day</option>
          <option>month</option>
        </select>
      </label>
      <label>Credits <input name="credits" inputmode="decimal" required /></label>
      <label>
        When it is reached
        <select name="mode">
          <option value="hard">reject submits</option>
          <option value="warn">only tell</option>
        </select>
      </label>
      <label>Told at % <input name="warn" inputmode="numeric" placeholder="80" /></label>
      <button>Set budget</button>
    </form>
    ${account === undefined || account.unlimited ? undefined : lowBalanceForm(account)}`
}

function lowBalanceForm({ id, lowBalance }: Account): Html {
  return html`<form method="post" action="/console/accounts/${id}/low-balance" class="filter">
    <label>
      Tell below (credits)
      <input
        name="credits"
        inputmode="decimal"
        value="${lowBalance === undefined ? '' : creditsOf(lowBalance)}"
        placeholder="off"
      />
    </label>
    <button>Set</button>
  </form>`
}

function budgetRow(
  { subject, account: owner, period, start, credits, used, hard, warn }: BudgetState,
  shown: Account | undefined,
): Html {
  const reached = used >= credits
  return html`<tr>
    <th scope="row"><a href="/console/accounts?account=${owner}" class="id">${subject}</a></th>
    <td>${period} ${formatPeriod(period, start)}</td>
    <td class="number">${creditsOf(credits)}</td>
    <td class="number">${creditsOf(used)}</td>
    <td>${reached ? badge('reached') : undefined} ${hard ? 'rejects submits' : 'only told'}</td>
    <td>${warn === undefined ? 'reached' : `${warn} %`}</td>
    <td>
      <form
        method="post"
        action="/console/budgets/remove"
        data-confirm="Remove the budget of ${subject} per ${period}?"
      >
        <input type="hidden" name="subject" value="${subject}" />
        <input type="hidden" name="period" value="${period}" />
        <input type="hidden" name="account" value="${shown?.id ?? ''}" />
        <button class="danger" aria-label="Remove the budget of ${subject} per ${period}">Remove</button>
      </form>
    </td>
  </tr>`
}
