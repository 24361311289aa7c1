import { describe, expect, test } from 'vitest'
import { paceOf, positionIn, seenBy, type SeenLine } from '../../src/run/queue-places.js'
import { claimer } from '../support/claims.js'
import { failure } from '../support/ends.js'
import { openQueue, type OpenQueues } from './open-queue.js'

const limits = { own: 100, accounts: 10, ends: 50 }

/** What every store tells of those who wait. */
export function waitingLinesContract(name: string, open: OpenQueues): void {
  describe(`${name}: places in the queue`, () => {
    const opened = async () => {
      const { lines, ...others } = await openQueue(open)
      const lineOf = async (account: string): Promise<SeenLine> => {
        const line = await lines.line('default', limits)
        if (line === undefined) throw new Error('the line is too long')
        return seenBy(account, line, await lines.own('default', account, limits.own))
      }
      /** By task, its place and the share of its account that it would bring. */
      const places = async () => {
        const all = await Promise.all(['a', 'b', 'c'].map(lineOf))
        const placed = all.flatMap((line) =>
          line.own.map(({ id }, index) => {
            const share = (line.running + index + 1) / line.weight
            return [id, { position: positionIn(line, index), share }] as const
          }),
        )
        return new Map(placed)
      }
      return { ...others, lines, lineOf, places }
    }

    test.each([
      { weights: [1, 1, 1], running: 0 },
      { weights: [1, 1, 1], running: 2 },
      { weights: [3, 1, 2], running: 0 },
      { weights: [1, 5, 1], running: 4 },
    ])('are the order in which tasks are claimed, with weights $weights and $running running', async (given) => {
      const { queue, submit, places } = await opened()
      const { claim } = await claimer(queue)
      for (const [index, weight] of given.weights.entries())
        await queue.setShare('abc'.charAt(index), { weight, limit: undefined })
      await submit(given.running, { account: 'a' })
      expect(await claim(given.running)).toHaveLength(given.running)
      for (const account of ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'a']) await submit(1, { account })
      const shown = await places()
      const claimed: string[] = []
      for (let [id] = await claim(1); id !== undefined; [id] = await claim(1)) claimed.push(id)
      const shares = claimed.map((id) => shown.get(id)!.share)
      expect(shares).toEqual([...shares].sort((one, other) => one - other))
      for (const id of claimed) {
        // Among tasks that are level, the age of the account's first one stands for that of each.
        const { position, share } = shown.get(id)!
        expect(position).toBeGreaterThan(shares.indexOf(share))
        expect(position).toBeLessThanOrEqual(shares.lastIndexOf(share) + 1)
      }
      const first = claimed.filter((id) => shown.get(id)!.position === 1)
      expect(first).toEqual(claimed.slice(0, 1))
    })

    test('leave out what is not due, and what waits in another queue', async () => {
      const { queue, runs, submit, lineOf } = await opened()
      const { claim, held } = await claimer(queue)
      const [delayed = ''] = await submit(1, {})
      await claim(1)
      await runs.release(held(delayed), 60_000)
      await submit(1, { account: 'b', queue: 'other' })
      const [due] = await submit(1, {})
      const line = await lineOf('a')
      expect(line.own.map(({ id }) => id)).toEqual([due])
      expect(positionIn(line, 0)).toBe(1)
    })

    test('are not read beyond the limits', async () => {
      const { submit, lines } = await opened()
      for (const account of ['a', 'a', 'a', 'b', 'c']) await submit(1, { account })
      expect(await lines.line('default', { ...limits, accounts: 2 })).toBeUndefined()
      expect((await lines.own('default', 'a', 2)).own).toHaveLength(2)
    })

    test('move on as fast as tasks have ended since the first of them waited', async () => {
      const { queue, runs, submit, lineOf, tasks, advance } = await opened()
      const { claim, held } = await claimer(queue)
      await submit(3, {})
      const running = await claim(3)
      const { now } = await lineOf('a')
      await submit(2, { created: now })
      expect(paceOf(await lineOf('a'))).toBeUndefined()
      await advance(9000)
      await runs.finish(held(running[0]!), failure('x'))
      const ended = (await tasks.read(running[0]!))?.ended
      const line = await lineOf('a')
      expect(line.ends).toEqual([ended])
      expect(paceOf({ ...line, now: line.own[0]!.created + 9000, ends: [line.own[0]!.created + 8000] })).toBe(9000)
    })
  })
}
