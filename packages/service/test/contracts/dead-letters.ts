import { describe, expect, test } from 'vitest'
import { deathReason } from '../../src/keep/store/fuse.js'
import { undeliveredReason } from '../../src/keep/store/undelivered.js'
import { claimer } from '../support/claims.js'
import { newTask } from './open-stores.js'
import { openQueue, type OpenQueues } from './open-queue.js'

/** What every queue promises of tasks that are set aside. */
export function deadLettersContract(name: string, open: OpenQueues): void {
  const openOne = () => openQueue(open)

  describe(`${name}: dead letters`, () => {
    test('sets a task aside after too many internal errors, and puts it back when told', async () => {
      const { tasks, queue, runs, submit, advance } = await openOne()
      const { claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      for (const outcome of ['released', 'released', 'dead']) {
        expect(await claim()).toEqual([id])
        expect(await runs.fail(held(id), { reason: 'disk full', delay: 1000, limit: 3 })).toBe(outcome)
        expect(await claim()).toEqual([])
        await advance(1000)
      }
      expect(await claim()).toEqual([])
      expect(await runs.fail(held(id), { reason: 'x', delay: 0, limit: 3 })).toBe('lost')
      expect(await queue.deadLetters(9)).toMatchObject([{ id, reason: 'disk full', retries: 3, queue: 'default' }])
      expect((await queue.figures(9))[0]).toMatchObject({ dead: 1, retries: 3, waiting: 0, running: 0 })
      expect((await tasks.read(id))?.faults).toBe(3)
      expect(await queue.retry(id)).toBe(true)
      expect(await queue.retry(id)).toBe(false)
      expect(await claim()).toEqual([id])
      expect(await runs.fail(held(id), { reason: 'again', delay: 0, limit: 3 }), 'counted anew').toBe('released')
    })

    test('sets a task aside whose handling ended two processes, and no other task of theirs', async () => {
      const { tasks, queue, runs, submit, advance } = await openOne()
      const [killer = '', follower = '', polled = ''] = await submit(3, {})
      const first = await claimer(queue)
      await first.claim()
      let { held } = first
      for (const id of [killer, follower, polled]) {
        await runs.noteSent(held(id))
        await runs.noteAccepted(id, 'default', `ref-${id}`)
      }
      for (const id of [killer, follower]) expect(await runs.noteHandling(held(id))).toBe(true)
      held = await killed()
      expect((await tasks.read(killer))?.deaths).toBe(1)
      expect((await tasks.read(follower))?.deaths).toBe(1)
      expect((await tasks.read(polled))?.deaths).toBeUndefined()
      expect(await queue.deadLetters(9)).toEqual([])
      await runs.noteHandling(held(follower))
      await runs.endHandling(held(follower))
      await runs.noteHandling(held(killer))
      held = await killed()
      expect(await queue.deadLetters(9)).toMatchObject([{ id: killer, reason: deathReason, queue: 'default' }])
      expect((await queue.figures(9))[0]).toMatchObject({ dead: 1 })
      expect((await tasks.read(follower))?.deaths).toBe(1)
      expect(await queue.repairCounts()).toEqual([])
      expect(await queue.retry(killer)).toBe(true)
      expect((await tasks.read(killer))?.deaths).toBeUndefined()
      expect(await queue.claimAsked(held('').owner, 'default', 9)).toMatchObject([{ id: killer }])

      /** The process is gone without a word; another one takes what it left. */
      async function killed() {
        const dead = (await queue.deadLetters(9)).length
        await advance(queue.lifetime + 1)
        const { owner, held } = await claimer(queue)
        await queue.sweep()
        const claimed = await queue.claimAsked(owner, 'default', 9)
        expect(claimed.length + (await queue.deadLetters(9)).length - dead).toBe(3)
        return held
      }
    })

    test('takes a task back that was set aside for a death, after a pause that grows', async () => {
      const { tasks, queue, runs, submit, advance } = await openOne()
      const [id = ''] = await submit(1, {})
      const told: unknown[] = []
      const sweep = async (): Promise<void> => {
        told.push(...(await queue.sweep()).deaths)
      }
      const killed = async (): Promise<void> => {
        const { claim, held } = await claimer(queue)
        expect(await claim()).toEqual([id])
        await runs.noteHandling(held(id))
        await advance(queue.lifetime + 1)
        await queue.join()
        await sweep()
      }
      const setAside = async (): Promise<boolean> => (await queue.deadLetters(9)).length === 1
      await killed()
      expect(await setAside()).toBe(false)
      for (const pause of [30_000, 300_000, 3_600_000, 8 * 3_600_000]) {
        await killed()
        expect(await setAside()).toBe(true)
        await advance(pause - 5000)
        await sweep()
        expect(await setAside(), 'before the end of its pause').toBe(true)
        await advance(5001)
        await sweep()
        expect(await setAside(), 'after its pause').toBe(false)
        expect(await queue.repairCounts()).toEqual([])
      }
      await killed()
      await advance(30 * 86_400_000)
      await sweep()
      expect(await setAside(), 'an operator decides').toBe(true)
      expect((await tasks.read(id))?.deaths).toBe(6)
      expect(told).toEqual(
        [1, 2, 3, 4, 5, 6].map((times) => ({ task: id, queue: 'default', times, setAside: times > 1 })),
      )
    })

    test('counts no death of a task whose process left, gave it back or lives on', async () => {
      const { tasks, queue, runs, submit, advance } = await openOne()
      const [id = ''] = await submit(1, {})
      const first = await claimer(queue)
      await first.claim()
      await runs.noteHandling(first.held(id))
      await queue.leave(first.owner)
      expect((await tasks.read(id))?.deaths).toBeUndefined()
      const second = await claimer(queue)
      await second.claim()
      await runs.noteHandling(second.held(id))
      await runs.release(second.held(id), 0)
      await second.claim()
      await advance(queue.lifetime + 1)
      const third = await claimer(queue)
      await queue.sweep()
      expect((await tasks.read(id))?.deaths).toBeUndefined()
      await third.claim()
      await runs.noteHandling(third.held(id))
      await advance(queue.lifetime + 1)
      await queue.join()
      await queue.sweep()
      expect((await tasks.read(id))?.deaths).toBe(1)
      await runs.endHandling(third.held(id))
      expect((await tasks.read(id))?.deaths).toBeUndefined()
    })

    test('ends a dead letter that was not put back', async () => {
      const { tasks, accounts, queue, runs, advance } = await openOne()
      await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
      const { claim, held } = await claimer(queue)
      const task = newTask({ account: 'poor' })
      await tasks.submit({ task })
      await claim()
      await runs.fail(held(task.id), { reason: 'disk full', delay: 0, limit: 1 })
      const week = 7 * 86_400_000
      await advance(week / 2)
      expect(await queue.expireDeadLetters(week, [task.id])).toBe(0)
      await advance(week / 2 + 1)
      expect(await queue.expireDeadLetters(week, [task.id])).toBe(1)
      expect(await tasks.read(task.id)).toMatchObject({ status: 'failed', error: 'internal error: disk full' })
      expect((await accounts.findAccount('poor'))?.credits).toBe(10)
    })

    test('completes a dead letter with files that are stored, once', async () => {
      const { tasks, accounts, queue, runs } = await openOne()
      await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
      const { claim, held } = await claimer(queue)
      const task = newTask({ account: 'poor' })
      await tasks.submit({ task })
      const other = { file: 'results/x-2.png', contentType: 'image/png', bytes: 3 }
      const result = { file: 'results/x.png', contentType: 'image/png', bytes: 7, others: [other] }
      expect(await queue.deliver(task.id, result)).toBe(false)
      await claim()
      await runs.fail(held(task.id), { reason: 'disk full', delay: 0, limit: 1 })
      expect(await queue.deliver(task.id, result)).toBe(true)
      expect(await queue.deliver(task.id, result)).toBe(false)
      expect(await tasks.read(task.id)).toMatchObject({ status: 'completed', amount: 3, progress: 1, result })
      expect(await accounts.findAccount('poor')).toMatchObject({ credits: 7, held: 0 })
      expect(await queue.deadLetters(9)).toEqual([])
    })

    test('charges a dead letter that an upstream may have, since it may have been bought', async () => {
      const { tasks, accounts, queue, runs, advance } = await openOne()
      await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
      const { claim, held } = await claimer(queue)
      const task = newTask({ account: 'poor' })
      await tasks.submit({ task })
      await claim()
      await runs.noteSent(held(task.id))
      await runs.fail(held(task.id), { reason: 'disk full', delay: 0, limit: 1 })
      const week = 7 * 86_400_000
      await advance(week + 1)
      expect(await queue.expireDeadLetters(week, [task.id])).toBe(1)
      expect(await tasks.read(task.id)).toMatchObject({ status: 'failed', amount: 3 })
      expect(await accounts.findAccount('poor')).toMatchObject({ credits: 7, held: 0 })
    })

    test('submits no task again that its upstream accepted after a restore had set it aside, and follows it', async () => {
      const { tasks, queue, runs, restored, submit } = await openOne()
      const { claim, held, owner } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await claim()
      await runs.noteSent(held(id))
      expect(await restored.setAside(id, { upstream: 'default', at: 9 })).toBe(true)
      await runs.noteAccepted(id, 'default', 'ref-1')
      expect(await restored.decide(id, { to: 'release' })).toBe(false)
      expect(await queue.deadLetters(9)).toMatchObject([{ id }])
      expect(await restored.decide(id, { to: 'adopt', reference: undefined })).toBe(true)
      expect((await tasks.read(id))?.submission).toMatchObject({ state: 'accepted', reference: 'ref-1' })
      expect(await claim()).toEqual([])
      expect(await queue.claimAsked(owner, 'default', 9)).toMatchObject([{ id }])
      expect(await queue.repairCounts()).toEqual([])
    })

    test.each([
      [`${undeliveredReason}HTTP 500`, true, { credits: 10, amount: 0, errorClass: 'result' }],
      [deathReason, true, { credits: 10, amount: 0, errorClass: 'result' }],
      [`${undeliveredReason}HTTP 500`, false, { credits: 7, amount: 3, errorClass: 'internal' }],
      [`disk full: ${undeliveredReason}`, true, { credits: 7, amount: 3, errorClass: 'internal' }],
    ])(
      'charges no dead letter whose upstream completed the task and whose file was never had: %s, accepted: %s',
      async (reason, accepted, { credits, ...ended }) => {
        const { tasks, accounts, queue, runs, advance } = await openOne()
        await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
        const { claim, held } = await claimer(queue)
        const task = newTask({ account: 'poor' })
        await tasks.submit({ task })
        await claim()
        await runs.noteSent(held(task.id))
        if (accepted) await runs.noteAccepted(task.id, 'default', 'ref-1')
        await runs.fail(held(task.id), { reason, delay: 0, limit: 1 })
        const week = 7 * 86_400_000
        await advance(week + 1)
        expect(await queue.expireDeadLetters(week, [task.id])).toBe(1)
        expect(await tasks.read(task.id)).toMatchObject({
          status: 'failed',
          error: `internal error: ${reason}`,
          ...ended,
        })
        expect(await accounts.findAccount('poor')).toMatchObject({ credits, held: 0 })
      },
    )
  })
}
