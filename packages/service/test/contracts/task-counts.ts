import type { TaskEnd } from '../../src/keep/store/task-queue.js'
import { failure } from '../support/ends.js'
import { describe, expect, test } from 'vitest'
import { claimer } from '../support/claims.js'
import { seededRandom } from '../support/seeded-random.js'
import { many, openQueue, type OpenQueues } from './open-queue.js'

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }
const refusal = { upstream: 'one', at: 1, proof: 'full' }

/** What a queue promises about the counts by which claims go. */
export function taskCountsContract(name: string, open: OpenQueues): void {
  describe(`${name}: kept counts of tasks`, () => {
    test('equal the tasks through every change of these, and to the processes that hold them', async () => {
      const { queue, runs, tasks, accounts: _, submit, advance } = await openQueue(open)
      const random = seededRandom(30)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
      const ids: string[] = []
      let process = await claimer(queue)
      const held = () => process.held(pick(ids))
      const steps: (() => Promise<unknown>)[] = [
        async () =>
          ids.push(...(await submit(3, { account: pick(['a', 'b', 'c']), queue: pick(['default', 'other']) }))),
        () => process.claim(2, pick(['default', 'other'])),
        () => queue.claimAsked(process.owner, pick(['default', 'other']), 2),
        () => runs.noteSent(held()),
        () => runs.noteAccepted(pick(ids), pick(['default', 'other']), 'reference'),
        async () => {
          const task = held()
          const { attempts: attempt = 0 } = (await tasks.read(task.id))?.submission ?? {}
          return runs.noteRefused({ ...task, attempt }, refusal, {
            queue: pick(['default', 'other']),
            delay: pick([0, 1000]),
          })
        },
        () => runs.release(held(), pick([0, 1000])),
        () => runs.transfer(held(), { queue: pick(['default', 'other']) }),
        () => runs.fail(held(), { reason: 'x', delay: 0, limit: pick([1, 5]) }),
        () => runs.finish(held(), pick<TaskEnd>([{ status: 'completed', result: file }, failure('x')])),
        () => tasks.cancel(pick(ids), 'cancelled'),
        () => queue.retry(pick(ids)),
        () => queue.move({ from: 'default', to: 'other', models: ['sd_2.0_discount'], limit: 2 }),
        () => queue.endDelays('default', 3),
        () => queue.setShare(pick(['a', 'b', 'c']), { weight: pick([1, 2, 0.5]), limit: pick([undefined, 2, 0]) }),
        () => queue.expireDeadLetters(0, [pick(ids)]),
        () => advance(500),
        async () => {
          if (random() < 0.7) return
          await queue.leave(process.owner)
          process = await claimer(queue)
        },
      ]
      await steps[0]?.()
      for (const step of many(400)) {
        await pick(steps)()
        if (step % 20 === 0) expect(await queue.repairCounts(), `after ${step} steps`).toEqual([])
      }
      expect(await queue.repairCounts()).toEqual([])
    })

    test('let an account at its limit run in another queue as soon as one of its tasks has ended', async () => {
      const { queue, runs, submit } = await openQueue(open)
      const { claim, held } = await claimer(queue)
      await queue.setShare('a', { weight: 1, limit: 1 })
      const [first = ''] = await submit(2, { account: 'a' })
      const [other] = await submit(1, { account: 'a', queue: 'other' })
      const [theirs] = await submit(1, { account: 'b', queue: 'other' })
      expect(await claim()).toEqual([first])
      expect(await claim(9, 'other'), 'the one of another account').toEqual([theirs])
      await runs.finish(held(first), failure('x'))
      expect(await claim(9, 'other')).toEqual([other])
      expect(await claim()).toEqual([])
      await queue.setShare('a', { weight: 1, limit: 2 })
      expect(await claim()).toHaveLength(1)
    })

    test('give the places of tasks that are not due to others, in the order of shares', async () => {
      const { queue, runs, submit, owners } = await openQueue(open)
      const { claim, held } = await claimer(queue)
      const delayed = await submit(5, { account: 'a' })
      expect(await claim()).toEqual(delayed)
      for (const id of delayed) await runs.release(held(id), 60_000)
      await submit(1, { account: 'a' })
      await submit(9, { account: 'b' })
      await submit(2, { account: 'c' })
      expect(await owners(await claim(8))).toEqual(['a', 'b', 'b', 'b', 'b', 'b', 'c', 'c'])
    })
  })
}
