import { describe, expect, test } from 'vitest'
import { firstTaskId } from '../../src/task/id.js'
import { claimer } from '../support/claims.js'
import { failure } from '../support/ends.js'
import { newTask, type OpenStores } from './open-stores.js'

/** What a search of every store promises. */
export function taskSearchContract(name: string, open: OpenStores): void {
  const opened = async () => {
    const stores = await open()
    await stores.accounts.addAccount({ id: 'acme', name: 'Acme Films', unlimited: true, credits: 0, created: 1 })
    await stores.accounts.addAccount({ id: 'other', name: '100 % Other_', unlimited: true, credits: 0, created: 2 })
    return stores
  }

  describe(`${name}: searches of an operator`, () => {
    test('finds tasks by every filter together, newest first, page by page', async () => {
      const { tasks, search, queue, runs } = await opened()
      const all = Array.from({ length: 12 }, (_, index) =>
        newTask({
          account: index % 2 === 0 ? 'acme' : 'other',
          queue: index < 6 ? 'one' : 'two',
          created: 1000 + index,
        }),
      )
      for (const task of all) await tasks.submit({ task })
      const { held } = await claimer(queue)
      const ids = all.map(({ id }) => id).reverse()
      const found = async (filter: Parameters<typeof search.search>[0], limit = 50, after?: string) =>
        (await search.search(filter, { limit, after })).tasks.map(({ id }) => id)
      expect(await found({})).toEqual(ids)
      const first = await search.search({}, { limit: 5 })
      expect([first.tasks.map(({ id }) => id), first.next, first.stopped]).toEqual([ids.slice(0, 5), ids[4], false])
      expect(await found({}, 5, first.next)).toEqual(ids.slice(5, 10))
      expect((await search.search({}, { limit: 12 })).next).toBeUndefined()
      expect(await found({ account: 'acme', queue: 'two' })).toEqual(
        all
          .filter(({ account, queue: of }) => account === 'acme' && of === 'two')
          .map(({ id }) => id)
          .reverse(),
      )
      const time = (index: number): number => all[index]?.created ?? 0
      expect(firstTaskId(time(3)) <= (all[3]?.id ?? '')).toBe(true)
      expect(await found({ since: time(3), before: time(6) })).toEqual([5, 4, 3].map((index) => all[index]?.id))
      await tasks.cancel(all[2]!.id, 'cancelled')
      await queue.claim(held(all[0]!.id).owner, { queue: 'one', room: 1, concurrency: undefined })
      const [running] = (await search.search({ status: 'processing' }, { limit: 2 })).tasks
      expect(await runs.finish(held(running!.id), { ...failure('it broke') })).toBe(true)
      expect(await found({ errorClass: 'cancelled' })).toEqual([all[2]!.id])
      expect(await found({ status: 'failed', errorClass: 'upstream' })).toEqual([running!.id])
      expect(await found({ model: 'none' })).toEqual([])
      const ends = await search.endedBetween(0, Number.MAX_SAFE_INTEGER)
      expect(
        ends.map(({ queue: of, status, errorClass, tasks: count }) => [of, status, errorClass, count]).sort(),
      ).toEqual([
        ['one', 'failed', 'cancelled', 1],
        ['one', 'failed', 'upstream', 1],
      ])
      expect(await search.endedBetween(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER)).toEqual([])
      expect(await search.latestTimes('one', 5)).toEqual([])
    })

    test('finds a task by what its upstream and its caller call it, and accounts by a part of their name', async () => {
      const { tasks, search, queue, runs } = await opened()
      const task = newTask({ account: 'acme' })
      await tasks.submit({ task, idempotency: { key: 'order 7', bodyHash: 'x' } })
      const { claim, held } = await claimer(queue)
      await claim()
      await runs.noteSent(held(task.id))
      await runs.noteAccepted(task.id, 'default', 'cgt-2026-7')
      expect((await search.withReference('cgt-2026-7', 5)).map(({ id }) => id)).toEqual([task.id])
      expect((await search.withKey('order 7', 5))[0]).toMatchObject({
        id: task.id,
        submission: { acceptedAt: expect.any(Number) },
      })
      expect(await search.withReference('cgt', 5)).toEqual([])
      const like = async (words: string) => (await search.accountsLike(words, 5)).map(({ id }) => id)
      expect([await like('FILMS'), await like('other'), await like('%'), await like('_'), await like('none')]).toEqual([
        ['acme'],
        ['other'],
        ['other'],
        ['other'],
        [],
      ])
      expect(await search.accountNames(['acme', 'gone'])).toEqual(new Map([['acme', 'Acme Films']]))
    })
  })
}
