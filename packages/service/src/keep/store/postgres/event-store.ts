import type { Pool } from 'pg'
import { ownedBy } from '../../../domain/task/owned.js'
import { number, text } from '../columns.js'
import { eventsAfter, type EventStore, type TaskEvent } from '../event-store.js'
import { viewColumns, viewFromRow } from '../task-row.js'
import { run, statements } from './database.js'

/** The ends of tasks in PostgreSQL, which a trigger numbers. */
export class PostgresEventStore implements EventStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async latest(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await run(this.#pool, sql.latest, [accounts])
    return new Map(rows.map((row) => [text(row, 'id'), number(row, 'events')]))
  }

  async after(account: string, last: number, limit: number): Promise<TaskEvent[]> {
    return (await run(this.#pool, sql.after, [account, last, limit])).flatMap((row) => {
      const task = ownedBy(account, viewFromRow(row))
      return task === undefined ? [] : [{ number: number(row, 'number'), task }]
    })
  }
}

const sql = statements('task-event', {
  latest: 'SELECT id, events FROM account WHERE id = ANY ($1::text[])',
  after: eventsAfter('$1', '$2', '$3', viewColumns),
})
