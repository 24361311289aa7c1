import { describe, expect, test } from 'vitest'
import { Outbox } from '../../src/keep/store/outbox.js'
import type { Stores } from '../../src/keep/store/stores.js'
import type { Subscription } from '../../src/domain/webhooks.js'
import type { TaskRecord } from '../../src/domain/task/record.js'
import { claimer } from '../support/claims.js'
import { newTask } from './open-stores.js'
import { failure } from '../support/ends.js'

/** Empty stores, `count` over one database (one where it cannot be shared); `execute` runs SQL on it beside them. */
export type OpenWithOutbox = (
  outbox: Outbox,
  count: number,
) => Promise<{ all: Stores[]; execute(sql: string): Promise<void> }>

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }
const both = ['task.completed', 'task.failed'] as const
const ended = 5000

/** What every store of webhook deliveries promises, together with the task store beside it. */
export function webhookDeliveriesContract(name: string, open: OpenWithOutbox): void {
  const openFor = async (subscriptions: readonly Subscription[], count = 1) => {
    const outbox = new Outbox(subscriptions, () => ended)
    let told = 0
    outbox.onEnded(() => {
      told += 1
    })
    const { all, execute } = await open(outbox, count)
    const [stores] = all
    if (stores === undefined) throw new Error('stores were asked for')
    await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
    await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
    const { claim, held } = await claimer(stores.queue)
    /** Submits a task and holds it, as one who runs it. */
    const take = async (values: Partial<TaskRecord> = {}): Promise<string> => {
      const task = newTask(values)
      expect(await stores.tasks.submit({ task })).toEqual({ outcome: 'accepted' })
      await claim()
      return task.id
    }
    const complete = async (values: Partial<TaskRecord> = {}): Promise<string> => {
      const id = await take(values)
      expect(await stores.runs.finish(held(id), { status: 'completed', result: file })).toBe(true)
      return id
    }
    return { all, execute, ...stores, held, take, complete, told: () => told }
  }
  const one: Subscription = { name: 'one', events: both, accounts: undefined }

  describe(`${name}: webhook deliveries`, () => {
    test('are there with the end of a task: completed, failed and cancelled', async () => {
      const { tasks, deliveries, take, complete, told, runs, held } = await openFor([one])
      const completed = await complete()
      const failed = await take({ account: 'poor' })
      await runs.finish(held(failed), failure('x'))
      const cancelled = await take()
      expect(told()).toBe(2)
      await tasks.cancel(cancelled, 'cancelled')
      expect(told()).toBe(3)
      const claimed = await deliveries.claim('one', 9, ended, ended + 1000)
      const common = { receiver: 'one', ended, attempts: 0, heldUntil: ended + 1000 }
      expect(new Set(claimed)).toEqual(
        new Set([
          { ...common, task: completed, account: 'rich', type: 'task.completed' },
          { ...common, task: failed, account: 'poor', type: 'task.failed' },
          { ...common, task: cancelled, account: 'rich', type: 'task.failed' },
        ]),
      )
    })

    test('are written once, however often a task is ended', async () => {
      const { tasks, deliveries, complete, told, runs, held } = await openFor([one])
      const id = await complete()
      expect(await tasks.cancel(id, 'late')).toBe('ended')
      expect(await runs.finish(held(id), failure('late'))).toBe(false)
      expect(told()).toBe(1)
      expect(await deliveries.claim('one', 9, ended, ended + 1000)).toHaveLength(1)
    })

    test('keep the result of their task, which they name, until they arrived or were given up', async () => {
      const { tasks, deliveries, complete } = await openFor([one])
      const [arriving, failing] = [await complete(), await complete()]
      const later = Date.now() + 1e9
      const aged = async (): Promise<string[]> => (await tasks.agedResults(later, 9, 0)).map(({ id }) => id)
      expect(await aged()).toEqual([])
      const claimed = await deliveries.claim('one', 9, ended, ended + 1000)
      const of = (id: string): (typeof claimed)[number] => claimed.find(({ task }) => task === id)!
      await deliveries.remove(of(arriving))
      expect(await aged()).toEqual([arriving])
      await deliveries.giveUp(of(failing), ended, '500')
      expect((await aged()).sort()).toEqual([arriving, failing].sort())
    })

    test('are written in one step with the end: where they cannot be, the task has not ended', async () => {
      const { tasks, accounts, take, told, execute, runs, held } = await openFor([one])
      const [first, second] = [await take({ account: 'poor', amount: 3 }), await take({ account: 'poor', amount: 4 })]
      await execute('ALTER TABLE webhook_delivery RENAME TO gone')
      await expect(runs.finish(held(first), { status: 'completed', result: file })).rejects.toThrow()
      await expect(tasks.cancel(second, 'cancelled')).rejects.toThrow()
      for (const id of [first, second]) expect((await tasks.read(id))?.status).toBe('processing')
      expect([
        (await accounts.findAccount('poor'))?.held,
        (await accounts.findAccount('poor'))?.credits,
        told(),
      ]).toEqual([7, 3, 0])
      await execute('ALTER TABLE gone RENAME TO webhook_delivery')
      expect(await runs.finish(held(first), { status: 'completed', result: file })).toBe(true)
      expect([(await accounts.findAccount('poor'))?.held, told()]).toEqual([4, 1])
    })

    test('are written for those who listen to such an end of such an account', async () => {
      const { tasks, deliveries, take, complete } = await openFor([
        { name: 'completed', events: ['task.completed'], accounts: undefined },
        { name: 'failed', events: ['task.failed'], accounts: undefined },
        { name: 'of-poor', events: both, accounts: ['poor', 'unknown'] },
        { name: 'of-both', events: both, accounts: ['poor', 'rich'] },
      ])
      await complete()
      await tasks.cancel(await take({ account: 'poor' }), 'cancelled')
      expect(await deliveries.pending()).toEqual(
        new Map([
          ['completed', 1],
          ['failed', 1],
          ['of-poor', 1],
          ['of-both', 2],
        ]),
      )
    })

    test('are not written without a receiver, nor for a submit', async () => {
      const { deliveries, take, complete } = await openFor([])
      await complete()
      await take()
      expect(await deliveries.pending()).toEqual(new Map())
    })

    test('leave credits as they are settled and released', async () => {
      const { tasks, accounts, take, complete } = await openFor([one])
      await complete({ account: 'poor', amount: 3 })
      const cancelled = await take({ account: 'poor', amount: 4 })
      expect((await accounts.findAccount('poor'))?.credits).toBe(3)
      await tasks.cancel(cancelled, 'cancelled')
      expect((await accounts.findAccount('poor'))?.credits).toBe(7)
      expect((await accounts.findAccount('poor'))?.held).toBe(0)
    })

    test('are each receiver’s own', async () => {
      const { deliveries, complete } = await openFor([one, { ...one, name: 'two' }])
      const task = await complete()
      const [claimed] = await deliveries.claim('one', 9, ended, ended + 1000)
      expect(claimed?.task).toBe(task)
      await deliveries.remove(claimed!)
      expect(await deliveries.claim('two', 9, ended, ended + 1000)).toMatchObject([{ task, receiver: 'two' }])
    })

    test('are claimed once until their time is over, the longest due first, as many as wanted', async () => {
      const { deliveries, complete } = await openFor([one])
      const ids = [await complete(), await complete(), await complete()].sort()
      expect(await deliveries.claim('one', 9, ended - 1, ended), 'not due yet').toEqual([])
      const first = await deliveries.claim('one', 2, ended, ended + 1000)
      const second = await deliveries.claim('one', 2, ended, ended + 2000)
      expect([first.map(({ task }) => task).sort(), second.map(({ task }) => task)]).toEqual([
        ids.slice(0, 2),
        ids.slice(2),
      ])
      expect(await deliveries.claim('one', 9, ended + 999, ended + 3000)).toEqual([])
      expect((await deliveries.claim('one', 9, ended + 1000, ended + 3000)).map(({ task }) => task).sort()).toEqual(
        ids.slice(0, 2),
      )
    })

    test('are claimed account by account, of others than those that are left out, and once', async () => {
      const { accounts, deliveries, complete } = await openFor([one])
      for (const id of ['a', 'b', 'c'])
        await accounts.addAccount({ id, name: id, unlimited: true, credits: 0, created: 3 })
      const of = new Map<string, string>()
      for (const account of ['b', 'a', 'c', 'b', 'a', 'c', 'b']) of.set(await complete({ account }), account)
      const claim = async (limit: number, after: string, ...except: string[]) =>
        (await deliveries.claimInTurn('one', limit, ended, ended + 1000, { except, after }))
          .map(({ task }) => of.get(task))
          .toSorted()
      expect(await claim(9, '', 'a', 'b', 'c')).toEqual([])
      expect(await claim(1, 'a', 'c'), 'the next account').toEqual(['b'])
      expect(await claim(3, 'b', 'b'), 'from the first account on where the last one was').toEqual(['a', 'c', 'c'])
      expect(await claim(9, 'z', 'unknown')).toEqual(['a', 'b', 'b'])
      expect(await claim(9, '', 'unknown')).toEqual([])
      expect(await deliveries.claimInTurn('other', 9, ended, ended + 1000, { except: [], after: '' })).toEqual([])
    })

    test('come again after an attempt in vain, and not after they were taken', async () => {
      const { deliveries, complete } = await openFor([one])
      await complete()
      const [first] = await deliveries.claim('one', 9, ended, ended + 1000)
      await deliveries.noteFailed(first!, ended + 7000, '500')
      expect(await deliveries.claim('one', 9, ended + 6999, ended + 9000)).toEqual([])
      const [again] = await deliveries.claim('one', 9, ended + 7000, ended + 9000)
      expect(again).toEqual({ ...first, attempts: 1, heldUntil: ended + 9000 })
      await deliveries.remove(again!)
      expect(await deliveries.claim('one', 9, ended + 99_000, ended + 100_000)).toEqual([])
      expect(await deliveries.pending()).toEqual(new Map())
    })

    test('are given back without counting', async () => {
      const { deliveries, complete } = await openFor([one])
      await complete()
      const [first] = await deliveries.claim('one', 9, ended, ended + 1000)
      await deliveries.giveBack(first!)
      expect(await deliveries.claim('one', 9, ended, ended + 1000)).toEqual([first])
    })

    test('do not wait for a clock that was set back', async () => {
      const { deliveries, complete } = await openFor([one])
      const wait = async (attempts: number, due: number): Promise<string> => {
        const task = await complete()
        const [claimed] = await deliveries.claim('one', 1, ended, due)
        if (attempts > 0) await deliveries.noteFailed(claimed!, due, '500')
        return task
      }
      const [held, tried] = [await wait(0, ended + 100), await wait(1, ended + 1000)]
      const late = [await wait(0, ended + 101), await wait(1, ended + 1001)].sort()
      const given = await complete()
      const [last] = await deliveries.claim('one', 1, ended, ended + 1)
      await deliveries.giveUp(last!, ended, '500')
      await deliveries.shortenWaits(ended, { untried: 100, tried: 1000 })
      const claim = async (now: number) =>
        (await deliveries.claim('one', 9, now, now + 1e9)).map(({ task }) => task).sort()
      expect(await claim(ended)).toEqual(late)
      expect(await claim(ended + 100)).toEqual([held])
      expect(await claim(ended + 1e6)).toEqual([tried])
      expect(await deliveries.list(1)).toMatchObject([{ task: given, due: undefined }])
    })

    test('are left alone by the process that held them before', async () => {
      const { deliveries, complete } = await openFor([one])
      await complete()
      const [late] = await deliveries.claim('one', 9, ended, ended + 1000)
      const [holder] = await deliveries.claim('one', 9, ended + 1000, ended + 2000)
      await deliveries.noteFailed(late!, ended, '500')
      await deliveries.giveBack(late!)
      expect(await deliveries.claim('one', 9, ended + 1999, ended + 5000), 'still held').toEqual([])
      await deliveries.noteFailed(holder!, ended, '500')
      expect(await deliveries.claim('one', 9, ended + 1999, ended + 5000)).toMatchObject([{ attempts: 1 }])
    })

    test.each(['poor', 'rich'])(
      'of the account %s stay when they were given up, and are replayed: these and those that had arrived',
      async (account) => {
        const { deliveries, complete, take, accounts } = await openFor([one])
        const task = await complete({ account })
        const [claimed] = await deliveries.claim('one', 9, ended, ended + 1000)
        await deliveries.giveUp({ ...claimed!, heldUntil: 7 }, ended + 500, 'ECONNREFUSED')
        expect((await deliveries.list(9))[0]).toMatchObject({ task, due: ended + 1000, answer: undefined })
        await deliveries.giveUp(claimed!, ended + 500, 'ECONNREFUSED')
        expect(await deliveries.claim('one', 9, ended + 1e12, ended + 2e12)).toEqual([])
        expect(await deliveries.pending()).toEqual(new Map())
        const { heldUntil: _, ...delivery } = claimed!
        expect(await deliveries.list(9)).toEqual([{ ...delivery, attempts: 1, due: undefined, answer: 'ECONNREFUSED' }])
        expect(await deliveries.forget(ended + 500, 9)).toBe(0)
        expect(await deliveries.replay(task, 'one', ended + 9000)).toBe(true)
        const [again] = await deliveries.claim('one', 9, ended + 9000, ended + 9999)
        expect(again).toEqual({ ...delivery, attempts: 0, heldUntil: ended + 9999 })
        await deliveries.remove(again!)
        expect(await deliveries.replay(task, 'one', ended + 10_000)).toBe(true)
        const [third] = await deliveries.claim('one', 9, ended + 10_000, ended + 11_000)
        expect(third, 'with the time at which the task had ended').toEqual({ ...delivery, heldUntil: ended + 11_000 })
        await deliveries.giveUp(third!, ended + 10_500, '500')
        expect(await deliveries.forget(ended + 10_501, 9)).toBe(1)
        expect(await deliveries.list(9)).toEqual([])
        expect(await deliveries.replay(await take(), 'one', 1), 'it has not ended').toBe(false)
        expect(await deliveries.replay('task_none', 'one', 1)).toBe(false)
        expect(await accounts.ledgerSums(account), 'nothing is paid for it').toMatchObject({ held: 0 })
      },
    )

    test('are there for the URL that a request has named', async () => {
      const outbox = new Outbox([], () => ended)
      const { all } = await open(outbox, 1)
      const { accounts, tasks, deliveries, runs, queue } = all[0]!
      await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
      const { claim, held } = await claimer(queue)
      const [named, plain] = [newTask({}), newTask({})]
      await deliveries.addCallback(named.id, 'https://hooks.example/a', 5)
      await deliveries.addCallback('task_refused', 'https://hooks.example/b', 5)
      for (const task of [named, plain]) await tasks.submit({ task })
      await claim()
      for (const { id } of [named, plain]) await runs.finish(held(id), { status: 'completed', result: file })
      const claimed = await deliveries.claim('callback', 9, ended, ended + 1000)
      expect(claimed).toMatchObject([{ task: named.id, type: 'task.completed' }])
      expect(await deliveries.callbackOf(named.id)).toBe('https://hooks.example/a')
      expect(await deliveries.callbackOf(plain.id)).toBeUndefined()
      expect(await deliveries.replay(named.id, 'callback', ended + 2000)).toBe(true)
      expect(await deliveries.replay(plain.id, 'callback', ended), 'it named no URL').toBe(false)
      expect(await deliveries.list(9)).toMatchObject([{ task: named.id }])
      await deliveries.removeCallback('task_refused')
      expect(await deliveries.callbackOf('task_refused')).toBeUndefined()
      expect(await deliveries.forget(6, 9), 'the event has not arrived').toBe(0)
      await deliveries.remove(claimed[0]!)
      expect(await deliveries.forget(5, 9), 'a task of that age').toBe(0)
      expect(await deliveries.forget(6, 9)).toBe(1)
      expect(await deliveries.callbackOf(named.id)).toBeUndefined()
    })

    test('go to one of those who claim at the same time', async () => {
      const { all, complete } = await openFor([one], 2)
      const ids: string[] = []
      for (let count = 0; count < 30; count += 1) ids.push(await complete())
      const claimed = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          all[index % all.length]!.deliveries.claim('one', 2, ended, ended + 60_000),
        ),
      )
      const rest = await all[0]!.deliveries.claim('one', 40, ended, ended + 60_000)
      expect([...claimed, rest].flatMap((some) => some.map(({ task }) => task)).sort()).toEqual(ids.sort())
    })
  })
}
