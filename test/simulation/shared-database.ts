import pg from 'pg'
import { openPostgresStores } from '../../packages/service/src/keep/store/postgres/open.js'
import type { LedgerEntry, StoredAccount, StoredTask, Tables } from './database.js'
import { PostgresHost } from './world/postgres-host.js'
import type { World } from './world/world.js'

/** The variable with the address of a server in which the simulation may make databases. */
const serverVariable = 'MODEL_TASKS_SIMULATION_POSTGRES'

interface Server {
  admin: pg.Client
  url: URL
}

interface Rows<Task> {
  tasks: Task[]
  accounts: StoredAccount[]
  ledger: LedgerEntry[]
  spent: [string, number][]
  keys: [string, string][]
}

let opened: Promise<Server> | undefined

/** Makes the tables, once for all worlds of this process. */
async function open(): Promise<Server> {
  const address = process.env[serverVariable]
  if (address === undefined) throw new Error(`a plan of several services needs ${serverVariable}`)
  const first = new pg.Client(address)
  await first.connect()
  // Advisory locks are those of a database: worlds of other processes have their own.
  const name = `world_${process.pid}`
  await first.query(`CREATE DATABASE ${name}`)
  await first.end()
  const url = new URL(address)
  url.pathname = name
  const admin = new pg.Client(url.href)
  await admin.connect()
  const stores = await openPostgresStores(url.href)
  await stores.close()
  const time = (name: string): string =>
    `CREATE FUNCTION public.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT to_timestamp(current_setting('world.${name}')::double precision / 1000) $$`
  await admin.query(`${time('now')}; ${time('clock_timestamp')}`)
  return { admin, url }
}

/** A PostgreSQL for a world, with empty tables. */
export async function openServer(world: World): Promise<PostgresHost> {
  const host = new PostgresHost(world, await (opened ??= open()))
  await host.empty()
  return host
}

/** Lets go of the server: then the process can end. */
export async function closeServer(): Promise<void> {
  const server = await opened
  opened = undefined
  await server?.admin.end()
}

/** What services that share a database have committed, read after each exchange in which one of them may have changed something. */
export class SharedDatabase implements Tables {
  readonly #host: PostgresHost
  #text = ''
  #rows: Rows<StoredTask> = { tasks: [], accounts: [], ledger: [], spent: [], keys: [] }
  #version = 0

  constructor(host: PostgresHost) {
    this.#host = host
    host.afterCommit = () => this.#read()
  }

  get version(): number {
    return this.#version
  }

  tasks(): StoredTask[] {
    return this.#rows.tasks
  }

  accounts(): StoredAccount[] {
    return this.#rows.accounts
  }

  ledger(): LedgerEntry[] {
    return this.#rows.ledger
  }

  spent(): Map<string, number> {
    return new Map(this.#rows.spent)
  }

  keys(): Map<string, string[]> {
    const found = new Map<string, string[]>()
    for (const [key, task] of this.#rows.keys) found.set(key, [...(found.get(key) ?? []), task])
    return found
  }

  close(): void {
    this.#host.afterCommit = () => Promise.resolve()
  }

  async #read(): Promise<void> {
    const [row] = await this.#host.query(allRows)
    const text = String(row?.['text'])
    if (text === this.#text) return
    this.#text = text
    this.#version += 1
    const found = JSON.parse(text) as Rows<Omit<StoredTask, 'prompt'> & { parameters: string }>
    this.#rows = {
      ...found,
      tasks: found.tasks.map(({ parameters, ...task }) => ({
        ...task,
        prompt: String((JSON.parse(parameters) as { prompt?: unknown }).prompt),
        error: task.error ?? undefined,
        reference: task.reference ?? undefined,
        queue: task.queue ?? undefined,
      })),
    }
  }
}

const list = (select: string): string => `(SELECT coalesce(json_agg(one), '[]') FROM (${select}) AS one)`

const allRows = `SELECT json_build_object(
    'tasks', ${list(`SELECT id, account, status, stage, parameters, error, amount, submission_reference AS reference, queue, created FROM task ORDER BY id`)},
    'accounts', ${list(`SELECT id, unlimited, available, held FROM account ORDER BY id`)},
    'ledger', ${list(`SELECT account, subject, kind, available, held FROM ledger ORDER BY subject, step`)},
    'spent', (SELECT coalesce(json_agg(json_build_array(account, credits)), '[]') FROM (SELECT account, sum(credits) AS credits FROM spent GROUP BY account) AS one),
    'keys', (SELECT coalesce(json_agg(json_build_array(key, task) ORDER BY key, task), '[]') FROM idempotency)
  )::text AS text`
