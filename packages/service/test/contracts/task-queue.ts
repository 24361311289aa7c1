import { describe, expect, test } from 'vitest'
import { claimer } from '../support/claims.js'
import { many, openQueue, type OpenQueues } from './open-queue.js'
import { failure } from '../support/ends.js'

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }

/** What every queue promises. */
export function taskQueueContract(name: string, open: OpenQueues): void {
  const openOne = () => openQueue(open)
  const of = (account: string, count: number): string[] => many(count).map(() => account)

  describe(`${name}: a task queue`, () => {
    test('keeps no task waiting for a clock that was set back once a process has joined', async () => {
      const { queue, runs, submit, advance } = await openOne()
      const first = await claimer(queue)
      const [sent = '', accepted = ''] = await submit(2, {})
      await first.claim()
      for (const id of [sent, accepted]) await runs.noteSent(first.held(id))
      await runs.noteAccepted(accepted, 'default', 'theirs')
      await runs.release(first.held(sent), 3_000_000)
      await runs.release(first.held(accepted), 0)
      const waiting = await submit(2, {})
      await advance(-86_400_000)
      const { owner, claim } = await claimer(queue)
      expect([await claim(), await queue.claimAsked(owner, 'default', 9)]).toEqual([[], []])
      await advance(60_001)
      await queue.beat(owner)
      const asked = await queue.claimAsked(owner, 'default', 9)
      expect(asked.map(({ id }) => id).sort(), 'a poll and a repeat can come soon').toEqual([sent, accepted].sort())
      const of = (task: string) => asked.find(({ id }) => id === task)
      expect(of(accepted)?.sinceAsked, 'it was asked by then').toBeGreaterThanOrEqual(60_000)
      expect(asked.map(({ isAgeUnknown }) => isAgeUnknown)).toEqual(asked.map(({ id }) => id === sent))
      await advance(3_600_001)
      await queue.beat(owner)
      expect(await claim()).toEqual(waiting)
    })

    test('says how long ago an upstream was asked where the clock was set back by a little, and else that it is not known', async () => {
      const { queue, runs, submit, advance } = await openOne()
      const first = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await first.claim()
      await runs.noteSent(first.held(id))
      await runs.release(first.held(id), 0)
      await advance(-200_000)
      const { owner, held } = await claimer(queue)
      await advance(60_001)
      const age = async () => {
        await queue.beat(owner)
        const [asked] = await queue.claimAsked(owner, 'default', 9)
        return asked && { known: asked.isAgeUnknown !== true, since: Math.floor(asked.sinceAsked / 60_000) }
      }
      expect(await age()).toEqual({ known: true, since: 1 })
      await advance(-500_000)
      await runs.release(held(id), 0)
      expect(await age()).toEqual({ known: false, since: 0 })
    })

    test('gives no task the reference of another that its upstream was asked for as the same', async () => {
      const { queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      const [first = '', second = '', third = ''] = await submit(3, {})
      await claim()
      for (const id of [first, second]) await runs.noteSent(held(id), 'ark host key')
      await runs.noteSent(held(third), 'ark other key')
      expect(await runs.noteAccepted(first, 'default', 'theirs')).toEqual({ cancelling: false })
      expect(await runs.noteAccepted(second, 'default', 'theirs')).toBeUndefined()
      expect(await runs.noteAccepted(second, 'default', 'its-own')).toEqual({ cancelling: false })
      expect(await runs.noteAccepted(third, 'default', 'theirs')).toEqual({ cancelling: false })
    })

    test('gives each task to one claim, the oldest first, as many as there is room for', async () => {
      const { queue, submit } = await openOne()
      const { claim } = await claimer(queue)
      const ids = await submit(4, {})
      expect(await claim(1)).toEqual([ids[0]])
      expect(await claim(2)).toEqual([ids[1], ids[2]])
      expect(await claim(9)).toEqual([ids[3]])
      expect(await claim(9)).toEqual([])
    })

    test('keeps queues apart', async () => {
      const { queue, submit } = await openOne()
      const { claim } = await claimer(queue)
      await submit(50, { queue: 'slow' })
      const ids = await submit(2, { queue: 'idle' })
      expect(await queue.queues()).toEqual(['idle', 'slow'])
      expect(await claim(9, 'idle')).toEqual(ids)
    })

    test('bounds how many tasks of a queue run, in all processes', async () => {
      const { queue, runs, submit } = await openOne()
      const { owner, held } = await claimer(queue)
      await submit(9, {})
      const claim = () => queue.claim(owner, { queue: 'default', room: 100, concurrency: 3 })
      const first = await claim()
      expect(first).toHaveLength(3)
      expect(await claim()).toEqual([])
      await runs.finish(held(first[0]!.id), failure('x'))
      expect(await claim()).toHaveLength(1)
    })

    test('gives free places to the account that runs the fewest tasks, however many another has waiting', async () => {
      const { queue, submit, owners } = await openOne()
      const { claim } = await claimer(queue)
      await submit(50, { account: 'a' })
      expect(await claim(10)).toHaveLength(10)
      await submit(5, { account: 'b' })
      await submit(5, { account: 'c' })
      expect(await owners(await claim(4))).toEqual([...of('b', 2), ...of('c', 2)])
      expect(await owners(await claim(9)), 'what is left over goes to the accounts that have more').toEqual([
        ...of('a', 3),
        ...of('b', 3),
        ...of('c', 3),
      ])
    })

    test('counts tasks of unknown outcome in the share of their account, and they hold no place', async () => {
      const { queue, runs, submit, owners } = await openOne()
      const { owner, held } = await claimer(queue)
      const claim = (room: number) =>
        queue.claim(owner, { queue: 'default', room, concurrency: 3 }).then((tasks) => tasks.map(({ id }) => id))
      await submit(9, { account: 'a' })
      for (const id of await claim(2)) {
        await runs.noteSent(held(id))
        await runs.release(held(id), 60_000)
      }
      await submit(9, { account: 'b' })
      expect(await owners(await claim(1))).toEqual(['b'])
      expect(await owners(await claim(9)), 'as many of each, counting those').toEqual(['a', 'b'])
      await submit(9, { account: 'a', queue: 'other' })
      await submit(9, { account: 'b', queue: 'other' })
      expect(
        await owners((await queue.claim(owner, { queue: 'other', room: 1, concurrency: 9 })).map(({ id }) => id)),
        'of that queue alone',
      ).toEqual(['a'])
    })

    test('puts accounts last in the order in which they are named, with any share', async () => {
      const { queue, submit, owners } = await openOne()
      const { owner } = await claimer(queue)
      const claim = async (room: number, ...last: string[]) =>
        owners((await queue.claim(owner, { queue: 'default', room, concurrency: 99, last })).map(({ id }) => id))
      for (const account of ['c', 'a', 'b']) await submit(3, { account })
      expect(await claim(4, 'a', 'b', 'gone')).toEqual([...of('a', 1), ...of('c', 3)])
      expect(await claim(1, 'b', 'a')).toEqual(['b'])
      expect(await claim(1, 'a', 'b')).toEqual(['a'])
      expect(await claim(9, 'b')).toEqual([...of('a', 1), ...of('b', 2)])
    })

    test('counts weights', async () => {
      const { queue, submit, owners } = await openOne()
      const { claim } = await claimer(queue)
      expect(await queue.setShare('b', { weight: 3, limit: undefined })).toBe(true)
      expect(await queue.setShare('unknown', { weight: 3, limit: undefined })).toBe(false)
      await submit(20, { account: 'a' })
      await submit(20, { account: 'b' })
      expect(await owners(await claim(8))).toEqual([...of('a', 2), ...of('b', 6)])
    })

    test('lets an account have no more than its limit, over all queues', async () => {
      const { queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      await queue.setShare('a', { weight: 1, limit: 3 })
      await submit(9, { account: 'a' })
      await submit(9, { account: 'a', queue: 'other' })
      const first = await claim(2)
      expect(first).toHaveLength(2)
      expect(await claim(9, 'other')).toHaveLength(1)
      expect(await claim(9)).toEqual([])
      await runs.release(held(first[0]!), 60_000)
      expect(await claim(9, 'other'), 'what waits does not count').toHaveLength(1)
    })

    test('claims a window, and not the whole queue', async () => {
      const { queue, submit } = await openOne()
      const { claim } = await claimer(queue)
      await submit(300, {})
      expect(await claim(5)).toHaveLength(5)
    })

    test('keeps a released task for as long as was asked, and holds no place for it', async () => {
      const { queue, runs, submit, advance } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [first = '', second = ''] = await submit(2, {})
      await claim(1)
      expect(await runs.release(held(first), 60_000)).toBe(true)
      expect(await runs.release(held(first), 0), 'it is not held any more').toBe(false)
      expect(await claim(9)).toEqual([second])
      expect((await queue.figures(9))[0]).toMatchObject({ waiting: 0, delayed: 1, running: 1 })
      await advance(60_000)
      await queue.beat(owner)
      expect(await claim(9)).toEqual([first])
    })

    test('gives tasks that an upstream was asked for to no process as new, and back to the one that follows them', async () => {
      const { queue, runs, submit, advance } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [accepted = '', unknown = ''] = await submit(2, {})
      await claim()
      for (const id of [accepted, unknown]) await runs.noteSent(held(id))
      await runs.noteAccepted(accepted, 'default', 'theirs')
      await runs.release(held(accepted), 0)
      await runs.release(held(unknown), 60_000)
      expect(await claim()).toEqual([])
      const followed = await queue.claimAsked(owner, 'default', 9)
      expect(followed.map(({ id, submission }) => [id, submission.reference])).toEqual([[accepted, 'theirs']])
      await advance(60_000)
      await queue.beat(owner)
      expect((await queue.claimAsked(owner, 'default', 9)).map(({ id }) => id)).toEqual([unknown])
    })

    test('names the queues that have something to claim, of those it is asked for', async () => {
      const { queue, runs, submit, advance } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const due = async () => (await queue.due(['default', 'other', 'empty'])).toSorted()
      expect(await due()).toEqual([])
      const [asked = ''] = await submit(1, {})
      await submit(1, { queue: 'other' })
      await submit(1, { queue: 'elsewhere' })
      expect(await due()).toEqual(['default', 'other'])
      expect(await queue.due([])).toEqual([])
      await claim()
      expect(await due(), 'what runs belongs to no other process').toEqual(['other'])
      await runs.noteSent(held(asked))
      await runs.release(held(asked), 60_000)
      expect(await due(), 'an unknown outcome that is waited out').toEqual(['other'])
      await advance(60_000)
      expect(await due()).toEqual(['default', 'other'])
      await queue.beat(owner)
      expect(await queue.claimAsked(owner, 'default', 9)).toHaveLength(1)
      expect(await due()).toEqual(['other'])
    })

    test('ends the delays of a queue, but not those of tasks with internal errors', async () => {
      const { queue, runs, submit } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [paused = '', failed = '', sent = '', elsewhere = ''] = [
        ...(await submit(3, {})),
        ...(await submit(1, { queue: 'other' })),
      ]
      await claim()
      await queue.claim(owner, { queue: 'other', room: 9, concurrency: undefined })
      for (const id of [paused, elsewhere]) await runs.release(held(id), 60_000)
      await runs.noteSent(held(sent))
      await runs.release(held(sent), 60_000)
      await runs.fail(held(failed), { reason: 'a fault', delay: 60_000, limit: 5 })
      expect(await claim()).toEqual([])
      expect(await queue.endDelays('default', 1)).toBe(2)
      expect(await queue.endDelays('default', 1)).toBe(0)
      expect(await claim()).toEqual([paused])
      expect((await queue.claimAsked(owner, 'default', 9)).map(({ id }) => id)).toEqual([sent])
    })

    test('measures by one clock, its own, how long ago an upstream was asked', async () => {
      const { queue, runs, submit, advance } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await claim()
      await runs.noteSent(held(id))
      await runs.release(held(id), 0)
      await advance(3_600_000)
      await queue.beat(owner)
      const [asked] = await queue.claimAsked(owner, 'default', 9)
      expect(asked?.sinceAsked).toBeGreaterThanOrEqual(3_600_000)
      expect(asked?.sinceAsked).toBeLessThan(7_200_000)
    })

    test('follows a task at once whose reference was learnt after it was given back', async () => {
      const { queue, runs, submit } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await claim()
      await runs.noteSent(held(id))
      await runs.release(held(id), 60_000)
      expect(await runs.noteAccepted(id, 'default', 'theirs')).toEqual({ cancelling: false })
      expect(await queue.claimAsked(owner, 'default', 9)).toHaveLength(1)
    })

    test('keeps what came back from an upstream and is inconclusive, until it proves that it has not taken the task', async () => {
      const { queue, runs, tasks, submit } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      const doubt = async () => (await tasks.read(id))?.submission.doubt
      const back = async (words?: string) => {
        await runs.noteSent(held(id))
        await runs.release(held(id), 0, words)
        await queue.claimAsked(owner, 'default', 9)
      }
      await claim(1)
      await back('HTTP 500\u0000')
      expect(await doubt()).toMatch(/^HTTP 500/)
      await back()
      expect(await doubt()).toMatch(/^HTTP 500/)
      const sent = { ...held(id), attempt: 1 }
      await runs.noteRefused(sent, { upstream: 'default', at: 77, proof: 'no' }, { queue: 'default', delay: 0 })
      expect(await doubt()).toBeUndefined()
    })

    test('keeps the proof of a refusal, and the task in the queue it moved to', async () => {
      const { tasks, queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      for (const at of many(25)) {
        await claim()
        expect(await runs.noteSent(held(id))).toBeDefined()
        const refusal = { upstream: 'default', at, proof: `refused "${at}"` }
        const noted = (attempt: number) =>
          runs.noteRefused({ ...held(id), attempt }, refusal, { queue: at === 24 ? 'second' : 'default', delay: 0 })
        expect(await noted(at), 'written late, of the request before').toBe(false)
        expect(await noted(at + 1)).toBe(true)
      }
      expect(await queue.refusals(id)).toEqual(
        many(20).map((index) => ({ upstream: 'default', at: index + 5, proof: `refused "${index + 5}"` })),
      )
      expect(await tasks.read(id)).toMatchObject({ queue: 'second', submission: { state: 'none' } })
      expect(await claim(9, 'second')).toEqual([id])
    })

    test('tells an owner of tasks that somebody else has ended', async () => {
      const { tasks, queue, runs, submit } = await openOne()
      const { owner, claim, held } = await claimer(queue)
      const [id = '', other = ''] = await submit(2, {})
      await claim()
      await tasks.cancel(id, 'cancelled')
      expect(await runs.finish(held(id), { status: 'completed', result: file })).toBe(false)
      expect(await queue.beat(owner)).toEqual({ ended: [id], woken: [] })
      expect((await queue.beat(owner))?.ended, 'once').toEqual([])
      expect(await runs.finish(held(other), { status: 'completed', result: file })).toBe(true)
      expect((await queue.beat(owner))?.ended, 'not of what it has ended itself').toEqual([])
    })

    test('refuses every write of a run once the task has another owner', async () => {
      const { tasks, queue, runs, submit } = await openOne()
      const first = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await first.claim()
      await queue.leave(first.owner)
      const second = await claimer(queue)
      expect(await second.claim()).toEqual([id])
      await runs.noteSent(second.held(id))
      const before = await tasks.read(id)
      const held = first.held(id)
      expect(await runs.noteSent(held)).toBeUndefined()
      const refusal = { upstream: 'default', at: 8, proof: 'x' }
      expect(await runs.noteRefused({ ...held, attempt: 1 }, refusal, { queue: 'other', delay: 0 })).toBe(false)
      await runs.noteProgress(held, 0.5)
      expect(await runs.release(held, 0)).toBe(false)
      expect(await runs.transfer(held, { queue: 'other' })).toBe(false)
      expect(await runs.fail(held, { reason: 'x', delay: 0, limit: 1 })).toBe('lost')
      expect(await runs.finish(held, failure('x'))).toBe(false)
      expect(await runs.finish(held, { status: 'completed', result: file })).toBe(false)
      expect(await tasks.read(id)).toEqual(before)
      expect(await runs.noteAccepted(id, 'default', 'theirs'), 'a fact about the upstream stays one').toEqual({
        cancelling: false,
      })
      expect(await runs.finish(second.held(id), { status: 'completed', result: file })).toBe(true)
    })

    test('gives nothing to an owner that is gone', async () => {
      const { queue, submit } = await openOne()
      const { owner, claim } = await claimer(queue)
      await submit(2, {})
      await queue.leave(owner)
      expect(await queue.beat(owner)).toBeUndefined()
      expect(await claim()).toEqual([])
      expect(await queue.claimAsked(owner, 'default', 9)).toEqual([])
    })

    test('gives back what an owner does not know that it holds', async () => {
      const { queue, submit } = await openOne()
      const { owner, claim } = await claimer(queue)
      const [known = '', lost = ''] = await submit(2, {})
      const [elsewhere = ''] = await submit(1, { queue: 'other' })
      await claim()
      await claim(9, 'other')
      await queue.releaseExcept(owner, 'default', [known])
      expect(await claim()).toEqual([lost])
      expect(await claim(9, 'other'), `${elsewhere} stays`).toEqual([])
    })

    test('lets no account that only waits for a delay hold up another that has more', async () => {
      const { queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      const [delayed = ''] = await submit(1, { account: 'a' })
      expect(await claim(1)).toEqual([delayed])
      await runs.release(held(delayed), 60_000)
      for (const id of await submit(2, { account: 'b' })) expect(await claim(1)).toEqual([id])
    })

    test('gives a place to the task that was submitted first, among accounts that have as many', async () => {
      const { queue, submit } = await openOne()
      const { claim } = await claimer(queue)
      const ids: string[] = []
      for (const account of ['c', 'a', 'b']) ids.push(...(await submit(1, { account })))
      for (const id of ids) expect(await claim(1)).toEqual([id])
    })
  })
}
