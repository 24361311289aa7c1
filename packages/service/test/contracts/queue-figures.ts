import { describe, expect, test } from 'vitest'
import { otherAccounts } from '../../src/keep/store/queue-figures.js'
import { claimer } from '../support/claims.js'
import { openQueue, type OpenQueues } from './open-queue.js'

/** What the figures of every queue promise. */
export function queueFiguresContract(name: string, open: OpenQueues): void {
  const openOne = () => openQueue(open)

  describe(`${name}: figures of the queues`, () => {
    test('tells the fullest pairs of a queue and an account apart, and adds up the others', async () => {
      const { queue, submit } = await openOne()
      const { claim } = await claimer(queue)
      await submit(3, { account: 'a' })
      await submit(5, { account: 'b' })
      await submit(4, { account: 'c', created: 500 })
      await submit(2, { account: 'c', queue: 'other' })
      await claim(6)
      const shown = async (most: number) =>
        (await queue.figures(most)).map((one) => [one.queue, one.account, one.waiting, one.running])
      expect(await shown(9)).toEqual([
        ['default', 'b', 3, 2],
        ['default', 'c', 2, 2],
        ['default', 'a', 1, 2],
        ['other', 'c', 2, 0],
      ])
      expect(await shown(1)).toEqual([
        ['default', 'b', 3, 2],
        ['default', otherAccounts, 3, 4],
        ['other', otherAccounts, 2, 0],
      ])
      const [alone] = await queue.figures(0)
      expect(alone?.oldest, 'the oldest of all').toBe(
        Math.min(...(await queue.figures(9)).map((one) => one.oldest ?? 0)),
      )
    })

    test('counts what waits, runs and failed, by queue and account', async () => {
      const { queue, runs, submit, tasks } = await openOne()
      const { claim, held } = await claimer(queue)
      const ids = await submit(4, { account: 'a', created: 5000 })
      const others = await submit(2, { account: 'b', created: 7000, queue: 'other' })
      await claim(2)
      const created = async (id: string) => (await tasks.read(id))?.created
      expect((await queue.figures(9)).map(({ oldest }) => oldest)).toEqual([
        await created(ids[2]!),
        await created(others[0]!),
      ])
      await runs.fail(held(ids[0]!), { reason: 'x', delay: 60_000, limit: 9 })
      await tasks.cancel(ids[3]!, 'cancelled')
      expect(await queue.figures(9)).toEqual([
        {
          queue: 'default',
          account: 'a',
          waiting: 1,
          delayed: 1,
          oldest: expect.any(Number),
          running: 1,
          retries: 1,
          dead: 0,
        },
        {
          queue: 'other',
          account: 'b',
          waiting: 2,
          delayed: 0,
          oldest: expect.any(Number),
          running: 0,
          retries: 0,
          dead: 0,
        },
      ])
    })
  })
}
