import type { LogDetails } from '../../../packages/service/src/base/log.js'
import { pricesOf } from '../../../packages/service/src/settings/price-settings.js'
import {
  defaultSettings,
  upstreamLimits,
  type Settings,
  type Upstream,
} from '../../../packages/service/src/settings/settings.js'
import { SettingsError } from '../../../packages/service/src/settings/settings-error.js'
import { startService } from '../../../packages/service/src/compose/start.js'
import type { SimulatedProcess } from '../world/machine.js'
import type { World } from '../world/world.js'

export const adminKey = 'the-key-of-the-operator-of-this-simulation'
/** The network's name of the service. */
export const serviceHost = '10.0.0.1:8787'

/** The gateway: a machine with a data folder, and the process that runs on it. */
export class Service {
  readonly #world: World
  readonly machine
  process: SimulatedProcess | undefined
  /** The folder that it uses, which a restored backup changes. */
  folder = 'data'
  /** The keys with which it goes to its upstreams, by name. */
  readonly upstreamKeys = new Map([
    ['keyless', 'keyless-first'],
    ['keyed', 'keyed-first'],
  ])
  price = 2

  readonly #tell: (who: string, what: string) => void

  constructor(world: World, tell: (who: string, what: string) => void) {
    this.#world = world
    this.#tell = tell
    this.machine = world.machine('server')
  }

  get isUp(): boolean {
    return this.process !== undefined && this.process.gone === undefined
  }

  get dataDirectory(): string {
    return this.machine.path(this.folder)
  }

  start(): SimulatedProcess {
    const settings = this.settings()
    const note = (level: string) => (message: string, details?: LogDetails) => {
      this.#tell('service', `${level}: ${message} ${textOf(details)}`)
    }
    const nothing = (): void => undefined
    const log = { debug: nothing, info: nothing, warn: note('warn'), error: note('error') }
    this.process = this.#world.start('service', this.machine, async () => {
      await startService(settings, { log })
      await new Promise<never>(() => undefined)
    })
    return this.process
  }

  settings(): Settings {
    return {
      ...defaultSettings,
      host: '10.0.0.1',
      port: 8787,
      dataDirectory: this.dataDirectory,
      provider: 'relay',
      upstreams: [this.#upstream('keyless'), this.#upstream('keyed')],
      checkMedia: false,
      publicUrl: `http://${serviceHost}`,
      rateLimit: 'off',
      unknownOutcomeDeadline: 120_000,
      keep: 25 * 3_600_000,
      adminKey,
      prices: pricesOf({ 'beta-5.0': { perTask: this.price }, 'beta_5.0Pro': { perTask: this.price } }, refuse),
      siteDirectory: '/sim/none',
    }
  }

  #upstream(name: 'keyless' | 'keyed'): Upstream {
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

function textOf(details: LogDetails | undefined): string {
  if (details === undefined) return ''
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value instanceof Error ? value.message : String(value)}`)
    .join(' ')
}
