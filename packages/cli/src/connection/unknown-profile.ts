import { Problem } from '../failure/problem.js'

/** The error of a profile that is not there, with those that are. */
export function unknownProfile(name: string, names: readonly string[]): Problem {
  return new Problem(
    `there is no profile ${name}; ${names.length === 0 ? 'there is none yet' : `there are ${names.join(', ')}`}`,
    'usage',
    [['config', 'list']],
  )
}
