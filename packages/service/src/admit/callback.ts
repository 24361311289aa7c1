import type { IncomingHttpHeaders } from 'node:http'
import type { Callbacks } from '../settings/settings.js'
import { Problem } from './problem.js'

const longest = 2000

/**
 * The URL that a submit names in its header `Callback-Url`, where the operator allows it. Whether its host is public is
 * checked with each connection, since a name can lead elsewhere by then.
 */
export function callbackUrl(headers: IncomingHttpHeaders, callbacks: Callbacks | undefined): string | undefined {
  const given = headers['callback-url']
  if (given === undefined) return undefined
  if (callbacks === undefined)
    throw new Problem('bad-request', 'this service takes no Callback-Url; leave the header out and query the task')
  const text = String(given)
  const url = text.length <= longest && URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new Problem(
      'bad-request',
      `Callback-Url must be an https URL of at most ${longest} characters, without user, password and fragment`,
    )
  if (callbacks.hosts?.some((host) => fits(host, url.hostname)) === false)
    throw new Problem('bad-request', `Callback-Url: its host must be one of ${callbacks.hosts.join(', ')}`)
  return url.href
}

function fits(host: string, hostname: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}
