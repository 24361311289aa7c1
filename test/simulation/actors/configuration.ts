import { pricesOf } from '../../../packages/service/src/settings/price-settings.js'
import { upstreamLimits, type Settings, type Upstream } from '../../../packages/service/src/settings/settings.js'
import { SettingsError } from '../../../packages/service/src/settings/settings-error.js'

/** An upstream as the configuration names it, with the key of each account that the operator has there. */
export interface Offer extends Pick<Upstream, 'protocol' | 'baseUrl' | 'models' | 'modelIds'> {
  name: string
  keyOf(account: string): string
}

/** The configuration file of a gateway, which the operator edits. What a running service has read of it may be older. */
export class Configuration {
  readonly #offers: readonly Offer[]
  /** The account with which the gateway goes to each upstream. */
  readonly accounts: Map<string, string>
  /** Upstreams that have been taken out. */
  readonly without = new Set<string>()
  price = 2

  constructor(offers: readonly Offer[]) {
    this.#offers = offers
    this.accounts = new Map(offers.map(({ name }) => [name, 'first']))
  }

  /** The names of its upstreams. */
  get names(): string[] {
    return this.#offers.map(({ name }) => name)
  }

  /** The upstream that an event was drawn for, or the first one where another gateway has that. */
  named(name: unknown): string {
    return this.names.find((one) => one === name) ?? this.names[0] ?? ''
  }

  read(): Pick<Settings, 'upstreams' | 'prices'> {
    return {
      upstreams: this.#offers.filter(({ name }) => !this.without.has(name)).map((offer) => this.#upstream(offer)),
      prices: pricesOf({ 'beta-5.0': { perTask: this.price }, 'beta_5.0Pro': { perTask: this.price } }, refuse),
    }
  }

  #upstream({ keyOf, ...offer }: Offer): Upstream {
    const { requestsPerSecond, statuses, pollDeadline } = upstreamLimits
    // Few, so that tasks wait now and then.
    const concurrency = 2
    const apiKey = keyOf(this.accounts.get(offer.name) ?? '')
    return { ...offer, apiKey, requestsPerSecond, concurrency, statuses, pollDeadline }
  }
}

function refuse(message: string): SettingsError {
  return new SettingsError(message)
}
