import type { Account } from '../../keep/store/account-store.js'
import type { CommandContext } from './command.js'
import { InputError } from '../../base/input-error.js'

/** The account of an ID that was typed. Throws `InputError` when there is none. */
export async function accountOf(id = '', { accounts }: CommandContext['stores']): Promise<Account> {
  const account = await accounts.findAccount(id)
  if (account === undefined) throw new InputError(`there is no account ${id}; "account list" shows them`)
  return account
}
