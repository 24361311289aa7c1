import { describe, expect, test } from 'vitest'
import { claimer } from '../support/claims.js'
import { many, openQueue, type OpenQueues } from './open-queue.js'
import { failure } from '../support/ends.js'

/** What a queue promises that several processes share. */
export function sharedTaskQueueContract(name: string, open: OpenQueues): void {
  describe(`${name}: a task queue that processes share`, () => {
    const openTwo = async () => {
      const { all, ...rest } = await openQueue(open, 2)
      const other = all[1]
      if (other === undefined) throw new Error('two stores were asked for')
      return { ...rest, other }
    }

    test('gives no task to two that claim at the same time, and no account more than its limit', async () => {
      const { queue, other, submit, owners } = await openTwo()
      await queue.setShare('a', { weight: 1, limit: 7 })
      const processes = await Promise.all(many(6).map((index) => claimer(index % 2 === 0 ? queue : other.queue)))
      await submit(40, { account: 'a' })
      const ids = await submit(12, { account: 'b' })
      const claimed = (await Promise.all(many(30).map((index) => processes[index % 6]!.claim(3)))).flat()
      expect(new Set(claimed).size).toBe(claimed.length)
      expect((await owners(claimed)).filter((account) => account === 'a')).toHaveLength(7)
      expect(claimed.filter((id) => ids.includes(id))).toHaveLength(12)
    })

    test('gives an upstream’s reference to one task, however many learn it at the same moment', async () => {
      const { queue, runs, other, submit } = await openTwo()
      const process = await claimer(queue)
      for (const round of many(20)) {
        const ids = await submit(8, {})
        await process.claim(8)
        for (const id of ids) await runs.noteSent(process.held(id), 'ark host key')
        const noted = await Promise.all(
          ids.map((id, index) => (index % 2 === 0 ? runs : other.runs).noteAccepted(id, 'default', `ref-${round}`)),
        )
        expect(noted.filter((one) => one !== undefined)).toHaveLength(1)
      }
    })

    test('counts what all of them run against the concurrency of a queue', async () => {
      const { queue, other, submit } = await openTwo()
      const processes = await Promise.all(many(4).map((index) => claimer(index % 2 === 0 ? queue : other.queue)))
      await submit(60, {})
      const request = { queue: 'default', room: 4, concurrency: 10 }
      const claimed = await Promise.all(many(20).map((index) => queue.claim(processes[index % 4]!.owner, request)))
      expect(claimed.flat()).toHaveLength(10)
    })

    test('frees the tasks of a process without a live heartbeat, and no other process’s', async () => {
      const { queue, runs, other, submit, advance } = await openTwo()
      const [dead, alive] = [await claimer(queue), await claimer(other.queue)]
      const [first = '', second = ''] = await submit(2, {})
      await dead.claim(1)
      await alive.claim(1)
      await advance(queue.lifetime / 2)
      expect(await other.queue.beat(alive.owner)).toEqual({ ended: [], woken: [] })
      await advance(queue.lifetime / 2 + 1)
      expect(await dead.claim(1), 'it cannot claim before it is swept either').toEqual([])
      expect((await other.queue.sweep()).freed).toBe(1)
      expect((await other.queue.sweep()).freed).toBe(0)
      expect(await alive.claim()).toEqual([first])
      expect(await queue.beat(dead.owner)).toBeUndefined()
      expect(await runs.finish(dead.held(first), failure('x'))).toBe(false)
      expect(await runs.finish(alive.held(second), failure('x'))).toBe(true)
    })

    test('frees the tasks of a process whose last heartbeat came before the clock was set back', async () => {
      const { queue, other, submit, advance } = await openTwo()
      const [dead, alive] = [await claimer(queue), await claimer(other.queue)]
      const [id] = await submit(1, {})
      await dead.claim()
      await advance(-3_600_000)
      expect((await other.queue.sweep()).freed, 'it may live').toBe(0)
      await advance(queue.lifetime / 2)
      expect(await other.queue.beat(alive.owner)).toEqual({ ended: [], woken: [] })
      await advance(queue.lifetime / 2 + 1)
      expect((await other.queue.sweep()).freed).toBe(1)
      await advance(3_600_000)
      await other.queue.beat(alive.owner)
      expect(await alive.claim()).toEqual([id])
    })

    test('tells the process that holds a task, once, that another was told of it', async () => {
      const { queue, runs, other, submit, advance } = await openTwo()
      const [dead, alive] = [await claimer(queue), await claimer(other.queue)]
      const woken = async ({ owner }: { owner: string }) => (await queue.beat(owner))?.woken.sort()
      const [first = '', second = '', third = ''] = await submit(3, {})
      await dead.claim(1)
      await alive.claim(1)
      for (const id of [first, first, second, third, 'unknown']) await other.queue.wakeOwner('default', id)
      await other.queue.wakeOwner('another', second)
      expect([await woken(alive), await woken(dead)]).toEqual([[second], [first]])
      expect([await woken(alive), await woken(dead)], 'once').toEqual([[], []])

      await queue.wakeOwner('default', first)
      await runs.finish(alive.held(second), failure('x'))
      await queue.wakeOwner('default', second)
      expect(await woken(alive), 'nothing of what has ended').toEqual([])

      // A process that is gone takes what it was to be told with it, and blocks no other.
      await advance(queue.lifetime / 2)
      await other.queue.beat(alive.owner)
      await advance(queue.lifetime / 2 + 1)
      await Promise.all([other.queue.sweep(), ...many(5).map(() => queue.wakeOwner('default', first))])
      expect(await alive.claim(1)).toEqual([first])
      expect(await woken(alive)).toEqual([])
      await queue.wakeOwner('default', first)
      expect(await woken(alive)).toEqual([first])
    })

    test('leaves no task with an owner that is gone, in any order in which claims and sweeps come', async () => {
      const { queue, other, submit, advance } = await openTwo()
      const ids = await submit(60, {})
      const survivor = await claimer(other.queue)
      const seen: string[] = []
      for (const round of many(12)) {
        const process = await claimer(queue)
        // Half of them are swept while they claim, the others leave while they claim.
        if (round % 2 === 0) await advance(queue.lifetime - 1)
        await Promise.all([
          ...many(4).map(() => process.claim(2)),
          ...many(3).map(() => other.queue.sweep()),
          round % 2 === 0 ? advance(2) : queue.leave(process.owner),
          process.claim(2),
          other.queue.sweep(),
        ])
        await advance(queue.lifetime + 1)
        await other.queue.sweep()
      }
      const last = await claimer(other.queue)
      seen.push(...(await last.claim()))
      expect(await survivor.claim()).toEqual([])
      expect(seen.sort()).toEqual(ids)
    })
  })
}
