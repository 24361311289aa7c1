import type { ConsoleSessions } from '../console-sessions.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { prepare } from './statements.js'

/** Which sessions of the console were ended, in SQLite. */
export class SqliteConsoleSessions implements ConsoleSessions {
  readonly #group: GroupCommit
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#group = group
    this.#statements = prepare(database, sql)
  }

  endSession(id: string, until: number, now: number): Promise<void> {
    return this.#group.run(() => {
      this.#statements.forget.run(now)
      this.#statements.end.run(id, until)
    })
  }

  async isEnded(id: string): Promise<boolean> {
    return this.#statements.find.get(id) !== undefined
  }
}

const sql = {
  forget: 'DELETE FROM ended_session WHERE until < ?',
  end: 'INSERT INTO ended_session (id, until) VALUES (?, ?) ON CONFLICT DO NOTHING',
  find: 'SELECT 1 FROM ended_session WHERE id = ?',
} as const
