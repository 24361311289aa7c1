import { describe, expect, test } from 'vitest'
import type { ReloadOutcome } from '../../src/settings/reload.js'
import { processState } from '../../src/keep/store/process-store.js'
import { openQueue, type OpenQueues } from './open-queue.js'

/** What every store of the processes of a service promises. */
export function processesContract(name: string, open: OpenQueues): void {
  describe(`${name}: processes`, () => {
    const openOne = async () => {
      const { processes } = await openQueue(open)
      const entry = await processes.enter('web-1:7')
      return {
        entry,
        ...processes,
        processes,
        first: async () => {
          const [process] = await processes.list()
          return process && { ...process, state: processState(process) }
        },
      }
    }

    test('lists a process from its beginning to its end', async () => {
      const { processes, entry, first } = await openOne()
      const nothing = { drain: undefined, remaining: undefined, emptySince: undefined, reload: undefined }
      expect(await first()).toEqual({ name: 'web-1:7', started: expect.any(Number), ...nothing, state: 'running' })
      expect((await first())?.started).toBeGreaterThan(1_700_000_000_000)
      expect(await processes.requests(entry)).toEqual({ drain: false, reload: undefined })
      await processes.leave(entry)
      expect(await processes.list()).toEqual([])
      expect(await processes.requests(entry)).toBeUndefined()
    })

    test('gives the name of a process to one that begins, and that one another name where it goes on', async () => {
      const { processes, entry } = await openOne()
      await processes.drain('web-1:7', 'Ada')
      const next = await processes.enter('web-1:7')
      expect(next.started).toBeGreaterThan(entry.started)
      expect(await processes.requests(next), 'what was asked of the former is not asked of it').toMatchObject({
        drain: false,
      })
      expect(await processes.requests(entry)).toBeUndefined()
      await processes.see(entry)
      await processes.noteRemaining(entry, 0)
      await processes.leave(entry)
      expect(await processes.list()).toMatchObject([{ name: 'web-1:7', emptySince: undefined }])
      const others = [await processes.enterAgain('web-1:7'), await processes.enterAgain('web-1:7')]
      expect(others.map(({ name }) => name)).toEqual(['web-1:7-2', 'web-1:7-3'])
      for (const one of [next, ...others]) expect(await processes.requests(one)).toMatchObject({ drain: false })
    })

    test('drains a process once, and says who asked first and since when it is empty', async () => {
      const { processes, entry, first } = await openOne()
      expect(await processes.drain('web-2:7', 'Ada')).toBe(false)
      expect(await processes.drain('web-1:7', 'Ada')).toBe(true)
      expect(await processes.requests(entry)).toMatchObject({ drain: true })
      const drained = await first()
      expect(drained).toMatchObject({ drain: { who: 'Ada' }, state: 'draining, its tasks left' })
      expect(drained?.drain?.since).toBeGreaterThanOrEqual(drained?.started ?? Infinity)
      await processes.drain('web-1:7', 'Bob')
      expect((await first())?.drain).toEqual(drained?.drain)
      await processes.noteRemaining(entry, 3)
      expect(await first()).toMatchObject({ remaining: 3, emptySince: undefined, state: 'draining, 3 tasks left' })
      await processes.noteRemaining(entry, 0)
      const empty = await first()
      expect(empty).toMatchObject({ remaining: 0, state: 'empty' })
      expect(empty?.emptySince).toBeGreaterThanOrEqual(drained?.drain?.since ?? Infinity)
      await processes.noteRemaining(entry, 0)
      expect((await first())?.emptySince).toBe(empty?.emptySince)
    })

    test('asks for a reload again and again, each until it was answered', async () => {
      const { processes, entry, first } = await openOne()
      const asked = (request: number, who: string) => ({ reload: { request, who } })
      expect(await processes.reload('Ada')).toEqual(new Map([['web-1:7', 1]]))
      expect(await processes.requests(entry)).toMatchObject(asked(1, 'Ada'))
      expect((await first())?.reload).toEqual({ who: 'Ada', request: 1, outcome: undefined })
      const rejected = { rejected: true, lines: ['upstreams: expected a list'] }
      await processes.noteReloaded(entry, 1, rejected)
      expect((await first())?.reload).toEqual({ who: 'Ada', request: 1, outcome: rejected })
      expect((await processes.requests(entry))?.reload).toBeUndefined()
      expect(await processes.reload('Bob')).toEqual(new Map([['web-1:7', 2]]))
      expect(await processes.requests(entry), 'the answer is of the request before').toMatchObject(asked(2, 'Bob'))
      const taken = { rejected: false, lines: [] }
      await processes.noteReloaded(entry, 2, taken)
      expect((await first())?.reload).toEqual({ who: 'Bob', request: 2, outcome: taken })
      const { lines: _, ...ofAnotherVersion } = taken
      await processes.noteReloaded(entry, 2, ofAnotherVersion as ReloadOutcome)
      expect((await first())?.reload?.outcome).toEqual(taken)
    })
  })
}
