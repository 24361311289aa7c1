import { describe, expect, test } from 'vitest'
import type { Fallback } from '../../src/domain/task/fallback.js'
import { reviveMissing } from '../../src/keep/store/restored-tasks.js'
import type { TaskEnd } from '../../src/keep/store/task-queue.js'
import { claimer } from '../support/claims.js'
import { failure } from '../support/ends.js'
import { expectBalanced } from './ledger.js'
import { newTask, openAccounts, type OpenStores } from './open-stores.js'

const [first, second] = [
  { model: 'gamma-1.0-t2v', amount: 2 },
  { model: 'gamma-1.1-t2v', amount: 7 },
]
const rejected = { reason: 'rejected', message: 'a face “\u0000”', at: 77 } as const
const toFirst: Fallback = { ...first, left: [second], tried: [{ model: 'epsilonO3', ...rejected }] }
const toSecond: Fallback = { ...second, left: [], tried: [...toFirst.tried, { model: first.model, ...rejected }] }
const refusal = { upstream: 'default', at: 77, proof: 'a face' }
const completed: TaskEnd = { status: 'completed', result: { file: 'x.mp4', contentType: 'video/mp4', bytes: 12 } }

/** What every store promises of tasks that another model may make. */
export function fallbacksContract(name: string, open: OpenStores): void {
  const opened = async () => {
    const stores = await openAccounts(open)
    const { claim, held } = await claimer(stores.queue)
    const task = newTask({
      ...{ account: 'poor', model: 'epsilonO3', kind: 'video', amount: 7, price: 3, fallbacks: [first, second] },
    })
    await stores.tasks.submit({ task })
    const balance = async () => {
      const { credits, held } = (await stores.accounts.findAccount('poor'))!
      return [credits, held]
    }
    return { ...stores, task, id: task.id, balance, claim, as: held(task.id) }
  }

  describe(`${name}: tasks that another model may make`, () => {
    test('holds the highest price and settles that of the model that ran', async () => {
      const { tasks, runs, id, as, claim, balance, accounts } = await opened()
      expect(await balance()).toEqual([3, 7])
      await claim()
      await runs.noteSent(as)
      expect(
        await runs.noteRefused({ ...as, attempt: 1 }, refusal, { queue: 'other', delay: 0, fallback: toFirst }),
      ).toBe(true)
      expect(await tasks.read(id)).toMatchObject({
        ...{ model: first.model, price: 2, amount: 7, queue: 'other', fallbacks: [second] },
        ...{ submission: { state: 'none' }, tried: [{ model: 'epsilonO3', reason: 'rejected', at: 77 }] },
      })
      expect((await tasks.find('poor', id))?.model, 'as it is answered').toBe(first.model)
      await claim(9, 'other')
      await runs.noteSent(as)
      await runs.noteAccepted(id, 'other', 'theirs')
      expect(await runs.finish(as, completed)).toBe(true)
      expect(await balance()).toEqual([8, 0])
      expect((await tasks.read(id))?.amount).toBe(2)
      await expectBalanced(accounts)
      const far = Number.MAX_SAFE_INTEGER
      await tasks.forgetResult(id)
      expect(await tasks.forgetTasks(far, 9)).toBe(1)
      expect([...(await accounts.spentByDay(0)).values()]).toEqual([2])
      await expectBalanced(accounts)
    })

    test.each([
      ['completes', completed, 3],
      ['fails and may have been bought', { status: 'failed', error: 'x', credits: 'charged', because: 'lost' }, 3],
      ['fails for nothing', failure('x'), 0],
    ] as const)('gives back what its own model does not cost when it %s', async (_how, end, cost) => {
      const { tasks, runs, budgets, id, as, claim, balance, accounts } = await opened()
      const budget = { subject: 'poor', period: 'day', credits: 8, hard: true, warn: undefined } as const
      await claim()
      await runs.noteSent(as)
      await runs.noteAccepted(id, 'default', 'theirs')
      expect(await runs.finish(as, end)).toBe(true)
      expect(await balance()).toEqual([10 - cost, 0])
      expect((await tasks.read(id))?.amount).toBe(cost)
      await expectBalanced(accounts)
      await budgets.setBudget(budget, 1000)
      expect((await budgets.budgets(1000))[0]?.used).toBe(cost)
    })

    test('counts in a budget what it holds, and what it cost from its end on', async () => {
      const { tasks, runs, budgets, as, claim } = await opened()
      await budgets.setBudget({ subject: 'poor', period: 'day', credits: 8, hard: true, warn: undefined }, 1000)
      const used = async () => (await budgets.budgets(1000))[0]?.used
      expect(await used()).toBe(7)
      expect((await tasks.submit({ task: newTask({ account: 'poor', amount: 2 }) })).outcome).toBe('over-budget')
      await claim()
      await runs.noteSent(as)
      await runs.finish(as, completed)
      expect(await used()).toBe(3)
    })

    test('goes to no other model once an upstream has or may have the task', async () => {
      const { tasks, queue, runs, task: waiting, id, as, claim } = await opened()
      const to = { queue: 'other', fallback: toFirst }
      await claim()
      await runs.noteSent(as)
      const sent = await tasks.read(id)
      expect([await runs.transfer(as, to), await queue.divert(waiting, to)]).toEqual([false, false])
      await runs.release(as, 0)
      expect(await queue.divert(waiting, to), 'of unknown outcome').toBe(false)
      expect(await queue.waitingWithFallbacks('default', '', 9)).toEqual([])
      await queue.claimAsked(as.owner, 'default', 9)
      await runs.noteAccepted(id, 'default', 'theirs')
      expect(await runs.noteRefused({ ...as, attempt: 1 }, refusal, { ...to, delay: 0 })).toBe(false)
      expect([await runs.transfer(as, to), await queue.divert(waiting, to)]).toEqual([false, false])
      expect(await tasks.read(id)).toMatchObject({ model: 'epsilonO3', price: sent?.price, fallbacks: [first, second] })
    })

    test('moves on while it waits or is held, and not once a process holds it that does not ask for that', async () => {
      const { tasks, queue, runs, task: waiting, id, as, claim } = await opened()
      const other = { queue: 'other', fallback: toFirst }
      expect((await queue.waitingWithFallbacks('default', '', 9)).map((task) => [task.id, task.parameters])).toEqual([
        [id, (await tasks.read(id))?.parameters],
      ])
      expect(await queue.waitingWithFallbacks('default', id, 9), 'behind it').toEqual([])
      expect(await queue.divert({ ...waiting, queue: 'elsewhere' }, other)).toBe(false)
      expect(await queue.divert({ ...waiting, model: second.model }, other), 'as it is no more').toBe(false)
      expect(await queue.divert(waiting, other)).toBe(true)
      expect(await claim(9, 'other')).toEqual([id])
      expect(await queue.divert({ id, ...toFirst, queue: 'other' }, { queue: 'third', fallback: toSecond })).toBe(false)
      expect(await runs.transfer(as, { queue: 'third', fallback: toSecond })).toBe(true)
      const moved = await tasks.read(id)
      expect(moved).toMatchObject({ model: second.model, price: 7, queue: 'third' })
      expect([moved?.fallbacks, moved?.tried?.map(({ model }) => model)]).toEqual([
        undefined,
        ['epsilonO3', first.model],
      ])
    })

    test('is set aside as what it was sent as last, also where the database says otherwise', async () => {
      const { tasks, restored, id } = await opened()
      const { left: _, ...fallback } = toFirst
      expect(await restored.setAside(id, { upstream: 'other', at: 9, fallback })).toBe(true)
      expect(await tasks.read(id)).toMatchObject({ queue: 'other', model: first.model, price: 2, amount: 7 })
    })

    test('comes back from the record as its upstream was asked for it last, with its other models or as one of them', async () => {
      const { tasks, restored, accounts } = await opened()
      const lost = [{}, { fallback: { ...first, tried: toFirst.tried } }].map((of, index) => {
        const { id, ...task } = newTask({ account: 'rich', model: 'epsilonO3', kind: 'video', amount: 7, price: 3 })
        const asked = { task: `${id.slice(0, -1)}${index}`, attempt: 1, upstream: 'alpha', at: 9 + index, ...of }
        const idempotency = { key: `order-${index}`, bodyHash: 'a hash' }
        return { asked, submitted: { ...task, idempotency, fallbacks: [first, second] } }
      })
      const submitted = new Map(lost.map(({ asked, submitted: task }) => [asked.task, task]))
      const missing = lost.map(({ asked }) => asked)
      expect(await reviveMissing(restored, missing, submitted, 9), 'no later than the backup').toEqual([missing[0]])
      expect(await reviveMissing(restored, missing.slice(0, 1), submitted, 8)).toEqual([])
      const [own, other] = await Promise.all(missing.map(({ task }) => tasks.read(task)))
      const aside = { queue: 'alpha', status: 'processing', amount: 7, submission: { state: 'sent' } }
      expect(own).toMatchObject({ ...aside, model: 'epsilonO3', price: 3, fallbacks: [first, second] })
      expect(other).toMatchObject({ ...aside, model: first.model, price: 2, tried: toFirst.tried })
      expect(other?.fallbacks).toBeUndefined()
      expect((await tasks.findByKey('rich', 'order-1'))?.id).toBe(other?.id)
      await expectBalanced(accounts)
    })
  })
}
