import type { SqliteDatabase } from './database.js'

/** How long a change waits for another process that writes, in milliseconds. */
export const busyTimeout = 5000
const pageSize = 4096
/** Pages that the log may have before SQLite brings it into the database, and the least that is worth it. */
const [maxPages, minPages] = [4000, 100]
/** The part of the room that the log may take. The database needs as much once more when the log is brought into it. */
const share = 8

/** The log beside a SQLite file, which grows into the room that the file needs. */
export class LogRoom {
  readonly #database: SqliteDatabase
  readonly #room: () => number
  /** The room in which it could not be emptied: it cannot be in less. */
  #tooLittle = -1

  /** `room`: the bytes that are free on the disk. Limits the log on a disk of a few MiB, which it would fill. */
  constructor(database: SqliteDatabase, room: () => number) {
    this.#database = database
    this.#room = room
    const pages = Math.min(maxPages, Math.max(minPages, Math.floor(room() / share / pageSize)))
    database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
  }

  /** After a write that the disk had no room for: empties the log, where the database has room for it. False when it stays. Never throws. */
  makeRoom(): boolean {
    const room = this.#room()
    if (room <= this.#tooLittle) return false
    try {
      // Readers, such as a backup, are not waited for.
      this.#database.exec('PRAGMA busy_timeout = 0')
      const busy = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy']
      if (Number(busy) !== 0) return false
      this.#tooLittle = -1
      return true
    } catch {
      this.#tooLittle = room
      return false
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    }
  }
}
