import { Desk } from './actors/desk.js'
import { KeyedUpstream } from './actors/keyed-upstream.js'
import { KeylessUpstream } from './actors/keyless-upstream.js'
import { names, Operator } from './actors/operator.js'
import { Purchases } from './actors/purchases.js'
import { Service } from './actors/service.js'
import { Database } from './database.js'
import type { Timeline } from './story/timeline.js'
import type { World } from './world/world.js'

/** Something that a user wanted once: one picture of a prompt that nobody else asks for. */
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
  readonly service: Service
  readonly operator: Operator
  /** The machine of each account's owner. */
  readonly desks: ReadonlyMap<string, Desk>
  readonly database: Database
  readonly wishes: Wish[] = []
  /** What happened of which the invariants have to know, such as that a backup has been restored. */
  readonly facts = { restored: false, restoring: false, backups: 0 }
  /** The files of requests that were run. */
  readonly batches: { account: string; file: string }[] = []

  constructor(world: World, timeline: Timeline) {
    this.world = world
    this.timeline = timeline
    const tell = this.tell.bind(this)
    this.purchases = new Purchases(tell)
    this.keyless = new KeylessUpstream(world, this.purchases)
    this.keyed = new KeyedUpstream(world, this.purchases)
    this.service = new Service(world, tell)
    this.operator = new Operator(world)
    this.desks = new Map(names.map((name) => [name, new Desk(world, `desk-${name}`, tell)]))
    this.database = new Database(world, this.service)
  }

  /** The desk of an account's owner. */
  desk(account: string): Desk {
    const desk = this.desks.get(account)
    if (desk === undefined) throw new Error(`there is no desk of ${account}`)
    return desk
  }

  /** A line of the story. */
  tell(who: string, what: string): void {
    this.timeline.tell(this.world.now, who, what)
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

  /** Starts the service anew with other settings, where it is up. */
  restartWith(change: () => void): void {
    change()
    if (!this.service.isUp) return
    this.service.process?.end('stopped')
    this.world.after(100, undefined, 'start the service', () => {
      if (!this.service.isUp && !this.facts.restoring) this.service.start()
    })
  }

  /** The key with which an account goes to the service now. */
  keyOf(account: string): string {
    return this.operator.account(account).keys.findLast(({ revoked }) => !revoked)?.key ?? ''
  }
}
