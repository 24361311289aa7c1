import { Problem } from '../failure/problem.js'

/** Throws a Problem where a base URL is not such as can be sent to. */
export function checkAddress(baseUrl: string, from: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const meant = `http://${baseUrl}`
    throw new Problem(
      `the address ${JSON.stringify(baseUrl)} (from ${from}) is not an http or https URL${URL.canParse(meant) ? `; did you mean ${meant}?` : ''}`,
      'usage',
      [['config', 'list']],
    )
  }
  if (url.username !== '' || url.password !== '')
    throw new Problem(
      `the address from ${from} contains a user name or a password; remove it, the API key is sent instead`,
      'usage',
      [['config', 'list']],
    )
  if (/[?#]/.test(baseUrl))
    throw new Problem(
      `the address from ${from} has a query or a fragment, and paths are added to its end; leave out the first ? or #, and what follows it`,
      'usage',
      [['config', 'list']],
    )
}
