import type { Pool } from 'pg'
import { listedTime, processFromRow, type ProcessStore, type ServiceProcess } from '../process-store.js'
import { changes, now, run, statements } from './database.js'

/** The processes of a PostgreSQL database. Time is the server's. */
export class PostgresProcessStore implements ProcessStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async enter(name: string): Promise<void> {
    await run(this.#pool, sql.forget)
    await run(this.#pool, sql.enter, [name])
  }

  async see(name: string): Promise<void> {
    await run(this.#pool, sql.see, [name])
  }

  async isDraining(name: string): Promise<boolean> {
    return (await run(this.#pool, sql.isDraining, [name])).length > 0
  }

  async noteRemaining(name: string, remaining: number): Promise<void> {
    await run(this.#pool, sql.remaining, [name, remaining])
  }

  async leave(name: string): Promise<void> {
    await run(this.#pool, sql.leave, [name])
  }

  drain(name: string, who: string): Promise<boolean> {
    return changes(this.#pool, sql.drain, [name, who])
  }

  async list(): Promise<ServiceProcess[]> {
    return (await run(this.#pool, sql.list)).map(processFromRow)
  }
}

const listed = `seen > ${now} - ${listedTime}`

const sql = statements('process', {
  forget: `DELETE FROM service_process WHERE NOT ${listed}`,
  enter: `INSERT INTO service_process (name, started, seen) VALUES ($1, ${now}, ${now})
    ON CONFLICT (name) DO UPDATE SET started = excluded.started, seen = excluded.seen, drain_since = NULL, drain_by = NULL, remaining = NULL, empty_since = NULL`,
  see: `UPDATE service_process SET seen = ${now} WHERE name = $1`,
  isDraining: 'SELECT name FROM service_process WHERE name = $1 AND drain_since IS NOT NULL',
  remaining: `UPDATE service_process SET remaining = $2, empty_since = CASE WHEN $2 = 0 THEN coalesce(empty_since, ${now}) END WHERE name = $1`,
  leave: 'DELETE FROM service_process WHERE name = $1',
  drain: `UPDATE service_process SET drain_since = coalesce(drain_since, ${now}), drain_by = coalesce(drain_by, $2)
    WHERE name = $1 AND ${listed} RETURNING name`,
  list: `SELECT * FROM service_process WHERE ${listed} ORDER BY name`,
})
