import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { TaskRecord, TaskResult } from '../../../domain/task/record.js'
import { text } from '../columns.js'
import { fullestPairs } from '../queue-figures.js'
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
import {
  askedFromRow,
  deadLetterFromRow,
  deathFromRow,
  differenceFromRow,
  figuresFromRow,
  polledFromRow,
  refusalsFromRow,
  taskFromRow,
  viewColumns,
} from '../task-row.js'
import type { CountDifference } from '../task-counts.js'
import { firstWaiting } from './claim-tasks.js'
import { foldAnew } from './task-counts.js'
import { migrations } from './migrations.js'
import { deathLimit, deathReason, pauseInSql, type Death } from '../fuse.js'
import { changes, now, run, statements } from './database.js'
import type { PostgresTaskEnds } from './task-ends.js'
import { freeStage } from './task-runs.js'
import type { PostgresTimelineWatch } from './timeline.js'

/** Tasks of processes that are gone which are freed in a statement: it has to end before it is given up. */
const orphanWindow = 1000

/** So many changes of tasks are left for the next claim of their queue, which may be far off while the queue is full. */
const leftToClaims = 1000

/** The queue in PostgreSQL, for any number of processes. Time is the server's. */
export class PostgresTaskQueue implements TaskQueue {
  readonly lifetime: number
  readonly #pool: Pool
  readonly #heartbeats: Pool
  readonly #ends: PostgresTaskEnds
  readonly #timeline: Pick<PostgresTimelineWatch, 'check'> | undefined
  readonly #deaths: Death[] = []

  /** `heartbeats`: connections for nothing else. `timeline`: asked with each heartbeat whether it is still this database. */
  constructor(parts: {
    pool: Pool
    heartbeats: Pool
    ends: PostgresTaskEnds
    lifetime: number
    timeline?: Pick<PostgresTimelineWatch, 'check'>
  }) {
    this.#pool = parts.pool
    this.#heartbeats = parts.heartbeats
    this.#ends = parts.ends
    this.lifetime = parts.lifetime
    this.#timeline = parts.timeline
  }

  async join(): Promise<string> {
    const owner = randomUUID()
    await run(this.#pool, sql.shortenDelays, [longestDelay])
    await run(this.#pool, sql.shortenPolls, [longestPollDelay])
    await run(this.#pool, sql.askedByNow, [])
    await run(this.#heartbeats, sql.join, [owner, migrations.length])
    return owner
  }

  async beat(owner: string): Promise<Beat | undefined> {
    await this.#timeline?.check(this.#heartbeats)
    if (!(await changes(this.#heartbeats, sql.beat, [owner]))) return undefined
    const rows = await run(this.#heartbeats, sql.learn, [owner])
    const idsOf = (news: string): string[] => rows.filter((row) => row['news'] === news).map((row) => text(row, 'id'))
    return { ended: idsOf('ended'), woken: idsOf('woken') }
  }

  async wakeOwner(queue: string, id: string): Promise<void> {
    await run(this.#pool, sql.wakeOwner, [queue, id])
  }

  async sweep(): Promise<Swept> {
    await run(this.#heartbeats, sql.removeSilent, [this.lifetime])
    // Statements of their own: they see what was claimed up to the moment in which the heartbeat was gone.
    const freed = await this.#freeOrphans()
    const back = await run(this.#heartbeats, sql.comeBack, [deathReason])
    await run(this.#heartbeats, sql.fold, [leftToClaims])
    await run(this.#heartbeats, sql.foldCredits)
    return { freed: freed + back.length, deaths: this.#deaths.splice(0) }
  }

  async leave(owner: string): Promise<void> {
    await run(this.#heartbeats, sql.outlive, [owner])
    await run(this.#heartbeats, sql.remove, [owner])
    await this.#freeOrphans()
  }

  async #freeOrphans(): Promise<number> {
    for (let freed = 0; ;) {
      const rows = await run(this.#heartbeats, sql.freeOrphans, [orphanWindow, deathLimit, deathReason])
      this.#deaths.push(...rows.filter((row) => row['killed'] === true).map(deathFromRow))
      freed += rows.length
      if (rows.length < orphanWindow) return freed
    }
  }

  async repairCounts(): Promise<CountDifference[]> {
    await run(this.#pool, sql.foldAnew)
    return (await run(this.#pool, sql.repair)).map(differenceFromRow)
  }

  async due(queues: readonly string[]): Promise<string[]> {
    return (await run(this.#pool, sql.due, [queues])).map((row) => text(row, 'queue'))
  }

  async claim(owner: string, { queue, room, concurrency, last = [] }: ClaimRequest): Promise<TaskRecord[]> {
    const rows = await run(this.#pool, sql.claim, [owner, this.lifetime, queue, room, concurrency ?? null, last])
    return rows.map(taskFromRow).sort(byId)
  }

  async claimAsked(owner: string, queue: string, limit: number): Promise<AskedTask[]> {
    const rows = await run(this.#pool, sql.claimAsked, [owner, this.lifetime, queue, limit])
    return rows.map(askedFromRow).sort(byId)
  }

  async releaseExcept(owner: string, queue: string, ids: readonly string[]): Promise<void> {
    await run(this.#pool, sql.releaseExcept, [owner, queue, ids])
  }

  async waitingWithFallbacks(queue: string, after: string, limit: number): Promise<TaskRecord[]> {
    return (await run(this.#pool, sql.waitingWithFallbacks, [queue, after, limit])).map(taskFromRow)
  }

  divert({ id, queue, model }: Pick<TaskRecord, 'id' | 'queue' | 'model'>, to: Place): Promise<boolean> {
    return changes(this.#pool, sql.divert, [id, queue, to.queue, ...fallbackValues(to.fallback), model])
  }

  async move({ from, to, models, limit, exceptRefused = false }: MoveRequest): Promise<number> {
    return (await run(this.#pool, sql.move, [from, to, models, limit, exceptRefused])).length
  }

  async endDelays(queue: string, limit: number): Promise<number> {
    return (await run(this.#pool, sql.endDelays, [queue, limit])).length
  }

  async queues(): Promise<string[]> {
    return (await run(this.#pool, sql.queues)).map((row) => text(row, 'queue'))
  }

  async figures(most: number): Promise<QueueFigures[]> {
    await run(this.#pool, sql.fold, [0])
    return (await run(this.#pool, sql.figures, [most])).map(figuresFromRow)
  }

  async refusals(id: string): Promise<Refusal[]> {
    return refusalsFromRow((await run(this.#pool, sql.refusals, [id]))[0])
  }

  async polled(id: string): Promise<PolledState[]> {
    return polledFromRow((await run(this.#pool, sql.polled, [id]))[0])
  }

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    return (await run(this.#pool, sql.deadLetters, [limit])).map(deadLetterFromRow)
  }

  retry(id: string): Promise<boolean> {
    return changes(this.#pool, sql.retry, [id])
  }

  deliver(id: string, result: TaskResult): Promise<boolean> {
    return this.#ends.deliver(id, result)
  }

  expireDeadLetters(age: number, ids: readonly string[]): Promise<number> {
    return this.#ends.expireDeadLetters(age, ids)
  }

  setShare(account: string, { weight, limit }: { weight: number; limit: number | undefined }): Promise<boolean> {
    return changes(this.#pool, sql.setShare, [account, weight, limit ?? null])
  }
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}

/** Which of the queues in the first parameter have tasks that may be claimed. */
export const due = `
  SELECT name AS queue FROM unnest($1::text[]) AS name CROSS JOIN LATERAL (SELECT ${firstWaiting('name')}) AS waiting
  UNION
  SELECT name FROM unnest($1::text[]) AS name CROSS JOIN LATERAL (
    SELECT FROM task WHERE queue = name AND stage IN ('sent', 'accepted') AND not_before <= ${now} ORDER BY not_before LIMIT 1
  ) AS asked`

/** Whether the owner of a task, which is gone, was handling its files. */
const killed = `(stage = 'running' AND handler IS NOT DISTINCT FROM lease_owner)`

const sql = statements('queue', {
  join: `INSERT INTO process (id, beat, version) VALUES ($1, ${now}, $2)`,
  beat: `UPDATE process SET beat = ${now} WHERE id = $1 RETURNING id`,
  learn: `
    WITH ended AS (
      UPDATE task SET lease_owner = NULL WHERE lease_owner = $1 AND stage = 'ended' RETURNING id
    ), woken AS (
      DELETE FROM task_wake WHERE owner = $1 RETURNING task
    )
    SELECT id, 'ended' AS news FROM ended UNION ALL SELECT task, 'woken' FROM woken`,
  // Locks the heartbeat as the reference to it does: one that is being removed is waited for, and then not found.
  wakeOwner: `
    INSERT INTO task_wake (owner, task)
    SELECT process.id, task.id FROM task JOIN process ON process.id = lease_owner
    WHERE task.id = $2 AND queue = $1 AND stage = 'running' FOR KEY SHARE OF process
    ON CONFLICT DO NOTHING`,
  shortenDelays: `
    UPDATE task SET not_before = ${now} + $1::bigint
    WHERE not_before > ${now} + $1::bigint AND id IN (
      SELECT id FROM task WHERE stage = 'waiting' AND not_before > ${now} + $1::bigint UNION ALL
      SELECT id FROM task WHERE stage IN ('sent', 'accepted') AND not_before > ${now} + $1::bigint
    )`,
  shortenPolls: `
    UPDATE task SET not_before = ${now} + $1::bigint
    WHERE stage IN ('sent', 'accepted') AND faults = 0 AND not_before > ${now} + $1::bigint`,
  askedByNow: `UPDATE ${askedByNow(now)}`,
  outlive: 'UPDATE task SET handler = NULL WHERE lease_owner = $1 AND handler = $1',
  remove: 'DELETE FROM process WHERE id = $1',
  // Waits for claims of these processes that are under way, whose lock on the heartbeat conflicts with this.
  // A heartbeat of a time to come is one from before the clock was set back: from now on it lasts as long as any.
  removeSilent: `
    WITH ahead AS (
      UPDATE process SET beat = ${now}
      WHERE id IN (SELECT id FROM process WHERE beat > ${now} + $1::bigint FOR NO KEY UPDATE SKIP LOCKED)
    )
    DELETE FROM process WHERE beat < ${now} - $1::bigint`,
  // By owners without a heartbeat, not by those just removed: no order of claims and sweeps leaves a task behind.
  comeBack: `
    UPDATE task SET stage = ${freeStage}, not_before = ${now}, dead_since = NULL, dead_reason = NULL
    WHERE id IN (
      SELECT id FROM task WHERE stage = 'dead' AND dead_reason = $1 AND dead_since <= ${now} - ${pauseInSql} FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING id`,
  freeOrphans: `
    WITH RECURSIVE owner (id) AS (
      (SELECT lease_owner FROM task WHERE lease_owner IS NOT NULL ORDER BY lease_owner LIMIT 1)
      UNION ALL
      SELECT (SELECT lease_owner FROM task WHERE lease_owner > owner.id ORDER BY lease_owner LIMIT 1) FROM owner WHERE owner.id IS NOT NULL
    )
    UPDATE task SET lease_owner = NULL, deaths = deaths + (${killed})::integer, handler = CASE WHEN ${killed} THEN handler END,
      stage = CASE WHEN stage = 'ended' THEN 'ended' WHEN ${killed} AND deaths + 1 >= $2::integer THEN 'dead' ELSE ${freeStage} END,
      dead_since = CASE WHEN ${killed} AND deaths + 1 >= $2::integer THEN ${now} ELSE dead_since END,
      dead_reason = CASE WHEN ${killed} AND deaths + 1 >= $2::integer THEN $3 ELSE dead_reason END
    WHERE id IN (
      SELECT task.id FROM task
      WHERE lease_owner IN (SELECT id FROM owner WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM process WHERE process.id = owner.id))
      LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING id, queue, deaths, handler IS NOT NULL AS killed, stage = 'dead' AS set_aside`,
  due,
  claim: 'SELECT * FROM claim_tasks($1, $2, $3, $4, $5, $6)',
  claimAsked: `
    WITH claimer AS (
      SELECT id FROM process WHERE id = $1 AND beat > ${now} - $2::bigint FOR KEY SHARE
    ), free AS (
      SELECT id FROM task WHERE queue = $3 AND stage IN ('sent', 'accepted') AND not_before <= ${now}
      ORDER BY not_before LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE task SET lease_owner = claimer.id, stage = 'running' FROM free, claimer WHERE task.id = free.id
    RETURNING ${viewColumns
      .split(',')
      .map((column) => `task.${column.trim()}`)
      .join(', ')}, ${now} - task.submission_at AS since_asked`,
  releaseExcept: `
    UPDATE task SET lease_owner = NULL, handler = NULL, stage = ${freeStage}
    WHERE lease_owner = $1 AND queue = $2 AND stage = 'running' AND id <> ALL ($3::text[])`,
  // Without fallbacks nothing is read: a queue may be long.
  waitingWithFallbacks: `SELECT * FROM task WHERE queue = $1 AND stage = 'waiting' AND fallbacks IS NOT NULL AND id > $2 ORDER BY id LIMIT $3`,
  divert: `UPDATE task SET queue = $3, ${movedTo('$3::text')}, ${fellBack('$4::text', '$5::bigint', '$6::text', '$7::text')}, not_before = ${now}
    WHERE id = $1 AND queue = $2 AND model = $8 AND stage = 'waiting' AND submission = 'none' RETURNING id`,
  move: `
    WITH waiting AS (
      SELECT id FROM task WHERE queue = $1 AND stage = 'waiting' AND model = ANY ($3::text[])
        AND NOT ($5::boolean AND coalesce(refusals, '[]') @> jsonb_build_array(jsonb_build_object('upstream', $2::text)))
      LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE task SET queue = $2, ${movedTo('$2::text')} FROM waiting WHERE task.id = waiting.id RETURNING task.id`,
  endDelays: `
    WITH waiting AS (
      SELECT id FROM task WHERE queue = $1 AND stage = 'waiting' AND not_before > ${now} AND faults = 0
      LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    ), sent AS (
      SELECT id FROM task WHERE queue = $1 AND stage IN ('sent', 'accepted') AND stage = 'sent' AND not_before > ${now} AND faults = 0
      LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE task SET not_before = ${now} WHERE id IN (SELECT id FROM waiting UNION ALL SELECT id FROM sent) RETURNING id`,
  queues: `
    SELECT queue FROM queue_account WHERE waiting + sent + running > 0 UNION
    SELECT queue FROM task_change WHERE waiting + sent + running > 0 ORDER BY queue`,
  fold: 'SELECT fold_all_task_changes($1)',
  foldCredits: 'SELECT fold_credits()',
  foldAnew,
  repair: 'SELECT * FROM repair_task_counts()',
  figures: fullestPairs(
    `SELECT queue, account, sum(waiting) - sum(delayed) AS waiting, sum(sent) + sum(delayed) AS delayed, min(oldest) AS oldest,
      sum(running) AS running, sum(faults) AS retries, sum(dead) AS dead
    FROM (
      SELECT queue, account, waiting, sent, running, dead, faults, 0 AS delayed, NULL AS oldest FROM task_change
      UNION ALL
      SELECT queue, account, waiting, sent, running, dead, faults,
        CASE WHEN waiting = 0 THEN 0 ELSE (
          SELECT count(*) FROM task WHERE task.queue = kept.queue AND task.account = kept.account AND stage = 'waiting' AND not_before > ${now}
        ) END,
        first_created
      FROM queue_account AS kept
      UNION ALL
      SELECT queue, account, 0, 0, 0, 0, 0, 0, min(created) FROM task WHERE stage IN ('sent', 'accepted') AND stage = 'sent' GROUP BY queue, account
    ) AS open GROUP BY queue, account HAVING sum(waiting) + sum(sent) + sum(running) + sum(dead) > 0`,
    '$1',
  ),
  refusals: 'SELECT refusals FROM task WHERE id = $1',
  polled: 'SELECT polled FROM task WHERE id = $1',
  deadLetters: `SELECT id, queue, account, model, dead_reason, dead_since, faults FROM task WHERE stage = 'dead' ORDER BY dead_since LIMIT $1`,
  retry: `
    UPDATE task SET stage = ${freeStage}, faults = 0, deaths = 0, handler = NULL, not_before = ${now}, dead_since = NULL, dead_reason = NULL
    WHERE id = $1 AND stage = 'dead' RETURNING id`,
  setShare: 'UPDATE account SET weight = $2, running_limit = $3 WHERE id = $1 RETURNING id',
})
