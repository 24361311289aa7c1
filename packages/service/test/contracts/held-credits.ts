import { describe, expect, test } from 'vitest'
import { cancelProof, failure } from '../support/ends.js'
import { claimer } from '../support/claims.js'
import { newTask, openAccounts, type OpenStores } from './open-stores.js'

/** What every TaskStore promises of the credits of tasks. */
export function heldCreditsContract(name: string, open: OpenStores): void {
  const openWithAccounts = () => openAccounts(open)
  const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12, seconds: 5 }

  describe(`${name}: the credits of tasks`, () => {
    test('holds credits, settles them with a completed and releases them with a failed task, once', async () => {
      const { tasks, credits, held, take, runs, as } = await openWithAccounts()
      const [good, bad] = [newTask({ account: 'poor' }), newTask({ account: 'poor' })]
      await take(good, bad)
      expect([await credits(), await held()]).toEqual([4, 6])
      for (let times = 0; times < 2; times += 1) {
        await runs.finish(as(good.id), { status: 'completed', result: file })
        await runs.finish(as(bad.id), failure('x'))
      }
      expect([await credits(), await held()]).toEqual([7, 0])
      expect((await tasks.read(good.id))?.amount).toBe(3)
      expect((await tasks.read(bad.id))?.amount, 'a failed task costs nothing').toBe(0)
    })

    test('never holds more credits than there are, however many submits race', async () => {
      const { tasks, credits } = await openWithAccounts()
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => tasks.submit({ task: newTask({ account: 'poor' }) })),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(3)
      expect(outcomes.filter(({ outcome }) => outcome === 'no-credits')).toHaveLength(7)
      expect(outcomes).toContainEqual({ outcome: 'no-credits', available: 1, needed: 3 })
      expect(await credits()).toBe(1)
    })

    test('fails a cancelled task and releases its credits, whichever process runs it', async () => {
      const { tasks, credits } = await openWithAccounts()
      const task = newTask({ account: 'poor' })
      await tasks.submit({ task })
      expect(await tasks.cancel(task.id, 'cancelled by the client')).toBe('cancelled')
      expect(await tasks.read(task.id)).toMatchObject({ status: 'failed', error: 'cancelled by the client', amount: 0 })
      expect(await tasks.cancel(task.id, 'again')).toBe('ended')
      expect(await credits()).toBe(10)
    })

    test('notes a cancel of a task that an upstream has or may have, and ends it on proof alone', async () => {
      const { tasks, accounts, runs, queue } = await openWithAccounts()
      const { claim, held: as } = await claimer(queue)
      const balance = async () => {
        const { credits, held } = (await accounts.findAccount('poor'))!
        return { credits, held }
      }
      const task = newTask({ account: 'poor' })
      await tasks.submit({ task })
      await claim()
      await runs.noteSent(as(task.id))
      for (const reason of ['cancelled by the client', 'again'])
        expect(await tasks.cancel(task.id, reason)).toBe('noted')
      expect(await balance()).toEqual({ credits: 7, held: 3 })
      expect(await tasks.read(task.id)).toMatchObject({ status: 'processing', cancelReason: 'cancelled by the client' })
      expect(await runs.noteAccepted(task.id, 'default', 'theirs')).toEqual({ cancelling: true })
      const end = (reference: string) =>
        tasks.endCancelled(task.id, { reference, reason: 'cancelled by the client', proof: cancelProof })
      expect(await end('of another attempt'), 'is inconclusive about this one').toBe(false)
      expect(await end('theirs')).toBe(true)
      expect(await end('theirs'), 'once').toBe(false)
      expect(await tasks.read(task.id)).toMatchObject({ status: 'failed', error: 'cancelled by the client', amount: 0 })
      expect(await balance()).toEqual({ credits: 10, held: 0 })
    })

    test('charges as held what failed without a proof that it was not bought, and counts it as spent', async () => {
      const { tasks, accounts, runs, queue } = await openWithAccounts()
      const { claim, held: as } = await claimer(queue)
      const task = newTask({ account: 'poor' })
      await tasks.submit({ task })
      await claim()
      await runs.noteSent(as(task.id))
      expect(
        await runs.finish(as(task.id), { status: 'failed', error: 'unknown', credits: 'charged', because: 'lost' }),
      ).toBe(true)
      expect(await tasks.read(task.id)).toMatchObject({ status: 'failed', error: 'unknown', amount: 3 })
      expect(await accounts.findAccount('poor')).toMatchObject({ credits: 7, held: 0 })
      const spent = async () => [...(await accounts.spentByDay(0)).values()]
      expect(await spent()).toEqual([3])
      const far = Number.MAX_SAFE_INTEGER
      expect(await tasks.forgetTasks(far, 9)).toBe(1)
      expect(await spent(), 'once it is forgotten').toEqual([3])
      expect(await accounts.ledgerSums('poor')).toEqual({ credits: 7, held: 0 })
    })

    test('replays a key also when the account has no credits left', async () => {
      const { tasks } = await openWithAccounts()
      const task = newTask({ account: 'poor', amount: 10 })
      for (const outcome of ['accepted', 'replayed'])
        expect(await tasks.submit({ task, idempotency: { key: 'k', bodyHash: 'a' } })).toMatchObject({ outcome })
      expect(
        await tasks.submit({ task: newTask({ account: 'poor' }), idempotency: { key: 'l', bodyHash: 'a' } }),
      ).toMatchObject({ outcome: 'no-credits' })
    })

    test('counts no credits for an unlimited account', async () => {
      const { accounts, take, runs, as } = await openWithAccounts()
      const task = newTask({ amount: 1e9 })
      await take(task)
      expect((await accounts.findAccount('rich'))?.credits).toBe(0)
      await runs.finish(as(task.id), failure('x'))
      expect((await accounts.findAccount('rich'))?.credits).toBe(0)
    })
  })
}
