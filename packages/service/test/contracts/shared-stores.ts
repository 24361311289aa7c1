import { describe, expect, test } from 'vitest'
import type { Stores } from '../../src/store/stores.js'
import type { TaskLeases } from '../../src/store/task-leases.js'
import type { TaskRecord } from '../../src/task/record.js'
import { newTask } from './task-store.js'

/** Stores of several services over one empty database; leases hold for `leaseDuration` milliseconds. */
export type OpenShared = (count: number, leaseDuration: number) => Promise<(Stores & { leases: TaskLeases })[]>

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }
const long = 60_000

/** What stores promise that several services share, beyond what each promises by itself. */
export function sharedStoresContract(name: string, open: OpenShared): void {
  const openTwo = async (leaseDuration = long) => {
    const [one, other] = await open(2, leaseDuration)
    if (one === undefined || other === undefined) throw new Error('two stores were asked for')
    await one.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
    await one.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
    const submit = async (...tasks: TaskRecord[]) => {
      for (const task of tasks) expect(await one.tasks.submit({ task })).toEqual({ outcome: 'accepted' })
      return tasks.map(({ id }) => id)
    }
    return { one, other, submit, credits: async () => (await other.accounts.findAccount('poor'))?.credits }
  }

  describe(`${name}: stores that several services share`, () => {
    test('accept one of the submits that race under one key in two services', async () => {
      const { one, other, credits } = await openTwo()
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? one : other).tasks.submit({
            task: newTask({ account: 'poor' }),
            idempotency: { key: 'k', bodyHash: 'a' },
          }),
        ),
      )
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
        'accepted',
        ...Array.from({ length: 19 }, () => 'replayed'),
      ])
      expect(new Set(outcomes.flatMap((one) => (one.outcome === 'replayed' ? [one.task.id] : []))).size).toBe(1)
      expect(await credits()).toBe(7)
    })

    test('never overdraw an account by submits that race in two services', async () => {
      const { one, other, credits } = await openTwo()
      await one.accounts.grantCredits({ account: 'poor', credits: 90, reference: 'first', at: 1 })
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 === 0 ? one : other).tasks.submit({
            task: newTask({ account: 'poor', amount: 7 }),
            idempotency: { key: `k${index % 25}`, bodyHash: 'a' },
          }),
        ),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(14)
      expect(await credits()).toBe(2)
      expect((await one.accounts.findAccount('poor'))?.held).toBe(98)
    })

    test('lose no credit while submits, ends, cancels and grants race in two services', async () => {
      const { one, other, credits } = await openTwo()
      await one.accounts.grantCredits({ account: 'poor', credits: 1000, reference: 'first', at: 1 })
      let kept = 0
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const [here, there] = index % 2 === 0 ? [one, other] : [other, one]
          const task = newTask({ account: 'poor' })
          await here.tasks.submit({ task })
          await there.accounts.grantCredits({ account: 'poor', credits: 1, reference: `${index}`, at: 1 })
          if (index % 3 === 0)
            await Promise.all([here.tasks.cancel(task.id, 'here'), there.tasks.cancel(task.id, 'there')])
          else kept += 1
        }),
      )
      expect(await credits()).toBe(1010 + 60 - 3 * kept)
      expect((await one.accounts.findAccount('poor'))?.held).toBe(3 * kept)
    })

    test('end a task once, whatever races', async () => {
      const { one, other, submit, credits } = await openTwo()
      const ids = await submit(...Array.from({ length: 3 }, () => newTask({ account: 'poor' })))
      await one.leases.claim(3, [])
      for (const id of ids) {
        const ends = await Promise.all([
          one.tasks.finish(id, { status: 'completed', result: file }),
          other.tasks.cancel(id, 'cancelled'),
          one.tasks.finish(id, { status: 'failed', error: 'x' }),
        ])
        expect(ends.filter(Boolean)).toHaveLength(1)
      }
      const ended = await Promise.all(ids.map((id) => other.tasks.read(id)))
      expect(await credits()).toBe(10 - 3 * ended.filter((task) => task?.status === 'completed').length)
    })

    test('show each service at once what another has changed', async () => {
      const { one, other, submit } = await openTwo()
      const [id = ''] = await submit(newTask())
      await other.tasks.read(id)
      await one.leases.claim(1, [])
      await one.tasks.begin(id)
      await one.tasks.noteProgress(id, 0.5)
      expect(await other.tasks.read(id)).toMatchObject({ status: 'processing', progress: 0.5 })
      await one.accounts.addKey({ hash: 'h', account: 'rich', created: 1 })
      expect((await other.accounts.findKey('h'))?.id).toBe('rich')
      await other.accounts.revokeKey('h')
      expect(await one.accounts.findKey('h')).toBeUndefined()
    })

    test('never let progress fall, whoever reports it', async () => {
      const { one, other, submit } = await openTwo()
      const [id = ''] = await submit(newTask())
      await one.leases.claim(1, [])
      await Promise.all([0.2, 0.9, 0.4].map((fraction) => one.tasks.noteProgress(id, fraction)))
      await other.tasks.noteProgress(id, 0.95)
      expect((await other.tasks.read(id))?.progress).toBe(0.9)
    })

    test('give each task to one service, oldest first, as many as it wants', async () => {
      const { one, other, submit } = await openTwo()
      const ids = await submit(...[3000, 1000, 2000, 4000].map((created) => newTask({ created })))
      expect(await one.leases.claim(1, [])).toEqual([ids[1]])
      expect(await other.leases.claim(2, [])).toEqual([ids[2], ids[0]])
      expect(await one.leases.claim(9, [ids[3] ?? '']), 'but none that it names').toEqual([])
      expect(await one.leases.claim(9, [])).toEqual([ids[3]])
      expect(await other.leases.claim(9, [])).toEqual([])
    })

    test('give no task to two services that claim at the same time', async () => {
      const { one, other, submit } = await openTwo()
      const ids = await submit(...Array.from({ length: 40 }, () => newTask()))
      const claimed = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).leases.claim(3, [])),
      )
      const all = [...claimed.flat(), ...(await one.leases.claim(40, []))]
      expect(all.sort()).toEqual(ids.sort())
    })

    test('let only the holder of a task change it as one who runs it', async () => {
      const { one, other, submit } = await openTwo()
      const [id = '', free = ''] = await submit(newTask({ created: 1 }), newTask({ created: 2 }))
      await one.leases.claim(1, [])
      for (const task of [id, free]) {
        const before = await other.tasks.read(task)
        expect(await other.tasks.begin(task)).toBe(false)
        expect(await other.tasks.noteSent(task, 1)).toBe(false)
        expect(await other.tasks.finish(task, { status: 'failed', error: 'x' })).toBe(false)
        expect(await other.tasks.finish(task, { status: 'completed', result: file })).toBe(false)
        await other.tasks.noteProgress(task, 0.5)
        expect(await other.tasks.read(task)).toEqual(before)
      }
      expect(await one.tasks.noteSent(id, 1)).toBe(true)
      await other.tasks.noteNotSent(id)
      expect((await one.tasks.read(id))?.submission.state).toBe('sent')
    })

    test('take a reference from a service that learns it after it lost the task', async () => {
      const { one, other, submit } = await openTwo()
      const [id = ''] = await submit(newTask())
      await one.leases.claim(1, [])
      await one.tasks.noteSent(id, 1)
      await one.leases.giveBackAll()
      await other.leases.claim(1, [])
      await one.tasks.noteAccepted(id, 'theirs')
      expect((await other.tasks.read(id))?.submission).toEqual({ state: 'accepted', at: 1, reference: 'theirs' })
      expect(await other.tasks.noteSent(id, 2), 'then nobody asks again').toBe(false)
    })

    test('free a task whose holder does not renew, and nobody else’s', async () => {
      const { one, other, submit } = await openTwo(1000)
      const [dead = '', alive = ''] = await submit(newTask({ created: 1 }), newTask({ created: 2 }))
      expect(await one.leases.claim(2, [])).toEqual([dead, alive])
      let claimed: string[] = []
      while (claimed.length === 0) {
        expect(await one.leases.renew([alive])).toEqual([alive])
        claimed = await other.leases.claim(2, [])
      }
      expect(claimed).toEqual([dead])
      expect(await one.leases.renew([dead, alive])).toEqual([alive])
      expect(await one.tasks.finish(dead, { status: 'failed', error: 'x' })).toBe(false)
    })

    test('renew no task that has ended', async () => {
      const { one, other, submit } = await openTwo()
      const [id = ''] = await submit(newTask())
      await one.leases.claim(1, [])
      await other.tasks.cancel(id, 'cancelled')
      expect(await one.leases.renew([id])).toEqual([])
    })

    test('take tasks back, at once or later', async () => {
      const { one, other, submit } = await openTwo()
      const [first = '', second = '', third = ''] = await submit(...[1, 2, 3].map((created) => newTask({ created })))
      await one.leases.claim(2, [])
      await other.leases.claim(1, [])
      await one.leases.giveBack(first, long)
      await one.leases.giveBack(third, 0)
      expect(await other.leases.claim(9, []), 'not yet, and not what is another’s').toEqual([])
      await one.leases.giveBackAll()
      expect(await other.leases.claim(9, [])).toEqual([second])
    })

    test('have one secret', async () => {
      const stores = await open(4, long)
      const secrets = await Promise.all(stores.map(async (one) => one.urlSecret?.()))
      expect(secrets[0]).toHaveLength(32)
      for (const secret of secrets) expect(secret).toEqual(secrets[0])
    })
  })
}
