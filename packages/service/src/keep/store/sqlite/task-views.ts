import { viewColumns, viewFromRow } from '../task-row.js'
import type { TaskView } from '../../../domain/task/record.js'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.js'
import type { GroupCommit } from './group-commit.js'

/** How long a view is answered without asking whether another process has written to the file, in milliseconds. */
const trusted = 1000
/** So many tasks are kept in memory, so that polling one does not read it from the file each time. */
const limit = 10_000

/**
 * The views of tasks that were read lately. What this process changes is changed through here. A command beside it may end
 * a task too, which is seen within a second.
 */
export class TaskViews {
  readonly #group: GroupCommit
  readonly #now: () => number
  readonly #read: SqliteStatement
  readonly #version: SqliteStatement
  readonly #kept = new Map<string, TaskView>()
  #seen: SqliteValue = null
  #checked = -Infinity

  constructor(database: SqliteDatabase, group: GroupCommit, now: () => number) {
    this.#group = group
    this.#now = now
    this.#read = database.prepare(`SELECT ${viewColumns} FROM task WHERE id = ?`)
    this.#version = database.prepare('PRAGMA data_version')
  }

  /** The task as it was committed last, when it was read lately. */
  recall(id: string): TaskView | undefined {
    this.#forgetOutdated()
    return this.#kept.get(id)
  }

  /** The task as it was committed last. */
  find(id: string): TaskView | undefined {
    const known = this.recall(id)
    if (known !== undefined) return known
    const row = this.#read.get(id)
    if (row === undefined) return undefined
    const task = viewFromRow(row)
    if (this.#kept.size >= limit) this.#kept.clear()
    this.#kept.set(id, task)
    return task
  }

  /** Forgets a view, within the transaction that changes the task. Nothing reads between a change and its commit, both being of one turn. */
  forget(id: string): void {
    this.#kept.delete(id)
  }

  /** Forgets all views once another connection has written to the file. */
  #forgetOutdated(): void {
    const now = this.#now()
    if (now >= this.#checked && now < this.#checked + trusted) return
    this.#checked = now
    const version = this.#version.get()?.['data_version'] ?? null
    if (version !== this.#seen) this.#kept.clear()
    this.#seen = version
  }

  /** Changes one task in a transaction. */
  change<T>(id: string, change: () => T): Promise<T> {
    return this.#group.run(() => {
      this.forget(id)
      return change()
    })
  }
}
