import type { Pool } from 'pg'
import type { KeptValueList, ValueListStore } from '../value-list-store.js'
import { valueListOf } from '../value-list-row.js'
import { run, statements } from './database.js'

/** The lists of values that were read last, in PostgreSQL. */
export class PostgresValueListStore implements ValueListStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async find(id: string): Promise<KeptValueList | undefined> {
    return valueListOf((await run(this.#pool, sql.find, [id]))[0])
  }

  async keep(id: string, { values, readAt }: KeptValueList, forgetBefore: number): Promise<void> {
    await run(this.#pool, sql.keep, [id, JSON.stringify(values), readAt, forgetBefore])
  }
}

const sql = statements('value-list', {
  find: 'SELECT list, read_at FROM value_list WHERE id = $1',
  keep: `
    WITH forgotten AS (DELETE FROM value_list WHERE read_at < $4::bigint AND id <> $1)
    INSERT INTO value_list (id, list, read_at) VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET list = excluded.list, read_at = excluded.read_at`,
})
