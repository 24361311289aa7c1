import type { Asked } from '../../files/asked-entries.js'
import { number, present, text } from '../columns.js'
import { restoredReason, type Decision, type RestoredTasks, type Sent, type UnprovenTask } from '../restored-tasks.js'
import { fallbackValues, fellBack } from '../task-queue.js'
import type { NewTask } from '../task-store.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'
import type { SqliteTaskEnds } from './task-ends.js'
import type { SqliteTaskStore } from './task-store.js'
import type { TaskViews } from './task-views.js'

/** Tasks of a database that may be behind what happened, in SQLite. */
export class SqliteRestoredTasks implements RestoredTasks {
  readonly #group: GroupCommit
  readonly #views: TaskViews
  readonly #ends: SqliteTaskEnds
  readonly #tasks: Pick<SqliteTaskStore, 'accept'>
  readonly #now: () => number
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(
    database: SqliteDatabase,
    {
      group,
      views,
      ends,
      tasks,
      now,
    }: {
      group: GroupCommit
      views: TaskViews
      ends: SqliteTaskEnds
      tasks: Pick<SqliteTaskStore, 'accept'>
      now: () => number
    },
  ) {
    this.#group = group
    this.#views = views
    this.#ends = ends
    this.#tasks = tasks
    this.#now = now
    this.#statements = prepare(database, sql)
  }

  async unproven(after: string, limit: number): Promise<UnprovenTask[]> {
    return this.#statements.unproven.all(after, limit).map((row) => ({
      id: text(row, 'id'),
      created: number(row, 'created'),
      attempts: number(row, 'submission_attempts'),
    }))
  }

  setAside(id: string, sent: Sent): Promise<boolean> {
    return this.#views.change(id, () => this.#setAside(id, sent))
  }

  #setAside(id: string, { upstream, identity, at, fallback }: Sent): boolean {
    const made = fallbackValues(fallback && { ...fallback, left: [] })
    return changes(
      this.#statements.setAside,
      ...[identity ?? null, at, upstream ?? null, ...made, this.#now(), restoredReason, id],
    )
  }

  revive(entry: NewTask, sent: Asked): Promise<boolean> {
    return this.#views.change(
      entry.task.id,
      () =>
        this.#tasks.accept(entry, { acceptedBefore: true }).outcome === 'accepted' &&
        this.#setAside(entry.task.id, sent),
    )
  }

  async missing(ids: readonly string[]): Promise<string[]> {
    return ids.filter((id) => this.#statements.known.get(id) === undefined)
  }

  async noteLostKeys(at: number): Promise<void> {
    this.#statements.noteLostKeys.run(at)
  }

  async lostKeys(): Promise<number | undefined> {
    const row = this.#statements.lostKeys.get() ?? {}
    return present(row, 'at') ? number(row, 'at') : undefined
  }

  async noteRewind(at: number): Promise<void> {
    this.#statements.noteRewind.run(at)
  }

  async rewound(): Promise<number> {
    return number(this.#statements.rewound.get() ?? {}, 'at')
  }

  async noteRecord(id: string): Promise<void> {
    this.#statements.noteRecord.run(id)
  }

  async records(): Promise<ReadonlySet<string>> {
    return new Set(this.#statements.records.all().map((row) => text(row, 'id')))
  }

  raiseWatermark(record: string, known: number): Promise<number | undefined> {
    return this.#group.run(() => {
      const row = this.#statements.raiseWatermark.get(record, known)
      return row && number(row, 'watermark')
    })
  }

  async watermark(record: string): Promise<number> {
    const row = this.#statements.watermark.get(record)
    return row === undefined ? 0 : number(row, 'watermark')
  }

  async noteWatermark(record: string, mark: number): Promise<void> {
    this.#statements.noteWatermark.run(mark, record)
  }

  async newest(): Promise<number> {
    return number(this.#statements.newest.get() ?? {}, 'created')
  }

  async decide(id: string, decision: Decision): Promise<boolean> {
    if (decision.to === 'fail')
      return this.#ends.failRestored(id, 'given up by the operator after a restore', decision.credits)
    return this.#views.change(id, () =>
      decision.to === 'release'
        ? changes(this.#statements.release, this.#now(), id, restoredReason)
        : decision.reference === undefined
          ? changes(this.#statements.askAgain, this.#now(), id, restoredReason)
          : changes(this.#statements.adopt, decision.reference, id, restoredReason),
    )
  }
}

const back = `dead_since = NULL, dead_reason = NULL, faults = 0`
const aside = `id = ? AND stage = 'dead' AND dead_reason = ?`

const sql = {
  unproven: `SELECT id, created, submission_attempts FROM task
    WHERE id > ? AND stage <> 'ended' AND submission <> 'accepted' ORDER BY id LIMIT ?`,
  known: 'SELECT id FROM task WHERE id = ?',
  newest: 'SELECT coalesce(max(created), 0) AS created FROM task',
  noteLostKeys: 'INSERT INTO lost_keys (at) VALUES (?)',
  lostKeys: 'SELECT max(at) AS at FROM lost_keys',
  noteRewind: 'INSERT INTO rewind (at) VALUES (?)',
  rewound: 'SELECT coalesce(max(at), 0) AS at FROM rewind',
  noteRecord: 'INSERT INTO asked_record (id) VALUES (?) ON CONFLICT DO NOTHING',
  records: 'SELECT id FROM asked_record',
  raiseWatermark:
    'UPDATE OR ROLLBACK asked_record SET watermark = watermark + 1 WHERE id = ? AND watermark >= ? RETURNING watermark',
  watermark: 'SELECT watermark FROM asked_record WHERE id = ?',
  noteWatermark: 'UPDATE asked_record SET watermark = max(watermark, ?) WHERE id = ?',
  setAside: `UPDATE OR ROLLBACK task SET submission_identity = coalesce(?, CASE submission WHEN 'sent' THEN submission_identity END), submission = 'sent', submission_at = coalesce(submission_at, ?), queue = coalesce(?, queue), ${fellBack('?', '?', '?', '?')}, status = 'processing',
    stage = 'dead', lease_owner = NULL, dead_since = ?, dead_reason = ? WHERE id = ? AND stage <> 'ended' AND submission <> 'accepted'`,
  // An answer of a submit that was under way when it was set aside may have been noted since: an upstream has it then.
  release: `UPDATE OR ROLLBACK task SET submission = 'none', submission_at = NULL, submission_doubt = NULL, stage = 'waiting', not_before = ?, ${back} WHERE submission <> 'accepted' AND ${aside}`,
  askAgain: `UPDATE OR ROLLBACK task SET stage = submission, not_before = ?, ${back} WHERE ${aside}`,
  adopt: `UPDATE OR ROLLBACK task SET submission = 'accepted', submission_reference = ?, stage = 'accepted', not_before = 0, ${back} WHERE ${aside}`,
} as const
