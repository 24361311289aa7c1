import type { Account } from '../store/account-store.js'
import { CommandError, type CommandContext } from './command.js'

/** The account of an ID that was typed. Throws `CommandError` when there is none. */
export async function accountOf(id: string | undefined, { accounts }: CommandContext['stores']): Promise<Account> {
  if (id === undefined) throw new CommandError('give the id of an account')
  const account = await accounts.findAccount(id)
  if (account === undefined) throw new CommandError(`there is no account ${id}; "account list" shows them`)
  return account
}
