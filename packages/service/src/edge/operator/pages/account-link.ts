import { otherAccounts } from '../../../keep/store/queue-figures.js'
import { html, type Html } from '../html.js'

/** The names of accounts by their IDs. */
export type AccountNames = ReadonlyMap<string, string>

/** An account by its name, which leads to it; by its ID where it has no name any more. */
export function accountLink(id: string, names: AccountNames): Html {
  if (id === otherAccounts) return html`all others`
  return html`<a href="/console/accounts?account=${id}" title="${id}">${names.get(id) ?? id}</a>`
}
