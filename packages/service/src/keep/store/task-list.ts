import { ownedBy } from '../../domain/task/owned.js'
import { taskStatuses } from '../../domain/task/record.js'
import { viewFromRow, viewColumns } from './task-row.js'
import type { Row } from './columns.js'
import type { TaskPage, TaskQuery } from './task-store.js'

/** How a database writes a list. */
export interface ListDialect {
  /** The placeholder of a value, from 1. */
  placeholder(position: number): string
  /** What makes it use an index, where it has to be told. */
  use(index: string): string
  run(sql: string, values: readonly (string | number)[]): Promise<Row[]>
}

/** Sorts after every ID. */
const afterAll = '~'

/**
 * A page of an account's tasks, newest first. Each status has an index of the tasks of an account and one of those of an
 * account and a model, of which each task is in two: a list merges the statuses that it asks for, and reads no more than
 * a page of each.
 *
 * The condition is a range of that index and the order is the index's own. Were they `account = …` and `ORDER BY id`,
 * PostgreSQL would rather read the primary key backwards until enough tasks fit, which is all of them where none does.
 */
export async function listTasks(
  account: string,
  { status, model, after = afterAll, limit }: TaskQuery,
  dialect: ListDialect,
): Promise<TaskPage> {
  const values: (string | number)[] = []
  const value = (one: string | number): string => dialect.placeholder(values.push(one))
  const columns = model === undefined ? ['account'] : ['account', 'model']
  const prefix = model === undefined ? [account] : [account, model]
  const order = [...columns, 'id'].map((column) => `${column} DESC`).join(', ')
  const pages = (status === undefined ? taskStatuses : [status]).map((one) => {
    const index = dialect.use(model === undefined ? `task_${one}` : `task_${one}_of_model`)
    return `SELECT * FROM (
      SELECT ${viewColumns} FROM task ${index} WHERE status = '${one}'
        AND (${columns.join(', ')}) >= (${prefix.map(value).join(', ')})
        AND (${columns.join(', ')}, id) < (${[...prefix, after].map(value).join(', ')})
      ORDER BY ${order} LIMIT ${value(limit + 1)}
    ) AS ${one}`
  })
  const rows = await dialect.run(`${pages.join(' UNION ALL ')} ORDER BY id DESC LIMIT ${value(limit + 1)}`, values)
  const tasks = rows.slice(0, limit).flatMap((row) => ownedBy(account, viewFromRow(row)) ?? [])
  const last = tasks.at(-1)
  return rows.length > limit && last !== undefined ? { tasks, next: last.id } : { tasks }
}
