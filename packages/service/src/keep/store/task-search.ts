import type { ErrorClass } from '../../domain/task/error-class.js'
import { firstTaskId } from '../../domain/task/id.js'
import type { TaskStatus, TaskView } from '../../domain/task/record.js'
import { text, type Row } from './columns.js'
import type { ListDialect } from './task-list.js'
import { viewColumns, viewFromRow } from './task-row.js'
import type { Usage } from './usage.js'

/** Which tasks of all accounts an operator looks for. Every part that is given narrows the others. */
export interface TaskFilter {
  status?: TaskStatus | undefined
  model?: string | undefined
  queue?: string | undefined
  account?: string | undefined
  errorClass?: ErrorClass | undefined
  /** Submitted at that time or later, and before, in milliseconds since the Unix epoch. */
  since?: number | undefined
  before?: number | undefined
}

/** A page of what was found, newest first. */
export interface FoundTasks {
  tasks: TaskView[]
  /** The `after` of the next page; undefined when there is none. */
  next: string | undefined
  /** Whether the search stopped before it had looked at all tasks: the next page goes on where it stopped. */
  stopped: boolean
}

/** Which page of a search. */
export interface SearchPage {
  limit: number
  /** Only tasks older than this one. */
  after?: string | undefined
}

/** How many tasks of a queue ended so. */
export interface EndedCount {
  queue: string
  status: 'completed' | 'failed'
  /** Of tasks that failed; undefined also for those that failed before it was kept. */
  errorClass: string | undefined
  tasks: number
}

/** What an operator looks for among the tasks of all accounts. No call keeps others from the database for more than a slice. */
export interface TaskSearch {
  search(filter: TaskFilter, page: SearchPage): Promise<FoundTasks>
  /** Tasks with this reference, or to which their upstream gave this ID (`upstreamIdOf`), newest first. */
  withReference(reference: string, limit: number): Promise<TaskView[]>
  /** Tasks that were submitted under this idempotency key, by any account, newest first. */
  withKey(key: string, limit: number): Promise<TaskView[]>
  /** Accounts whose name has this text in it, in any case, or whose ID this is. */
  accountsLike(words: string, limit: number): Promise<{ id: string; name: string }[]>
  /** The names of accounts by their IDs. */
  accountNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** How many tasks ended since a time and before another, by queue, end and error class. Exact, however many there are. */
  endedBetween(since: number, before: number): Promise<EndedCount[]>
  /** What tasks that ended since a time and before another came to, by day, account, key, model and upstream, in that order. */
  usage(since: number, before: number): Promise<Usage[]>
  /** By queue, the tasks of which no one knows whether their upstream has them, and when the first of them was submitted. */
  unknownOutcomes(): Promise<{ queue: string; tasks: number; oldest: number }[]>
  /** Milliseconds from the submit to the end of the latest `limit` completed tasks of a queue. */
  latestTimes(queue: string, limit: number): Promise<number[]>
}

/** How a database searches. */
export interface SearchDialect extends ListDialect {
  /** Tasks that are looked at in one statement. */
  readonly slice: number
  /** Lets everyone else have a turn. */
  turn(): Promise<void>
  /** In monotonic milliseconds. */
  elapsed(): number
}

/** How long a search goes on before it answers what it has, in milliseconds. */
const longestSearch = 2000
/** Sorts after every ID. */
const afterAll = '~'

/**
 * Walks the tasks from the newest to the oldest in slices of the index that holds what is filtered by, until a page is
 * full. With a filter that few tasks fit it looks at all of them, a slice at a time; after two seconds it stops and says so.
 */
export async function searchTasks(
  filter: TaskFilter,
  { limit, after }: SearchPage,
  dialect: SearchDialect,
): Promise<FoundTasks> {
  const until = dialect.elapsed() + longestSearch
  const last = filter.since === undefined ? '' : firstTaskId(filter.since)
  const first = filter.before === undefined ? afterAll : firstTaskId(filter.before)
  let from = after !== undefined && after < first ? after : first
  const ids: string[] = []
  for (let stopped = false; ;) {
    const end = await sliceEnd(from, last, dialect)
    ids.push(...(await fitting(filter, { from, end: end ?? last, limit: limit + 1 - ids.length }, dialect)))
    if (ids.length > limit || end === undefined || stopped) {
      const tasks = await views(ids.slice(0, limit), dialect)
      const next = ids.length > limit ? ids[limit - 1] : end !== undefined ? end : undefined
      return { tasks, next, stopped: stopped && ids.length <= limit && end !== undefined }
    }
    from = end
    stopped = dialect.elapsed() >= until
    await dialect.turn()
  }
}

/** The last task of the slice that begins behind one; undefined when there are fewer. */
async function sliceEnd(from: string, last: string, dialect: SearchDialect): Promise<string | undefined> {
  const sql = `SELECT id FROM task ${dialect.use('task_facts')} WHERE id < ${dialect.placeholder(1)} AND id >= ${dialect.placeholder(2)}
    ORDER BY id DESC LIMIT 1 OFFSET ${dialect.placeholder(3)}`
  const [row] = await dialect.run(sql, [from, last, dialect.slice - 1])
  return row && text(row, 'id')
}

async function fitting(
  { status, model, queue, account, errorClass }: TaskFilter,
  { from, end, limit }: { from: string; end: string; limit: number },
  dialect: SearchDialect,
): Promise<string[]> {
  const values: (string | number)[] = []
  const value = (one: string | number): string => dialect.placeholder(values.push(one))
  const conditions = [`id < ${value(from)}`, `id >= ${value(end)}`]
  for (const [column, wanted] of Object.entries({ status, model, queue, account, error_class: errorClass }))
    if (wanted !== undefined) conditions.push(`${column} = ${value(wanted)}`)
  const sql = `SELECT id FROM task ${dialect.use('task_facts')} WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${value(limit)}`
  return (await dialect.run(sql, values)).map((row: Row) => text(row, 'id'))
}

async function views(ids: readonly string[], dialect: SearchDialect): Promise<TaskView[]> {
  if (ids.length === 0) return []
  const places = ids.map((_, index) => dialect.placeholder(index + 1)).join(', ')
  const rows = await dialect.run(`SELECT ${viewColumns} FROM task WHERE id IN (${places}) ORDER BY id DESC`, ids)
  return rows.map(viewFromRow)
}
