import { describe, expect, test } from 'vitest'
import { claimer } from '../support/claims.js'
import { many, openQueue, type OpenQueues } from './open-queue.js'

/** What every queue promises about what polls were answered. */
export function polledStatesContract(name: string, open: OpenQueues): void {
  describe(`${name}: what polls of a task were answered`, () => {
    test('is kept in order with the time of each change, and raises the progress', async () => {
      const { queue, runs, tasks, submit, advance } = await openQueue(open)
      const [id = ''] = await submit(1, {})
      const one = await claimer(queue)
      await one.claim()
      expect(await queue.polled(id)).toEqual([])
      for (const [state, progress] of [
        ['queued', undefined],
        ['running', 0.1],
        ['running', 0.1],
        ['running', 0.45],
        ['saving', undefined],
      ] as const) {
        await runs.noteProgress(one.held(id), progress ?? 0, { state, ...(progress === undefined ? {} : { progress }) })
        await advance(10)
      }
      const kept = await queue.polled(id)
      expect(kept.map(({ state, progress }) => [state, progress])).toEqual([
        ['queued', undefined],
        ['running', 0.1],
        ['running', 0.45],
        ['saving', undefined],
      ])
      expect(kept.every(({ at }, index) => index === 0 || at > (kept[index - 1]?.at ?? 0))).toBe(true)
      expect((await tasks.read(id))?.progress).toBe(0.45)
    })

    test('is not repeated by another process that is answered the same, and not written by one that has lost the task', async () => {
      const { queue, runs, submit } = await openQueue(open)
      const [id = ''] = await submit(1, {})
      const first = await claimer(queue)
      await first.claim()
      await runs.noteProgress(first.held(id), 0.3, { state: 'running', progress: 0.3 })
      await queue.leave(first.owner)
      const second = await claimer(queue)
      await second.claim()
      await runs.noteProgress(second.held(id), 0.3, { state: 'running', progress: 0.3 })
      await runs.noteProgress(first.held(id), 0.9, { state: 'late', progress: 0.9 })
      expect((await queue.polled(id)).map(({ state }) => state)).toEqual(['running'])
    })

    test('is kept of the latest twenty changes', async () => {
      const { queue, runs, submit } = await openQueue(open)
      const [id = ''] = await submit(1, {})
      const one = await claimer(queue)
      await one.claim()
      for (const number of many(25)) await runs.noteProgress(one.held(id), 0, { state: `state ${number}` })
      expect((await queue.polled(id)).map(({ state }) => state)).toEqual(
        many(25)
          .slice(5)
          .map((number) => `state ${number}`),
      )
    })
  })
}
