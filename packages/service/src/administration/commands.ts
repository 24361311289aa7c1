import { formatCount } from '@model-tasks/validation/count'
import { randomUUID } from 'node:crypto'
import { creditsOf, maxMicroCredits, microCreditsOf } from '../money/credits.js'
import type { Account, NewAccount } from '../store/account-store.js'
import { CommandError, type Command, type CommandContext } from './command.js'
import { accountOf } from './account-argument.js'
import { addKey, keyCommands } from './key-commands.js'
import { queueCommands } from './queue-commands.js'
import { webhookCommands } from './webhook-commands.js'

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
      const { id, key } = await addKey({ account: account.id, name: 'first' }, { stores, now })
      print(`key      ${key}   (shown once; its ID is ${id})`)
    },
  },
  {
    name: 'account list',
    usage: '',
    summary: 'lists the accounts and their credits',
    async run(_words, { stores, print }) {
      for (const { id, name, unlimited, credits, held, disabled } of await stores.accounts.listAccounts())
        print(
          `${id}  ${unlimited ? 'unlimited' : `${creditsOf(credits)} (and ${creditsOf(held)} held)`}  ${name}${disabled ? '  disabled' : ''}`,
        )
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
    name: 'account disable',
    usage: '<account>',
    summary: 'has its keys rejected within a second; what was submitted goes on',
    run: ([id], context) => setDisabled(id, true, context),
  },
  {
    name: 'account enable',
    usage: '<account>',
    summary: 'has its keys taken again',
    run: ([id], context) => setDisabled(id, false, context),
  },
  ...keyCommands,
  ...webhookCommands,
  ...queueCommands,
]

/** Commands that are not run on open stores, with what is typed after the name of the executable. */
const otherCommands: readonly (readonly [words: string, summary: string])[] = [
  ['backup <folder>', 'copies the database and the files, also while the service runs'],
  ['restore <folder>', 'puts a backup into an empty data folder or database, its files into the folder or the bucket'],
  [
    'doctor',
    'names what is wrong with a setting or a dependency, with the next step; exit code 0, 1 (errors) or 2 (warnings)',
  ],
  ['upstreams check', 'tests the keys and model IDs of the upstreams without buying anything'],
  ['fake <protocol> [port] [seconds] [model...]', 'serves a fake upstream of a protocol'],
]

/** The help: what can be typed after the name of the executable. */
export function usage(): string {
  const rows = [
    ...commands.map(({ name, usage: words, summary }) => [`${name} ${words}`.trim(), summary] as const),
    ...otherCommands,
  ]
  const width = Math.max(...rows.map(([words]) => words.length))
  const lines = rows.map(([words, summary]) => `  ${words.padEnd(width)}  ${summary}`)
  return ['Without a command the service starts. Commands:', ...lines].join('\n')
}

async function setDisabled(
  id: string | undefined,
  disabled: boolean,
  { stores, print }: Pick<CommandContext, 'stores' | 'print'>,
): Promise<void> {
  const account = await accountOf(id, stores)
  await stores.accounts.setDisabled(account.id, disabled)
  print(`${account.id}  ${disabled ? 'disabled' : 'enabled'}`)
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
        `the reference ${reference} was used before, for ${formatCount(creditsOf(granted.credits), 'credit')}; use another one`,
      )
    case 'out-of-range':
      throw new CommandError(
        `${id} has ${formatCount(creditsOf(granted.credits), 'credit')}; the balance must stay from 0 to ${creditsOf(maxMicroCredits)}`,
      )
  }
}
