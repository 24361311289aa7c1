import type { ReloadOutcome } from '../../../settings/reload.js'
import {
  processFromRow,
  reloadNumbers,
  wishesFromRow,
  type ProcessStore,
  type ProcessWishes,
  type ServiceProcess,
} from '../process-store.js'
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

  async see(): Promise<void> {
    // It is the one process of the file, and listed until it leaves.
  }

  async requests(name: string): Promise<ProcessWishes> {
    return wishesFromRow(this.#statements.read.get(name))
  }

  noteRemaining(name: string, remaining: number): Promise<void> {
    return this.#group.run(() => void this.#statements.remaining.run(remaining, remaining, this.#now(), name))
  }

  noteReloaded(name: string, request: number, outcome: ReloadOutcome): Promise<void> {
    return this.#group.run(() => void this.#statements.reloaded.run(request, JSON.stringify(outcome), name))
  }

  leave(name: string): Promise<void> {
    return this.#group.run(() => void this.#statements.leave.run(name))
  }

  drain(name: string, who: string): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.drain, this.#now(), who, name))
  }

  reload(who: string): Promise<Map<string, number>> {
    return this.#group.run(() => reloadNumbers(this.#statements.reload.all(who)))
  }

  async list(): Promise<ServiceProcess[]> {
    return this.#statements.list.all().map(processFromRow)
  }
}

const sql = {
  forget: 'DELETE FROM service_process',
  enter: 'INSERT INTO service_process (name, started, seen) VALUES (?, ?, ?)',
  read: 'SELECT * FROM service_process WHERE name = ?',
  remaining: `UPDATE service_process SET remaining = ?, empty_since = CASE WHEN ? = 0 THEN coalesce(empty_since, ?) END WHERE name = ?`,
  reloaded: 'UPDATE service_process SET reload_answered = ?, reload_outcome = ? WHERE name = ?',
  leave: 'DELETE FROM service_process WHERE name = ?',
  drain:
    'UPDATE service_process SET drain_since = coalesce(drain_since, ?), drain_by = coalesce(drain_by, ?) WHERE name = ?',
  reload: 'UPDATE service_process SET reload_asked = reload_asked + 1, reload_by = ? RETURNING name, reload_asked',
  list: 'SELECT * FROM service_process ORDER BY name',
} as const
