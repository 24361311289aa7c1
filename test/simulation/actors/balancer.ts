import type { Host, Message, Reply } from '../world/network.js'
import type { SimulatedProcess } from '../world/machine.js'
import type { World } from '../world/world.js'

/** What stands before services that share a database: it gives each request to one of those that listen, whichever. */
export class Balancer implements Host {
  readonly process = undefined
  readonly #world: World
  readonly #addresses: readonly string[]
  readonly #random

  constructor(world: World, addresses: readonly string[]) {
    this.#world = world
    this.#addresses = addresses
    this.#random = world.random('balancer')
  }

  answer(message: Message, from: SimulatedProcess): Promise<Reply> {
    const hosts = this.#addresses.flatMap((address) => this.#world.network.at(address) ?? [])
    if (hosts.length === 0) return Promise.reject(new Error('no service listens'))
    const host = this.#random.pick(hosts)
    return new Promise((resolve, reject) => {
      host.process?.onGone(() => {
        reject(new Error('the service is gone'))
      })
      host.answer(message, from).then(resolve, reject)
    })
  }
}
