import { Problem } from '../failure/problem.js'
import type { LineState } from './ledger.js'
import type { Line } from './lines.js'

/**
 * Throws a Problem where lines of a batch were submitted for another account than that of the API key, whose tasks this one cannot see: to go on
 * would submit the rest for a second account. An account that nothing declares proves nothing.
 */
export function checkAccount(
  lines: readonly Line[],
  states: ReadonlyMap<string, LineState>,
  account: string | undefined,
): void {
  if (account === undefined) return
  for (const { number, identity } of lines) {
    const other = states.get(identity)?.scope?.account
    if (other !== undefined && other !== account)
      throw new Problem(
        `line ${number} of this batch was submitted for account ${other}, and the API key is of account ${account}; nothing was sent. Use a key of account ${other}, or give --restart to submit every line for account ${account}`,
        'usage',
        [['config', 'list']],
      )
  }
}
