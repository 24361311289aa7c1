import { creditsOf } from '../../domain/money/credits.js'
import { grantCredits } from '../../admit/accounts/grant-credits.js'
import type { Account, NewAccount } from '../../keep/store/account-store.js'
import type { Command, CommandContext } from './command.js'
import { accountOf } from './account-argument.js'
import { budgetCommands } from './budget-commands.js'
import { keyCommands } from './key-commands.js'
import { addKey } from '../../admit/accounts/keys.js'
import { printList } from './print-list.js'
import { amountOf, balanceOf, nameOf, referenceOf } from '../../admit/accounts/operator-input.js'
import { reconcileCommands } from './reconcile-command.js'
import { reloadCommands } from './reload-command.js'
import { restoredCommands } from './restored-commands.js'
import { processCommands } from './process-commands.js'
import { usageCommands } from './usage-command.js'
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
    reads: true,
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
    usage: '<account> <credits> <reference>',
    summary: 'adds credits, or takes them away with a negative number; once per reference',
    async run([id, credits = '', reference = ''], { stores, now, print }) {
      const account = await accountOf(id, stores)
      const grant = { account: account.id, credits: amountOf(credits), reference: referenceOf(reference), at: now() }
      const repeated = await grantCredits(stores.accounts, grant)
      const balance = creditsOf((await accountOf(id, stores)).credits)
      print(`${account.id}  ${balance}${repeated ? '  (this reference was granted before; nothing has changed)' : ''}`)
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
  ...budgetCommands,
  ...usageCommands,
  ...webhookCommands,
  ...queueCommands,
  ...processCommands,
  ...reloadCommands,
  ...reconcileCommands,
  ...restoredCommands,
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
