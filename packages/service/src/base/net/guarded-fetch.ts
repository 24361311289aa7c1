import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { buildConnector } from 'undici'
import { once } from '../once.js'
import { isPublicAddress } from './addresses.js'
import { holdEnd } from './hold-end.js'
import { isSmallGet, smallGet } from './small-get.js'

/** Finds all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** What a guarded fetch may reach beyond the public Internet. */
export interface GuardOptions {
  /** Hosts that the operator's configuration names, as `host:port` in lower case. They may be private. */
  allowed?: ReadonlySet<string>
  resolve?: Resolve
  /** What to say of a host that may not be reached, given as `host:port`: which setting would allow it. */
  hint?: (host: string) => string
  /** Whether connections are kept for the next request; where not, none is used that has died meanwhile. Default: they are. */
  keepAlive?: boolean
}

const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/**
 * A `fetch` that connects to public addresses only, and to the hosts that the operator's configuration names. Each
 * connection is made to the address that was checked: the name is looked up once, so that a name server cannot answer
 * the check with one address and the connection with another. Redirects are checked alike.
 */
export function guardedFetch({
  allowed = new Set(),
  resolve = systemResolve,
  hint,
  keepAlive = true,
}: GuardOptions = {}): typeof fetch {
  const opened = once(() => open({ allowed, resolve, keepAlive, hint }))
  return async (input, init) => {
    const send = await opened()
    return send(input instanceof Request ? input.url : input, init ?? {})
  }
}

type Guard = Required<Pick<GuardOptions, 'allowed' | 'resolve'>> & { hint: GuardOptions['hint'] | undefined }

type Send = (url: string | URL, init: RequestInit) => Promise<Response>

/** Loaded with the first request: a start does not need it. */
async function open({ keepAlive, ...guard }: Guard & { keepAlive: boolean }): Promise<Send> {
  const { Agent, buildConnector, fetch: send, request } = await import('undici')
  const dispatcher = new Agent({
    connect: guardedConnector(buildConnector({}), guard),
    ...(keepAlive ? {} : { pipelining: 0 }),
  })
  // The same interface as Node's own, which is an earlier version of this package; only the declarations differ.
  const typed = send as unknown as (url: string | URL, init: object) => Promise<Response>
  return (url, init) =>
    isSmallGet(init) ? smallGet(request, url, init, dispatcher) : typed(url, { ...init, dispatcher })
}

function guardedConnector(
  connect: buildConnector.connector,
  { allowed, resolve, hint }: Guard,
): buildConnector.connector {
  return (options, callback) => {
    const { protocol, port } = options
    const hostname = options.hostname.replace(/^\[|\]$/g, '')
    const host = `${options.hostname.toLowerCase()}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
    checkedAddress(hostname, resolve, allowed.has(host) ? undefined : () => new BlockedHostError(hint?.(host))).then(
      (address) => {
        // The certificate is still that of the name.
        connect(
          { ...options, hostname: address, servername: options.servername ?? (isIP(hostname) ? '' : hostname) },
          (...result) => {
            const [error, socket] = result
            if (error === null) holdEnd(socket)
            callback(...result)
          },
        )
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), null)
      },
    )
  }
}

/** The address to connect to. Rejects when the name has one that is not public, for the next look-up may give that one. */
async function checkedAddress(hostname: string, resolve: Resolve, blocked?: () => Error): Promise<string> {
  const addresses = isIP(hostname) ? [hostname] : (await resolve(hostname)).map(({ address }) => address)
  const [first] = addresses
  if (first === undefined) throw new Error('its host has no address')
  if (blocked !== undefined && !addresses.every(isPublicAddress)) throw blocked()
  return first
}

/** A connection was not made: the host is private, and the operator's configuration does not name it. */
export class BlockedHostError extends Error {
  override readonly name = 'BlockedHostError'

  constructor(hint?: string) {
    super(`its host is not on the public Internet${hint === undefined ? '' : `; ${hint}`}`)
  }
}
