import { Desk } from './actors/desk.js'
import { KeyedUpstream } from './actors/keyed-upstream.js'
import { KeylessUpstream } from './actors/keyless-upstream.js'
import { names, Operator } from './actors/operator.js'
import { Purchases } from './actors/purchases.js'
import { Balancer } from './actors/balancer.js'
import { Configuration } from './actors/configuration.js'
import { Service, serviceHost } from './actors/service.js'
import { Database, type Tables } from './database.js'
import { SharedDatabase } from './shared-database.js'
import type { Timeline } from './story/timeline.js'
import type { World } from './world/world.js'

/** Something that a user wanted once: one picture of a prompt that no other user asks for. */
export interface Wish {
  prompt: string
  account: string
  /** Where the file is to be, as processes name it; undefined where the user keeps no file. */
  file: string | undefined
  /** Whether the user has cancelled it. */
  cancelled: boolean
  at: number
}

/** Everything that a run is made of. */
export class Scene {
  readonly world: World
  readonly timeline: Timeline
  readonly purchases: Purchases
  readonly keyless: KeylessUpstream
  readonly keyed: KeyedUpstream
  readonly configuration = new Configuration()
  /** Those that share a database, or the only one. */
  readonly services: readonly Service[]
  readonly operator: Operator
  readonly #others = new Map<string, Desk>()
  /** The machine of each account's owner. */
  readonly desks: ReadonlyMap<string, Desk>
  readonly database: Tables
  readonly wishes: Wish[] = []
  /** What happened of which the invariants have to know, such as that a backup has been restored. */
  readonly facts = { restoring: false, backups: 0, rewinds: 0, healed: false }
  /** What was answered to accounts that asked for tasks of others. */
  readonly looks: { account: string; task: string; status: number }[] = []
  /** The status that the owner of each task was answered last, at the end of a run. */
  readonly answers = new Map<string, string>()
  /** The files of requests that were run. */
  readonly batches: { account: string; file: string }[] = []
  /** The commands that were typed for a wish, to be typed again. */
  readonly commands: { account: string; words: string[] }[] = []

  /** `services`: how many there are; more than one share the PostgreSQL of the world. */
  constructor(world: World, timeline: Timeline, services = 1) {
    this.world = world
    this.timeline = timeline
    const { tell } = this
    this.purchases = new Purchases(tell)
    this.keyless = new KeylessUpstream(world, this.purchases)
    this.keyed = new KeyedUpstream(world, this.purchases)
    const { configuration } = this
    this.services = Array.from(
      { length: services },
      (_, index) => new Service(world, tell, { configuration, number: services === 1 ? 0 : index + 1 }),
    )
    if (services > 1)
      world.network.listen(
        serviceHost,
        new Balancer(
          world,
          this.services.map(({ address }) => address),
        ),
      )
    this.operator = new Operator(world)
    this.desks = new Map(names.map((name) => [name, new Desk(world, `desk-${name}`, tell)]))
    this.database =
      world.postgres === undefined ? new Database(world, this.service) : new SharedDatabase(world.postgres)
  }

  /** Another container on the same volume, which says that it has the same name. */
  otherDesk(account: string): Desk {
    const { machine } = this.desk(account)
    const name = `${machine.name}-2`
    let desk = this.#others.get(name)
    if (desk === undefined) {
      desk = new Desk(this.world, name, this.tell, machine)
      this.#others.set(name, desk)
    }
    return desk
  }

  /** Every desk that there is. */
  get allDesks(): Desk[] {
    return [...this.desks.values(), ...this.#others.values()]
  }

  /** The desk of an account's owner. */
  desk(account: string): Desk {
    const desk = this.desks.get(account)
    if (desk === undefined) throw new Error(`there is no desk of ${account}`)
    return desk
  }

  /** The commands of an account's owner that run now. */
  runningOf(account: string) {
    return this.allDesks.filter(({ home }) => home === this.desk(account).machine).flatMap(({ running }) => running)
  }

  /** A line of the story. */
  readonly tell = (who: string, what: string): void => {
    this.timeline.tell(this.world.now, who, what)
  }

  /** Asks the service for each task of an account, as its owner, and keeps what was answered. */
  askForTasks(name: string): void {
    const { id } = this.operator.account(name)
    const headers = { authorization: `Bearer ${this.keyOf(name)}` }
    const own = this.database.tasks().filter(({ account }) => account === id)
    this.world.start('curl', this.desk(name).machine, async () => {
      for (const task of own) {
        const response = await fetch(`http://${serviceHost}/api/v2/model-center/tasks/${task.id}`, { headers })
        if (response.ok) this.answers.set(task.id, String(((await response.json()) as { status?: unknown }).status))
      }
    })
  }

  /** A new wish of an account. */
  wish(account: string, withFile: boolean): Wish {
    const number = this.wishes.length + 1
    const prompt = `wish ${number} of ${account}`
    const file = withFile ? this.desk(account).machine.path('out', `wish-${number}.png`) : undefined
    const wish = { prompt, account, file, cancelled: false, at: this.world.now }
    this.wishes.push(wish)
    return wish
  }

  /** The first service, which is the only one where the database is a file of its own. */
  get service(): Service {
    return this.services[0] as Service
  }

  /** A service by a number that was drawn without knowing how many there are. */
  serviceOf(number: unknown): Service {
    return this.services[Number(number ?? 0) % this.services.length] as Service
  }

  /** Starts a service, later, where nothing has started it meanwhile. */
  startLater(service: Service, delay: number): void {
    this.world.after(delay, undefined, 'start a service', () => {
      if (service.isUp || this.facts.restoring) return
      this.tell(service.name, 'starts')
      service.start()
    })
  }

  /** Starts the services that are up anew with other settings, one after the other: for a while some have those of before. */
  restartWith(change: () => void): void {
    change()
    for (const [index, service] of this.services.entries()) {
      if (!service.isUp) continue
      this.world.after(10_000 * index, undefined, 'stop a service', () => {
        if (!service.isUp || this.facts.restoring) return
        service.process?.end('stopped')
        this.startLater(service, 100)
      })
    }
  }

  /** The key with which an account goes to the service now. */
  keyOf(account: string): string {
    return this.operator.account(account).keys.findLast(({ revoked }) => !revoked)?.key ?? ''
  }
}
