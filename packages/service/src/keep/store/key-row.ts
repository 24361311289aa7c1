import { accountFromRow } from './account-row.js'
import { integer, number, present, text, yes, type Row } from './columns.js'
import { entriesAfter } from './page.js'
import { keyScopes, type ApiKey, type KeyHolder, type KeyScope, type NewApiKey } from './key-store.js'

/** The columns of the table `api_key` under names that no column of `account` has. */
export const keyColumns = `api_key.id AS key_id, api_key.account AS key_account, api_key.name AS key_name,
  api_key.created AS key_created, expires, scopes, daily_tasks, daily_credits, revoked`

/** The statements of `listKeys`: of all keys, and of those of an account. */
export const keyPages = (after: string, limit: string, account: string) => ({
  list: `SELECT ${keyColumns} FROM api_key WHERE ${entriesAfter('api_key', after)} LIMIT ${limit}`,
  listOf: `SELECT ${keyColumns} FROM api_key WHERE ${entriesAfter('api_key', after, { column: 'account', value: account })} LIMIT ${limit}`,
})

/** A row of `keyColumns` as a key. */
export function keyFromRow(row: Row): ApiKey {
  return {
    id: text(row, 'key_id'),
    account: text(row, 'key_account'),
    name: text(row, 'key_name'),
    created: number(row, 'key_created'),
    expires: present(row, 'expires') ? number(row, 'expires') : undefined,
    scopes: present(row, 'scopes') ? scopesFrom(text(row, 'scopes')) : undefined,
    quota: {
      tasks: present(row, 'daily_tasks') ? integer(row, 'daily_tasks') : undefined,
      credits: present(row, 'daily_credits') ? integer(row, 'daily_credits') : undefined,
    },
    revoked: yes(row, 'revoked'),
  }
}

/** A row of `keyColumns` and of `account` as both. */
export function holderFromRow(row: Row): KeyHolder {
  return { key: keyFromRow(row), account: accountFromRow(row) }
}

/** What a new key holds, in the order of `hash, id, account, name, created, expires, scopes, daily_tasks, daily_credits`. */
export function keyValues({
  hash,
  id,
  account,
  name,
  created,
  expires,
  scopes,
  quota,
}: NewApiKey): (string | number | null)[] {
  const { tasks, credits } = quota ?? {}
  return [
    hash,
    id,
    account,
    name ?? '',
    created,
    expires ?? null,
    scopes?.join(' ') ?? null,
    tasks ?? null,
    credits ?? null,
  ]
}

function scopesFrom(words: string): KeyScope[] {
  const named = words.split(' ')
  return keyScopes.filter((scope) => named.includes(scope))
}
