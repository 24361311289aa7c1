import type { Pool } from 'pg'
import type { ConsoleSessions } from '../console-sessions.js'
import { run, statements } from './database.js'

/** Which sessions of the console were ended, in PostgreSQL. */
export class PostgresConsoleSessions implements ConsoleSessions {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async endSession(id: string, until: number, now: number): Promise<void> {
    await run(this.#pool, sql.end, [id, until, now])
  }

  async isEnded(id: string): Promise<boolean> {
    return (await run(this.#pool, sql.find, [id])).length > 0
  }
}

const sql = statements('console-session', {
  end: `
    WITH forgotten AS (DELETE FROM ended_session WHERE until < $3::bigint)
    INSERT INTO ended_session (id, until) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
  find: 'SELECT id FROM ended_session WHERE id = $1',
})
