import { describe, expect, test } from 'vitest'
import { newTask, type OpenStores } from './open-stores.js'
import { expectBalanced } from './ledger.js'

/** What every TaskStore promises of submits that arrive at the same time, which it may write together. */
export function submitsContract(name: string, open: OpenStores): void {
  const openWithAccounts = async (credits: number) => {
    const stores = await open()
    const unlimited = { unlimited: true, credits: 0, created: 1 }
    await stores.accounts.addAccount({ id: 'rich', name: 'Rich', ...unlimited })
    for (const id of ['poor', 'other'])
      await stores.accounts.addAccount({ id, name: id, unlimited: false, credits, created: 2 })
    return stores
  }

  describe(`${name}: submits at the same time`, () => {
    test('are accepted as far as the credits go, in the order of arrival, and a cheaper one behind them too', async () => {
      const { tasks, accounts } = await openWithAccounts(12)
      // As many as a store writes at once: of two statements that run beside each other, either may be the first.
      const amounts = [5, 5, 5, 2, ...Array.from({ length: 56 }, () => 1)]
      const entries = amounts.flatMap((amount) =>
        ['poor', 'rich', 'other'].map((account) => newTask({ account, amount })),
      )
      const outcomes = await Promise.all(
        entries.map(async (task) => ({ task, outcome: (await tasks.submit({ task })).outcome })),
      )
      const accepted = (account: string) =>
        outcomes.flatMap(({ task, outcome }) =>
          task.account === account && outcome === 'accepted' ? [task.amount] : [],
        )
      expect(accepted('rich')).toEqual(amounts)
      for (const account of ['poor', 'other']) {
        expect(accepted(account).slice(0, 2)).toEqual([5, 5])
        expect(accepted(account).reduce((sum, amount) => sum + amount)).toBe(12)
        expect(await accounts.findAccount(account)).toMatchObject({ credits: 0, held: 12 })
      }
      await expectBalanced(accounts)
      for (const { task, outcome } of outcomes)
        expect((await tasks.read(task.id))?.id).toBe(outcome === 'accepted' ? task.id : undefined)
    })

    test('under one key make one task, with other bodies none, and cost nothing', async () => {
      const { tasks, accounts } = await openWithAccounts(3)
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          tasks.submit({
            task: newTask({ account: index % 3 === 2 ? 'rich' : 'poor' }),
            idempotency: { key: 'k', bodyHash: index % 2 === 0 ? 'a' : 'b' },
          }),
        ),
      )
      const count = (outcome: string) => all.filter((one) => one.outcome === outcome).length
      expect([count('accepted'), count('replayed'), count('key-conflict')]).toEqual([2, 13, 15])
      expect(await accounts.findAccount('poor')).toMatchObject({ credits: 0, held: 3 })
      await expectBalanced(accounts)
    })

    test('fail alone', async () => {
      const { tasks, accounts } = await openWithAccounts(100)
      const spoilt = newTask({ account: 'rich', amount: -1 })
      const good = [newTask({ account: 'poor' }), newTask({ account: 'rich' })]
      const missing = newTask({ account: 'unknown' })
      const settled = await Promise.allSettled(
        [good[0], spoilt, missing, good[1]].map((task) => tasks.submit({ task: task! })),
      )
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
      for (const { id } of good) expect((await tasks.read(id))?.id).toBe(id)
      await expectBalanced(accounts)
    })

    test('and grants, which may arrive between any two of them, never fail for it', async () => {
      const { tasks, accounts } = await openWithAccounts(20)
      for (let round = 0; round < 10; round += 1)
        await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            index % 2 === 0
              ? tasks.submit({ task: newTask({ account: 'poor', amount: 11 + index }) })
              : accounts.grantCredits({
                  account: 'poor',
                  credits: 15 - 2 * index,
                  reference: `${round}-${index}`,
                  at: 1,
                }),
          ),
        )
      await expectBalanced(accounts)
    })
  })
}
