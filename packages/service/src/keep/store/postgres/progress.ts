import type { Pool } from 'pg'
import { Batches } from '../batches.js'
import type { Held } from '../task-queue.js'
import { run, statements } from './database.js'

interface Note {
  held: Held
  fraction: number
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Notes in one statement. */
const batchLimit = 1000

/** Raises the progress of tasks, all that is noted at about the same time in one statement. No caller waits for the disk: a note may be lost. */
export class PostgresProgress {
  readonly #pool: Pool
  readonly #batches: Batches<Note>

  constructor(pool: Pool) {
    this.#pool = pool
    this.#batches = new Batches({
      limit: batchLimit,
      size: { of: () => 0, limit: 0 },
      atATime: 1,
      run: (notes) => this.#run(notes),
    })
  }

  /** Raises the progress of a task that its owner holds. */
  note(held: Held, fraction: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#batches.add({ held, fraction, resolve, reject })
    })
  }

  async #run(notes: readonly Note[]): Promise<void> {
    try {
      await run(this.#pool, sql.note, [
        notes.map(({ held }) => held.id),
        notes.map(({ held }) => held.owner),
        notes.map(({ fraction }) => fraction),
      ])
      for (const { resolve } of notes) resolve()
    } catch (error) {
      for (const { reject } of notes) reject(error)
    }
  }
}

const sql = statements('progress', {
  // Rows that somebody else is changing are left out: waiting for them in some order could be a deadlock.
  note: `
    WITH note AS (
      SELECT id, owner, max(fraction) AS fraction, set_config('synchronous_commit', 'off', true)
      FROM unnest($1::text[], $2::uuid[], $3::double precision[]) AS note (id, owner, fraction) GROUP BY id, owner
    ), running AS (
      SELECT task.id, note.fraction FROM task JOIN note ON task.id = note.id
      WHERE stage = 'running' AND lease_owner = owner AND progress < note.fraction FOR NO KEY UPDATE OF task SKIP LOCKED
    )
    UPDATE task SET progress = running.fraction FROM running WHERE task.id = running.id`,
})
