import { describe, expect, test } from 'vitest'
import type { TaskRecord, TaskStatus } from '../../src/domain/task/record.js'
import { claimer } from '../support/claims.js'
import { newTask, type OpenStores } from './open-stores.js'
import { failure } from '../support/ends.js'

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12, seconds: 5 }

/** What stores tell an operator of the tasks of all accounts. */
export function allAccountsContract(name: string, open: OpenStores): void {
  const openWithAccounts = async () => {
    const stores = await open()
    await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
    await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 20, created: 2 })
    const process = await claimer(stores.queue)
    const take = async (...all: TaskRecord[]) => {
      for (const task of all) await stores.tasks.submit({ task })
      await process.claim()
    }
    return { ...stores, take, as: process.held }
  }

  describe(`${name}: the tasks of all accounts`, () => {
    test('answers the latest tasks of all accounts, newest first', async () => {
      const { tasks, take } = await openWithAccounts()
      const all = ['rich', 'poor', 'rich', 'poor'].map((account, index) => newTask({ account, created: 1000 + index }))
      await take(...all)
      const ids = all.map(({ id }) => id).reverse()
      expect((await tasks.latest(3)).map(({ id }) => id)).toEqual(ids.slice(0, 3))
    })

    test('answers the latest tasks of all accounts that have a status: submitted last, or ended last', async () => {
      const { tasks } = await openWithAccounts()
      const all = ['rich', 'poor', 'rich', 'poor', 'poor', 'rich'].map((account, index) =>
        newTask({ account, created: 1000 + index }),
      )
      for (const task of all) await tasks.submit({ task })
      const latest = async (limit: number, status: TaskStatus) =>
        (await tasks.latest(limit, status)).map(({ id }) => id)
      const ids = all.map(({ id }) => id).reverse()
      expect(await latest(3, 'queued'), 'not as many of each account').toEqual(ids.slice(0, 3))
      const [youngest, second, third, fourth] = ids
      for (const id of [third!, youngest!, fourth!, second!]) await tasks.cancel(id, 'cancelled')
      const ended = await Promise.all(ids.slice(0, 4).map(async (id) => (await tasks.read(id))!))
      const expected = ended
        .sort((one, other) => other.ended! - one.ended! || (one.id < other.id ? 1 : -1))
        .map(({ id }) => id)
      expect(await latest(9, 'failed')).toEqual(expected)
      expect(await latest(2, 'failed')).toEqual(expected.slice(0, 2))
      expect(await latest(9, 'queued')).toEqual(ids.slice(4))
      expect(await latest(9, 'completed')).toEqual([])
      expect((await tasks.latest(1, 'failed'))[0]).toMatchObject({ status: 'failed', error: 'cancelled' })
    })

    test('adds up by day what the tasks of all accounts cost, also where credits are not counted', async () => {
      const { tasks, accounts, runs, take, as } = await openWithAccounts()
      for (const [account, sum] of [
        ['rich', 3],
        ['poor', 6],
      ] as const) {
        const all = [1, 2, 3].map((amount) => newTask({ account, amount, created: 1000 }))
        await take(...all)
        for (const { id } of all.slice(0, 2)) await runs.finish(as(id), { status: 'completed', result: file })
        await runs.finish(as(all[2]!.id), failure('x'))
        const { ended = 0 } = (await tasks.read(all[1]!.id))!
        expect([...(await accounts.spentByDay(0))], account).toEqual([[Math.floor(ended / 86_400_000), sum]])
        expect([...(await accounts.spentByDay(ended + 1))], 'ended before').toEqual([])
      }
    })

    test('keeps what forgotten tasks have cost, also where credits are not counted', async () => {
      const { tasks, accounts, runs, take, as } = await openWithAccounts()
      const all = ['rich', 'rich', 'poor', 'rich'].map((account, index) =>
        newTask({ account, amount: index + 1, created: 1000 }),
      )
      await take(...all)
      for (const { id } of all.slice(0, 3)) {
        await runs.finish(as(id), { status: 'completed', result: file })
        await tasks.forgetResult(id)
      }
      await runs.finish(as(all[3]!.id), failure('x'))
      const before = await accounts.spentByDay(0)
      expect([...before.values()]).toEqual([6])
      const poor = await accounts.findAccount('poor')
      let forgotten = 0
      // On a loaded machine a step forgets fewer, so that nothing waits for it.
      for (let last = 1; last > 0; forgotten += last) last = await tasks.forgetTasks(Date.now() + 86_400_000, 9)
      expect(forgotten).toBe(4)
      expect(await accounts.spentByDay(0)).toEqual(before)
      expect(await accounts.ledgerSums('poor')).toEqual({ credits: poor?.credits, held: 0 })
      expect(await accounts.ledgerSums('rich')).toEqual({ credits: 0, held: 0 })
    })
  })
}
