import { otherAccount } from '@model-tasks/client/batch'
import { Problem } from '../failure/problem.js'
import type { Planned } from './plan.js'

/**
 * Throws a Problem where lines of a batch were submitted for another account than that of the API key, whose tasks this one cannot see: to go on
 * would submit the rest for a second account. An account that nothing declares is inconclusive.
 */
export function checkAccount(planned: readonly Planned[], account: string | undefined): void {
  const other = otherAccount(planned, account)
  if (other === undefined) return
  const number = planned[other.index]?.line.number ?? 0
  throw new Problem(
    `line ${number} of this batch was submitted for account ${other.account}, and the API key is of account ${account ?? ''}; nothing was sent. Use a key of account ${other.account}, or give --restart to submit every line for account ${account ?? ''}`,
    'usage',
    [['config', 'list']],
  )
}
