import { randomUUID } from 'node:crypto'
import { hashApiKey, newApiKey } from '../accounts/api-key.js'
import { creditsOf, maxMicroCredits, microCreditsOf } from '../money/credits.js'
import type { Account, NewAccount } from '../store/account-store.js'
import { CommandError, type Command, type CommandContext } from './command.js'
import { queueCommands } from './queue-commands.js'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'account add',
    usage: '<name> [credits]',
    summary: 'adds an account and prints its first key; without credits they are not counted',
    async run([name, credits], { stores, now, newId, print }) {
      if (name === undefined) throw new CommandError('give the account a name')
      const account: NewAccount = {
        id: newId(),
        name,
        unlimited: credits === undefined,
        credits: credits === undefined ? 0 : microCreditsFrom(credits),
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
      for (const { id, name, unlimited, credits, held } of await stores.accounts.listAccounts())
        print(`${id}  ${unlimited ? 'unlimited' : `${creditsOf(credits)} (and ${creditsOf(held)} held)`}  ${name}`)
    },
  },
  {
    name: 'account credit',
    usage: '<account> <credits> [reference]',
    summary: 'adds credits, or takes them away with a negative number; once per reference',
    async run([id, credits, reference], { stores, now, print }) {
      const account = await accountOf(id, stores)
      await grant(account, microCreditsFrom(credits), { stores, now, reference })
      print(`${account.id}  ${creditsOf((await accountOf(id, stores)).credits)}`)
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
        throw new CommandError('this key is unknown or already revoked')
      print('revoked')
    },
  },
  ...queueCommands,
]

/** Commands that need no database. */
const upstreamLines = [
  `  ${'upstreams check'.padEnd(34)}tests the keys of the upstreams without buying anything`,
  `  ${'fake <protocol> [port] [seconds]'.padEnd(34)}serves a fake upstream of a protocol`,
]

/** The help: what can be typed after the name of the executable. */
export function usage(): string {
  const lines = commands.map(({ name, usage: words, summary }) => `  ${`${name} ${words}`.padEnd(34)}${summary}`)
  const folders = [
    `  ${'backup <folder>'.padEnd(34)}copies the data folder, also while the service runs`,
    `  ${'restore <folder>'.padEnd(34)}puts a backup into an empty data folder`,
  ]
  return ['Without a command the service starts. Commands:', ...lines, ...folders, ...upstreamLines].join('\n')
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

function microCreditsFrom(text: string | undefined): number {
  const credits = text !== undefined && /^-?\d{1,16}(\.\d{1,6})?$/.test(text) ? microCreditsOf(Number(text)) : undefined
  if (credits !== undefined) return credits
  throw new CommandError('give the credits as a number with at most 6 decimals, such as 100 or 2.5')
}

async function grant(
  { id }: Account,
  credits: number,
  { stores, now, reference }: Pick<CommandContext, 'stores' | 'now'> & { reference: string | undefined },
): Promise<void> {
  if (credits === 0) throw new CommandError('give an amount other than 0')
  const at = now()
  const granted = await stores.accounts.grantCredits({
    account: id,
    credits,
    reference: reference ?? `${at}-${randomUUID()}`,
    at,
  })
  switch (granted.outcome) {
    case 'granted':
    case 'repeated':
      return
    case 'unlimited':
      throw new CommandError(`${id} is unlimited: its credits are not counted`)
    case 'reference-conflict':
      throw new CommandError(
        `the reference ${reference} was used before, for ${creditsOf(granted.credits)} credits; use another one`,
      )
    case 'out-of-range':
      throw new CommandError(
        `${id} has ${creditsOf(granted.credits)} credits; the balance must stay from 0 to ${creditsOf(maxMicroCredits)}`,
      )
  }
}
