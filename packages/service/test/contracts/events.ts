import { describe, expect, test } from 'vitest'
import type { Stores } from '../../src/keep/store/stores.js'
import { claimer } from '../support/claims.js'
import { failure } from '../support/ends.js'
import { newTask, openAccounts } from './open-stores.js'

/** Stores of several services over one empty database; one where it cannot be shared. */
export type OpenSeveral = (count: number) => Promise<Stores[]>

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }
const completed = { status: 'completed', result: file } as const

/** What every store promises of the numbered ends of tasks. */
export function eventsContract(name: string, open: OpenSeveral): void {
  const openOne = () =>
    openAccounts(async () => {
      const [stores] = await open(1)
      if (stores === undefined) throw new Error('stores were asked for')
      return stores
    })

  describe(`${name}: events`, () => {
    test('are numbered from 1 in each account, in the order of the ends, however a task ends', async () => {
      const { events, tasks, runs, take, as } = await openOne()
      const ids = []
      for (let index = 0; index < 4; index++) {
        const task = newTask()
        await take(task)
        ids.push(task.id)
      }
      const other = newTask({ account: 'poor' })
      await take(other)
      const [first = '', second = '', third = '', running = ''] = ids
      await runs.finish(as(third), completed)
      await runs.finish(as(other.id), failure('no'))
      await tasks.cancel(first, 'no longer needed')
      await runs.finish(as(second), failure('x'))
      expect(await runs.finish(as(second), completed), 'a task ends once').toBe(false)
      const found = await events.after('rich', 0, 10)
      expect(found.map(({ number, task: { id, status } }) => [number, id, status])).toEqual([
        [1, third, 'completed'],
        [2, first, 'failed'],
        [3, second, 'failed'],
      ])
      expect(found[0]?.task).toEqual(await tasks.find('rich', third))
      expect(await events.after('rich', 1, 1)).toEqual([found[1]])
      expect(await events.after('rich', 3, 10)).toEqual([])
      expect((await events.after('poor', 0, 10)).map(({ number, task: { id } }) => [number, id])).toEqual([
        [1, other.id],
      ])
      expect(await events.latest(['rich', 'poor', 'unknown'])).toEqual(
        new Map([
          ['rich', 3],
          ['poor', 1],
        ]),
      )
      await runs.finish(as(running), completed)
      expect(await events.latest(['rich'])).toEqual(new Map([['rich', 4]]))
    })

    test('go with a task that is forgotten, and keep their numbers', async () => {
      const { events, tasks, runs, take, as } = await openOne()
      const [old, recent] = [newTask({ created: 1000 }), newTask({ created: 9_000_000_000_000 })]
      await take(old, recent)
      await runs.finish(as(old.id), failure('x'))
      await runs.finish(as(recent.id), failure('x'))
      expect(await tasks.forgetTasks(8_000_000_000_000, 10)).toBe(1)
      expect((await events.after('rich', 0, 10)).map(({ number, task: { id } }) => [number, id])).toEqual([
        [2, recent.id],
      ])
      expect(await events.latest(['rich'])).toEqual(new Map([['rich', 2]]))
    })

    test('are read without a gap while several processes end tasks of one account', async () => {
      const all = await open(3)
      const [first] = all
      if (first === undefined) throw new Error('stores were asked for')
      await first.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
      const ends: (() => Promise<unknown>)[] = []
      for (const { tasks, queue, runs } of all) {
        const made = Array.from({ length: 30 }, () => newTask())
        for (const task of made) await tasks.submit({ task })
        const process = await claimer(queue)
        for (const id of await process.claim(30)) ends.push(() => runs.finish(process.held(id), completed))
      }
      expect(ends).toHaveLength(30 * all.length)
      const seen: number[] = []
      let left = true
      const reading = (async () => {
        for (let [more, before] = [true, true]; more || before;) {
          before = left
          const found = await first.events.after('rich', seen.length, 7)
          seen.push(...found.map(({ number }) => number))
          more = found.length > 0
          // SQLite answers at once, and commits when the event loop turns.
          await new Promise((resolve) => setImmediate(resolve))
        }
      })()
      await Promise.all(ends.map((end) => end()))
      left = false
      await reading
      expect(seen).toEqual(Array.from({ length: ends.length }, (_, index) => index + 1))
    })
  })
}
