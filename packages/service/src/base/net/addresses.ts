import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What IPv6 gives out as global unicast; within it these are not hosts of their own, or lead to IPv4 addresses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is a host of the public Internet: global unicast, and not an address that stands for another one
 * (IPv4-mapped, IPv4-compatible, NAT64, 6to4, Teredo), nor one that is reserved, for documentation or for benchmarks.
 * IPv4-mapped addresses count as the IPv4 address they hold.
 */
export function isPublicAddress(address: string): boolean {
  const canonical = canonicalForm(address)
  if (canonical === undefined) return false
  const parsed = ipaddr.process(canonical)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** IPv6 in groups of hexadecimal digits: the parser takes `::8.8.8.8` for an IPv4-mapped address. Undefined for what is not an address. */
function canonicalForm(address: string): string | undefined {
  if (isIPv4(address)) return address
  const url = `http://[${address}]/`
  return isIPv6(address) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}
