import { formatCount } from '@model-tasks/validation/count'
import { stateOf } from '../../../admit/accounts/keys.js'
import type { BudgetState } from '../../../domain/money/budget.js'
import { creditsOf } from '../../../domain/money/credits.js'
import type { Account } from '../../../keep/store/account-store.js'
import type { ApiKey } from '../../../keep/store/key-store.js'
import type { Page } from '../../../keep/store/page.js'
import { html, type Html } from '../html.js'
import { budgetsSection } from './budgets.js'
import { badge, page, table } from './layout.js'

const address = '/console/accounts'

/** What is shown of the accounts and their keys. */
export interface ShownAccounts {
  accounts: Page<Account>
  keys: Page<ApiKey>
  budgets: readonly BudgetState[]
  /** The one account that is shown alone. */
  account: Account | undefined
  /** The query of the address: the one account that was asked for, and where the two lists begin. */
  at: Readonly<Record<'account' | 'after' | 'after_key', string | undefined>>
  now: number
}

/** Accounts and their keys, a page of each. */
export function accountsPage({ accounts, keys, budgets, account, at, now }: ShownAccounts): Html {
  return page(
    'Accounts',
    address,
    html`<h1>Accounts</h1>
      <form method="get" class="filter">
        <label>Account <input name="account" value="${at.account ?? ''}" placeholder="any" /></label>
        <button>Show</button>
      </form>
      ${table(
        'Accounts',
        ['Account', 'Name', '#Credits', '#Held', 'State', 'Action'],
        accounts.entries.map(accountRow),
        at.account === undefined ? 'There is no account.' : `There is no account ${at.account}.`,
      )}
      ${turns('accounts', at, 'after', accounts.next)}
      <p>
        Usage of the last 30 days: <a href="/console/usage?format=csv" download>CSV</a>,
        <a href="/console/usage">JSON</a>
      </p>
      ${budgetsSection(budgets, account)}
      <h2>Keys</h2>
      <p class="hint">
        A key is shown once, when it is made: <code>model-tasks-service key add &lt;account&gt;</code>.
      </p>
      ${table(
        'Keys',
        ['Key', 'Account', 'Name', 'State', 'Scopes', 'Per day', 'Action'],
        keys.entries.map((key) => keyRow(key, now)),
        'There is no key.',
      )}
      ${turns('keys', at, 'after_key', keys.next)}`,
  )
}

/** Links to the first and the next page of a list, where it has more than the one that is shown. */
function turns(
  list: string,
  at: ShownAccounts['at'],
  name: 'after' | 'after_key',
  next: string | undefined,
): Html | undefined {
  const link = (word: string, after: string | undefined): Html => {
    const chosen = Object.entries({ ...at, [name]: after }).filter(
      (part): part is [string, string] => part[1] !== undefined,
    )
    return html`<a href="${address}?${new URLSearchParams(chosen).toString()}">${word} ${list}</a>`
  }
  if (at[name] === undefined && next === undefined) return undefined
  return html`<p class="turns">
    ${at[name] === undefined ? undefined : link('First', undefined)}
    ${next === undefined ? undefined : link('Next', next)}
  </p>`
}

function accountRow({ id, name, unlimited, credits, held, disabled }: Account): Html {
  return html`<tr>
    <th scope="row"><a href="/console/accounts?account=${id}" class="id">${id}</a></th>
    <td>${name}</td>
    <td class="number">${unlimited ? 'not counted' : creditsOf(credits)}</td>
    <td class="number">${unlimited ? '' : creditsOf(held)}</td>
    <td>${badge(disabled ? 'disabled' : 'active')}</td>
    <td>
      <form method="post" action="/console/accounts/${id}/${disabled ? 'enable' : 'disable'}">
        <button aria-label="${disabled ? 'Enable' : 'Disable'} ${id}">${disabled ? 'Enable' : 'Disable'}</button>
      </form>
    </td>
  </tr>`
}

function keyRow(key: ApiKey, now: number): Html {
  const { tasks, credits } = key.quota
  const quota = [
    ...(tasks === undefined ? [] : [formatCount(tasks, 'task')]),
    ...(credits === undefined ? [] : [formatCount(creditsOf(credits), 'credit')]),
  ]
  return html`<tr>
    <th scope="row" class="id">${key.id}</th>
    <td><a href="/console/accounts?account=${key.account}">${key.account}</a></td>
    <td>${key.name}</td>
    <td>${stateOf(key, now)}</td>
    <td>${key.scopes?.join(', ') ?? 'all'}</td>
    <td>${quota.join(', ') || 'no quota'}</td>
    <td>
      ${
        key.revoked
          ? undefined
          : html`<form
              method="post"
              action="/console/keys/${key.id}/revoke"
              data-confirm="Revoke ${key.id}? It cannot be undone."
            >
              <input type="hidden" name="account" value="${key.account}" />
              <button class="danger" aria-label="Revoke ${key.id}">Revoke</button>
            </form>`
      }
    </td>
  </tr>`
}
