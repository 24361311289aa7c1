import type { SimulatedProcess } from '../world/machine.js'
import type { World } from '../world/world.js'
import { adminKey } from './service.js'

/** An account at a gateway, as its owner knows it. */
export interface Account {
  name: string
  id: string
  /** The keys that were made for it, the newest last. */
  keys: { id: string; key: string; revoked: boolean }[]
}

/** The users. */
export const names = ['ada', 'bob'] as const

/** The operator of a gateway: makes accounts and keys over its administration. */
export class Operator {
  readonly #world: World
  readonly accounts = new Map<string, Account>()
  /** What makes the accounts. */
  opening: SimulatedProcess | undefined

  readonly #host: string
  /** Whom an account is made for, and with how many credits. */
  readonly #customers: { names: readonly string[]; credits: number }

  /** `host`: the network's name of the gateway. */
  constructor(world: World, host: string, customers: { names: readonly string[]; credits: number }) {
    this.#world = world
    this.#host = host
    this.#customers = customers
  }

  /** Whether every account is made and has a key. */
  get isOpen(): boolean {
    return this.#customers.names.every((name) => (this.accounts.get(name)?.keys.length ?? 0) > 0)
  }

  /** The account of a name. */
  account(name: string): Account {
    const account = this.accounts.get(name)
    if (account === undefined) throw new Error(`there is no account ${name}`)
    return account
  }

  /** Makes the accounts, each with credits and a key. */
  open(): void {
    this.opening = this.#world.start('operator', this.#world.machine('office'), async () => {
      const { names, credits } = this.#customers
      for (const name of names) {
        const { id } = await this.#ask('POST', '/accounts', { name, credits })
        this.accounts.set(name, { name, id: String(id), keys: [] })
        await this.#addKey(name)
      }
    })
  }

  /** Makes a new key for an account and revokes the one before it. */
  rotate(name: string): void {
    this.#world.start('operator', this.#world.machine('office'), async () => {
      const old = this.account(name).keys.at(-1)
      await this.#addKey(name)
      if (old === undefined) return
      await this.#ask('DELETE', `/keys/${old.id}`)
      old.revoked = true
    })
  }

  async #addKey(name: string): Promise<void> {
    const account = this.account(name)
    const { id, key } = await this.#ask('POST', `/accounts/${account.id}/keys`, {})
    account.keys.push({ id: String(id), key: String(key), revoked: false })
  }

  async #ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`http://${this.#host}/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
}
