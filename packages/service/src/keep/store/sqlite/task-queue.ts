import { randomUUID } from 'node:crypto'
import type { TaskRecord, TaskResult } from '../../../domain/task/record.js'
import { text } from '../columns.js'
import type { CountDifference } from '../task-counts.js'
import {
  longestDelay,
  longestPollDelay,
  type AskedTask,
  type Beat,
  askedByNow,
  type ClaimRequest,
  type MoveRequest,
  type DeadLetter,
  type QueueFigures,
  type PolledState,
  type Refusal,
  type Swept,
  type TaskQueue,
  movedTo,
  fallbackValues,
  fellBack,
  type Place,
} from '../task-queue.js'
import { deathLimit, deathReason, pauseInSql, type Death } from '../fuse.js'
import {
  askedFromRow,
  deadLetterFromRow,
  deathFromRow,
  differenceFromRow,
  polledFromRow,
  refusalsFromRow,
  taskFromRow,
  viewColumns,
} from '../task-row.js'
import { SqliteClaims } from './claims.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { SqliteQueueFigures } from './queue-figures.js'
import { changes, prepare } from './statements.js'
import { countDifferences, recount } from './task-counts.js'
import type { SqliteTaskEnds } from './task-ends.js'
import { freeStage } from './task-runs.js'
import type { TaskViews } from './task-views.js'

/**
 * The queue in SQLite. The data folder belongs to one process, so that an earlier one which left a heartbeat is gone:
 * joining frees its tasks. What waits stays in the file; a claim reads as much as it has room for.
 */
export class SqliteTaskQueue implements TaskQueue {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit
  readonly #views: TaskViews
  readonly #ends: SqliteTaskEnds
  readonly #now: () => number
  readonly #claims: SqliteClaims
  readonly #figures: SqliteQueueFigures
  readonly #statements: Record<keyof typeof sql, SqliteStatement>
  readonly #deaths: Death[] = []

  constructor(
    database: SqliteDatabase,
    { group, views, ends, now }: { group: GroupCommit; views: TaskViews; ends: SqliteTaskEnds; now: () => number },
    readonly lifetime: number,
  ) {
    this.#database = database
    this.#group = group
    this.#views = views
    this.#ends = ends
    this.#now = now
    this.#claims = new SqliteClaims(database, { group, views, now })
    this.#figures = new SqliteQueueFigures(database)
    this.#statements = prepare(database, sql)
  }

  join(): Promise<string> {
    const owner = randomUUID()
    return this.#group.run(() => {
      const now = this.#now()
      this.#statements.removeAll.run()
      this.#freeOrphans()
      for (const shorten of [this.#statements.shortenWaiting, this.#statements.shortenAsked])
        shorten.run(now + longestDelay, now + longestDelay)
      this.#statements.shortenPolls.run(now + longestPollDelay, now + longestPollDelay)
      this.#statements.askedByNow.run(now)
      this.#statements.join.run(owner, now)
      return owner
    })
  }

  /** No other process writes to the file, so that a heartbeat cannot be late: only the row has to be there. */
  async beat(owner: string): Promise<Beat | undefined> {
    if (this.#statements.known.get(owner) === undefined) return undefined
    if (this.#statements.anyLost.get(owner) === undefined) return { ended: [], woken: [] }
    const ended = await this.#group.run(() => this.#statements.lost.all(owner).map((row) => text(row, 'id')))
    return { ended, woken: [] }
  }

  /** No other process holds a task. */
  async wakeOwner(): Promise<void> {
    // One process has the file to itself.
  }

  /** No process but this one has tasks: only those set aside may come back. */
  async sweep(): Promise<Swept> {
    const deaths = this.#deaths.splice(0)
    const now = this.#now()
    if (this.#statements.anyBack.get(deathReason, now) === undefined) return { freed: 0, deaths }
    const freed = await this.#group.run(() => {
      const back = this.#statements.comeBack.all(now, deathReason, now)
      for (const row of back) this.#views.forget(text(row, 'id'))
      return back.length
    })
    return { freed, deaths }
  }

  leave(owner: string): Promise<void> {
    return this.#group.run(() => {
      this.#statements.outlive.run(owner, owner)
      this.#statements.remove.run(owner)
      this.#freeOrphans()
    })
  }

  repairCounts(): Promise<CountDifference[]> {
    return this.#group.run(() => {
      const differences = this.#statements.differences.all().map(differenceFromRow)
      if (differences.length > 0) this.#database.exec(recount)
      return differences
    })
  }

  async due(queues: readonly string[]): Promise<string[]> {
    return queues.filter((queue) => this.#anyWaiting(queue) || this.#anyAsked(queue, this.#now()))
  }

  async claim(owner: string, request: ClaimRequest): Promise<TaskRecord[]> {
    return this.#anyWaiting(request.queue)
      ? this.#claims.claim(owner, request, () => this.#statements.known.get(owner) !== undefined)
      : []
  }

  async claimAsked(owner: string, queue: string, limit: number): Promise<AskedTask[]> {
    const now = this.#now()
    if (!this.#anyAsked(queue, now)) return []
    return this.#group.run(() =>
      this.#statements.known.get(owner) === undefined
        ? []
        : this.#statements.claimAsked.all(owner, queue, now, limit, now).map(askedFromRow).sort(byId),
    )
  }

  async releaseExcept(owner: string, queue: string, ids: readonly string[]): Promise<void> {
    const known = new Set(ids)
    const stray = this.#statements.held
      .all(owner, queue)
      .map((row) => text(row, 'id'))
      .filter((id) => !known.has(id))
    if (stray.length > 0) await this.#group.run(() => stray.map((id) => this.#statements.free.run(id, owner)))
  }

  move({ from, to, models, limit, exceptRefused = false }: MoveRequest): Promise<number> {
    return this.#group.run(() => {
      const moved = this.#statements.move.all(to, from, JSON.stringify(models), limit, Number(exceptRefused))
      for (const row of moved) this.#views.forget(text(row, 'id'))
      return moved.length
    })
  }

  async waitingWithFallbacks(queue: string, after: string, limit: number): Promise<TaskRecord[]> {
    return this.#statements.waitingWithFallbacks.all(queue, after, limit).map(taskFromRow)
  }

  divert({ id, queue, model }: Pick<TaskRecord, 'id' | 'queue' | 'model'>, to: Place): Promise<boolean> {
    return this.#views.change(id, () =>
      changes(this.#statements.divert, to.queue, ...fallbackValues(to.fallback), this.#now(), id, queue, model),
    )
  }

  async endDelays(queue: string, limit: number): Promise<number> {
    const now = this.#now()
    return this.#group.run(
      () => this.#statements.endDelays.all(queue, queue, now, queue, now, limit, queue, now, limit).length,
    )
  }

  async queues(): Promise<string[]> {
    return this.#statements.queues.all().map((row) => text(row, 'queue'))
  }

  figures(most: number): Promise<QueueFigures[]> {
    return this.#figures.figures(most, this.#now())
  }

  async refusals(id: string): Promise<Refusal[]> {
    return refusalsFromRow(this.#statements.refusals.get(id))
  }

  async polled(id: string): Promise<PolledState[]> {
    return polledFromRow(this.#statements.polled.get(id))
  }

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    return this.#statements.deadLetters.all(limit).map(deadLetterFromRow)
  }

  retry(id: string): Promise<boolean> {
    return this.#views.change(id, () => changes(this.#statements.retry, this.#now(), id))
  }

  deliver(id: string, result: TaskResult): Promise<boolean> {
    return this.#ends.deliver(id, result)
  }

  expireDeadLetters(age: number, ids: readonly string[]): Promise<number> {
    return this.#ends.expireDeadLetters(this.#now() - age, ids)
  }

  setShare(account: string, { weight, limit }: { weight: number; limit: number | undefined }): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.setShare, weight, limit ?? null, account))
  }

  #freeOrphans(): void {
    const now = this.#now()
    this.#deaths.push(...this.#statements.killed.all(deathLimit).map(deathFromRow))
    this.#statements.freeOrphans.run(deathLimit, deathLimit, now, deathLimit, deathReason)
  }

  #anyWaiting(queue: string): boolean {
    return this.#statements.anyWaiting.get(queue) !== undefined
  }

  #anyAsked(queue: string, now: number): boolean {
    return this.#statements.anyAsked.get(queue, now) !== undefined
  }
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}

/** The accounts with tasks that wait in a queue: one look into the index for each. */
const waiting = `waiting (account) AS (
      SELECT min(account) FROM task WHERE queue = ? AND stage = 'waiting'
      UNION ALL
      SELECT (SELECT min(task.account) FROM task WHERE queue = ? AND stage = 'waiting' AND task.account > waiting.account)
      FROM waiting WHERE waiting.account IS NOT NULL
    )`

/** Ends delays of a window of tasks: by account, as the index is, or each window would pass over all that was changed before it. */
export const endDelays = `WITH RECURSIVE ${waiting}
    UPDATE OR ROLLBACK task SET not_before = ? WHERE id IN (
      SELECT id FROM (
        SELECT task.id FROM waiting CROSS JOIN task ON task.queue = ? AND task.account = waiting.account
        WHERE stage = 'waiting' AND not_before > ? AND faults = 0 LIMIT ?
      )
      UNION ALL
      SELECT id FROM (
        SELECT id FROM task WHERE queue = ? AND stage IN ('sent', 'accepted') AND stage = 'sent' AND not_before > ? AND faults = 0 LIMIT ?
      )
    ) RETURNING id`

/** A task whose owner is gone. */
const orphan = `lease_owner IS NOT NULL AND lease_owner NOT IN (SELECT id FROM process)`

/** Whether the owner of a task, which is gone, was handling its files. */
const killed = `stage = 'running' AND handler IS NOT NULL AND handler = lease_owner`

/** A task set aside by the fuse whose pause is over. */
const back = `stage = 'dead' AND dead_reason = ? AND dead_since <= ? - ${pauseInSql}`

const sql = {
  join: 'INSERT INTO process (id, beat) VALUES (?, ?)',
  known: 'SELECT 1 FROM process WHERE id = ?',
  remove: 'DELETE FROM process WHERE id = ?',
  removeAll: 'DELETE FROM process',
  outlive: `UPDATE OR ROLLBACK task SET handler = NULL WHERE lease_owner = ? AND handler = ?`,
  freeOrphans: `UPDATE OR ROLLBACK task SET lease_owner = NULL, deaths = deaths + (${killed}),
      stage = CASE WHEN stage = 'ended' THEN 'ended' WHEN ${killed} AND deaths + 1 >= ? THEN 'dead' ELSE ${freeStage} END,
      dead_since = CASE WHEN ${killed} AND deaths + 1 >= ? THEN ? ELSE dead_since END,
      dead_reason = CASE WHEN ${killed} AND deaths + 1 >= ? THEN ? ELSE dead_reason END
    WHERE ${orphan}`,
  killed: `SELECT id, queue, deaths + 1 AS deaths, deaths + 1 >= ? AS set_aside FROM task WHERE ${orphan} AND ${killed}`,
  anyBack: `SELECT 1 FROM task WHERE ${back} LIMIT 1`,
  comeBack: `UPDATE OR ROLLBACK task SET stage = ${freeStage}, not_before = ?, dead_since = NULL, dead_reason = NULL WHERE ${back} RETURNING id`,
  shortenWaiting: `UPDATE OR ROLLBACK task SET not_before = ? WHERE stage = 'waiting' AND not_before > ?`,
  shortenAsked: `UPDATE OR ROLLBACK task SET not_before = ? WHERE stage IN ('sent', 'accepted') AND not_before > ?`,
  shortenPolls: `UPDATE OR ROLLBACK task SET not_before = ? WHERE stage IN ('sent', 'accepted') AND faults = 0 AND not_before > ?`,
  askedByNow: `UPDATE OR ROLLBACK ${askedByNow('?1')}`,
  anyLost: `SELECT 1 FROM task WHERE lease_owner = ? AND stage = 'ended' LIMIT 1`,
  lost: `UPDATE OR ROLLBACK task SET lease_owner = NULL WHERE lease_owner = ? AND stage = 'ended' RETURNING id`,
  anyWaiting: `SELECT 1 FROM task WHERE queue = ? AND stage = 'waiting' LIMIT 1`,
  differences: countDifferences,
  anyAsked: `SELECT 1 FROM task WHERE queue = ? AND stage IN ('sent', 'accepted') AND not_before <= ? LIMIT 1`,
  claimAsked: `UPDATE OR ROLLBACK task SET lease_owner = ?, stage = 'running' WHERE id IN (
      SELECT id FROM task WHERE queue = ? AND stage IN ('sent', 'accepted') AND not_before <= ? ORDER BY not_before LIMIT ?
    ) RETURNING ${viewColumns}, ? - submission_at AS since_asked`,
  held: `SELECT id FROM task WHERE lease_owner = ? AND queue = ? AND stage = 'running'`,
  free: `UPDATE OR ROLLBACK task SET lease_owner = NULL, handler = NULL, stage = ${freeStage} WHERE id = ? AND lease_owner = ? AND stage = 'running'`,
  move: `UPDATE OR ROLLBACK task SET queue = ?1, ${movedTo('?1')} WHERE id IN (
      SELECT id FROM task WHERE queue = ?2 AND stage = 'waiting' AND model IN (SELECT value FROM json_each(?3))
        AND NOT (?5 AND EXISTS (SELECT 1 FROM json_each(coalesce(refusals, '[]')) WHERE value ->> '$.upstream' = ?1)) LIMIT ?4
    ) RETURNING id`,
  // Without fallbacks nothing is read: a queue may be long.
  waitingWithFallbacks: `SELECT * FROM task INDEXED BY task_fallbacks
    WHERE queue = ? AND stage = 'waiting' AND fallbacks IS NOT NULL AND id > ? ORDER BY id LIMIT ?`,
  divert: `UPDATE OR ROLLBACK task SET queue = ?1, ${movedTo('?1')}, ${fellBack('?2', '?3', '?4', '?5')}, not_before = ?6
    WHERE id = ?7 AND queue = ?8 AND model = ?9 AND stage = 'waiting' AND submission = 'none'`,
  endDelays,
  queues: 'SELECT DISTINCT queue FROM queue_account WHERE waiting + sent + running > 0 ORDER BY queue',
  refusals: 'SELECT refusals FROM task WHERE id = ?',
  polled: 'SELECT polled FROM task WHERE id = ?',
  deadLetters: `SELECT id, queue, account, model, dead_reason, dead_since, faults FROM task WHERE stage = 'dead' ORDER BY dead_since LIMIT ?`,
  retry: `UPDATE OR ROLLBACK task SET stage = ${freeStage}, faults = 0, deaths = 0, handler = NULL, not_before = ?, dead_since = NULL, dead_reason = NULL WHERE id = ? AND stage = 'dead'`,
  setShare: 'UPDATE account SET weight = ?, running_limit = ? WHERE id = ?',
} as const
