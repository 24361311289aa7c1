import { loaders, type Protocol } from '@model-tasks/spec/upstreams'
import type { Mapping } from '@model-tasks/spec/upstreams/interpreter'
import { SettingsError } from '../../settings/settings-error.js'
import type { Upstream } from '../../settings/settings.js'
import { KeyFormError } from '../credentials/credentials.js'
import type { UpstreamProvider } from '../provider.js'
import { upstreamFetch } from '../upstream-fetch.js'
import { mappedProvider, type MappedParts } from './provider.js'

/** The mappings of upstreams, by protocol. */
export type Mappings = ReadonlyMap<Protocol, Mapping>

/**
 * The provider of an upstream that speaks a mapped protocol; undefined for one that speaks the interface itself. Throws
 * `SettingsError` for a key that the protocol cannot use.
 */
export function mappedUpstream(
  upstream: Upstream,
  mappings: Mappings,
  parts: Pick<MappedParts, 'clock' | 'record' | 'openFiles' | 'webhookUrl' | 'reportUnknownStatus'> = {},
): UpstreamProvider | undefined {
  if (upstream.protocol === undefined) return undefined
  const mapping = mappings.get(upstream.protocol)
  if (mapping === undefined) throw new TypeError(`the mapping of ${upstream.protocol} is not loaded`)
  const send = upstreamFetch(upstream)
  try {
    return mappedProvider(mapping, upstream, {
      fetchResult: send,
      fetchToken: send,
      fetchKeys: send,
      ...parts,
    })
  } catch (error) {
    if (error instanceof KeyFormError) throw new SettingsError(`upstream ${upstream.name}: ${error.message}`)
    throw error
  }
}

/** The mappings of the upstreams that speak a mapped protocol. Loads no other. */
export async function loadMappings(upstreams: readonly Upstream[]): Promise<Mappings> {
  const wanted = new Set(upstreams.flatMap(({ protocol }) => (protocol === undefined ? [] : [protocol])))
  const loaded = [...wanted].map(async (protocol): Promise<[Protocol, Mapping]> => [
    protocol,
    (await loaders[protocol]()).mapping,
  ])
  return new Map(await Promise.all(loaded))
}
