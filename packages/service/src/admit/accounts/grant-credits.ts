import { formatCount } from '@model-tasks/validation/count'
import { InputError } from '../../base/input-error.js'
import type { AccountStore, Grant } from '../../keep/store/account-store.js'
import { creditsOf, maxMicroCredits } from '../../domain/money/credits.js'

/**
 * Gives credits to an account or takes them from it, at the terminal and over HTTP alike: once per reference. Answers
 * whether the reference had been granted before, so that nothing changed. Throws `InputError` with what is allowed.
 */
export async function grantCredits(accounts: Pick<AccountStore, 'grantCredits'>, grant: Grant): Promise<boolean> {
  const { account, reference } = grant
  const granted = await accounts.grantCredits(grant)
  switch (granted.outcome) {
    case 'granted':
      return false
    case 'repeated':
      return true
    case 'unlimited':
      throw new InputError(`${account} is unlimited: its credits are not counted`)
    case 'reference-conflict':
      throw new InputError(
        `the reference ${reference} was used before, for ${formatCount(creditsOf(granted.credits), 'credit')}; use another one`,
      )
    case 'out-of-range':
      throw new InputError(
        `${account} has ${formatCount(creditsOf(granted.credits), 'credit')}; the balance must stay from 0 to ${creditsOf(maxMicroCredits)}, what tasks hold included`,
      )
  }
}
