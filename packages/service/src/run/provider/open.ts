import type { JsonObject, JsonValue } from '../../base/json.js'
import { openDataFolder } from '../../keep/data/folder.js'
import { filePlace } from '../../keep/files/place.js'
import type { ValueListStore } from '../../keep/store/value-list-store.js'
import type { Log } from '../../base/log.js'
import type { Settings, Upstream } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import { soleProvider, type ProviderLane, type ProviderSet } from '../../domain/provider/provider-set.js'
import { sandboxProvider } from './sandbox.js'
import { shapeRecorder } from './shape-recorder.js'
import type { KnownUpstream } from './upstreams.js'
import type { WebhookAddresses } from './webhooks/addresses.js'

/** What of a service its providers use. */
export interface Surroundings {
  /** Where upstreams tell of tasks; undefined: they are only polled. */
  webhooks?: WebhookAddresses | undefined
  /** Where lists of values are kept that were read last; undefined: in memory alone. */
  valueLists?: ValueListStore | undefined
}

/** Loads the providers the settings choose, and no others. Throws `SettingsError` when one is not installed. */
export async function openProviders(settings: Settings, log: Log, around: Surroundings = {}): Promise<ProviderSet> {
  const { upstreams, routing } = settings
  if (upstreams.length > 0) {
    const { upstreamProviders } = await import('./upstreams.js')
    return upstreamProviders(upstreams, log, { ...(await partsFor(upstreams, settings, log, around)), routing })
  }
  requireSandbox()
  return soleProvider(
    sandboxProvider(async () => {
      const { createRenderer } = await import('@model-tasks/sandbox')
      return createRenderer({ defaults: await catalogueDefaults() })
    }),
  )
}

/**
 * The lanes of changed upstreams, each with its provider where it is asked as before; `opened` sees those that are new. Rejects with
 * `SettingsError` where one of them cannot be asked.
 */
export async function reopenLanes(
  upstreams: readonly Upstream[],
  before: ReadonlyMap<string, KnownUpstream>,
  { settings, log, opened, ...around }: ReopenParts,
): Promise<ProviderLane[]> {
  const { changedLane, upstreamLane } = await import('./upstreams.js')
  const parts = await partsFor(upstreams, settings, log, around)
  const open = (upstream: Upstream): ProviderLane => opened(upstreamLane(upstream, log, parts))
  return upstreams.map((upstream) => changedLane(upstream, before.get(upstream.name), open))
}

/** What changed upstreams are opened with. */
export interface ReopenParts extends Surroundings {
  /** Those of the start, but for the upstreams. */
  settings: Settings
  log: Log
  opened: (lane: ProviderLane) => ProviderLane
}

async function partsFor(
  upstreams: readonly Upstream[],
  { recordings, dataDirectory, files }: Settings,
  log: Log,
  { webhooks, valueLists }: Surroundings,
) {
  const { loadMappings } = await import('./mapped/open.js')
  return {
    mappings: await loadMappings(upstreams),
    record: recordings === undefined ? undefined : shapeRecorder(recordings, log),
    webhooks,
    valueLists,
    openFiles: () => {
      openDataFolder(dataDirectory)
      return filePlace({ files, dataDirectory }).open()
    },
  }
}

/** Only looks for it: it is loaded with the first task. */
function requireSandbox(): void {
  try {
    import.meta.resolve('@model-tasks/sandbox')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `MODEL_TASKS_PROVIDER: the sandbox is not installed (${reason}); install @model-tasks/sandbox, or use relay`,
    )
  }
}

/** What each model's parameters are when a request leaves them out, as far as the interface says. */
async function catalogueDefaults(): Promise<Record<string, JsonObject>> {
  const { default: catalogue } = await import('@model-tasks/documents/catalogue.json', { with: { type: 'json' } })
  return Object.fromEntries(catalogue.models.map(({ id, parameters }) => [id, defaultsOf(parameters)]))
}

function defaultsOf(parameters: readonly { name: string; default?: JsonValue }[]): JsonObject {
  return Object.fromEntries(
    parameters.flatMap((parameter) =>
      parameter.default === undefined ? [] : [[parameter.name, parameter.default] as const],
    ),
  )
}
