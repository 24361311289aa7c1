import type { ReloadOutcome } from '../../../settings/reload.js'
import {
  entryFromRow,
  numberedName,
  processFromRow,
  reloadNumbers,
  wishesFromRow,
  type ProcessEntry,
  type ProcessStore,
  type ProcessWishes,
  type ServiceProcess,
} from '../process-store.js'
import { number } from '../columns.js'
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

  enter(name: string): Promise<ProcessEntry> {
    return this.#group.run(() => {
      const before = this.#statements.latest.get() ?? {}
      const started = Math.max(this.#now(), number(before, 'started') + 1)
      this.#statements.forget.run()
      return entryFromRow(this.#statements.enter.get(name, started, this.#now()) ?? {})
    })
  }

  enterAgain(name: string): Promise<ProcessEntry> {
    return this.#group.run(() => {
      for (let place = 1; ; place += 1) {
        const row = this.#statements.enter.get(numberedName(name, place), this.#now(), this.#now())
        if (row !== undefined) return entryFromRow(row)
      }
    })
  }

  async see(): Promise<void> {
    // It is the one process of the file, and listed until it leaves.
  }

  async requests({ name, started }: ProcessEntry): Promise<ProcessWishes | undefined> {
    const row = this.#statements.read.get(name, started)
    return row && wishesFromRow(row)
  }

  noteRemaining({ name, started }: ProcessEntry, remaining: number): Promise<void> {
    return this.#group.run(() => void this.#statements.remaining.run(remaining, remaining, this.#now(), name, started))
  }

  noteReloaded({ name, started }: ProcessEntry, request: number, outcome: ReloadOutcome): Promise<void> {
    return this.#group.run(() => void this.#statements.reloaded.run(request, JSON.stringify(outcome), name, started))
  }

  leave({ name, started }: ProcessEntry): Promise<void> {
    return this.#group.run(() => void this.#statements.leave.run(name, started))
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

const itself = 'name = ? AND started = ?'

const sql = {
  forget: 'DELETE FROM service_process',
  latest: 'SELECT coalesce(max(started), 0) AS started FROM service_process',
  enter:
    'INSERT INTO service_process (name, started, seen) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING name, started',
  read: `SELECT * FROM service_process WHERE ${itself}`,
  remaining: `UPDATE service_process SET remaining = ?, empty_since = CASE WHEN ? = 0 THEN coalesce(empty_since, ?) END WHERE ${itself}`,
  reloaded: `UPDATE service_process SET reload_answered = ?, reload_outcome = ? WHERE ${itself}`,
  leave: `DELETE FROM service_process WHERE ${itself}`,
  drain:
    'UPDATE service_process SET drain_since = coalesce(drain_since, ?), drain_by = coalesce(drain_by, ?) WHERE name = ?',
  reload: 'UPDATE service_process SET reload_asked = reload_asked + 1, reload_by = ? RETURNING name, reload_asked',
  list: 'SELECT * FROM service_process ORDER BY name',
} as const
