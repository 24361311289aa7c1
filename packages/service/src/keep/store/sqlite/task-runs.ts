import { present, word } from '../columns.js'
import { sentProof, type SentProof } from '../../../domain/task/sent.js'
import {
  fallbackValues,
  fellBack,
  movedTo,
  type Held,
  type Place,
  type PolledState,
  type Refusal,
  type TaskEnd,
  type TaskRuns,
} from '../task-queue.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { changes, prepare } from './statements.js'
import type { SqliteTaskEnds } from './task-ends.js'
import type { TaskViews } from './task-views.js'

/** What runs write in SQLite. Each write names the owner in its own statement. */
export class SqliteTaskRuns implements TaskRuns {
  readonly #views: TaskViews
  readonly #ends: SqliteTaskEnds
  readonly #now: () => number
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, views: TaskViews, ends: SqliteTaskEnds, now: () => number) {
    this.#views = views
    this.#ends = ends
    this.#now = now
    this.#statements = prepare(database, sql)
  }

  noteSent({ id, owner }: Held, identity?: string): Promise<SentProof | undefined> {
    return this.#views.change(id, () =>
      sentProof(id, changes(this.#statements.noteSent, this.#now(), identity ?? null, id, owner)),
    )
  }

  noteRefused(
    { id, owner, attempt }: Held & { attempt: number },
    refusal: Refusal,
    next: Place & { delay: number },
  ): Promise<boolean> {
    const notBefore = this.#later(next.delay)
    return this.#views.change(id, () =>
      changes(
        this.#statements.noteRefused,
        next.queue,
        notBefore,
        ...fallbackValues(next.fallback),
        JSON.stringify(refusal),
        id,
        owner,
        attempt,
      ),
    )
  }

  noteAccepted(id: string, queue: string, reference: string): Promise<{ cancelling: boolean } | undefined> {
    return this.#views.change(id, () => {
      const row = this.#statements.noteAccepted.get(reference, this.#now(), id, queue)
      return row === undefined ? undefined : { cancelling: present(row, 'cancel_reason') }
    })
  }

  noteHandling({ id, owner }: Held): Promise<boolean> {
    return this.#views.change(id, () => changes(this.#statements.noteHandling, owner, id, owner))
  }

  async endHandling({ id, owner }: Held): Promise<void> {
    await this.#views.change(id, () => changes(this.#statements.endHandling, owner, id, owner))
  }

  async noteProgress({ id, owner }: Held, fraction: number, polled?: Omit<PolledState, 'at'>): Promise<void> {
    await this.#views.change(id, () => {
      const isRaised = changes(this.#statements.noteProgress, fraction, id, owner, fraction)
      if (polled === undefined) return isRaised
      const { state, progress = null } = polled
      return changes(this.#statements.notePolled, this.#now(), state, progress, id, owner) || isRaised
    })
  }

  finish(held: Held, end: TaskEnd): Promise<boolean> {
    return this.#ends.finish(held, end)
  }

  release({ id, owner }: Held, delay: number, doubt?: string): Promise<boolean> {
    const notBefore = this.#later(delay)
    return this.#views.change(id, () => changes(this.#statements.release, notBefore, doubt ?? null, id, owner))
  }

  transfer({ id, owner }: Held, { queue, fallback }: Place): Promise<boolean> {
    return this.#views.change(id, () =>
      changes(this.#statements.transfer, queue, ...fallbackValues(fallback), id, owner),
    )
  }

  fail(
    { id, owner }: Held,
    { reason, delay, limit }: { reason: string; delay: number; limit: number },
  ): Promise<'released' | 'dead' | 'lost'> {
    return this.#views.change(id, () => {
      const row = this.#statements.fail.get(this.#later(delay), limit, limit, this.#now(), limit, reason, id, owner)
      return row === undefined ? 'lost' : word(row, 'outcome', ['released', 'dead'] as const)
    })
  }

  #later(delay: number): number {
    return this.#now() + Math.round(delay)
  }
}

/** Where a task stands that is no longer held. */
export const freeStage = `CASE submission WHEN 'none' THEN 'waiting' ELSE submission END`
const ours = `id = ? AND lease_owner = ? AND stage = 'running'`

const sql = {
  noteSent: `UPDATE OR ROLLBACK task SET submission_attempts = submission_attempts + CASE submission WHEN 'none' THEN 1 ELSE 0 END,
      submission_at = CASE submission WHEN 'sent' THEN submission_at ELSE ? END, submission = 'sent', submission_identity = ?
    WHERE ${ours} AND submission <> 'accepted'`,
  // Twenty refusals are kept: an upstream that is down for days adds one an hour and more.
  noteRefused: `UPDATE OR ROLLBACK task SET submission = 'none', submission_at = NULL, submission_doubt = NULL, submission_identity = NULL, stage = 'waiting', lease_owner = NULL, handler = NULL, queue = ?, not_before = ?,
    ${fellBack('?', '?', '?', '?')},
    refusals = json_insert(CASE WHEN json_array_length(refusals) >= 20 THEN json_remove(refusals, '$[0]') ELSE coalesce(refusals, '[]') END, '$[#]', json(?))
    WHERE ${ours} AND submission = 'sent' AND submission_attempts = ?`,
  // A task that was given back meanwhile is followed at once. A trigger leaves it where another has this reference.
  noteAccepted: `UPDATE OR ROLLBACK task SET submission = 'accepted', submission_reference = ?, accepted_at = ?,
    stage = CASE stage WHEN 'sent' THEN 'accepted' ELSE stage END, not_before = CASE stage WHEN 'sent' THEN 0 ELSE not_before END
    WHERE id = ? AND queue = ? AND submission = 'sent' AND stage <> 'ended' RETURNING cancel_reason`,
  noteHandling: `UPDATE OR ROLLBACK task SET handler = ? WHERE ${ours}`,
  endHandling: `UPDATE OR ROLLBACK task SET handler = NULL, deaths = CASE WHEN lease_owner = ? THEN deaths ELSE max(0, deaths - 1) END
    WHERE id = ? AND handler = ? AND stage NOT IN ('dead', 'ended')`,
  noteProgress: `UPDATE OR ROLLBACK task SET progress = ? WHERE ${ours} AND progress < ?`,
  // Another process may have polled before, and been answered the same.
  notePolled: `UPDATE OR ROLLBACK task
    SET polled = json_insert(CASE WHEN json_array_length(polled) >= 20 THEN json_remove(polled, '$[0]') ELSE coalesce(polled, '[]') END,
      '$[#]', json_patch('{}', json_object('at', ?1, 'state', ?2, 'progress', ?3)))
    WHERE id = ?4 AND lease_owner = ?5 AND stage = 'running'
      AND (polled ->> '$[#-1].state' IS NOT ?2 OR polled ->> '$[#-1].progress' IS NOT ?3)`,
  release: `UPDATE OR ROLLBACK task SET lease_owner = NULL, handler = NULL, stage = ${freeStage}, not_before = ?, submission_doubt = coalesce(?, submission_doubt) WHERE ${ours}`,
  transfer: `UPDATE OR ROLLBACK task SET lease_owner = NULL, handler = NULL, stage = 'waiting', queue = ?1, ${movedTo('?1')}, ${fellBack('?2', '?3', '?4', '?5')}
    WHERE id = ?6 AND lease_owner = ?7 AND stage = 'running' AND submission = 'none'`,
  fail: `UPDATE OR ROLLBACK task SET lease_owner = NULL, handler = NULL, faults = faults + 1, not_before = ?,
    stage = CASE WHEN faults + 1 >= ? THEN 'dead' ELSE ${freeStage} END,
    dead_since = CASE WHEN faults + 1 >= ? THEN ? END,
    dead_reason = CASE WHEN faults + 1 >= ? THEN ? END
    WHERE ${ours} RETURNING CASE stage WHEN 'dead' THEN 'dead' ELSE 'released' END AS outcome`,
} as const
