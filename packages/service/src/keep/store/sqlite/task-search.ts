import { idInReference } from '../../../domain/provider/reference.js'
import { upstreamId } from './upstream-id.js'
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
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { prepare } from './statements.js'
import { addedUsage, dayLength, usageFromRow, type Usage } from '../usage.js'

/** Entries of an index that are counted before everyone else has a turn. */
const countSlice = 2000

/** The same of tasks that are read themselves. */
const usageSlice = 500

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What an operator looks for, in SQLite: nothing else is answered while a statement runs, so it all goes in slices. */
export class SqliteTaskSearch implements TaskSearch {
  readonly #statements: Record<keyof typeof sql, SqliteStatement>
  readonly #dialect: SearchDialect

  constructor(database: SqliteDatabase) {
    this.#statements = prepare(database, sql)
    this.#dialect = {
      placeholder: () => '?',
      use: (index) => `INDEXED BY ${index}`,
      run: async (words, values) => database.prepare(words).all(...values),
      slice: 5000,
      turn,
      elapsed: () => performance.now(),
    }
  }

  search(filter: TaskFilter, page: SearchPage): Promise<FoundTasks> {
    return searchTasks(filter, page, this.#dialect)
  }

  async withReference(reference: string, limit: number): Promise<TaskView[]> {
    return this.#statements.withReference.all(reference, idInReference(reference), limit).map(viewFromRow)
  }

  async withKey(key: string, limit: number): Promise<TaskView[]> {
    return this.#statements.withKey.all(key, limit).map(viewFromRow)
  }

  async accountsLike(words: string, limit: number): Promise<{ id: string; name: string }[]> {
    return this.#statements.accountsLike.all(words, words, limit).map((row) => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
    }))
  }

  async accountNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = this.#statements.accountNames.all(JSON.stringify(ids))
    return new Map(rows.map((row) => [text(row, 'id'), text(row, 'name')]))
  }

  async endedBetween(since: number, before: number): Promise<EndedCount[]> {
    const counts: EndedCount[] = []
    for (const status of ['completed', 'failed'] as const)
      for (let queue = this.#next(status, ''); queue !== undefined; queue = this.#next(status, queue))
        counts.push(...(await this.#ended(queue, status, since, before)))
    return counts
  }

  async usage(since: number, before: number): Promise<Usage[]> {
    let sums: Usage[] = []
    for (const status of ['completed', 'failed'] as const)
      for (let [from, id] = [since, '']; ;) {
        const rows = this.#statements.usage.all(status, from, id, before, usageSlice)
        sums = addedUsage([...sums, ...rows.map(usageFromRow)])
        const end = rows.at(-1)
        if (end === undefined || rows.length < usageSlice) break
        ;[from, id] = [number(end, 'ended'), text(end, 'id')]
        await turn()
      }
    return sums
  }

  async unknownOutcomes(): Promise<{ queue: string; tasks: number; oldest: number }[]> {
    return this.#statements.unknown.all().map((row) => ({
      queue: text(row, 'queue'),
      tasks: number(row, 'tasks'),
      oldest: number(row, 'oldest'),
    }))
  }

  async latestTimes(queue: string, limit: number): Promise<number[]> {
    return this.#statements.latestTimes.all(queue, limit).map((row) => number(row, 'took'))
  }

  /** The next queue, by name, in which a task has ended so. */
  #next(status: EndedCount['status'], after: string): string | undefined {
    const row = this.#statements[status === 'completed' ? 'nextCompleted' : 'nextFailed'].get(after)
    return row && text(row, 'queue')
  }

  async #ended(queue: string, status: EndedCount['status'], since: number, before: number): Promise<EndedCount[]> {
    const counts = new Map<string | undefined, number>()
    for (let [from, id] = [since, '']; ;) {
      const rows = this.#statements.ended.all(queue, status, from, id, before, countSlice)
      const found = rows.reduce((sum, row) => sum + number(row, 'tasks'), 0)
      for (const row of rows) {
        const errorClass = present(row, 'error_class') ? text(row, 'error_class') : undefined
        counts.set(errorClass, (counts.get(errorClass) ?? 0) + number(row, 'tasks'))
      }
      const end = rows.length === 0 ? undefined : rows.reduce((one, other) => (after(one, other) ? one : other))
      if (end === undefined || found < countSlice)
        return [...counts].map(([errorClass, tasks]) => ({ queue, status, errorClass, tasks }))
      ;[from, id] = [number(end, 'ended'), text(end, 'id')]
      await turn()
    }
  }
}

type Place = Parameters<typeof number>[0]

function after(one: Place, other: Place): boolean {
  const [first, second] = [number(one, 'place'), number(other, 'place')]
  return first > second
}

const ended = `status IN ('completed', 'failed')`

const sql = {
  withReference: `SELECT ${viewColumns} FROM task WHERE id IN (
      SELECT id FROM task WHERE submission_reference = ?
      UNION ALL SELECT id FROM task WHERE instr(submission_reference, ':') > 0 AND ${upstreamId} = ?
    ) ORDER BY id DESC LIMIT ?`,
  withKey: `SELECT ${viewColumns} FROM task WHERE id IN (SELECT task FROM idempotency WHERE key = ?) ORDER BY id DESC LIMIT ?`,
  accountsLike: `SELECT id, name FROM account WHERE id = ? OR instr(lower(name), lower(?)) > 0 ORDER BY created, id LIMIT ?`,
  accountNames: 'SELECT id, name FROM account WHERE id IN (SELECT value FROM json_each(?))',
  nextCompleted: `SELECT queue FROM task INDEXED BY task_outcome WHERE ${ended} AND queue > ? AND status = 'completed' ORDER BY queue LIMIT 1`,
  nextFailed: `SELECT queue FROM task INDEXED BY task_outcome WHERE ${ended} AND queue > ? AND status = 'failed' ORDER BY queue LIMIT 1`,
  // With one aggregate, max, the other columns are of the row that has it: the last of its class.
  ended: `SELECT error_class, count(*) AS tasks, max(place) AS place, ended, id FROM (
      SELECT row_number() OVER (ORDER BY ended, id) AS place, ended, id, error_class FROM task INDEXED BY task_outcome
      WHERE ${ended} AND queue = ? AND status = ? AND (ended, id) > (?, ?) AND ended < ? ORDER BY ended, id LIMIT ?
    ) GROUP BY error_class`,
  usage: `SELECT ended / ${dayLength} AS day, account, api_key, model, queue, status = 'completed' AS completed, status = 'failed' AS failed,
      amount AS credits, status = 'completed' AND upstream_usage IS NOT NULL AS counted, upstream_usage, ended, id FROM task INDEXED BY task_ended
    WHERE ${ended} AND status = ? AND (ended, id) > (?, ?) AND ended < ? ORDER BY ended, id LIMIT ?`,
  // The index holds those that were accepted too.
  unknown: `SELECT queue, count(*) AS tasks, min(created) AS oldest FROM task WHERE stage IN ('sent', 'accepted') AND stage = 'sent' GROUP BY queue`,
  latestTimes: `SELECT max(0, ended - created) AS took FROM task INDEXED BY task_outcome
    WHERE ${ended} AND queue = ? AND status = 'completed' ORDER BY ended DESC, id DESC LIMIT ?`,
} as const
