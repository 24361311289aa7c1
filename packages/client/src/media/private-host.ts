import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Why a service elsewhere may not reach a host. */
export type HostKind = 'loopback' | 'private' | 'link-local'

const ranges: [HostKind, string, number][] = [
  ['loopback', '127.0.0.0', 8],
  ['loopback', '0.0.0.0', 8],
  ['loopback', '::1', 128],
  ['loopback', '::', 128],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['private', '100.64.0.0', 10],
  ['private', 'fc00::', 7],
  ['link-local', '169.254.0.0', 16],
  ['link-local', 'fe80::', 10],
]

const lists = ranges.map(([kind, network, prefix]) => {
  const list = new BlockList()
  list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4')
  return { kind, list }
})

/** Finds all addresses of a host name. */
export type Lookup = (hostname: string) => Promise<readonly { address: string }[]>

const systemLookup: Lookup = (hostname) => lookup(hostname, { all: true })

/**
 * Whether the host of a URL is loopback, private or link-local, by its address, its name, or any address its name
 * resolves to. Undefined for a public host, and for a name that does not resolve.
 */
export async function privateHost(url: string, find: Lookup = systemLookup): Promise<HostKind | undefined> {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host)) return kindOf(host)
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  if (/\.(local|internal|lan|home\.arpa)$/.test(host)) return 'private'
  const addresses = await find(host).catch(() => [])
  return addresses.map(({ address }) => kindOf(address)).find((kind) => kind !== undefined)
}

function kindOf(address: string): HostKind | undefined {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return lists.find(({ list }) => list.check(address, family))?.kind
}
