import { addKey, stateOf } from '../../admit/accounts/keys.js'
import { formatCount } from '@model-tasks/validation/count'
import { hashApiKey } from '../../admit/accounts/api-key.js'
import { creditsOf } from '../../domain/money/credits.js'
import type { ApiKey } from '../../keep/store/key-store.js'
import { accountOf } from './account-argument.js'
import type { Command } from './command.js'
import { InputError } from '../../base/input-error.js'
import { keyOptions } from '../../admit/accounts/key-options.js'
import { operatorOf } from './operator-of.js'
import { printList } from './print-list.js'

/** Commands about keys. */
export const keyCommands: readonly Command[] = [
  {
    name: 'key add',
    usage: '<account> [option=value …]',
    summary: 'makes a key and prints it, once; options: name, expires, scopes, tasks, credits',
    async run([id, ...words], { stores, now, print }) {
      const account = await accountOf(id, stores)
      const { key } = await addKey({ account: account.id, ...keyOptions(words, now()) }, { stores, now })
      print(key)
    },
  },
  {
    name: 'key list',
    reads: true,
    usage: '[account]',
    summary: 'lists keys with their IDs; the keys themselves are not kept',
    async run([id], { stores, now, print }) {
      if (id !== undefined) await accountOf(id, stores)
      await printList(
        (query) => stores.keys.listKeys({ ...query, account: id }),
        { lineOf: (key) => lineOf(key, now()), empty: 'there is no key yet; "key add <account>" makes one' },
        { print },
      )
    },
  },
  {
    name: 'key revoke',
    // Its own record names the ID: what was typed may be the key itself, which is kept nowhere.
    reads: true,
    usage: '<key or its ID>',
    summary: 'revokes a key; the running service rejects it within a second',
    async run([word = ''], { stores, now, print }) {
      const id = word.startsWith('key_') ? word : await stores.keys.keyId(hashApiKey(word))
      if (id === undefined || !(await stores.keys.revokeKey(id)))
        throw new InputError('this key is unknown or already revoked; "key list" shows the IDs of all')
      await stores.operator.note({ at: now(), who: operatorOf(), action: 'key revoke', subject: id })
      print('revoked')
    },
  },
]

function lineOf(key: ApiKey, now: number): string {
  const { tasks, credits } = key.quota
  return [
    key.id,
    key.account,
    stateOf(key, now),
    key.scopes === undefined ? 'all scopes' : key.scopes.join(','),
    ...(tasks === undefined ? [] : [`${formatCount(tasks, 'task')} per day`]),
    ...(credits === undefined ? [] : [`${formatCount(creditsOf(credits), 'credit')} per day`]),
    key.name,
  ]
    .join('  ')
    .trimEnd()
}
