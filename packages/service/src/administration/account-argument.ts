import type { Account } from '../store/account-store.js'
import { CommandError, type CommandContext } from './command.js'

/** The account of an ID that was typed. Throws `CommandError` when there is none. */
export async function accountOf(id = '', { accounts }: CommandContext['stores']): Promise<Account> {
  const account = await accounts.findAccount(id)
  if (account === undefined) throw new CommandError(`there is no account ${id}; "account list" shows them`)
  return account
}
