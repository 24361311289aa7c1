import type { Message, Reply } from '../world/network.js'
import type { World } from '../world/world.js'
import { bodyOf, file, json, keyOf } from './json-host.js'
import { pictureOf } from './picture.js'
import type { Purchase, Purchases } from './purchases.js'

/**
 * An upstream that speaks as Replicate's API does (predictions of official models), written after its public documentation and not
 * after the mapping. It keeps no idempotency keys: each POST that it understands is a purchase. A prediction that is
 * cancelled before it has begun is aborted and costs nothing; later it is cancelled and what has run of it is paid for.
 */
export class KeylessUpstream {
  readonly name = 'keyless'
  readonly host = 'keyless.sim'
  readonly keys = new Map([
    ['keyless-first', 'first'],
    ['keyless-second', 'second'],
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
    const [, result] = /^\/files\/(.+)\.png$/.exec(url.pathname) ?? []
    if (result !== undefined) {
      const made = this.#find(result)
      return made === undefined ? json(404, { detail: 'Not found' }) : file(pictureOf(made.prompt))
    }
    const account = this.keys.get(keyOf(message))
    if (account === undefined)
      return json(401, {
        title: 'Unauthenticated',
        detail: 'You did not pass a valid authentication token',
        status: 401,
      })
    if (url.pathname === '/v1/account') return json(200, { type: 'organization', username: account })
    if (method === 'POST' && url.pathname === '/v1/models/acme/picture/predictions')
      return this.#make(message, account, by)
    const [, id = '', cancel] = /^\/v1\/predictions\/([^/]+)(\/cancel)?$/.exec(url.pathname) ?? []
    const purchase = this.#find(id)
    if (purchase === undefined || purchase.account !== account)
      return json(404, { title: 'Not found', detail: 'The requested resource could not be found.', status: 404 })
    if (cancel !== undefined) {
      const state = this.#stateOf(purchase)
      if (state === 'starting') this.#purchases.takeBack(purchase)
      else if (state === 'processing') purchase.stopped = true
    }
    return json(200, this.#prediction(purchase))
  }

  #make(message: Message, account: string, by: string): Reply {
    const { input } = bodyOf(message) as { input?: { prompt?: unknown } }
    if (typeof input?.prompt !== 'string')
      return json(422, { title: 'Input validation failed', detail: 'prompt is required', status: 422 })
    const random = this.#world.random(`keyless ${this.#count}`)
    const { now } = this.#world
    const purchase: Purchase = {
      upstream: this.name,
      by,
      id: `prediction${++this.#count}`,
      account,
      prompt: input.prompt,
      key: undefined,
      at: now,
      due: now + 2000 + random.below(20_000),
      takenBack: false,
      stopped: false,
      fails: random.chance(0.05),
    }
    this.#purchases.add(purchase)
    return json(201, this.#prediction(purchase))
  }

  #find(id: string): Purchase | undefined {
    return this.#purchases.all.find((one) => one.upstream === this.name && one.id === id)
  }

  #stateOf({ takenBack, stopped, fails, at, due }: Purchase): string {
    if (takenBack) return 'aborted'
    if (stopped) return 'canceled'
    const { now } = this.#world
    if (now >= due) return fails ? 'failed' : 'succeeded'
    return now < at + 1000 ? 'starting' : 'processing'
  }

  #prediction(purchase: Purchase): object {
    const status = this.#stateOf(purchase)
    const base = `http://${this.host}`
    return {
      id: purchase.id,
      model: 'acme/picture',
      status,
      input: { prompt: purchase.prompt },
      output: status === 'succeeded' ? [`${base}/files/${purchase.id}.png`] : null,
      error: status === 'failed' ? 'the model could not make it' : null,
      urls: { get: `${base}/v1/predictions/${purchase.id}`, cancel: `${base}/v1/predictions/${purchase.id}/cancel` },
    }
  }
}
