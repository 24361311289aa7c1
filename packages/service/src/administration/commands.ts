import { formatCount } from '@model-tasks/validation/count'
import { randomUUID } from 'node:crypto'
import { creditsOf, maxMicroCredits } from '../money/credits.js'
import type { Account, NewAccount } from '../store/account-store.js'
import { CommandError, type Command, type CommandContext } from './command.js'
import { accountOf } from './account-argument.js'
import { addKey, keyCommands } from './key-commands.js'
import { printList } from './print-list.js'
import { amountOf, balanceOf, nameOf, referenceOf } from './operator-input.js'
import { queueCommands } from './queue-commands.js'
import { webhookCommands } from './webhook-commands.js'

/** All commands that are run on open stores, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'account add',
    usage: '<name> [credits]',
    summary: 'adds an account and prints its first key; without credits they are not counted',
    makesDatabase: true,
    async run([name = '', credits], { stores, now, newId, print }) {
      const account: NewAccount = {
        id: newId(),
        name: nameOf(name),
        unlimited: credits === undefined,
        credits: credits === undefined ? 0 : balanceOf(credits),
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
    run: (_words, { stores, print }) =>
      printList(
        (query) => stores.accounts.listAccounts(query),
        { lineOf, empty: 'there is no account yet; "account add <name>" makes one' },
        { print },
      ),
  },
  {
    name: 'account credit',
    usage: '<account> <credits> [reference]',
    summary: 'adds credits, or takes them away with a negative number; once per reference',
    async run([id, credits = '', reference], { stores, now, print }) {
      const account = await accountOf(id, stores)
      await grant(account, amountOf(credits), {
        stores,
        now,
        reference: reference === undefined ? undefined : referenceOf(reference),
      })
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

function lineOf({ id, name, unlimited, credits, held, disabled }: Account): string {
  const balance = unlimited ? 'unlimited' : `${creditsOf(credits)} (and ${creditsOf(held)} held)`
  return `${id}  ${balance}  ${name}${disabled ? '  disabled' : ''}`
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

async function grant(
  { id }: Account,
  credits: number,
  { stores, now, reference }: Pick<CommandContext, 'stores' | 'now'> & { reference: string | undefined },
): Promise<void> {
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
        `${id} has ${formatCount(creditsOf(granted.credits), 'credit')}; the balance must stay from 0 to ${creditsOf(maxMicroCredits)}, what tasks hold included`,
      )
  }
}
