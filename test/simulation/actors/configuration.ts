import { pricesOf } from '../../../packages/service/src/settings/price-settings.js'
import { upstreamLimits, type Settings, type Upstream } from '../../../packages/service/src/settings/settings.js'
import { SettingsError } from '../../../packages/service/src/settings/settings-error.js'

export const upstreamNames = ['keyless', 'keyed'] as const

/** The configuration file of the service, which the operator edits. What a running service has read of it may be older. */
export class Configuration {
  /** The keys with which the service goes to its upstreams, by name. */
  readonly upstreamKeys = new Map<string, string>(upstreamNames.map((name) => [name, `${name}-first`]))
  /** Upstreams that have been taken out. */
  readonly without = new Set<string>()
  price = 2

  read(): Pick<Settings, 'upstreams' | 'prices'> {
    return {
      upstreams: upstreamNames.filter((name) => !this.without.has(name)).map((name) => this.#upstream(name)),
      prices: pricesOf({ 'beta-5.0': { perTask: this.price }, 'beta_5.0Pro': { perTask: this.price } }, refuse),
    }
  }

  #upstream(name: (typeof upstreamNames)[number]): Upstream {
    const { requestsPerSecond, statuses, pollDeadline } = upstreamLimits
    // Few, so that tasks wait now and then.
    const concurrency = 2
    const apiKey = this.upstreamKeys.get(name) ?? ''
    const common = { name, apiKey, requestsPerSecond, concurrency, statuses, pollDeadline }
    return name === 'keyless'
      ? {
          ...common,
          protocol: 'replicate',
          baseUrl: 'http://keyless.sim/v1',
          models: ['beta-5.0'],
          modelIds: { 'beta-5.0': 'acme/picture' },
        }
      : { ...common, baseUrl: 'http://keyed.sim/api', models: ['beta-5.0', 'beta_5.0Pro'], modelIds: {} }
  }
}

function refuse(message: string): SettingsError {
  return new SettingsError(message)
}
