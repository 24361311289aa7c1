import { silentLog } from '../log.js'
import type { Upstream } from '../settings/settings.js'
import { SettingsError } from '../settings/settings-error.js'
import { loadMappings, type Mappings } from './mapped/open.js'
import type { PauseReason } from './provider.js'
import { upstreamProviders } from './upstreams.js'

/**
 * What is known of an upstream's key without buying anything. `not-refused`: it is asked for a task that it cannot have,
 * and "not found" proves neither that it has looked at the key nor that it is a service of this interface. `unusable`:
 * the key has not the form that the protocol needs.
 */
export type KeyVerdict =
  | { key: 'accepted' | 'not-refused' }
  | { key: 'untestable' }
  | { key: 'unusable'; error: string }
  | { key: 'refused'; reason: PauseReason; error: string }

/** Asks an upstream something that buys nothing, as the service does before it goes on after a pause. Never rejects for what an upstream or a key does. */
export async function probeUpstream(upstream: Upstream, mappings?: Mappings): Promise<KeyVerdict> {
  const providers = providersOf(upstream, mappings ?? (await loadMappings([upstream])))
  if ('error' in providers) return { key: 'unusable', error: providers.error }
  try {
    const provider = providers.lanes[0]?.provider
    if (provider?.kind !== 'upstream' || provider.probe === undefined) return { key: 'untestable' }
    const problem = await provider.probe()
    if (problem !== undefined) return { key: 'refused', reason: problem.pause.reason, error: problem.error }
    return { key: upstream.protocol === undefined ? 'not-refused' : 'accepted' }
  } finally {
    await providers.close()
  }
}

function providersOf(upstream: Upstream, mappings: Mappings): ReturnType<typeof upstreamProviders> | { error: string } {
  try {
    return upstreamProviders([upstream], silentLog, { mappings })
  } catch (error) {
    if (error instanceof SettingsError) return { error: error.message }
    throw error
  }
}
