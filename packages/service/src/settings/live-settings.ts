import { isDeepStrictEqual } from 'node:util'
import type { Prices } from '../domain/money/price.js'
import type { Routing } from '../domain/provider/provider-set.js'
import { rotated } from './rotated-secrets.js'
import type { AssetLimits, Callbacks, Settings, Upstream, VendorModels, Webhook } from './settings.js'
import { upstreamChanges, type UpstreamChange } from './upstream-changes.js'

/** What a running service takes over, by the members of the configuration file. */
const live = {
  prices: 'prices',
  vendorModels: 'vendorModels',
  routing: 'routing',
  fallbacks: 'fallbacks',
  assetLimits: 'assetLimits',
  drain: 'drainSeconds',
  upstreams: 'upstreams',
  protocols: 'protocols',
} as const

/** Of these it takes over the secrets. */
const secretHolders = ['callbacks', 'webhooks'] as const

/** Members whose names in the settings are others. */
const memberNames: Readonly<Record<string, string>> = {
  ...live,
  keep: 'keepDays',
  keepTasks: 'keepTasksDays',
  repeatWindow: 'repeatSeconds',
  resultUrlLifetime: 'resultUrlSeconds',
  shutdownTimeout: 'shutdownTimeoutSeconds',
  unknownOutcomeDeadline: 'unknownOutcomeSeconds',
}

/** What a new configuration came to, by the names of its members. */
export interface Reloaded {
  /** What holds from now on. */
  changed: string[]
  /** Models whose prices have changed. */
  models: string[]
  /** The protocols of the operator's folder that are others now. */
  protocols: string[]
  /** The upstreams that have changed. */
  upstreams: UpstreamChange[]
  /** What has changed and waits for a restart. */
  restart: string[]
}

/** Who works by settings that can change. */
export interface LiveParts {
  /** Reads the operator's protocols anew, and resolves to what takes them over. Rejects, and nothing has changed, where one is wrong. */
  rereadProtocols: (folder: string | undefined) => Promise<() => string[]>
  /** Has upstreams chosen by other settings from now on. */
  reroute: (routing: Routing | undefined) => void
  /**
   * Gets changed upstreams ready, and resolves to what has them asked. Rejects where one of them cannot be asked, and nothing has
   * changed. Undefined: the upstreams of this service are not those of its settings.
   */
  prepare: ((upstreams: readonly Upstream[]) => Promise<() => Promise<void>>) | undefined
}

/** The settings that can change while the service runs. Who works with them keeps these objects, which stay the same. */
export class LiveSettings {
  readonly prices: Map<string, Prices extends ReadonlyMap<string, infer Price> ? Price : never>
  readonly assetLimits: AssetLimits
  readonly vendorModels: VendorModels
  readonly fallbacks: Map<string, readonly string[]>
  readonly #parts: LiveParts
  #settings: Settings

  constructor(settings: Settings, parts: LiveParts) {
    this.#settings = settings
    this.#parts = parts
    this.prices = new Map(settings.prices)
    this.assetLimits = { ...settings.assetLimits }
    this.vendorModels = { ...settings.vendorModels }
    this.fallbacks = new Map(settings.fallbacks)
  }

  get drain(): number {
    return this.#settings.drain
  }

  get webhooks(): readonly Webhook[] {
    return this.#settings.webhooks
  }

  get callbacks(): Callbacks | undefined {
    return this.#settings.callbacks
  }

  get upstreams(): readonly Upstream[] {
    return this.#settings.upstreams
  }

  /** Takes over a configuration that has been read whole. Rejects, and nothing has changed, where an upstream of it cannot be asked. */
  async take(next: Settings): Promise<Reloaded> {
    const before = this.#settings
    const different = Object.keys(next).filter(
      (name) => !isDeepStrictEqual(Reflect.get(next, name), Reflect.get(before, name)),
    )
    const holders = rotated(before, next)
    const takeProtocols = await this.#parts.rereadProtocols(next.protocols)
    const prepare = different.includes('upstreams') && !different.includes('provider') ? this.#parts.prepare : undefined
    const change = await prepare?.(next.upstreams)
    const { prices, routing, fallbacks, assetLimits, vendorModels, drain, protocols: folder } = next
    const models = [...new Set([...this.prices.keys(), ...prices.keys()])].filter(
      (model) => !isDeepStrictEqual(this.prices.get(model), prices.get(model)),
    )
    this.prices.clear()
    for (const [model, price] of prices) this.prices.set(model, price)
    Object.assign(this.assetLimits, assetLimits)
    Object.assign(this.vendorModels, vendorModels)
    this.fallbacks.clear()
    for (const [model, others] of fallbacks) this.fallbacks.set(model, others)
    if (!isDeepStrictEqual(routing, before.routing)) this.#parts.reroute(routing)
    const upstreams = change === undefined ? before.upstreams : next.upstreams
    this.#settings = {
      ...before,
      ...holders,
      prices,
      routing,
      fallbacks,
      assetLimits,
      vendorModels,
      drain,
      upstreams,
      protocols: folder,
    }
    const protocols = takeProtocols()
    await change?.()
    const isTaken = (name: string): boolean => name in live && (name !== 'upstreams' || change !== undefined)
    const rotations = secretHolders.filter((name) => !isDeepStrictEqual(holders[name], before[name]))
    const isWhole = (name: string): boolean =>
      isTaken(name) || isDeepStrictEqual(Reflect.get(next, name), Reflect.get(this.#settings, name))
    const kinds = [before.files, next.files].flatMap((files) => files?.kind ?? [])
    const named = (some: readonly string[]): string[] =>
      [...new Set(some.flatMap((name) => (name === 'files' ? kinds : (memberNames[name] ?? name))))].sort()
    return {
      changed: [
        ...named([...new Set([...different.filter(isTaken), ...(protocols.length > 0 ? ['protocols'] : [])])]),
        ...rotations.map((name) => `secrets of ${name}`),
      ],
      models,
      protocols,
      upstreams: upstreamChanges(before.upstreams, upstreams),
      restart: named(different.filter((name) => !isWhole(name))),
    }
  }
}
