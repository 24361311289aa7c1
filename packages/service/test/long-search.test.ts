import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { searchTasks, type SearchDialect } from '../src/keep/store/task-search.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'

test('a search that finds nothing for two seconds stops and says so, and the next page goes on where it has stopped', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const stores = await openSqliteStores(path)
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  for (let index = 1; index <= 9; index += 1)
    await stores.tasks.submit({
      task: newTask({ id: `task_${index}`, ...(index === 1 ? { model: 'epsilonO3' } : {}) }),
    })
  await stores.close()
  const database = await openSqlite(path)
  onTestFinished(() => database.close())
  let [elapsed, turns] = [0, 0]
  /** Slices of two tasks, each of which takes a second. */
  const dialect: SearchDialect = {
    placeholder: () => '?',
    use: (index) => `INDEXED BY ${index}`,
    run: async (words, values) => database.prepare(words).all(...values),
    slice: 2,
    elapsed: () => elapsed,
    async turn() {
      elapsed += 1000
      turns += 1
    },
  }
  const found = async (after?: string) => {
    const page = after === undefined ? { limit: 1 } : { limit: 1, after }
    const { tasks, next, stopped } = await searchTasks({ model: 'epsilonO3' }, page, dialect)
    return { ids: tasks.map(({ id }) => id), next, stopped }
  }
  const first = await found()
  expect(first).toEqual({ ids: [], next: 'task_2', stopped: true })
  expect([await found(first.next), turns]).toEqual([{ ids: ['task_1'], next: undefined, stopped: false }, 3])
})
