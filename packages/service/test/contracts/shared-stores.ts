import { describe, expect, test } from 'vitest'
import type { Stores } from '../../src/keep/store/stores.js'
import type { TaskRecord } from '../../src/domain/task/record.js'
import { claimer } from '../support/claims.js'
import { newTask } from './open-stores.js'
import { failure } from '../support/ends.js'

/** Stores of several services over one empty database. */
export type OpenShared = (count: number) => Promise<Stores[]>

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }

/** What stores promise that several services share, beyond what each promises by itself. */
export function sharedStoresContract(name: string, open: OpenShared): void {
  const openTwo = async () => {
    const [one, other] = await open(2)
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

    test('end a task once in any race', async () => {
      const { one, other, submit, credits } = await openTwo()
      const ids = await submit(...Array.from({ length: 3 }, () => newTask({ account: 'poor' })))
      const { claim, held } = await claimer(one.queue)
      await claim()
      for (const id of ids) {
        const ends = await Promise.all([
          one.runs.finish(held(id), { status: 'completed', result: file }),
          other.tasks.cancel(id, 'cancelled').then((outcome) => outcome === 'cancelled'),
          one.runs.finish(held(id), failure('x')),
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
      const { claim, held } = await claimer(one.queue)
      await claim()
      await one.runs.noteProgress(held(id), 0.5)
      expect(await other.tasks.read(id)).toMatchObject({ status: 'processing', progress: 0.5 })
      await one.keys.addKey({ hash: 'h', id: 'key_1', account: 'rich', created: 1 })
      expect((await other.keys.findKey('h'))?.account.id).toBe('rich')
      await other.keys.revokeKey('key_1')
      expect(await one.keys.findKey('h')).toBeUndefined()
    })

    test('never let progress fall, from any process', async () => {
      const { one, other, submit } = await openTwo()
      const [id = ''] = await submit(newTask())
      const { claim, held } = await claimer(one.queue)
      await claim()
      await Promise.all([0.2, 0.9, 0.4].map((fraction) => one.runs.noteProgress(held(id), fraction)))
      await other.runs.noteProgress((await claimer(other.queue)).held(id), 0.95)
      expect((await other.tasks.read(id))?.progress).toBe(0.9)
    })

    test('have one secret', async () => {
      const stores = await open(4)
      const secrets = await Promise.all(stores.map(async (one) => one.urlSecret?.()))
      expect(secrets[0]).toHaveLength(32)
      for (const secret of secrets) expect(secret).toEqual(secrets[0])
    })
  })
}
