import { Desk } from './actors/desk.js'
import { KeyedUpstream } from './actors/keyed-upstream.js'
import { KeylessUpstream } from './actors/keyless-upstream.js'
import { frontPlaces, Gateway, innerPlace } from './actors/gateway.js'
import { offerOf, vendors } from './actors/offers.js'
import { names } from './actors/operator.js'
import { Purchases } from './actors/purchases.js'
import { serviceHost, type Service } from './actors/service.js'
import type { Plan } from './plan.js'
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
  /** The gateway that users ask. */
  readonly front: Gateway
  /** The one that is an upstream of it, in a world that has one. */
  readonly inner: Gateway | undefined
  readonly #others = new Map<string, Desk>()
  /** The machine of each account's owner. */
  readonly desks: ReadonlyMap<string, Desk>
  readonly wishes: Wish[] = []
  /** Whether everything has been put right for the end of the run. */
  healed = false
  /** What was answered to accounts that asked for tasks of others. */
  readonly looks: { account: string; task: string; status: number }[] = []
  /** The status that the owner of each task was answered last, at the end of a run. */
  readonly answers = new Map<string, string>()
  /** The files of requests that were run. */
  readonly batches: { account: string; file: string }[] = []
  /** The commands that were typed for a wish, to be typed again. */
  readonly commands: { account: string; words: string[] }[] = []

  /** `services`: how many the front gateway has; more than one share the PostgreSQL of the world. */
  constructor(world: World, timeline: Timeline, { services = 1, chained = false }: Pick<Plan, 'services' | 'chained'>) {
    this.world = world
    this.timeline = timeline
    const { tell } = this
    this.purchases = new Purchases(tell)
    this.keyless = new KeylessUpstream(world, this.purchases)
    this.keyed = new KeyedUpstream(world, this.purchases)
    const own = { offers: vendors, tell }
    this.inner = chained
      ? new Gateway(world, { ...own, customers: { names: ['first', 'second'], credits: 1000 }, places: [innerPlace] })
      : undefined
    const behind = this.inner && [offerOf(this.inner.operator), ...vendors.filter(({ name }) => name === 'keyed')]
    const customers = { names, credits: 100 }
    this.front = new Gateway(world, { offers: behind ?? vendors, customers, places: frontPlaces(services), tell })
    this.desks = new Map(names.map((name) => [name, new Desk(world, `desk-${name}`, tell)]))
  }

  /** The front gateway, and the one behind it. */
  get gateways(): Gateway[] {
    return this.inner === undefined ? [this.front] : [this.front, this.inner]
  }

  /** A service by a number that was drawn without knowing how many there are, of any gateway. */
  serviceOf(number: unknown): Service {
    const services = this.gateways.flatMap((gateway) => gateway.services)
    return services[Number(number ?? 0) % services.length] as Service
  }

  /** The gateway of a service. */
  gatewayOf(service: Service): Gateway {
    return this.gateways.find(({ services }) => services.includes(service)) as Gateway
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

  /**
   * Undoes an edit of a configuration after so many seconds, unless everything has been put right by then: what stands there now may be what a
   * task waits for.
   */
  undoLater(seconds: number, label: string, undo: () => void): void {
    this.world.after(1000 * seconds, undefined, label, () => {
      if (!this.healed) undo()
    })
  }

  /** Asks the service for each task of an account, as its owner, and keeps what was answered. */
  askForTasks(name: string): void {
    const { id } = this.front.operator.account(name)
    const headers = { authorization: `Bearer ${this.keyOf(name)}` }
    const own = this.front.database.tasks().filter(({ account }) => account === id)
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

  /** The key with which an account goes to the service now. */
  keyOf(account: string): string {
    return this.front.operator.account(account).keys.findLast(({ revoked }) => !revoked)?.key ?? ''
  }
}
