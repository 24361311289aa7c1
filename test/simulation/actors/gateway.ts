import { Database, type Tables } from '../database.js'
import { SharedDatabase } from '../shared-database.js'
import type { World } from '../world/world.js'
import { Balancer } from './balancer.js'
import { Configuration, type Offer } from './configuration.js'
import { Operator } from './operator.js'
import { innerHost, Service, serviceHost, type Place } from './service.js'

/** What a gateway is made of. */
export interface GatewayParts {
  offers: readonly Offer[]
  /** Whom an account is made for, and with how many credits. */
  customers: { names: readonly string[]; credits: number }
  places: readonly Place[]
  tell: (who: string, what: string) => void
}

/** A gateway of ours: its services, the configuration they read, who operates it, and what it has committed. */
export class Gateway {
  readonly #world: World
  readonly #tell: (who: string, what: string) => void
  /** Those that share a database, or the only one. */
  readonly services: readonly Service[]
  readonly configuration: Configuration
  readonly operator: Operator
  readonly database: Tables
  /** What happened of which the invariants have to know, such as that a backup has been restored. */
  readonly facts = { restoring: false, backups: 0, rewinds: 0 }

  constructor(world: World, { offers, customers, places, tell }: GatewayParts) {
    this.#world = world
    this.#tell = tell
    this.configuration = new Configuration(offers)
    const { configuration } = this
    this.services = places.map((place) => new Service(world, tell, { configuration, place }))
    const [{ host, shared }] = places as [Place]
    const addresses = this.services.map(({ address }) => address)
    if (addresses.length > 1) world.network.listen(host, new Balancer(world, addresses))
    this.operator = new Operator(world, host, customers)
    this.database =
      shared && world.postgres !== undefined ? new SharedDatabase(world.postgres) : new Database(world, this.service)
  }

  /** The first service, which is the only one where the database is a file of its own. */
  get service(): Service {
    return this.services[0] as Service
  }

  /** Starts a service, later, where nothing has started it meanwhile. */
  startLater(service: Service, delay: number): void {
    this.#world.after(delay, undefined, 'start a service', () => {
      if (service.isUp || this.facts.restoring) return
      this.#tell(service.name, 'starts')
      service.start()
    })
  }

  /** Starts the services that are up anew with other settings, one after the other: for a while some have those of before. */
  restartWith(change: () => void): void {
    change()
    for (const [index, service] of this.services.entries()) {
      if (!service.isUp) continue
      this.#world.after(10_000 * index, undefined, 'stop a service', () => {
        if (!service.isUp || this.facts.restoring) return
        service.process?.end('stopped')
        this.startLater(service, 100)
      })
    }
  }
}

/** Where the services of the gateway are that users ask. */
export function frontPlaces(services: number): Place[] {
  if (services === 1) return [{ name: 'service', machine: 'server', ip: '10.0.0.1', host: serviceHost, shared: false }]
  return Array.from({ length: services }, (_, index) => ({
    name: `service ${index + 1}`,
    machine: index === 0 ? 'server' : `server-${index + 1}`,
    ip: `10.0.0.${11 + index}`,
    host: serviceHost,
    shared: true,
  }))
}

/** Where the one behind it is. */
export const innerPlace: Place = {
  name: 'inner',
  machine: 'inner-server',
  ip: '10.0.1.1',
  host: innerHost,
  shared: false,
}
