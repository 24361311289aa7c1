import { formatCount } from '@model-tasks/validation/count'
import type { Finding } from '@model-tasks/validation'
import { aboutModel } from '../failure/failure.js'
import { Problem } from '../failure/problem.js'
import type { NextCommand } from '../failure/next-command.js'

/** The error of a request that `what` names (such as `the request for beta-5.0`): its message gives the first mistake and how many more there are. */
export function invalid(
  what: string,
  findings: readonly Finding[],
  model: string | undefined,
  next: readonly NextCommand[] = [aboutModel(findings, model)],
): Problem {
  const [first, ...more] = findings.filter(({ severity }) => severity === 'error')
  const rest = more.length === 0 ? '' : ` (and ${formatCount(more.length, 'more mistake')})`
  return new Problem(`${what} is invalid, nothing was sent: ${first?.message ?? ''}${rest}`, 'invalid', next, findings)
}
