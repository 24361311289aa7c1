import type { Message, Reply } from '../world/network.js'
import { beginning, type World } from '../world/world.js'
import { bodyOf, file, json, keyOf } from './json-host.js'
import { pictureOf } from './picture.js'
import type { Purchase, Purchases } from './purchases.js'

/** How long it knows a key, in milliseconds. */
const keepsKeysFor = 24 * 3_600_000

/**
 * An upstream that speaks the interface of this service and keeps idempotency keys for a day. It refuses to cancel what has begun,
 * with 409, as vendors do.
 */
export class KeyedUpstream {
  readonly name = 'keyed'
  readonly host = 'keyed.sim'
  readonly keys = new Map([
    ['keyed-first', 'first'],
    ['keyed-second', 'second'],
  ])
  readonly #world: World
  readonly #purchases: Purchases
  #count = 0

  constructor(world: World, purchases: Purchases) {
    this.#world = world
    this.#purchases = purchases
    world.network.listen(this.host, {
      process: undefined,
      answer: (message, { machine }) => Promise.resolve(this.#answer(message, machine.name)),
    })
  }

  #answer(message: Message, by: string): Reply {
    const { method, url } = message
    const path = url.pathname.replace(/^\/api\/v2\/model-center/, '')
    const [, result] = /^\/files\/(.+)\.png$/.exec(url.pathname) ?? []
    if (result !== undefined) {
      const made = this.#find(result)
      return made === undefined ? problem(404, 'no such file') : file(pictureOf(made.prompt))
    }
    if (path === '/capabilities')
      return json(200, {
        object: 'capabilities',
        extensions: ['capabilities', 'idempotency', 'cancel'],
        idempotency: { header: 'Idempotency-Key' },
      })
    const account = this.keys.get(keyOf(message))
    if (account === undefined) return problem(401, 'the key is not known')
    if (method === 'POST' && path === '/tasks') return this.#make(message, account, by)
    const [, id = '', cancel] = /^\/tasks\/([^/]+)(\/cancel)?$/.exec(path) ?? []
    const purchase = this.#find(id)
    if (purchase === undefined || purchase.account !== account) return problem(404, 'there is no such task')
    if (cancel === undefined) return json(200, this.#task(purchase))
    if (this.#statusOf(purchase) !== 'queued') return problem(409, 'it has begun and cannot be cancelled')
    this.#purchases.takeBack(purchase)
    return json(200, this.#task(purchase))
  }

  #make(message: Message, account: string, by: string): Reply {
    const { prompt } = bodyOf(message)
    if (typeof prompt !== 'string') return problem(400, 'prompt is required')
    const key = message.headers['idempotency-key']
    const { now } = this.#world
    const before = this.#purchases.all.find(
      (one) =>
        one.upstream === this.name &&
        one.account === account &&
        key !== undefined &&
        one.key === key &&
        now - one.at < keepsKeysFor,
    )
    if (before !== undefined)
      return before.prompt === prompt
        ? json(200, this.#task(before))
        : problem(422, 'the key was used for something else')
    const random = this.#world.random(`keyed ${this.#count}`)
    const purchase: Purchase = {
      upstream: this.name,
      by,
      id: `task_upstream_${++this.#count}`,
      account,
      prompt,
      key,
      at: now,
      due: now + 2000 + random.below(20_000),
      takenBack: false,
      stopped: false,
      fails: random.chance(0.05),
    }
    this.#purchases.add(purchase)
    return json(200, this.#task(purchase))
  }

  #find(id: string): Purchase | undefined {
    return this.#purchases.all.find((one) => one.upstream === this.name && one.id === id)
  }

  #statusOf({ takenBack, fails, at, due }: Purchase): string {
    const { now } = this.#world
    if (takenBack) return 'failed'
    if (now >= due) return fails ? 'failed' : 'completed'
    return now < at + 500 ? 'queued' : 'processing'
  }

  #task(purchase: Purchase): object {
    const status = this.#statusOf(purchase)
    return {
      id: purchase.id,
      object: 'image',
      created: Math.floor((beginning + purchase.at) / 1000),
      model: 'beta-5.0',
      status,
      ...(status === 'completed' ? { image_url: `http://${this.host}/files/${purchase.id}.png` } : {}),
      ...(purchase.takenBack ? { amount: 0 } : {}),
      ...(status === 'failed' ? { error: { message: 'it could not be made' } } : {}),
    }
  }
}

function problem(status: number, message: string): Reply {
  return json(status, { error: { message } })
}
