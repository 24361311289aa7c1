import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import type { Resolve } from './guarded-fetch.js'

/** How long a name server may take to answer, how often it is asked, and how long a look-up may take in all, in milliseconds. */
const [timeout, tries, longest] = [1500, 2, 4000]

/**
 * Finds the addresses of names that callers have sent. It asks the name servers itself, those of this machine unless told
 * otherwise: of the machine's own look-ups no more than two run at a time, so that names whose servers never answer would
 * hold up those of upstreams.
 */
export function publicResolve(servers?: readonly string[]): Resolve {
  return (hostname) => resolve(hostname, servers)
}

async function resolve(hostname: string, servers: readonly string[] | undefined): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout, tries })
  if (servers !== undefined) resolver.setServers(servers)
  const over = setTimeout(() => {
    resolver.cancel()
  }, longest)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [addresses(four, 4), addresses(six, 6)]
    // The first address is the one that is connected to.
    const all = (hasFour() ? found : found.reverse()).flat()
    if (all.length === 0 && four.status === 'rejected') throw four.reason
    return all
  } finally {
    clearTimeout(over)
  }
}

function addresses(found: PromiseSettledResult<string[]>, family: number): LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []
}

/** Whether this machine reaches hosts by IPv4. */
function hasFour(): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some(({ family, internal }) => family === 'IPv4' && !internal),
  )
}
