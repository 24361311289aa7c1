import { guardedFetch } from '../../../base/net/guarded-fetch.js'
import { tracedFetch } from '../../../base/net/trace-context.js'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { Protocols } from '../../../settings/protocols.js'
import type { Upstream } from '../../../settings/settings.js'
import type { UpstreamProvider } from '../../../domain/provider/provider.js'
import { upstreamFetch } from '../upstream-fetch.js'
import { mappedProvider, type MappedParts } from './provider.js'

/** The mappings of upstreams, by protocol. */
export type Mappings = ReadonlyMap<string, Mapping>

/**
 * The provider of an upstream that speaks a mapped protocol; undefined for one that speaks the interface itself. Throws
 * `KeyFormError` for a key that the protocol cannot use.
 */
export function mappedUpstream(
  upstream: Upstream,
  mappings: Mappings,
  parts: Pick<MappedParts, 'clock' | 'record' | 'openFiles' | 'valueLists' | 'webhookUrl' | 'reportUnknownStatus'> = {},
): UpstreamProvider | undefined {
  if (upstream.protocol === undefined) return undefined
  const mapping = mappings.get(upstream.protocol)
  if (mapping === undefined) throw new TypeError(`the mapping of ${upstream.protocol} is not loaded`)
  const send = upstreamFetch(upstream)
  return mappedProvider(mapping, upstream, {
    fetch: tracedFetch(fetch),
    fetchResult: tracedFetch(send),
    fetchMedia: guardedFetch(),
    fetchToken: send,
    fetchKeys: send,
    ...parts,
  })
}

/** The mappings of the upstreams that speak a mapped protocol. Loads no other. Rejects with `SettingsError` for a file of the operator that is wrong. */
export async function loadMappings(upstreams: readonly Upstream[]): Promise<Mappings> {
  const mappings = new Map<string, Mapping>()
  const opened = new Map<string | undefined, Protocols>()
  for (const { protocol, protocolFolder } of upstreams) {
    if (protocol === undefined || mappings.has(protocol)) continue
    const protocols = opened.get(protocolFolder) ?? new Protocols(protocolFolder)
    opened.set(protocolFolder, protocols)
    const mapping = await protocols.load(protocol)
    if (mapping !== undefined) mappings.set(protocol, mapping)
  }
  return mappings
}
