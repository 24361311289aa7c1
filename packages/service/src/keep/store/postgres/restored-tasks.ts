import type { Asked } from '../../files/asked-entries.js'
import { number, present, text, type Row } from '../columns.js'
import { restoredReason, type Decision, type RestoredTasks, type Sent, type UnprovenTask } from '../restored-tasks.js'
import type { NewTask } from '../task-store.js'
import { now } from './database.js'
import { submitSetAside, submitValues } from './submits.js'
import { fallbackValues, fellBack } from '../task-queue.js'
import { storable, type PostgresTaskEnds } from './task-ends.js'

/** Runs a statement, on a pool or within the transaction of a restore. */
export type Query = (text: string, values: readonly unknown[]) => Promise<Row[]>

/** Tasks of a database that may be behind what happened, in PostgreSQL. */
export class PostgresRestoredTasks implements RestoredTasks {
  readonly #query: Query
  readonly #ends: Pick<PostgresTaskEnds, 'failRestored'> | undefined

  /** `ends`: what ends tasks, where that is asked for. */
  constructor(query: Query, ends?: Pick<PostgresTaskEnds, 'failRestored'>) {
    this.#query = query
    this.#ends = ends
  }

  async unproven(after: string, limit: number): Promise<UnprovenTask[]> {
    const rows = await this.#query(sql.unproven, [after, limit])
    return rows.map((row) => ({
      id: text(row, 'id'),
      created: number(row, 'created'),
      attempts: number(row, 'submission_attempts'),
    }))
  }

  async setAside(id: string, { upstream, identity, at, fallback }: Sent): Promise<boolean> {
    const made = fallbackValues(fallback && { ...fallback, left: [] })
    const values = [id, at, upstream ?? null, restoredReason, identity ?? null, ...made]
    return (await this.#query(sql.setAside, values)).length > 0
  }

  async revive({ task, idempotency }: NewTask, { identity, at }: Asked): Promise<boolean> {
    const entry = { task, parameters: JSON.stringify(task.parameters), idempotency }
    const values = [...submitValues([entry]), at, identity ?? null, restoredReason]
    return (await this.#query(submitSetAside, values)).length > 0
  }

  async missing(ids: readonly string[]): Promise<string[]> {
    return (await this.#query(sql.missing, [ids])).map((row) => text(row, 'id'))
  }

  async noteLostKeys(at: number): Promise<void> {
    await this.#query(sql.noteLostKeys, [at])
  }

  async lostKeys(): Promise<number | undefined> {
    const [row = {}] = await this.#query(sql.lostKeys, [])
    return present(row, 'at') ? number(row, 'at') : undefined
  }

  async noteRewind(at: number): Promise<void> {
    await this.#query(sql.noteRewind, [at])
  }

  async rewound(): Promise<number> {
    const [row] = await this.#query(sql.rewound, [])
    return row === undefined ? 0 : number(row, 'at')
  }

  async noteRecord(id: string): Promise<void> {
    await this.#query(sql.noteRecord, [id])
  }

  async records(): Promise<ReadonlySet<string>> {
    return new Set((await this.#query(sql.records, [])).map((row) => text(row, 'id')))
  }

  async raiseWatermark(record: string, known: number): Promise<number | undefined> {
    const [row] = await this.#query(sql.raiseWatermark, [record, known])
    return row && number(row, 'watermark')
  }

  async watermark(record: string): Promise<number> {
    const [row] = await this.#query(sql.watermark, [record])
    return row === undefined ? 0 : number(row, 'watermark')
  }

  async noteWatermark(record: string, mark: number): Promise<void> {
    await this.#query(sql.noteWatermark, [mark, record])
  }

  async newest(): Promise<number> {
    const [row] = await this.#query(sql.newest, [])
    return row === undefined ? 0 : number(row, 'created')
  }

  async decide(id: string, decision: Decision): Promise<boolean> {
    if (decision.to === 'fail')
      return (await this.#ends?.failRestored(id, 'given up by the operator after a restore', decision.credits)) === true
    if (decision.to === 'release') return (await this.#query(sql.release, [id, restoredReason])).length > 0
    return decision.reference === undefined
      ? (await this.#query(sql.askAgain, [id, restoredReason])).length > 0
      : (await this.#query(sql.adopt, [id, restoredReason, storable(decision.reference)])).length > 0
  }
}

const back = `dead_since = NULL, dead_reason = NULL, faults = 0`
const aside = `id = $1 AND stage = 'dead' AND dead_reason = $2 RETURNING id`

const sql = {
  unproven: `SELECT id, created, submission_attempts FROM task
    WHERE id > $1 AND stage <> 'ended' AND submission <> 'accepted' ORDER BY id LIMIT $2`,
  missing: `SELECT id FROM unnest($1::text[]) AS asked (id) WHERE NOT EXISTS (SELECT FROM task WHERE task.id = asked.id)`,
  newest: `SELECT coalesce(max(created), 0) AS created FROM task`,
  noteLostKeys: 'INSERT INTO lost_keys (at) VALUES ($1)',
  lostKeys: 'SELECT max(at) AS at FROM lost_keys',
  noteRewind: 'INSERT INTO rewind (at) VALUES ($1)',
  rewound: 'SELECT coalesce(max(at), 0) AS at FROM rewind',
  noteRecord: 'INSERT INTO asked_record (id) VALUES ($1) ON CONFLICT DO NOTHING',
  records: 'SELECT id FROM asked_record',
  raiseWatermark:
    'UPDATE asked_record SET watermark = watermark + 1 WHERE id = $1 AND watermark >= $2 RETURNING watermark',
  watermark: 'SELECT watermark FROM asked_record WHERE id = $1',
  noteWatermark: 'UPDATE asked_record SET watermark = greatest(watermark, $1) WHERE id = $2',
  setAside: `UPDATE task SET submission_identity = coalesce($5, CASE submission WHEN 'sent' THEN submission_identity END), submission = 'sent', submission_at = coalesce(submission_at, $2::bigint), queue = coalesce($3, queue), ${fellBack('$6::text', '$7::bigint', '$8::text', '$9::text')}, status = 'processing',
    stage = 'dead', lease_owner = NULL, dead_since = ${now}, dead_reason = $4
    WHERE id = $1 AND stage <> 'ended' AND submission <> 'accepted' RETURNING id`,
  // An answer of a submit that was under way when it was set aside may have been noted since: an upstream has it then.
  release: `UPDATE task SET submission = 'none', submission_at = NULL, submission_doubt = NULL, stage = 'waiting', not_before = ${now}, ${back} WHERE submission <> 'accepted' AND ${aside}`,
  askAgain: `UPDATE task SET stage = submission, not_before = ${now}, ${back} WHERE ${aside}`,
  adopt: `UPDATE task SET submission = 'accepted', submission_reference = $3, stage = 'accepted', not_before = 0, ${back} WHERE ${aside}`,
} as const
