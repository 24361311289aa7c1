import type { Stores } from '../../src/keep/store/stores.js'
import type { TaskRecord } from '../../src/domain/task/record.js'
import { newTask } from './open-stores.js'

/** Empty stores, `count` over one database (one where it cannot be shared), and what moves their time on. */
export type OpenQueues = (count: number) => Promise<{ all: Stores[]; advance(milliseconds: number): Promise<void> }>

export const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Each task is created after the one before. */
let age = 0

/** Empty stores with the accounts a, b and c, and what puts tasks into them. */
export async function openQueue(open: OpenQueues, count = 1) {
  const { all, advance } = await open(count)
  const [stores] = all
  if (stores === undefined) throw new Error('stores were asked for')
  for (const id of ['a', 'b', 'c'])
    await stores.accounts.addAccount({ id, name: id, unlimited: true, credits: 0, created: 1 })
  const submit = async (count: number, values: Partial<TaskRecord>): Promise<string[]> => {
    const { created = 1000 } = values
    const tasks = many(count).map(() => newTask({ account: 'a', ...values, created: created + (age += 1) }))
    for (const task of tasks) await stores.tasks.submit({ task })
    return tasks.map(({ id }) => id)
  }
  const owners = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => stores.tasks.read(id)))).map((task) => task?.account).sort()
  return { ...stores, all, advance, submit, owners }
}
