import { viewColumns, viewFromRow } from '../task-row.js'
import type { TaskView } from '../../task/record.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'

/** So many tasks are kept in memory, so that polling one does not read it from the file each time. */
const limit = 10_000

/**
 * The views of tasks that were read lately. Only a process that holds the lock of the data folder runs and ends tasks, so
 * that a view stays true until it is changed through here. Commands beside it change queues and credits, which no view of
 * a task that was answered shows differently.
 */
export class TaskViews {
  readonly #group: GroupCommit
  readonly #read: SqliteStatement
  readonly #kept = new Map<string, TaskView>()

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#group = group
    this.#read = database.prepare(`SELECT ${viewColumns} FROM task WHERE id = ?`)
  }

  /** The task as it was committed last, when it was read lately. */
  recall(id: string): TaskView | undefined {
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

  /** Changes one task in a transaction. */
  change<T>(id: string, change: () => T): Promise<T> {
    return this.#group.run(() => {
      this.forget(id)
      return change()
    })
  }
}
