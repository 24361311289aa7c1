import { errorClasses } from '../../../domain/task/error-class.js'
import { taskStatuses } from '../../../domain/task/record.js'
import type { Found } from '../find-tasks.js'
import { html, type Html } from '../html.js'
import type { SearchName, SearchWords } from '../task-query.js'
import type { AccountNames } from './account-link.js'
import { page } from './layout.js'
import { taskTable } from './task-table.js'

/** What the list of tasks shows. */
export interface ShownTasks {
  words: SearchWords
  found: Found
  names: AccountNames
  /** The `after` of this page. */
  after: string | undefined
  /** What the lists beside the fields offer. */
  models: readonly string[]
  queues: readonly string[]
}

const address = '/console/tasks'

/** The tasks of all accounts: a search, filters, and pages. */
export function tasksPage(shown: ShownTasks): Html {
  return page(
    'Tasks',
    address,
    html`<h1>Tasks</h1>
      ${searchForm(shown)} ${accountsFound(shown)}
      <div data-live="tasks">
        ${shown.found.as === 'account' ? undefined : taskTable(shown.found.tasks, shown.names, emptyText(shown))}
        ${turns(shown)}
      </div>`,
  )
}

function searchForm({ words, models, queues }: ShownTasks): Html {
  return html`<search>
    <form method="get" class="filter find">
      <label class="wide"
        >Find
        <input
          name="q"
          value="${words.q ?? ''}"
          type="search"
          placeholder="task ID, idempotency key, upstream’s ID or account name"
        />
      </label>
      <button>Find</button>
    </form>
    <form method="get" class="filter">
      ${select('Status', 'status', taskStatuses, words.status)} ${select('Error', 'error', errorClasses, words.error)}
      ${field('Model', 'model', words.model, models)} ${field('Upstream', 'queue', words.queue, queues)}
      ${field('Account', 'account', words.account)} ${moment('Submitted from (UTC)', 'since', words.since)}
      ${moment('before (UTC)', 'before', words.before)}
      <button>Show</button>
      ${Object.keys(words).length === 0 ? undefined : html`<a href="${address}">Clear</a>`}
    </form>
  </search>`
}

function select(label: string, name: SearchName, values: readonly string[], chosen: string | undefined): Html {
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">any</option>
      ${values.map((value) =>
        value === chosen
          ? html`<option value="${value}" selected>${value}</option>`
          : html`<option value="${value}">${value}</option>`,
      )}
    </select>
  </label>`
}

function field(label: string, name: SearchName, value: string | undefined, offered: readonly string[] = []): Html {
  return html`<label
      >${label} <input name="${name}" value="${value ?? ''}" placeholder="any" list="list-${name}"
    /></label>
    <datalist id="list-${name}">${offered.map((one) => html`<option value="${one}"></option>`)}</datalist>`
}

function moment(label: string, name: SearchName, value: string | undefined): Html {
  const shown = value !== undefined && /^\d{1,11}$/.test(value) ? isoMinute(Number(value) * 1000) : (value ?? '')
  return html`<label>${label} <input name="${name}" value="${shown}" type="datetime-local" /></label>`
}

function isoMinute(time: number): string {
  return new Date(time).toISOString().slice(0, 16)
}

/** Accounts that the words may have meant. */
function accountsFound({ words, found }: ShownTasks): Html | undefined {
  const { accounts, as } = found
  if (words.account !== undefined && accounts.length === 0)
    return html`<p class="empty">No account has this ID, or a name with “${words.account}” in it.</p>`
  if (accounts.length === 0 || (words.account !== undefined && accounts.length === 1)) return undefined
  return html`<section>
    <h2>${as === undefined ? 'Which account?' : 'Accounts of this name'}</h2>
    <ul class="links">
      ${accounts.map(({ id, name }) => {
        const query = new URLSearchParams({ ...words, q: '', account: id })
        query.delete('q')
        return html`<li>
          <a href="${address}?${query.toString()}">Tasks of ${name}</a> <span class="id">${id}</span>
        </li>`
      })}
    </ul>
  </section>`
}

function emptyText({ words, found }: ShownTasks): string {
  if (found.as === 'nothing')
    return `Nothing is called “${words.q ?? ''}”: no task, no idempotency key that is still kept, no task of an upstream, no account.`
  if (found.stopped) return 'None of the tasks that were looked at matches.'
  return Object.keys(words).length === 0 ? 'No task was submitted yet.' : 'No task matches.'
}

/** Links to the first and the next page. */
function turns({ words, found, after }: ShownTasks): Html | undefined {
  if (after === undefined && found.next === undefined) return undefined
  const link = (label: string, at: string | undefined): Html => {
    const query = new URLSearchParams({ ...words, ...(at === undefined ? {} : { after: at }) })
    return html`<a href="${address}?${query.toString()}">${label}</a>`
  }
  return html`<p class="turns">
    ${after === undefined ? undefined : link('Newest', undefined)}
    ${found.next === undefined ? undefined : link(found.stopped ? 'Look at older tasks' : 'Older', found.next)}
  </p>`
}
