import { rejectedWrite } from '../../../base/outage.js'
import type { SqliteDatabase } from './database.js'
import type { LogRoom } from './log-room.js'

interface Waiting {
  work(): () => void
  reject(reason: unknown): void
}

const maxGroup = 1000

/**
 * Runs changes in transactions shared by everything that arrives at about the same time:
 * one fsync for many submits. A change's promise settles only after the commit that made it durable.
 */
export class GroupCommit {
  /** Which transaction is under way, or was last. Within one, no other process writes. */
  transaction = 0
  #waiting: Waiting[] = []
  readonly #database: SqliteDatabase
  readonly #log: Pick<LogRoom, 'makeRoom'>

  constructor(database: SqliteDatabase, log: Pick<LogRoom, 'makeRoom'>) {
    this.#database = database
    this.#log = log
  }

  /** Runs one change. It must be synchronous; when it throws, it alone is rolled back and rejected. */
  run<T>(change: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#flushSoon(0)
      this.#waiting.push({
        work: () => {
          const value = change()
          return () => {
            resolve(value)
          }
        },
        reject,
      })
    })
  }

  /** Waits as long as each turn of the event loop brings more: a larger group costs the same fsync. */
  #flushSoon(before: number): void {
    setImmediate(() => {
      const now = this.#waiting.length
      if (now > before && now < maxGroup) this.#flushSoon(now)
      else this.flush()
    })
  }

  /** Commits what is waiting now. */
  flush(): void {
    const group = this.#waiting
    this.#waiting = []
    if (group.length === 0) return
    try {
      this.#commit(group)
    } catch (error) {
      const again = rejectedWrite(error) !== undefined && this.#log.makeRoom()
      if (group.length === 1 && !again) group[0]?.reject(error)
      else for (const one of group) this.#alone(one)
    }
  }

  #alone(one: Waiting): void {
    try {
      this.#commit([one])
    } catch (error) {
      one.reject(error)
    }
  }

  #commit(group: Waiting[]): void {
    const settle: (() => void)[] = []
    this.#database.exec('BEGIN IMMEDIATE')
    this.transaction += 1
    try {
      for (const one of group) settle.push(one.work())
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#rollBack()
      throw error
    }
    for (const done of settle) done()
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  }
}
