import type { Pool } from 'pg'
import type { ReloadOutcome } from '../../../settings/reload.js'
import {
  listedTime,
  processFromRow,
  reloadNumbers,
  wishesFromRow,
  type ProcessStore,
  type ProcessWishes,
  type ServiceProcess,
} from '../process-store.js'
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

  async requests(name: string): Promise<ProcessWishes> {
    return wishesFromRow((await run(this.#pool, sql.read, [name]))[0])
  }

  async noteRemaining(name: string, remaining: number): Promise<void> {
    await run(this.#pool, sql.remaining, [name, remaining])
  }

  async noteReloaded(name: string, request: number, outcome: ReloadOutcome): Promise<void> {
    await run(this.#pool, sql.reloaded, [name, request, JSON.stringify(outcome)])
  }

  async leave(name: string): Promise<void> {
    await run(this.#pool, sql.leave, [name])
  }

  drain(name: string, who: string): Promise<boolean> {
    return changes(this.#pool, sql.drain, [name, who])
  }

  async reload(who: string): Promise<Map<string, number>> {
    return reloadNumbers(await run(this.#pool, sql.reload, [who]))
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
  read: 'SELECT * FROM service_process WHERE name = $1',
  remaining: `UPDATE service_process SET remaining = $2, empty_since = CASE WHEN $2 = 0 THEN coalesce(empty_since, ${now}) END WHERE name = $1`,
  reloaded: 'UPDATE service_process SET reload_answered = $2, reload_outcome = $3 WHERE name = $1',
  leave: 'DELETE FROM service_process WHERE name = $1',
  drain: `UPDATE service_process SET drain_since = coalesce(drain_since, ${now}), drain_by = coalesce(drain_by, $2)
    WHERE name = $1 AND ${listed} RETURNING name`,
  reload: `UPDATE service_process SET reload_asked = reload_asked + 1, reload_by = $1 WHERE ${listed} RETURNING name, reload_asked`,
  list: `SELECT * FROM service_process WHERE ${listed} ORDER BY name`,
})
