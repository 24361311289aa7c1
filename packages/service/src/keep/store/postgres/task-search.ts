import { idInReference } from '../../../domain/provider/reference.js'
import type { Pool } from 'pg'
import type { TaskView } from '../../../domain/task/record.js'
import { number, present, text } from '../columns.js'
import { viewColumns, viewFromRow } from '../task-row.js'
import {
  searchTasks,
  type EndedCount,
  type FoundTasks,
  type SearchDialect,
  type SearchPage,
  type TaskFilter,
  type TaskSearch,
} from '../task-search.js'
import { run, statements } from './database.js'
import { storable } from './task-ends.js'
import { addedUsage, dayLength, usageFromRow, type Usage } from '../usage.js'

/** What an operator looks for, in PostgreSQL: a search in slices, so that no statement runs for long. */
export class PostgresTaskSearch implements TaskSearch {
  readonly #pool: Pool
  readonly #dialect: SearchDialect

  constructor(pool: Pool) {
    this.#pool = pool
    this.#dialect = {
      placeholder: (position) => `$${position}`,
      use: () => '',
      run: (words, values) => run(pool, words, values),
      slice: 50_000,
      turn: () => Promise.resolve(),
      elapsed: () => performance.now(),
    }
  }

  search(filter: TaskFilter, page: SearchPage): Promise<FoundTasks> {
    return searchTasks(filter, page, this.#dialect)
  }

  async withReference(reference: string, limit: number): Promise<TaskView[]> {
    return (await run(this.#pool, sql.withReference, [storable(reference), idInReference(reference), limit])).map(
      viewFromRow,
    )
  }

  async withKey(key: string, limit: number): Promise<TaskView[]> {
    return (await run(this.#pool, sql.withKey, [key, limit])).map(viewFromRow)
  }

  async accountsLike(words: string, limit: number): Promise<{ id: string; name: string }[]> {
    const rows = await run(this.#pool, sql.accountsLike, [words, limit])
    return rows.map((row) => ({ id: text(row, 'id'), name: text(row, 'name') }))
  }

  async accountNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await run(this.#pool, sql.accountNames, [ids])
    return new Map(rows.map((row) => [text(row, 'id'), text(row, 'name')]))
  }

  async endedBetween(since: number, before: number): Promise<EndedCount[]> {
    return (await run(this.#pool, sql.ended, [since, before])).map((row) => ({
      queue: text(row, 'queue'),
      status: row['status'] === 'completed' ? 'completed' : 'failed',
      errorClass: present(row, 'error_class') ? text(row, 'error_class') : undefined,
      tasks: number(row, 'tasks'),
    }))
  }

  async usage(since: number, before: number): Promise<Usage[]> {
    const rows = await Promise.all(
      [sql.usage, sql.upstreamUsage].map((words) => run(this.#pool, words, [since, before])),
    )
    return addedUsage(rows.flat().map(usageFromRow))
  }

  async unknownOutcomes(): Promise<{ queue: string; tasks: number; oldest: number }[]> {
    return (await run(this.#pool, sql.unknown, [])).map((row) => ({
      queue: text(row, 'queue'),
      tasks: number(row, 'tasks'),
      oldest: number(row, 'oldest'),
    }))
  }

  async latestTimes(queue: string, limit: number): Promise<number[]> {
    return (await run(this.#pool, sql.latestTimes, [queue, limit])).map((row) => number(row, 'took'))
  }
}

const sql = statements('task-search', {
  withReference: `SELECT ${viewColumns} FROM task WHERE id IN (
      SELECT id FROM task WHERE submission_reference = $1
      UNION ALL SELECT id FROM task WHERE strpos(submission_reference, ':') > 0 AND split_part(submission_reference, ':', 3) = $2
    ) ORDER BY id DESC LIMIT $3`,
  withKey: `SELECT ${viewColumns} FROM task WHERE id IN (SELECT task FROM idempotency WHERE key = $1) ORDER BY id DESC LIMIT $2`,
  accountsLike: `SELECT id, name FROM account WHERE id = $1 OR strpos(lower(name), lower($1)) > 0 ORDER BY created, id LIMIT $2`,
  accountNames: 'SELECT id, name FROM account WHERE id = ANY ($1::text[])',
  // One look into the index for each queue, and a range of it for each end: those that ended before are not read.
  ended: `
    WITH RECURSIVE ended_queue (queue) AS (
      (SELECT task.queue FROM task WHERE status IN ('completed', 'failed') ORDER BY task.queue LIMIT 1)
      UNION ALL
      SELECT (SELECT task.queue FROM task WHERE status IN ('completed', 'failed') AND task.queue > ended_queue.queue ORDER BY task.queue LIMIT 1)
      FROM ended_queue WHERE ended_queue.queue IS NOT NULL
    )
    SELECT ended_queue.queue, counted.status, counted.error_class, counted.tasks
    FROM ended_queue, LATERAL (VALUES ('completed'), ('failed')) AS one (status), LATERAL (
      SELECT one.status, error_class, count(*) AS tasks FROM task
      WHERE task.status IN ('completed', 'failed') AND task.queue = ended_queue.queue AND task.status = one.status
        AND ended >= $1::bigint AND ended < $2::bigint GROUP BY error_class
    ) AS counted WHERE ended_queue.queue IS NOT NULL`,
  usage: `SELECT ended / ${dayLength} AS day, account, api_key, model, queue, count(*) FILTER (WHERE status = 'completed') AS completed,
      count(*) FILTER (WHERE status = 'failed') AS failed, sum(amount) AS credits,
      count(*) FILTER (WHERE status = 'completed' AND upstream_usage IS NOT NULL) AS counted FROM task
    WHERE status IN ('completed', 'failed') AND ended >= $1::bigint AND ended < $2::bigint GROUP BY 1, 2, 3, 4, 5`,
  // What upstreams have counted is a list in each row.
  upstreamUsage: `SELECT day, account, api_key, model, queue, 0 AS completed, 0 AS failed, 0 AS credits, 0 AS counted,
      json_build_object('counted', json_agg(json_build_object('unit', unit, 'amount', amount)))::text AS upstream_usage
    FROM (
      SELECT ended / ${dayLength} AS day, account, api_key, model, queue, item ->> 'unit' AS unit, sum((item ->> 'amount')::double precision) AS amount
      FROM task CROSS JOIN LATERAL json_array_elements(upstream_usage::json -> 'counted') AS item
      WHERE status IN ('completed', 'failed') AND ended >= $1::bigint AND ended < $2::bigint AND upstream_usage IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5, 6
    ) AS counted GROUP BY 1, 2, 3, 4, 5`,
  // The index holds those that were accepted too.
  unknown: `SELECT queue, count(*) AS tasks, min(created) AS oldest FROM task WHERE stage IN ('sent', 'accepted') AND stage = 'sent' GROUP BY queue`,
  latestTimes: `SELECT greatest(0, ended - created) AS took FROM task
    WHERE status IN ('completed', 'failed') AND status = 'completed' AND queue = $1 AND ended IS NOT NULL
    ORDER BY ended DESC, id DESC LIMIT $2`,
})
