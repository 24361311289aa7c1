import { silentLog } from '../../base/log.js'
import type { Upstream } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import { loadMappings, type Mappings } from './mapped/open.js'
import type { ModelVerdict, PauseReason, Provider } from '../../domain/provider/provider.js'
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

/** What is known of an upstream without buying anything. */
export interface UpstreamVerdict {
  key: KeyVerdict
  /** By our Model ID; empty where the key is not accepted. */
  models: ReadonlyMap<string, ModelVerdict>
}

/**
 * Asks an upstream what buys nothing: whether it takes the key, as the service does before it goes on after a pause, and
 * whether it knows the models of its settings. Never rejects for what an upstream or a key does.
 */
export async function probeUpstream(upstream: Upstream, mappings?: Mappings): Promise<UpstreamVerdict> {
  const providers = providersOf(upstream, mappings ?? (await loadMappings([upstream])))
  if ('error' in providers) return { key: { key: 'unusable', error: providers.error }, models: new Map() }
  try {
    const provider = providers.lanes[0]?.provider
    const key = await keyVerdict(upstream, provider)
    const models = namedModels(upstream)
    if (key.key === 'refused' || provider?.kind !== 'upstream' || models.length === 0) return { key, models: new Map() }
    return { key, models: (await provider.testModels?.(models)) ?? new Map() }
  } finally {
    await providers.close()
  }
}

/** The models that the settings of an upstream name. */
export function namedModels({ models, modelIds }: Upstream): readonly string[] {
  return models ?? Object.keys(modelIds)
}

async function keyVerdict({ protocol }: Upstream, provider: Provider | undefined): Promise<KeyVerdict> {
  if (provider?.kind !== 'upstream' || provider.probe === undefined) return { key: 'untestable' }
  const problem = await provider.probe()
  if (problem !== undefined && problem.pause === undefined) return { key: 'untestable' }
  if (problem?.pause !== undefined) return { key: 'refused', reason: problem.pause.reason, error: problem.error }
  return { key: protocol === undefined ? 'not-refused' : 'accepted' }
}

function providersOf(upstream: Upstream, mappings: Mappings): ReturnType<typeof upstreamProviders> | { error: string } {
  try {
    return upstreamProviders([upstream], silentLog, { mappings })
  } catch (error) {
    if (error instanceof SettingsError) return { error: error.message }
    throw error
  }
}
