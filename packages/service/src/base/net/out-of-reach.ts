import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { HostKind, Lookup } from '@model-tasks/client/media'

const systemLookup: Lookup = (hostname) => lookup(hostname, { all: true })

/**
 * What keeps an upstream from a URL: the kind of the URL's host, where that is not on the public Internet and the upstream is.
 * Undefined where it may reach it, as where the upstream's name does not resolve: then nothing says where it is.
 */
export async function outOfReach(
  upstreamUrl: string,
  url: string,
  find: Lookup = systemLookup,
): Promise<HostKind | undefined> {
  const { privateHost } = await import('@model-tasks/client/media')
  // A name that is public or unknown is reached, as far as anything here can say.
  const kind = await privateHost(url, () => Promise.resolve([]))
  return kind !== undefined && (await isPublic(upstreamUrl, find)) ? kind : undefined
}

async function isPublic(url: string, find: Lookup): Promise<boolean> {
  const { privateHost } = await import('@model-tasks/client/media')
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  let known = isIP(host) !== 0
  const kind = await privateHost(url, async (hostname) => {
    const addresses = await find(hostname)
    known = addresses.length > 0
    return addresses
  })
  return known && kind === undefined
}
