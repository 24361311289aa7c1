import { hashApiKey, newApiKey } from '../accounts/api-key.js'
import type { Account } from '../store/account-store.js'
import { CommandError, type Command, type CommandContext } from './command.js'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'account add',
    usage: '<name> [credits]',
    summary: 'adds an account and prints its first key; without credits they are not counted',
    async run([name, credits], { stores, now, newId, print }) {
      if (name === undefined) throw new CommandError('give the account a name')
      const account: Account = {
        id: newId(),
        name,
        unlimited: credits === undefined,
        credits: credits === undefined ? 0 : creditsOf(credits),
        created: now(),
      }
      await stores.accounts.addAccount(account)
      print(`account  ${account.id}`)
      print(`key      ${await addKey(account.id, { stores, now })}   (shown once)`)
    },
  },
  {
    name: 'account list',
    usage: '',
    summary: 'lists the accounts and their credits',
    async run(_words, { stores, print }) {
      for (const { id, name, unlimited, credits } of await stores.accounts.listAccounts()) {
        print(
          `${id}  ${unlimited ? 'unlimited' : `${credits} (and ${await stores.accounts.heldCredits(id)} held)`}  ${name}`,
        )
      }
    },
  },
  {
    name: 'account credit',
    usage: '<account> <credits>',
    summary: 'adds credits, or takes them away with a negative number',
    async run([id, credits], { stores, print }) {
      const account = await accountOf(id, stores)
      await stores.accounts.grantCredits(account.id, creditsOf(credits))
      print(`${account.id}  ${(await accountOf(id, stores)).credits}`)
    },
  },
  {
    name: 'key add',
    usage: '<account>',
    summary: 'makes another key and prints it, once',
    async run([id], { stores, now, print }) {
      print(await addKey((await accountOf(id, stores)).id, { stores, now }))
    },
  },
  {
    name: 'key revoke',
    usage: '<key>',
    summary: 'revokes a key; the running service refuses it within a second',
    async run([key], { stores, print }) {
      if (key === undefined) throw new CommandError('give the key to revoke')
      if (!(await stores.accounts.revokeKey(hashApiKey(key))))
        throw new CommandError('there is no such key, or it has been revoked before')
      print('revoked')
    },
  },
]

/** The help: what can be typed after the name of the executable. */
export function usage(): string {
  const lines = commands.map(({ name, usage: words, summary }) => `  ${`${name} ${words}`.padEnd(34)}${summary}`)
  return ['Without a command the service starts. Commands:', ...lines].join('\n')
}

async function addKey(account: string, { stores, now }: Pick<CommandContext, 'stores' | 'now'>): Promise<string> {
  const { key, hash } = newApiKey()
  await stores.accounts.addKey({ hash, account, created: now() })
  return key
}

async function accountOf(id: string | undefined, stores: CommandContext['stores']): Promise<Account> {
  if (id === undefined) throw new CommandError('give the id of an account')
  const account = await stores.accounts.findAccount(id)
  if (account === undefined) throw new CommandError(`there is no account ${id}; "account list" shows them`)
  return account
}

function creditsOf(text: string | undefined): number {
  const credits = text === undefined || text.trim() === '' ? NaN : Number(text)
  if (Number.isFinite(credits)) return credits
  throw new CommandError('give the credits as a number')
}
