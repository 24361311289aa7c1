import { ownedBy } from '../../../domain/task/owned.js'
import { number, text } from '../columns.js'
import { eventsAfter, type EventStore, type TaskEvent } from '../event-store.js'
import { viewColumns, viewFromRow } from '../task-row.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { prepare } from './statements.js'

/** The ends of tasks in SQLite, which a trigger numbers. */
export class SqliteEventStore implements EventStore {
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase) {
    this.#statements = prepare(database, sql)
  }

  async latest(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = this.#statements.latest.all(JSON.stringify(accounts))
    return new Map(rows.map((row) => [text(row, 'id'), number(row, 'events')]))
  }

  async after(account: string, last: number, limit: number): Promise<TaskEvent[]> {
    return this.#statements.after.all(account, last, limit).flatMap((row) => {
      const task = ownedBy(account, viewFromRow(row))
      return task === undefined ? [] : [{ number: number(row, 'number'), task }]
    })
  }
}

const sql = {
  latest: 'SELECT id, events FROM account WHERE id IN (SELECT value FROM json_each(?))',
  after: eventsAfter('?', '?', '?', viewColumns),
} as const
