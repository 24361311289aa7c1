import { processFromRow, type ProcessStore, type ServiceProcess } from '../process-store.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'

/** The one process of a SQLite file: nothing is written to say that it lives. */
export class SqliteProcessStore implements ProcessStore {
  readonly #group: GroupCommit
  readonly #now: () => number
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, { group, now }: { group: GroupCommit; now: () => number }) {
    this.#group = group
    this.#now = now
    this.#statements = prepare(database, sql)
  }

  enter(name: string): Promise<void> {
    return this.#group.run(() => {
      this.#statements.forget.run()
      this.#statements.enter.run(name, this.#now(), this.#now())
    })
  }

  see(): Promise<void> {
    return Promise.resolve()
  }

  async isDraining(name: string): Promise<boolean> {
    return this.#statements.isDraining.get(name) !== undefined
  }

  noteRemaining(name: string, remaining: number): Promise<void> {
    return this.#group.run(() => void this.#statements.remaining.run(remaining, remaining, this.#now(), name))
  }

  leave(name: string): Promise<void> {
    return this.#group.run(() => void this.#statements.leave.run(name))
  }

  drain(name: string, who: string): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.drain, this.#now(), who, name))
  }

  async list(): Promise<ServiceProcess[]> {
    return this.#statements.list.all().map(processFromRow)
  }
}

const sql = {
  forget: 'DELETE FROM service_process',
  enter: 'INSERT INTO service_process (name, started, seen) VALUES (?, ?, ?)',
  isDraining: 'SELECT 1 FROM service_process WHERE name = ? AND drain_since IS NOT NULL',
  remaining: `UPDATE service_process SET remaining = ?, empty_since = CASE WHEN ? = 0 THEN coalesce(empty_since, ?) END WHERE name = ?`,
  leave: 'DELETE FROM service_process WHERE name = ?',
  drain:
    'UPDATE service_process SET drain_since = coalesce(drain_since, ?), drain_by = coalesce(drain_by, ?) WHERE name = ?',
  list: 'SELECT * FROM service_process ORDER BY name',
} as const
