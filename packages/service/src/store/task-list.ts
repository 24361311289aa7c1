import type { TaskStatus, TaskView } from '../task/record.js'
import { viewFromRow, viewColumns } from './task-row.js'
import { text, type Row } from './columns.js'
import type { TaskPage, TaskQuery } from './task-store.js'

/** The index of an account's tasks in a state, and the condition of that partial index. */
const byStatus: Readonly<Record<TaskStatus, { index: string; condition: string }>> = {
  queued: { index: 'task_open', condition: `status IN ('queued', 'processing') AND status = 'queued'` },
  processing: { index: 'task_open', condition: `status IN ('queued', 'processing') AND status = 'processing'` },
  completed: { index: 'task_completed', condition: `status = 'completed'` },
  failed: { index: 'task_failed', condition: `status = 'failed'` },
}

/** How many tasks in a state are looked at for those of a model: no index has both. */
export const maxScanned = 2000

/** How a database writes a list. */
export interface ListDialect {
  /** The placeholder of a value, from 1. */
  placeholder(position: number): string
  /** What makes it use an index, where it has to be told. */
  use(index: string): string
  run(sql: string, values: readonly (string | number)[]): Promise<Row[]>
}

/** A page of an account's tasks, newest first. Reads as many rows as it answers, or `maxScanned` where both status and model are given. */
export async function listTasks(account: string, query: TaskQuery, dialect: ListDialect): Promise<TaskPage> {
  const { status, model, after, limit } = query
  const values: (string | number)[] = [account]
  const value = (one: string | number): string => dialect.placeholder(values.push(one))
  const index =
    status === undefined ? (model === undefined ? 'task_of_account' : 'task_of_model') : byStatus[status].index
  const conditions = [`account = ${dialect.placeholder(1)}`]
  if (after !== undefined) conditions.push(`id < ${value(after)}`)
  if (status !== undefined) conditions.push(byStatus[status].condition)
  if (model !== undefined && status === undefined) conditions.push(`model = ${value(model)}`)
  const from = `FROM task ${dialect.use(index)} WHERE ${conditions.join(' AND ')} ORDER BY id DESC`
  if (model === undefined || status === undefined)
    return pageOf(await dialect.run(`SELECT ${viewColumns} ${from} LIMIT ${value(limit + 1)}`, values), limit)
  const scanned = `SELECT ${viewColumns} ${from} LIMIT ${maxScanned}`
  const before = [...values]
  const page = pageOf(
    await dialect.run(
      `SELECT * FROM (${scanned}) AS scanned WHERE model = ${value(model)} ORDER BY id DESC LIMIT ${value(limit + 1)}`,
      values,
    ),
    limit,
  )
  if (page.next !== undefined) return page
  const [last] = await dialect.run(`SELECT id ${from} LIMIT 1 OFFSET ${maxScanned - 1}`, before)
  return last === undefined ? page : { ...page, next: text(last, 'id') }
}

function pageOf(rows: readonly Row[], limit: number): TaskPage {
  const tasks: TaskView[] = rows.slice(0, limit).map(viewFromRow)
  const last = tasks.at(-1)
  return rows.length > limit && last !== undefined ? { tasks, next: last.id } : { tasks }
}
