import type { Pool, PoolClient, PoolConfig } from 'pg'
import type { Durations } from '../../../base/durations.js'
import type { Row } from '../columns.js'

type OnConnection = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * Connections to a database. What is asked on one that breaks says so, and it is replaced; the events that tell it too would end this
 * process if nothing heard them, of a connection that is lent to a transaction as of one that is idle. `waits`: how long statements
 * and transactions wait for a connection.
 */
export async function openPool(settings: PoolConfig, waits?: Durations): Promise<Pool> {
  const {
    default: { Pool },
  } = await import('pg')
  class MeasuredPool extends Pool {
    override connect(): Promise<PoolClient>
    override connect(callback: OnConnection): void
    override connect(callback?: OnConnection): Promise<PoolClient> | void {
      const asked = performance.now()
      const note = (): void => waits?.record(performance.now() - asked)
      if (callback === undefined) return super.connect().finally(note)
      super.connect((...connection) => {
        note()
        callback(...connection)
      })
    }
  }
  const ignore = (): void => undefined
  return new MeasuredPool(settings).on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

/** A statement and the name under which each connection keeps it prepared. */
export interface Statement {
  name: string
  text: string
}

/** The statements of one store by what they do. Each connection serves all stores, so their names begin with the store's. */
export function statements<Texts extends Readonly<Record<string, string>>>(
  store: string,
  texts: Texts,
): Record<keyof Texts, Statement> {
  const named = Object.entries(texts).map(([name, text]) => [name, { name: `${store}.${name}`, text }])
  return Object.fromEntries(named) as Record<keyof Texts, Statement>
}

/** Runs one statement, a transaction of its own: durable once this resolves. */
export async function run(pool: Pool, statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
  const query = { ...(typeof statement === 'string' ? { text: statement } : statement), values: [...values] }
  const { rows } = await pool.query<Row>(query).catch((error: unknown) => {
    if (!isOutdatedPlan(error)) throw error
    return pool.query<Row>({ text: query.text, values: query.values })
  })
  return rows
}

/**
 * A newer version of the service has added a column since the connection prepared the statement, which was therefore not
 * run; without a name it is prepared anew.
 */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'routine') === 'RevalidateCachedQuery'
}

/** The same for a statement that is to change one row. Answers whether it did. */
export async function changes(pool: Pool, statement: Statement | string, values: readonly unknown[]): Promise<boolean> {
  return (await run(pool, statement, values)).length > 0
}

/** The server's time in milliseconds: the clocks of services may differ. */
export const now = `(extract(epoch FROM now()) * 1000)::bigint`
