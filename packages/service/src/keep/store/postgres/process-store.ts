import type { Pool } from 'pg'
import type { ReloadOutcome } from '../../../settings/reload.js'
import {
  entryFromRow,
  listedTime,
  numberedName,
  processFromRow,
  reloadNumbers,
  wishesFromRow,
  type ProcessEntry,
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

  async enter(name: string): Promise<ProcessEntry> {
    await run(this.#pool, sql.forget)
    const [row = {}] = await run(this.#pool, sql.enter, [name])
    return entryFromRow(row)
  }

  async enterAgain(name: string): Promise<ProcessEntry> {
    for (let number = 1; ; number += 1) {
      const [row] = await run(this.#pool, sql.enterAgain, [numberedName(name, number)])
      if (row !== undefined) return entryFromRow(row)
    }
  }

  async see({ name, started }: ProcessEntry): Promise<void> {
    await run(this.#pool, sql.see, [name, started])
  }

  async requests({ name, started }: ProcessEntry): Promise<ProcessWishes | undefined> {
    const [row] = await run(this.#pool, sql.read, [name, started])
    return row && wishesFromRow(row)
  }

  async noteRemaining({ name, started }: ProcessEntry, remaining: number): Promise<void> {
    await run(this.#pool, sql.remaining, [name, started, remaining])
  }

  async noteReloaded({ name, started }: ProcessEntry, request: number, outcome: ReloadOutcome): Promise<void> {
    await run(this.#pool, sql.reloaded, [name, started, request, JSON.stringify(outcome)])
  }

  async leave({ name, started }: ProcessEntry): Promise<void> {
    await run(this.#pool, sql.leave, [name, started])
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

const itself = 'name = $1 AND started = $2'
const listed = `seen > ${now} - ${listedTime}`

const sql = statements('process', {
  forget: `DELETE FROM service_process WHERE NOT ${listed}`,
  enter: `INSERT INTO service_process (name, started, seen) VALUES ($1, ${now}, ${now})
    ON CONFLICT (name) DO UPDATE SET started = greatest(excluded.started, service_process.started + 1), seen = excluded.seen,
      drain_since = NULL, drain_by = NULL, remaining = NULL, empty_since = NULL RETURNING name, started`,
  enterAgain: `INSERT INTO service_process (name, started, seen) VALUES ($1, ${now}, ${now}) ON CONFLICT DO NOTHING RETURNING name, started`,
  see: `UPDATE service_process SET seen = ${now} WHERE ${itself}`,
  read: `SELECT * FROM service_process WHERE ${itself}`,
  remaining: `UPDATE service_process SET remaining = $3, empty_since = CASE WHEN $3 = 0 THEN coalesce(empty_since, ${now}) END WHERE ${itself}`,
  reloaded: `UPDATE service_process SET reload_answered = $3, reload_outcome = $4 WHERE ${itself}`,
  leave: `DELETE FROM service_process WHERE ${itself}`,
  drain: `UPDATE service_process SET drain_since = coalesce(drain_since, ${now}), drain_by = coalesce(drain_by, $2)
    WHERE name = $1 AND ${listed} RETURNING name`,
  reload: `UPDATE service_process SET reload_asked = reload_asked + 1, reload_by = $1 WHERE ${listed} RETURNING name, reload_asked`,
  list: `SELECT * FROM service_process WHERE ${listed} ORDER BY name`,
})
