import { formatCount } from '@model-tasks/validation/count'
import { hashApiKey, newApiKey, newKeyId } from '../accounts/api-key.js'
import { creditsOf } from '../money/credits.js'
import type { ApiKey } from '../store/key-store.js'
import { accountOf } from './account-argument.js'
import { CommandError, type Command, type CommandContext } from './command.js'
import { keyOptions, type KeyOptions } from './key-options.js'
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
    usage: '<key or its ID>',
    summary: 'revokes a key; the running service rejects it within a second',
    async run([word = ''], { stores, print }) {
      const id = word.startsWith('key_') ? word : await stores.keys.keyId(hashApiKey(word))
      if (id === undefined || !(await stores.keys.revokeKey(id)))
        throw new CommandError('this key is unknown or already revoked; "key list" shows the IDs of all')
      print('revoked')
    },
  },
]

/** Makes a key. It is shown once and kept nowhere. */
export async function addKey(
  { account, ...options }: KeyOptions & { account: string },
  { stores, now }: { stores: Pick<CommandContext['stores'], 'keys'>; now: () => number },
): Promise<{ id: string; key: string }> {
  const { key, hash } = newApiKey()
  const id = newKeyId()
  await stores.keys.addKey({ ...options, hash, id, account, created: now() })
  return { id, key }
}

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

/** Whether a key is of use, in words. */
export function stateOf({ revoked, expires }: Pick<ApiKey, 'revoked' | 'expires'>, now: number): string {
  if (revoked) return 'revoked'
  if (expires === undefined) return 'valid'
  return `${expires <= now ? 'expired' : 'valid until'} ${new Date(expires).toISOString()}`
}
