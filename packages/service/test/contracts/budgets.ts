import { describe, expect, test } from 'vitest'
import type { Budget } from '../../src/domain/money/budget.js'
import type { TaskEnd } from '../../src/keep/store/task-queue.js'
import type { SubmitOutcome } from '../../src/keep/store/task-store.js'
import { claimer } from '../support/claims.js'
import { failure } from '../support/ends.js'
import { seededRandom } from '../support/seeded-random.js'
import { newTask, type OpenStores } from './open-stores.js'

const charged: TaskEnd = { status: 'failed', error: 'lost', credits: 'charged', because: 'lost' }
const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }
const [october31, november1, november2] = [
  Date.UTC(2026, 9, 31, 23, 59, 59, 999),
  Date.UTC(2026, 10, 1),
  Date.UTC(2026, 10, 2, 12),
]

/** What every store of budgets promises, together with the task store beside it. */
export function budgetsContract(name: string, open: OpenStores): void {
  const opened = async () => {
    const stores = await open()
    const { accounts, budgets, keys, tasks } = stores
    await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
    await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 1000, created: 2 })
    await keys.addKey({ id: 'key_1', hash: 'h', account: 'rich', created: 3 })
    const set = (values: Partial<Budget> = {}, now = november1) =>
      budgets.setBudget({ subject: 'rich', period: 'day', credits: 100, hard: true, warn: undefined, ...values }, now)
    const submit = async (amount: number, values: Parameters<typeof newTask>[0] = {}) => {
      const task = newTask({ created: november1, amount, ...values })
      return { id: task.id, ...(await tasks.submit({ task })) }
    }
    const used = async (now = november1) =>
      (await budgets.budgets(now)).map(({ subject, period, used: credits }) => [subject, period, credits])
    const alerts = async () =>
      (await budgets.announce([], 0, november1)).map(({ type, subject, period, percent, counted }) => [
        ...[type, subject, period, percent, counted],
      ])
    return { ...stores, set, submit, used, alerts }
  }

  describe(`${name}: budgets`, () => {
    test('takes what fits exactly and rejects what exceeds, and says what is used', async () => {
      const { set, submit, used, tasks } = await opened()
      expect(await set()).toBe(true)
      expect(await submit(60)).toMatchObject({ outcome: 'accepted' })
      const rejected = await submit(41)
      expect(rejected).toMatchObject({
        outcome: 'over-budget',
        needed: 41,
        budget: { subject: 'rich', account: 'rich', period: 'day', credits: 100, used: 60, start: november1 },
      })
      expect(await tasks.read(rejected.id)).toBeUndefined()
      expect(await submit(40)).toMatchObject({ outcome: 'accepted' })
      expect(await submit(0)).toMatchObject({ outcome: 'accepted' })
      expect(await submit(1, { account: 'poor' })).toMatchObject({ outcome: 'accepted' })
      expect(await used()).toEqual([['rich', 'day', 100]])
    })

    test('gives back what is released, and keeps what is charged', async () => {
      const { set, submit, used, tasks, queue, runs } = await opened()
      await set()
      await set({ period: 'month', credits: 1000 })
      const { claim, held } = await claimer(queue)
      const [one, two, three] = [await submit(30), await submit(30), await submit(30)]
      expect(await tasks.cancel(one.id, 'cancelled')).toBe('cancelled')
      await claim()
      await runs.finish(held(two.id), charged)
      await runs.finish(held(three.id), { status: 'completed', result: file })
      expect(await runs.finish(held(three.id), charged)).toBe(false)
      expect(await used()).toEqual([
        ['rich', 'day', 60],
        ['rich', 'month', 60],
      ])
      expect(await submit(40)).toMatchObject({ outcome: 'accepted' })
      expect(await submit(1)).toMatchObject({ outcome: 'over-budget' })
    })

    test('begins each day and month anew, in UTC, and gives back to the period of the submit', async () => {
      const { set, submit, used, tasks } = await opened()
      await set()
      await set({ period: 'month', credits: 150 })
      const before = await submit(100, { created: october31 })
      expect(await used(october31)).toEqual([
        ['rich', 'day', 100],
        ['rich', 'month', 100],
      ])
      expect(await submit(100)).toMatchObject({ outcome: 'accepted' })
      await tasks.cancel(before.id, 'cancelled')
      expect(await used(october31)).toEqual([
        ['rich', 'day', 0],
        ['rich', 'month', 0],
      ])
      expect(await submit(51, { created: november2 })).toMatchObject({
        outcome: 'over-budget',
        budget: { period: 'month', start: november1, used: 100 },
      })
      expect(await submit(50, { created: november2 })).toMatchObject({ outcome: 'accepted' })
      expect(await used(november2)).toEqual([
        ['rich', 'day', 50],
        ['rich', 'month', 150],
      ])
    })

    test('holds an account and its keys to budgets of their own', async () => {
      const { set, submit, used, budgets } = await opened()
      await set({ subject: 'key_1', credits: 50 })
      await set()
      expect(await submit(50, { key: 'key_1' })).toMatchObject({ outcome: 'accepted' })
      expect(await submit(1, { key: 'key_1' })).toMatchObject({ budget: { subject: 'key_1', account: 'rich' } })
      expect(await submit(50, { key: 'key_2' })).toMatchObject({ outcome: 'accepted' })
      expect(await submit(1, { key: 'key_2' })).toMatchObject({ budget: { subject: 'rich' } })
      expect(await used()).toEqual([
        ['key_1', 'day', 50],
        ['rich', 'day', 100],
      ])
      expect((await budgets.budgets(november1, 'rich')).map(({ subject }) => subject)).toEqual(['key_1', 'rich'])
      expect(await budgets.budgets(november1, 'poor')).toEqual([])
      expect(await budgets.setBudget({ subject: 'key_9', period: 'day', credits: 1, hard: true, warn: 5 }, 1)).toBe(
        false,
      )
      expect(await budgets.removeBudget('rich', 'day')).toBe(true)
      expect(await budgets.removeBudget('rich', 'day')).toBe(false)
      expect(await submit(500, { key: 'key_2' })).toMatchObject({ outcome: 'accepted' })
    })

    test('counts what was submitted in the period before the budget was set', async () => {
      const { set, submit, used, tasks } = await opened()
      await submit(7, { created: october31 })
      await submit(20, { key: 'key_1' })
      const cancelled = await submit(30)
      await tasks.cancel((await submit(9)).id, 'cancelled')
      await set()
      await set({ subject: 'key_1', period: 'month' })
      expect(await used()).toEqual([
        ['key_1', 'month', 20],
        ['rich', 'day', 50],
      ])
      await tasks.cancel(cancelled.id, 'cancelled')
      await set({ credits: 20 })
      expect(await used()).toEqual([
        ['key_1', 'month', 20],
        ['rich', 'day', 20],
      ])
      expect(await submit(1)).toMatchObject({ outcome: 'over-budget' })
    })

    test('lets no race of submits exceed a budget, nor leave any of it unused', async () => {
      const { set, submit, used, tasks } = await opened()
      await set({ period: 'month', credits: 105 })
      await set({ subject: 'poor', credits: 55 })
      const all = await Promise.all(
        Array.from({ length: 60 }, (_, index) => submit(10, { account: index % 2 === 0 ? 'rich' : 'poor' })),
      )
      const outcomes = (account: number, outcome: SubmitOutcome['outcome']) =>
        all.filter((one, index) => index % 2 === account && one.outcome === outcome).length
      expect([outcomes(0, 'accepted'), outcomes(0, 'over-budget')]).toEqual([10, 20])
      expect([outcomes(1, 'accepted'), outcomes(1, 'over-budget')]).toEqual([5, 25])
      const accepted = all.filter(({ outcome }) => outcome === 'accepted')
      await Promise.all(accepted.map(({ id }) => tasks.cancel(id, 'cancelled')))
      expect(await used()).toEqual([
        ['poor', 'day', 0],
        ['rich', 'month', 0],
      ])
    })

    test.each([1, 2])(
      'equals what the tasks hold or were charged, through every change of them, run %i',
      async (seed) => {
        const { set, submit, used, tasks, queue, runs } = await opened()
        const { claim, held } = await claimer(queue)
        const random = seededRandom(seed)
        const pick = (count: number): number => Math.floor(random() * count)
        await set({ credits: 400 })
        const ids: string[] = []
        for (let round = 0; round < 12; round += 1) {
          await Promise.all(
            Array.from({ length: 8 }, async () => {
              const id = ids[pick(ids.length)] ?? 'task_none'
              const action = pick(5)
              if (action < 3) {
                const { outcome, id: made } = await submit(pick(60))
                if (outcome === 'accepted') ids.push(made)
              } else if (action === 3) await tasks.cancel(id, 'cancelled')
              else await runs.finish(held(id), pick(2) === 0 ? charged : failure('declined'))
            }),
          )
          await claim()
          const kept = await Promise.all(ids.map((id) => tasks.read(id)))
          const sum = kept.reduce((total, task) => total + (task?.amount ?? 0), 0)
          expect(sum).toBeLessThanOrEqual(400)
          expect(await used()).toEqual([['rich', 'day', sum]])
        }
      },
    )

    test('accepts everything over a budget that only warns, and alerts once per threshold and period', async () => {
      const { set, submit, alerts } = await opened()
      await set({ hard: false, warn: 80 })
      await submit(79)
      expect(await alerts()).toEqual([])
      await submit(1)
      await submit(1)
      expect(await alerts()).toEqual([['budget.reached', 'rich', 'day', 80, 80]])
      await submit(100)
      await submit(100)
      expect(await alerts()).toEqual([['budget.reached', 'rich', 'day', 100, 181]])
      await submit(300, { created: november2 })
      expect((await alerts()).map((alert) => alert[3])).toEqual([100, 80])
    })

    test('alerts once when a hard budget rejects', async () => {
      const { set, submit, alerts } = await opened()
      await set()
      await submit(95)
      expect(await alerts()).toEqual([])
      await submit(10)
      await submit(10)
      expect(await alerts()).toEqual([['budget.reached', 'rich', 'day', 100, 95]])
    })

    test('alerts once a day while a submit leaves less than the threshold of a balance', async () => {
      const { submit, alerts, budgets, accounts } = await opened()
      expect(await budgets.setLowBalance('none', 5)).toBe(false)
      expect(await budgets.setLowBalance('poor', 500)).toBe(true)
      expect(await accounts.findAccount('poor')).toMatchObject({ lowBalance: 500 })
      await submit(500, { account: 'poor' })
      expect(await alerts()).toEqual([])
      await submit(1, { account: 'poor' })
      await submit(1, { account: 'poor' })
      expect(await alerts()).toEqual([['balance.low', 'poor', 'day', undefined, 499]])
      await submit(1, { account: 'poor', created: november2 })
      expect(await alerts()).toEqual([['balance.low', 'poor', 'day', undefined, 497]])
      await budgets.setLowBalance('poor', undefined)
      await submit(1, { account: 'poor', created: november2 + 86_400_000 })
      expect(await alerts()).toEqual([])
    })

    test('writes a delivery for each receiver that asked for it, forgets what is old, and sends again', async () => {
      const { set, submit, budgets, deliveries } = await opened()
      await set()
      await submit(100)
      const receivers = [
        { receiver: 'alerts:all', type: 'budget.reached', account: null },
        { receiver: 'alerts:others', type: 'budget.reached', account: 'poor' },
        { receiver: 'alerts:balances', type: 'balance.low', account: null },
      ] as const
      expect(await budgets.announce(receivers, november1 + 1, november2)).toEqual([])
      const both = await Promise.all([1, 2].map(() => budgets.announce(receivers, november1, november2)))
      const [alert, ...more] = both.flat()
      expect(more).toEqual([])
      expect(await budgets.findAlert(alert?.id ?? '')).toEqual(alert)
      const [claimed, ...others] = await deliveries.claim('alerts:all', 9, november2, november2 + 1)
      expect(claimed).toMatchObject({ task: alert?.id, account: 'rich', type: 'budget.reached', ended: november1 })
      expect(others).toEqual([])
      expect((await deliveries.list(9)).map(({ receiver }) => receiver)).toEqual(['alerts:all'])
      if (claimed !== undefined) await deliveries.remove(claimed)
      expect(await deliveries.replay(alert?.id ?? '', 'all', november2)).toBe(false)
      expect(await deliveries.replay(alert?.id ?? '', 'alerts:all', november2)).toBe(true)
      expect(await budgets.forget(november1, 9)).toBe(0)
      expect(await budgets.forget(november2, 9)).toBe(2)
      expect(await budgets.findAlert(alert?.id ?? '')).toBeUndefined()
    })
  })
}
