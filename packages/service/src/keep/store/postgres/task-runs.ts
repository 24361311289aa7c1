import type { Pool } from 'pg'
import { present, word } from '../columns.js'
import { sentProof, type SentProof } from '../../../domain/task/sent.js'
import type { Timeline } from '../timeline.js'
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
import { changes, now, run, statements } from './database.js'
import { PostgresProgress } from './progress.js'
import { storable, type PostgresTaskEnds } from './task-ends.js'
import { isWritten, timelineDigits } from './timeline.js'

/** What runs write in PostgreSQL. Each write names the owner in its own statement. */
export class PostgresTaskRuns implements TaskRuns {
  readonly #pool: Pool
  readonly #ends: PostgresTaskEnds
  readonly #progress: PostgresProgress
  readonly #timeline: string | null

  /** `timeline`: that of the database in which this process has read what it knows; undefined where it has none. */
  constructor(pool: Pool, ends: PostgresTaskEnds, timeline?: Timeline) {
    this.#pool = pool
    this.#ends = ends
    this.#progress = new PostgresProgress(pool)
    this.#timeline = timeline === undefined ? null : timelineDigits(timeline)
  }

  async noteSent({ id, owner }: Held, identity?: string): Promise<SentProof | undefined> {
    return sentProof(id, await changes(this.#pool, sql.noteSent, [id, owner, identity ?? null, this.#timeline]))
  }

  noteRefused(
    { id, owner, attempt }: Held & { attempt: number },
    refusal: Refusal,
    next: Place & { delay: number },
  ): Promise<boolean> {
    const proof = storable(JSON.stringify(refusal))
    const values = [id, owner, proof, next.queue, next.delay, ...fallbackValues(next.fallback), attempt]
    return changes(this.#pool, sql.noteRefused, values)
  }

  async noteAccepted(id: string, queue: string, reference: string): Promise<{ cancelling: boolean } | undefined> {
    const [row] = await run(this.#pool, sql.noteAccepted, [id, queue, storable(reference)])
    return row === undefined ? undefined : { cancelling: present(row, 'cancel_reason') }
  }

  noteHandling({ id, owner }: Held): Promise<boolean> {
    return changes(this.#pool, sql.noteHandling, [id, owner])
  }

  async endHandling({ id, owner }: Held): Promise<void> {
    await run(this.#pool, sql.endHandling, [id, owner])
  }

  noteProgress(held: Held, fraction: number, polled?: Omit<PolledState, 'at'>): Promise<void> {
    return this.#progress.note(held, fraction, polled)
  }

  finish(held: Held, end: TaskEnd): Promise<boolean> {
    return this.#ends.finish(held, end)
  }

  release({ id, owner }: Held, delay: number, doubt?: string): Promise<boolean> {
    return changes(this.#pool, sql.release, [id, owner, delay, doubt === undefined ? null : storable(doubt)])
  }

  transfer({ id, owner }: Held, { queue, fallback }: Place): Promise<boolean> {
    return changes(this.#pool, sql.transfer, [id, owner, queue, ...fallbackValues(fallback)])
  }

  async fail(
    { id, owner }: Held,
    { reason, delay, limit }: { reason: string; delay: number; limit: number },
  ): Promise<'released' | 'dead' | 'lost'> {
    const [row] = await run(this.#pool, sql.fail, [id, owner, storable(reason), delay, limit])
    return row === undefined ? 'lost' : word(row, 'outcome', ['released', 'dead'] as const)
  }
}

/** Where a task stands that is no longer held. */
export const freeStage = `CASE submission WHEN 'none' THEN 'waiting' ELSE submission END`
const ours = `id = $1 AND lease_owner = $2 AND stage = 'running'`
const later = (parameter: string): string => `${now} + round(${parameter}::double precision)::bigint`

const sql = statements('task-run', {
  noteSent: `UPDATE task SET submission_attempts = submission_attempts + CASE submission WHEN 'none' THEN 1 ELSE 0 END,
      submission_at = CASE submission WHEN 'sent' THEN submission_at ELSE ${now} END, submission = 'sent', submission_identity = $3
    WHERE ${ours} AND submission <> 'accepted' AND ${isWritten('$4::text')} RETURNING id`,
  // Twenty refusals are kept: an upstream that is down for days adds one an hour and more.
  noteRefused: `
    UPDATE task SET submission = 'none', submission_at = NULL, submission_doubt = NULL, submission_identity = NULL, stage = 'waiting', lease_owner = NULL, handler = NULL, queue = $4, not_before = ${later('$5')},
      ${fellBack('$6::text', '$7::bigint', '$8::text', '$9::text')},
      refusals = CASE WHEN jsonb_array_length(refusals) >= 20 THEN refusals - 0 ELSE coalesce(refusals, '[]') END || $3::jsonb
    WHERE ${ours} AND submission = 'sent' AND submission_attempts = $10 RETURNING id`,
  // A task that was given back meanwhile is followed at once. A trigger leaves it where another has this reference.
  noteAccepted: `
    UPDATE task SET submission = 'accepted', submission_reference = $3, accepted_at = ${now},
      stage = CASE stage WHEN 'sent' THEN 'accepted' ELSE stage END, not_before = CASE stage WHEN 'sent' THEN 0 ELSE not_before END
    WHERE id = $1 AND queue = $2 AND submission = 'sent' AND stage <> 'ended' RETURNING cancel_reason`,
  noteHandling: `UPDATE task SET handler = $2 WHERE ${ours} RETURNING id`,
  endHandling: `
    UPDATE task SET handler = NULL, deaths = CASE WHEN lease_owner = $2 THEN deaths ELSE greatest(0, deaths - 1) END
    WHERE id = $1 AND handler = $2 AND stage NOT IN ('dead', 'ended')`,
  release: `UPDATE task SET lease_owner = NULL, handler = NULL, stage = ${freeStage}, not_before = ${later('$3')}, submission_doubt = coalesce($4, submission_doubt)
    WHERE ${ours} RETURNING id`,
  transfer: `UPDATE task SET lease_owner = NULL, handler = NULL, stage = 'waiting', queue = $3, ${movedTo('$3::text')}, ${fellBack('$4::text', '$5::bigint', '$6::text', '$7::text')}
    WHERE ${ours} AND submission = 'none' RETURNING id`,
  fail: `
    UPDATE task SET lease_owner = NULL, handler = NULL, faults = faults + 1, not_before = ${later('$4')},
      stage = CASE WHEN faults + 1 >= $5::integer THEN 'dead' ELSE ${freeStage} END,
      dead_since = CASE WHEN faults + 1 >= $5::integer THEN ${now} END,
      dead_reason = CASE WHEN faults + 1 >= $5::integer THEN $3 END
    WHERE ${ours} RETURNING CASE stage WHEN 'dead' THEN 'dead' ELSE 'released' END AS outcome`,
})
