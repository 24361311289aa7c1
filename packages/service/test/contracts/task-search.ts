import { formatReference } from '../../src/domain/provider/reference.js'
import { describe, expect, test } from 'vitest'
import { firstTaskId } from '../../src/domain/task/id.js'
import { claimer } from '../support/claims.js'
import { failure, nothingBought } from '../support/ends.js'
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

    test('usage counts every ended task once, by account, key, model and upstream, however many ended at one moment', async () => {
      const { tasks, search } = await opened()
      const all = Array.from({ length: 520 }, (_, index) => ({
        ...newTask({ account: index < 10 ? 'other' : 'acme', queue: 'one' }),
        ...(index < 10 ? { key: 'key_1' } : {}),
      }))
      await Promise.all(all.map((task) => tasks.submit({ task })))
      await Promise.all(all.map(({ id }) => tasks.cancel(id, 'cancelled')))
      const rows = await search.usage(0, Number.MAX_SAFE_INTEGER)
      const failed = (account: string): number =>
        rows.filter((row) => row.account === account).reduce((sum, row) => sum + row.failed, 0)
      expect([failed('acme'), failed('other')]).toEqual([510, 10])
      expect(rows.every(({ day, completed }) => Number.isInteger(day) && completed === 0)).toBe(true)
      expect(new Set(rows.map(({ account, key, queue }) => `${account} ${key} ${queue}`))).toEqual(
        new Set(['acme undefined one', 'other key_1 one']),
      )
      expect(await search.usage(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER)).toEqual([])
    })

    test('usage adds up what upstreams have counted, by unit, and says of how many completed tasks', async () => {
      const { tasks, search, queue, runs } = await opened()
      const all = Array.from({ length: 4 }, () => newTask({ account: 'acme', queue: 'one' }))
      for (const task of all) await tasks.submit({ task })
      const result = { file: 'a.png', contentType: 'image/png', bytes: 1 }
      const { held } = await claimer(queue)
      await queue.claim(held(all[0]!.id).owner, { queue: 'one', room: 4, concurrency: undefined })
      const [first, second, third, fourth] = all.map(({ id }) => held(id))
      await runs.finish(first!, {
        status: 'completed',
        result,
        usage: [
          { unit: 'tokens', amount: 1200 },
          { unit: 'seconds', amount: 0.5 },
        ],
      })
      await runs.finish(second!, { status: 'completed', result, usage: [{ unit: 'tokens', amount: 300 }] })
      await runs.finish(third!, { status: 'completed', result })
      await runs.finish(fourth!, { ...failure('it broke'), usage: [{ unit: 'tokens', amount: 1 }] })
      expect(await search.usage(0, Number.MAX_SAFE_INTEGER)).toEqual([
        expect.objectContaining({
          ...{ completed: 3, failed: 1, counted: 2 },
          upstreamUsage: [
            { unit: 'seconds', amount: 0.5 },
            { unit: 'tokens', amount: 1501 },
          ],
        }),
      ])
    })

    test('finds a task by what its upstream and its caller call it, and accounts by a part of their name', async () => {
      const { tasks, search, queue, runs } = await opened()
      const kept = { key: 'key_1', trace: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
      const task = { ...newTask({ account: 'acme' }), ...kept }
      await tasks.submit({ task, idempotency: { key: 'order 7', bodyHash: 'x' } })
      const { claim, held } = await claimer(queue)
      await claim()
      await runs.noteSent(held(task.id))
      await runs.noteAccepted(task.id, 'default', 'cgt-2026-7')
      expect((await search.withReference('cgt-2026-7', 5)).map(({ id }) => id)).toEqual([task.id])
      expect((await search.withKey('order 7', 5))[0]).toMatchObject({
        id: task.id,
        ...kept,
        submission: { acceptedAt: expect.any(Number) },
      })
      expect(await search.withReference('cgt', 5)).toEqual([])
      const others = [
        { kind: 'video', model: 'acme/glide:v2', id: 'cgt-2026-7' },
        { kind: 'image', model: 'glide', id: 'a:b/c 100%', queryPath: '/v1/a:b' },
        { kind: 'video', model: 'glide', id: 'cgt-2026-70', queryUrl: 'https://example.com/cgt-2026-7' },
      ] as const
      const ids: string[] = []
      for (const reference of others) {
        const other = newTask({ account: 'acme' })
        await tasks.submit({ task: other })
        await claim()
        await runs.noteSent(held(other.id))
        await runs.noteAccepted(other.id, 'default', formatReference(reference))
        ids.push(other.id)
      }
      const found = async (id: string) => (await search.withReference(id, 5)).map(({ id }) => id).sort()
      expect(await found('cgt-2026-7')).toEqual([task.id, ids[0]!].sort())
      expect(await found('a:b/c 100%')).toEqual([ids[1]])
      expect(await found(formatReference(others[1]))).toEqual([ids[1]])
      for (const part of ['glide', 'video', '/v1/a:b', 'cgt-2026', '\ud800', '\0'])
        expect(await found(part), part).toEqual([])
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

    test('has the identity of its upstream of now with a task that is adopted, and that of its submit where it was sent', async () => {
      const { tasks, accounts, operator, queue, runs } = await opened()
      await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 3 })
      const [never, refused, unnamed, sent] = [0, 1, 2, 3].map(() => newTask({ account: 'rich' }))
      for (const task of [never!, refused!, unnamed!, sent!]) await tasks.submit({ task })
      const { claim, held, owner } = await claimer(queue)
      await claim()
      const refusal = { at: 1, upstream: 'default', proof: 'answered 503' }
      for (const { id } of [refused!, unnamed!, sent!]) await runs.noteSent(held(id), 'model-tasks before:443 one')
      for (const { id } of [refused!, unnamed!])
        await runs.noteRefused({ ...held(id), attempt: 1 }, refusal, { queue: 'default', delay: 0 })
      await queue.leave(owner)
      const submissionOf = async ({ id }: { id: string }) => (await tasks.read(id))?.submission
      expect((await submissionOf(refused!))?.identity, 'the upstream has not taken it').toBeUndefined()
      for (const [index, { id }] of [never!, refused!, sent!].entries())
        expect(await operator.adopt(id, `cgt-${index}`, 'ark now:443 two')).toBe(true)
      expect(await operator.adopt(unnamed!.id, 'cgt-unnamed')).toBe(true)
      const identities = await Promise.all([never!, refused!, unnamed!, sent!].map(submissionOf))
      expect(identities.map((submission) => submission?.identity)).toEqual([
        ...['ark now:443 two', 'ark now:443 two', undefined],
        'model-tasks before:443 one',
      ])
    })

    test('keeps what operators decide: a task failed or adopted once, upstreams held back, and who did it', async () => {
      const { tasks, accounts, operator, queue, runs, search } = await opened()
      await accounts.addAccount({ id: 'limited', name: 'Limited', unlimited: false, credits: 100, created: 3 })
      const [released, charged, adopted] = [0, 1, 2].map(() => newTask({ account: 'limited', amount: 10 }))
      for (const task of [released!, charged!, adopted!]) await tasks.submit({ task })
      const { claim, held, owner } = await claimer(queue)
      await claim()
      for (const task of [charged!, adopted!]) await runs.noteSent(held(task.id))
      expect(await operator.adopt(adopted!.id, 'cgt-1'), 'it is being submitted').toBe(false)
      await queue.leave(owner)
      expect(await search.unknownOutcomes()).toMatchObject([{ queue: 'default', tasks: 2 }])
      expect(await operator.adopt(adopted!.id, 'cgt-1')).toBe(true)
      expect(await operator.adopt(adopted!.id, 'cgt-2'), 'once').toBe(false)
      expect((await tasks.read(adopted!.id))?.submission).toMatchObject({ state: 'accepted', reference: 'cgt-1' })
      expect(await operator.fail(released!.id, 'ended', 'charged'), 'no upstream was asked for it').toBe(false)
      expect((await tasks.read(released!.id))?.status).toBe('processing')
      expect(await operator.fail(released!.id, 'ended', nothingBought)).toBe(true)
      expect(await operator.fail(released!.id, 'again', 'charged'), 'once').toBe(false)
      expect(await operator.fail(charged!.id, 'ended', 'charged')).toBe(true)
      expect(await tasks.read(charged!.id)).toMatchObject({ status: 'failed', errorClass: 'operator', amount: 10 })
      expect(await accounts.findAccount('limited')).toMatchObject({ credits: 80, held: 10 })
      const kinds = async (id: string) => (await operator.ledgerOf('limited', id)).map(({ kind }) => kind)
      expect([await kinds(released!.id), await kinds(charged!.id), await kinds(adopted!.id)]).toEqual([
        ['hold', 'release'],
        ['hold', 'settle'],
        ['hold'],
      ])
      expect([await operator.isSetAside(adopted!.id), await operator.deliveriesOf(adopted!.id)]).toEqual([false, []])
      const hold = { queue: 'ark', since: 5, who: 'Ada', reason: 'the bill' }
      expect([await operator.hold(hold), await operator.hold({ ...hold, who: 'Bob' })]).toEqual([true, false])
      expect(await operator.holds()).toEqual([hold])
      expect([await operator.endHold('ark'), await operator.endHold('ark'), await operator.holds()]).toEqual([
        true,
        false,
        [],
      ])
      for (const subject of ['one', 'two', 'one']) await operator.note({ at: 7, who: 'Ada', action: 'Retry', subject })
      await operator.note({ at: 8, who: 'Ada', action: 'Adopt', subject: 'one', detail: 'cgt-1' })
      expect((await operator.actions(2)).map(({ action, detail }) => [action, detail])).toEqual([
        ['Adopt', 'cgt-1'],
        ['Retry', undefined],
      ])
      expect(await operator.actions(9, 'two')).toEqual([
        { at: 7, who: 'Ada', action: 'Retry', subject: 'two', detail: undefined },
      ])
    })
  })
}
