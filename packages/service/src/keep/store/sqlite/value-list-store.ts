import type { KeptValueList, ValueListStore } from '../value-list-store.js'
import { valueListOf } from '../value-list-row.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { prepare } from './statements.js'

/** The lists of values that were read last, in SQLite. */
export class SqliteValueListStore implements ValueListStore {
  readonly #group: GroupCommit
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#group = group
    this.#statements = prepare(database, sql)
  }

  async find(id: string): Promise<KeptValueList | undefined> {
    return valueListOf(this.#statements.find.get(id))
  }

  keep(id: string, { values, readAt }: KeptValueList, forgetBefore: number): Promise<void> {
    return this.#group.run(() => {
      this.#statements.forget.run(forgetBefore)
      this.#statements.keep.run(id, JSON.stringify(values), readAt)
    })
  }
}

const sql = {
  find: 'SELECT list, read_at FROM value_list WHERE id = ?',
  forget: 'DELETE FROM value_list WHERE read_at < ?',
  keep: `INSERT INTO value_list (id, list, read_at) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET list = excluded.list, read_at = excluded.read_at`,
} as const
