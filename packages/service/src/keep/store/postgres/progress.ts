import type { Pool } from 'pg'
import { Batches } from '../batches.js'
import type { Held, PolledState } from '../task-queue.js'
import { now, run, statements } from './database.js'
import { storable } from './task-ends.js'

interface Note {
  held: Held
  fraction: number
  polled: Omit<PolledState, 'at'> | undefined
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Notes in one statement. */
const batchLimit = 1000

/** Raises the progress of tasks and keeps what polls were answered, all that is noted at about the same time in one statement. No caller waits for the disk: a note may be lost. */
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
  note(held: Held, fraction: number, polled?: Omit<PolledState, 'at'>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#batches.add({ held, fraction, polled, resolve, reject })
    })
  }

  async #run(notes: readonly Note[]): Promise<void> {
    try {
      await run(this.#pool, sql.note, [
        notes.map(({ held }) => held.id),
        notes.map(({ held }) => held.owner),
        notes.map(({ fraction }) => fraction),
        notes.map(({ polled }) => (polled === undefined ? null : storable(JSON.stringify(polled)))),
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
      SELECT id, owner, max(fraction) AS fraction, (array_agg(polled ORDER BY number DESC) FILTER (WHERE polled IS NOT NULL))[1] AS polled,
        set_config('synchronous_commit', 'off', true)
      FROM unnest($1::text[], $2::uuid[], $3::double precision[], $4::jsonb[]) WITH ORDINALITY AS note (id, owner, fraction, polled, number)
      GROUP BY id, owner
    ), running AS (
      -- Another process may have polled before, and been answered the same.
      SELECT task.id, note.fraction, CASE WHEN (task.polled -> -1) - 'at' IS DISTINCT FROM note.polled THEN note.polled END AS polled
      FROM task JOIN note ON task.id = note.id
      WHERE stage = 'running' AND lease_owner = owner
        AND (progress < note.fraction OR note.polled IS NOT NULL AND (task.polled -> -1) - 'at' IS DISTINCT FROM note.polled)
      FOR NO KEY UPDATE OF task SKIP LOCKED
    )
    UPDATE task SET progress = greatest(progress, running.fraction),
      polled = CASE WHEN running.polled IS NULL THEN task.polled
        ELSE CASE WHEN jsonb_array_length(task.polled) >= 20 THEN task.polled - 0 ELSE coalesce(task.polled, '[]') END
          || (jsonb_build_object('at', ${now}) || running.polled) END
    FROM running WHERE task.id = running.id`,
})
