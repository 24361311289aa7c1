import { RequestInvalidError } from '@model-tasks/client'
import type { Finding } from '@model-tasks/validation'

/** The error of a request that `what` (such as `the request for beta-5.0`) names: its message says the first mistake and how many more there are. */
export function invalid(what: string, findings: Finding[]): RequestInvalidError {
  const [first, ...more] = findings.filter(({ severity }) => severity === 'error')
  const rest = more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'mistake' : 'mistakes'})`
  return new RequestInvalidError(`${what} is invalid, nothing was sent: ${first?.message ?? ''}${rest}`, { findings })
}
