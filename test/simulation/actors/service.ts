import type { LogDetails } from '../../../packages/service/src/base/log.js'
import type { RunningService } from '../../../packages/service/src/compose/running-service.js'
import { startService } from '../../../packages/service/src/compose/start.js'
import { defaultSettings, type Settings } from '../../../packages/service/src/settings/settings.js'
import type { SimulatedProcess } from '../world/machine.js'
import { SimulatedBucket } from '../world/bucket.js'
import type { World } from '../world/world.js'
import type { Configuration } from './configuration.js'

export const adminKey = 'the-key-of-the-operator-of-this-simulation'
const port = 8787
/** The network's name of the gateway that users ask. */
export const serviceHost = `10.0.0.1:${port}`
/** That of the gateway behind it, in a world that has one. */
export const innerHost = `10.0.1.1:${port}`

/** Where a service is. */
export interface Place {
  name: string
  machine: string
  /** The address that it listens on, without a port. */
  ip: string
  /** The network's name of its gateway. */
  host: string
  /** Whether it keeps what it knows in the PostgreSQL of the world and in a bucket, and not in files of its own. */
  shared: boolean
}

/** One service of a gateway: a machine with a data folder, and the process that runs on it. */
export class Service {
  readonly #world: World
  readonly #tell: (who: string, what: string) => void
  readonly #configuration: Configuration
  readonly #place: Place
  readonly machine
  readonly name: string
  process: SimulatedProcess | undefined
  /** The folder that it uses, which a restored backup changes. */
  folder = 'data'
  #running: RunningService | undefined

  constructor(
    world: World,
    tell: (who: string, what: string) => void,
    { configuration, place }: { configuration: Configuration; place: Place },
  ) {
    this.#world = world
    this.#tell = tell
    this.#configuration = configuration
    this.#place = place
    this.name = place.name
    this.machine = world.machine(place.machine)
  }

  /** Where it listens. */
  get address(): string {
    return `${this.#place.ip}:${port}`
  }

  get isUp(): boolean {
    return this.process !== undefined && this.process.gone === undefined
  }

  get dataDirectory(): string {
    return this.machine.path(this.folder)
  }

  start(): SimulatedProcess {
    const note = (level: string) => (message: string, details?: LogDetails) => {
      this.#tell(this.name, `${level}: ${message} ${textOf(details)}`)
    }
    const nothing = (): void => undefined
    const log = { debug: nothing, info: nothing, warn: note('warn'), error: note('error') }
    const settings = this.settings()
    this.#running = undefined
    this.process = this.#world.start('service', this.machine, async () => {
      this.#running = await startService(settings, { log, reread: () => this.settings() })
      await new Promise<never>(() => undefined)
    })
    return this.process
  }

  /** Has this process alone read the configuration anew, as a signal to it does. */
  reload(): void {
    const running = this.#running
    if (!this.isUp || running === undefined) return
    this.#world.after(0, this.process, 'reload', async () => {
      const { lines } = await running.reload()
      this.#tell(this.name, `reload: ${lines.join('; ')}`)
    })
  }

  settings(): Settings {
    const { ip, host, shared } = this.#place
    const postgres = shared ? this.#world.postgres : undefined
    return {
      ...defaultSettings,
      ...this.#configuration.read(),
      host: ip,
      port,
      dataDirectory: this.dataDirectory,
      ...(postgres === undefined ? {} : { databaseUrl: postgres.databaseUrl, files: bucket }),
      provider: 'relay',
      checkMedia: false,
      publicUrl: `http://${host}`,
      rateLimit: 'off',
      unknownOutcomeDeadline: 120_000,
      keep: 25 * 3_600_000,
      adminKey,
      siteDirectory: '/sim/none',
    }
  }
}

const bucket = new SimulatedBucket()

function textOf(details: LogDetails | undefined): string {
  if (details === undefined) return ''
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value instanceof Error ? value.message : String(value)}`)
    .join(' ')
}
