import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CreditDays } from '../src/edge/operator/credit-days.js'
import { Outbox } from '../src/keep/store/outbox.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { newTask } from './contracts/open-stores.js'
import { claimer } from './support/claims.js'
import { temporaryFolder } from './support/folder.js'

const day = 86_400_000
const result = { file: 'results/x.png', contentType: 'image/png', bytes: 12, seconds: 5 }

test('a day that is over is added up once, and every day shows what ended on it', async () => {
  let time = 20_000 * day + 1000
  const now = (): number => time
  const stores = await openSqliteStores(join(temporaryFolder(), 'tasks.db'), new Outbox([], now), now)
  onTestFinished(() => stores.close())
  const { accounts, tasks, runs, queue } = stores
  await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const { claim, held } = await claimer(queue)
  const complete = async (amount: number): Promise<void> => {
    const task = newTask({ amount })
    await tasks.submit({ task })
    await claim()
    await runs.finish(held(task.id), { status: 'completed', result })
  }
  const asked: number[] = []
  const days = new CreditDays({
    clock: { now },
    accounts: {
      spentByDay: (since) => {
        asked.push(since / day)
        return accounts.spentByDay(since)
      },
    },
  })
  const shown = async (): Promise<number[]> => (await days.last(3)).map(({ credits }) => credits)

  await complete(1)
  expect(await shown()).toEqual([0, 0, 1])
  await complete(2)
  time += day
  // Just after midnight the day before may still be written.
  expect(await shown()).toEqual([0, 3, 0])
  time += day / 2
  await complete(4)
  expect(await shown()).toEqual([0, 3, 4])
  await complete(8)
  expect(await shown()).toEqual([0, 3, 12])
  time += day
  expect(await shown()).toEqual([3, 12, 0])
  time += day * 2
  expect(await shown()).toEqual([0, 0, 0])
  expect(asked).toEqual([19_998, 19_999, 20_000, 20_001, 20_001, 20_002])
})
