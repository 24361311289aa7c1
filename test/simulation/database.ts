import { statSync } from 'node:fs'
import type { Service } from './actors/service.js'
import { DatabaseSync } from './world/sqlite.js'
import type { World } from './world/world.js'

/** A task as it is stored. */
export interface StoredTask {
  id: string
  account: string
  status: string
  stage: string
  prompt: string
  error: string | undefined
  amount: number
  reference: string | undefined
  queue: string | undefined
  created: number
}

/** An entry of the ledger. */
export interface LedgerEntry {
  account: string
  subject: string
  kind: string
  available: number
  held: number
}

export interface StoredAccount {
  id: string
  unlimited: boolean
  available: number
  held: number
}

interface Open {
  path: string
  inode: number
  database: DatabaseSync
  versionOf: { get(): Record<string, unknown> | undefined }
  version: number
}

/** What services have committed, read beside them by SQL and not through their code. */
export interface Tables {
  /** A number that is another one after each commit; 0 while there is no database. */
  readonly version: number
  tasks(): StoredTask[]
  accounts(): StoredAccount[]
  ledger(): LedgerEntry[]
  /** What removed tasks have cost, by account. */
  spent(): Map<string, number>
  /** Which task an account's idempotency key stands for. */
  keys(): Map<string, string[]>
  close(): void
}

/** Those of a service that has a file of SQLite to itself. */
export class Database implements Tables {
  readonly #world: World
  readonly #service: Service
  #open: Open | undefined
  #changes = 0

  constructor(world: World, service: Service) {
    this.#world = world
    this.#service = service
  }

  get version(): number {
    const { path } = this
    const inode = statSync(path, { throwIfNoEntry: false })?.ino
    if (inode === undefined) {
      this.close()
      return 0
    }
    if (this.#open?.path !== path || this.#open.inode !== inode) {
      this.close()
      const database = new DatabaseSync(path)
      const versionOf = database.prepare('PRAGMA data_version') as Open['versionOf']
      this.#open = { path, inode, database, versionOf, version: -1 }
    }
    const version = Number(this.#open.versionOf.get()?.['data_version'])
    if (version !== this.#open.version) {
      this.#open.version = version
      this.#changes += 1
    }
    return this.#changes
  }

  get path(): string {
    return `${this.#world.root}/${this.#service.machine.name}/${this.#service.folder}/tasks.db`
  }

  tasks(): StoredTask[] {
    return this.#rows(
      'SELECT id, account, status, stage, parameters, error, amount, submission_reference, queue, created FROM task ORDER BY id',
    ).map((row) => ({
      id: String(row['id']),
      account: String(row['account']),
      status: String(row['status']),
      stage: String(row['stage']),
      prompt: promptOf(row['parameters']),
      error: text(row['error']),
      amount: Number(row['amount']),
      reference: text(row['submission_reference']),
      queue: text(row['queue']),
      created: Number(row['created']),
    }))
  }

  accounts(): StoredAccount[] {
    return this.#rows('SELECT id, unlimited, available, held FROM account').map((row) => ({
      id: String(row['id']),
      unlimited: row['unlimited'] === 1,
      available: Number(row['available']),
      held: Number(row['held']),
    }))
  }

  ledger(): LedgerEntry[] {
    return this.#rows('SELECT account, subject, kind, available, held FROM ledger ORDER BY subject, step').map(
      (row) => ({
        account: String(row['account']),
        subject: String(row['subject']),
        kind: String(row['kind']),
        available: Number(row['available']),
        held: Number(row['held']),
      }),
    )
  }

  spent(): Map<string, number> {
    return new Map(
      this.#rows('SELECT account, sum(credits) AS credits FROM spent GROUP BY account').map((row) => [
        String(row['account']),
        Number(row['credits']),
      ]),
    )
  }

  keys(): Map<string, string[]> {
    const found = new Map<string, string[]>()
    for (const row of this.#rows('SELECT key, task FROM idempotency')) {
      const key = String(row['key'])
      found.set(key, [...(found.get(key) ?? []), String(row['task'])])
    }
    return found
  }

  close(): void {
    this.#open?.database.close()
    this.#open = undefined
  }

  #rows(sql: string): Record<string, unknown>[] {
    if (this.#open === undefined) return []
    return this.#open.database.prepare(sql).all() as Record<string, unknown>[]
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function promptOf(parameters: unknown): string {
  const found = JSON.parse(String(parameters)) as { prompt?: unknown }
  return typeof found.prompt === 'string' ? found.prompt : ''
}
