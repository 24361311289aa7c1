import { isDeepStrictEqual } from 'node:util'
import type { Prices } from '../domain/money/price.js'
import type { Routing } from '../domain/provider/provider-set.js'
import type { AssetLimits, Settings } from './settings.js'

/** What a running service takes over, by the members of the configuration file. */
const live = { prices: 'prices', routing: 'routing', assetLimits: 'assetLimits', drain: 'drainSeconds' } as const

/** Members whose names in the settings are others. */
const memberNames: Readonly<Record<string, string>> = {
  ...live,
  keep: 'keepDays',
  keepTasks: 'keepTasksDays',
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
  /** What has changed and waits for a restart. */
  restart: string[]
}

/** The settings that can change while the service runs. Who works with them keeps these objects, which stay the same. */
export class LiveSettings {
  readonly prices: Map<string, Prices extends ReadonlyMap<string, infer Price> ? Price : never>
  readonly assetLimits: AssetLimits
  readonly #reroute: (routing: Routing | undefined) => void
  #settings: Settings

  /** `reroute` has upstreams chosen by other settings from now on. */
  constructor(settings: Settings, reroute: (routing: Routing | undefined) => void) {
    this.#settings = settings
    this.#reroute = reroute
    this.prices = new Map(settings.prices)
    this.assetLimits = { ...settings.assetLimits }
  }

  get drain(): number {
    return this.#settings.drain
  }

  /** Takes over a configuration that has been read whole. */
  take(next: Settings): Reloaded {
    const before = this.#settings
    const different = Object.keys(next).filter(
      (name) => !isDeepStrictEqual(Reflect.get(next, name), Reflect.get(before, name)),
    )
    const { prices, routing, assetLimits, drain } = next
    const models = [...new Set([...this.prices.keys(), ...prices.keys()])].filter(
      (model) => !isDeepStrictEqual(this.prices.get(model), prices.get(model)),
    )
    this.prices.clear()
    for (const [model, price] of prices) this.prices.set(model, price)
    Object.assign(this.assetLimits, assetLimits)
    if (!isDeepStrictEqual(routing, before.routing)) this.#reroute(routing)
    this.#settings = { ...before, prices, routing, assetLimits, drain }
    const named = (some: readonly string[]): string[] => some.map((name) => memberNames[name] ?? name).sort()
    return {
      changed: named(different.filter((name) => name in live)),
      models,
      restart: named(different.filter((name) => !(name in live))),
    }
  }
}
