import type { Pool } from 'pg'
import { text } from '../columns.js'
import type { TaskLeases } from '../task-leases.js'
import { run, statements } from './database.js'

/** Leases in the rows of the tasks themselves, held as `owner`. What was left behind comes before what has never begun. */
export class PostgresTaskLeases implements TaskLeases {
  readonly #pool: Pool
  readonly #owner: string

  constructor(
    pool: Pool,
    owner: string,
    readonly duration: number,
  ) {
    this.#pool = pool
    this.#owner = owner
  }

  async claim(limit: number, except: readonly string[]): Promise<string[]> {
    const rows = await run(this.#pool, sql.claim, [this.#owner, this.duration, limit, except])
    return rows.map((row) => text(row, 'id')).sort()
  }

  async renew(ids: readonly string[]): Promise<string[]> {
    const rows = await run(this.#pool, sql.renew, [this.#owner, this.duration, ids])
    return rows.map((row) => text(row, 'id'))
  }

  async giveBack(id: string, pause: number): Promise<void> {
    await run(this.#pool, sql.giveBack, [this.#owner, pause, id])
  }

  async giveBackAll(): Promise<void> {
    await run(this.#pool, sql.giveBackAll, [this.#owner])
  }
}

const unfinished = `status IN ('queued', 'processing')`
const later = `now() + $2::double precision * interval '1 millisecond'`

const sql = statements('lease', {
  claim: `
    WITH free AS (
      SELECT id FROM task WHERE ${unfinished} AND lease_until < now() AND id <> ALL ($4::text[])
      ORDER BY lease_until DESC, id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE task SET lease_owner = $1, lease_until = ${later} FROM free WHERE task.id = free.id RETURNING task.id`,
  renew: `UPDATE task SET lease_until = ${later} WHERE id = ANY ($3::text[]) AND lease_owner = $1 AND ${unfinished} RETURNING id`,
  giveBack: `UPDATE task SET lease_owner = NULL, lease_until = ${later} WHERE id = $3 AND lease_owner = $1 AND ${unfinished}`,
  giveBackAll: `UPDATE task SET lease_owner = NULL, lease_until = '-infinity' WHERE lease_owner = $1 AND ${unfinished}`,
})
