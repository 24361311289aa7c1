import { describe, expect, test } from 'vitest'
import { taskKinds, type TaskRecord, type TaskView } from '../../src/domain/task/record.js'
import { failure } from '../support/ends.js'
import { newTask, openAccounts, type OpenStores } from './open-stores.js'

function viewOf({ parameters: _, ...view }: TaskRecord): TaskView {
  return view
}

/** What every TaskStore promises. */
export function taskStoreContract(name: string, open: OpenStores): void {
  const openWithAccounts = () => openAccounts(open)
  const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12, seconds: 5 }
  const other = { contentType: 'image/png', bytes: 13 }

  describe(`${name}: a task store`, () => {
    test('gives a task back as it was accepted', async () => {
      const { tasks } = await openWithAccounts()
      const task = newTask()
      expect(await tasks.submit({ task })).toEqual({ outcome: 'accepted' })
      expect(await tasks.read(task.id)).toEqual(task)
      expect(await tasks.find('rich', task.id)).toEqual(viewOf(task))
      expect([undefined, viewOf(task)]).toContainEqual(tasks.recall('rich', task.id))
      expect(tasks.recall('poor', task.id)).toBeUndefined()
      expect((await tasks.list('rich', { limit: 1 })).tasks).toEqual([viewOf(task)])
      await tasks.cancel(task.id, 'no longer needed')
      expect(tasks.recall('rich', task.id)?.status, 'never as it was before').not.toBe('queued')
    })

    test.each(taskKinds)('gives back, lists and claims a task of the kind %s', async (kind) => {
      const { tasks, queue } = await openWithAccounts()
      const task = newTask({ kind })
      await tasks.submit({ task })
      expect(await tasks.find('rich', task.id)).toEqual(viewOf(task))
      expect((await tasks.list('rich', { limit: 10 })).tasks).toEqual([viewOf(task)])
      const claimed = await queue.claim(await queue.join(), { queue: 'default', room: 1, concurrency: undefined })
      expect(claimed).toEqual([{ ...task, status: 'processing' }])
    })

    test('hides a task from other accounts', async () => {
      const { tasks } = await openWithAccounts()
      const task = newTask()
      await tasks.submit({ task })
      expect(await tasks.find('poor', task.id)).toBeUndefined()
      expect((await tasks.list('poor', { limit: 10 })).tasks).toEqual([])
    })

    test('gives the details of tasks of an account, with the parameters that are asked for as they were given', async () => {
      const { tasks, runs, take, as } = await openWithAccounts()
      const parameters: TaskRecord['parameters'] = JSON.parse(
        String.raw`{"prompt": "a \"boat\"\n\u0000\ud83d \ud83d\ude00", "seed": 5, "list": [1, {"a": null}], "off": false, "a.b": "dots", "left": "out"}`,
      )
      const media = { first_image: `data:image/png;base64,${'A'.repeat(100_000)}` }
      const [running, large] = [newTask({ parameters }), newTask({ parameters: { ...media, ...parameters } })]
      const [ended, foreign] = [newTask({ parameters: { left: 'out' } }), newTask({ account: 'poor' })]
      await tasks.submit({ task: foreign })
      await take(running, large, ended)
      await runs.finish(as(ended.id), { status: 'completed', result: file })
      const { left: _, ...asked } = parameters
      const known = [running.id, large.id, ended.id]
      expect(await tasks.details('rich', [...known, foreign.id], ['absent', ...Object.keys(asked)])).toEqual(
        new Map([
          [running.id, { parameters: asked }],
          [large.id, { parameters: asked }],
          [ended.id, { ended: (await tasks.find('rich', ended.id))?.ended, parameters: {} }],
        ]),
      )
    })

    test('knows nothing of an unknown id', async () => {
      const { tasks, runs, as } = await openWithAccounts()
      expect(await tasks.read('task_none')).toBeUndefined()
      expect(await runs.finish(as('task_none'), failure('x'))).toBe(false)
    })

    test('says of a task whether it is to be cancelled, and whether the database was set back since it was made', async () => {
      const { tasks, take, restored } = await openWithAccounts()
      const [before, later] = [newTask({ created: 1000 }), newTask({ created: 1001 })]
      await take(before, later)
      expect(await tasks.memoryOf(before.id)).toEqual({ cancelled: false, rewound: false })
      await restored.noteRewind(1000)
      await tasks.cancel(later.id, 'no longer needed')
      expect(await tasks.memoryOf(before.id)).toEqual({ cancelled: false, rewound: true })
      expect(await tasks.memoryOf('task_none')).toEqual({ cancelled: false, rewound: false })
    })

    test('a high-water mark of a record rises by one, is not lowered, and is left as it is where it was higher before', async () => {
      const { restored } = await open()
      await restored.noteRecord('record')
      expect(await restored.raiseWatermark('record', 0)).toBe(1)
      expect(await restored.raiseWatermark('record', 1)).toBe(2)
      expect(await restored.raiseWatermark('record', 3), 'the database was set back').toBeUndefined()
      await restored.noteWatermark('record', 1)
      expect(await restored.watermark('record')).toBe(2)
      expect(await restored.raiseWatermark('other', 0), 'is not noted').toBeUndefined()
    })

    test('takes a task from queued over processing to completed', async () => {
      const { tasks, take, runs, as } = await openWithAccounts()
      const task = newTask()
      await take(task)
      expect((await tasks.read(task.id))?.status).toBe('processing')
      await runs.noteProgress(as(task.id), 0.5)
      await runs.noteProgress(as(task.id), 0.25)
      expect((await tasks.read(task.id))?.progress, 'progress never falls').toBe(0.5)
      expect(await runs.finish(as(task.id), { status: 'completed', result: file })).toBe(true)
      expect(await tasks.read(task.id)).toMatchObject({ status: 'completed', progress: 1, result: file })
    })

    test('names the tasks whose status is not the one that was seen, and those that are gone', async () => {
      const { tasks, take, runs, as } = await openWithAccounts()
      const [waiting, running, ended] = [newTask(), newTask(), newTask()]
      await take(running, ended)
      await runs.finish(as(ended.id), { status: 'completed', result: file })
      await tasks.submit({ task: waiting })
      const seen = new Map([waiting, running, ended].map(({ id }) => [id, 'queued' as const]))
      expect((await tasks.changed(seen.set('gone', 'queued'))).sort()).toEqual([running.id, ended.id, 'gone'].sort())
      expect(await tasks.changed(new Map([[running.id, 'processing']]))).toEqual([])
      expect(await tasks.changed(new Map())).toEqual([])
    })

    test('never changes a terminal state', async () => {
      const { tasks, take, runs, as } = await openWithAccounts()
      const [completed, failed] = [newTask(), newTask()]
      await take(completed, failed)
      await runs.finish(as(completed.id), { status: 'completed', result: file })
      await runs.finish(as(failed.id), failure('first'))
      for (const task of [completed, failed]) {
        const before = await tasks.read(task.id)
        expect(await runs.finish(as(task.id), failure('second'))).toBe(false)
        expect(await runs.finish(as(task.id), { status: 'completed', result: { ...file, bytes: 1 } })).toBe(false)
        await runs.noteProgress(as(task.id), 0.1)
        expect(await runs.noteSent(as(task.id))).toBeUndefined()
        expect(await tasks.cancel(task.id, 'third')).toBe('ended')
        expect(await runs.noteAccepted(task.id, 'default', 'late')).toBeUndefined()
        expect(await tasks.read(task.id)).toEqual(before)
      }
    })

    test('keeps what is known about the submission', async () => {
      const { tasks, runs, queue, take, as } = await openWithAccounts()
      const task = newTask()
      await take(task)
      expect(await runs.noteSent(as(task.id))).toBeDefined()
      const at = (await tasks.read(task.id))?.submission.at
      expect((await tasks.read(task.id))?.submission).toEqual({ state: 'sent', at: expect.any(Number), attempts: 1 })
      expect(await runs.noteAccepted(task.id, 'other', 'theirs'), 'not an upstream that was asked').toBeUndefined()
      expect(await runs.noteAccepted(task.id, 'default', 'their task')).toEqual({ cancelling: false })
      expect((await tasks.read(task.id))?.submission).toEqual({
        state: 'accepted',
        at,
        acceptedAt: expect.any(Number),
        attempts: 1,
        reference: 'their task',
      })
      const refusal = { upstream: 'default', at: 77, proof: 'no' }
      expect(await runs.noteRefused({ ...as(task.id), attempt: 1 }, refusal, { queue: 'default', delay: 0 })).toBe(
        false,
      )
      expect(await queue.refusals(task.id), 'an acceptance is never forgotten').toEqual([])
      expect(await runs.noteSent(as(task.id)), 'and never asked for again').toBeUndefined()
    })

    test('keeps what else an upstream answered, and its word for the end', async () => {
      const { tasks, runs, take, as } = await openWithAccounts()
      const fields = { upstream_urls: ['https://files.example/a\u0000b'], deep: [{ seed: 7 }] }
      const [completed, failed] = [newTask(), newTask()]
      await take(completed, failed)
      await runs.finish(as(completed.id), {
        status: 'completed',
        result: file,
        word: 'SUCCEEDED',
        fields: { deep: fields.deep },
      })
      await runs.finish(as(failed.id), failure('x', { word: 'ab\u0000ort', fields }))
      expect((await tasks.find('rich', completed.id))?.upstreamFields).toEqual({ deep: fields.deep })
      expect((await tasks.find('rich', failed.id))?.upstreamFields).toHaveProperty('upstream_urls')
      expect((await tasks.find('rich', completed.id))?.upstreamWord).toBe('SUCCEEDED')
      expect((await tasks.read(failed.id))?.upstreamWord).toMatch(/^ab/)
    })

    test('lists newest first, in pages, filtered', async () => {
      const { tasks, take } = await openWithAccounts()
      const all = [1000, 2000, 3000, 4000, 5000].map((created, index) =>
        newTask({ created, model: index % 2 === 0 ? 'beta-5.0' : 'epsilonO3' }),
      )
      await take(all[1]!)
      for (const task of all) if (task !== all[1]) await tasks.submit({ task })
      const ids = all.map((task) => task.id).reverse()
      const page = await tasks.list('rich', { limit: 2 })
      expect([page.tasks.map((task) => task.id), page.next]).toEqual([ids.slice(0, 2), ids[1]])
      const rest = await tasks.list('rich', { limit: 3, after: ids[1]! })
      expect([rest.tasks.map((task) => task.id), rest.next]).toEqual([ids.slice(2), undefined])
      expect((await tasks.list('rich', { limit: 9, model: 'epsilonO3' })).tasks).toHaveLength(2)
      expect((await tasks.list('rich', { limit: 9, status: 'processing' })).tasks.map((task) => task.id)).toEqual([
        all[1]!.id,
      ])
      expect(
        (await tasks.list('rich', { limit: 9, status: 'queued', model: 'epsilonO3' })).tasks.map((task) => task.id),
      ).toEqual([all[3]!.id])
    })

    test('lists of every state and model are those tasks of all, in pages of any size', async () => {
      const { tasks, take, runs, as } = await openWithAccounts()
      const models = ['beta-5.0', 'epsilonO3'] as const
      const statuses = ['queued', 'processing', 'completed', 'failed'] as const
      const entries = Array.from({ length: 24 }, (_, index) => ({
        task: newTask({ created: 1000 + index, model: models[index % 2]! }),
        status: statuses[((index * 5) % 7) % 4]!,
      }))
      const running = entries.filter(({ status }) => status !== 'queued')
      await take(...running.map(({ task }) => task))
      for (const {
        task: { id },
        status,
      } of running) {
        if (status === 'completed') await runs.finish(as(id), { status, result: file })
        if (status === 'failed') await runs.finish(as(id), failure('x'))
      }
      for (const { task, status } of entries) if (status === 'queued') await tasks.submit({ task })
      await tasks.submit({ task: newTask({ account: 'poor' }) })
      for (const status of [undefined, ...statuses])
        for (const model of [undefined, ...models]) {
          const expected = entries
            .filter((one) => (status ?? one.status) === one.status && (model ?? one.task.model) === one.task.model)
            .map(({ task }) => task.id)
            .reverse()
          const found: string[] = []
          for (let after: string | undefined, more = true; more;) {
            const filters = { ...(status && { status }), ...(model && { model }), ...(after && { after }) }
            const page = await tasks.list('rich', { limit: 3, ...filters })
            found.push(...page.tasks.map(({ id }) => id))
            after = page.next
            more = after !== undefined
          }
          expect(found, `${status ?? 'any status'}, ${model ?? 'any model'}`).toEqual(expected)
        }
    })

    test('replays a key with the same body and refuses another', async () => {
      const { tasks } = await openWithAccounts()
      const first = newTask({ account: 'poor' })
      await tasks.submit({ task: first, idempotency: { key: 'k', bodyHash: 'a' } })
      expect(
        await tasks.submit({ task: newTask({ account: 'poor' }), idempotency: { key: 'k', bodyHash: 'a' } }),
      ).toEqual({ outcome: 'replayed', task: viewOf(first) })
      expect(
        await tasks.submit({ task: newTask({ account: 'poor' }), idempotency: { key: 'k', bodyHash: 'b' } }),
      ).toEqual({ outcome: 'key-conflict' })
      expect((await tasks.list('poor', { limit: 9 })).tasks).toHaveLength(1)
      const other = newTask({ account: 'rich' })
      expect(
        await tasks.submit({ task: other, idempotency: { key: 'k', bodyHash: 'b' } }),
        'a key belongs to its account',
      ).toEqual({ outcome: 'accepted' })
    })

    test('accepts one of many submits that race under one key', async () => {
      const { tasks, credits } = await openWithAccounts()
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () =>
          tasks.submit({ task: newTask({ account: 'poor' }), idempotency: { key: 'k', bodyHash: 'a' } }),
        ),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1)
      expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(19)
      expect(await credits()).toBe(7)
    })

    test('takes no key for a submit that is rejected', async () => {
      const { tasks, accounts } = await openWithAccounts()
      const dear = { task: newTask({ account: 'poor', amount: 11 }), idempotency: { key: 'k', bodyHash: 'a' } }
      expect(await tasks.submit(dear)).toMatchObject({ outcome: 'no-credits' })
      await accounts.grantCredits({ account: 'poor', credits: 1, reference: 'more', at: 1 })
      expect(await tasks.submit(dear)).toEqual({ outcome: 'accepted' })
    })

    test('names old results, oldest first, and forgets them; the tasks stay', async () => {
      const { tasks, take, runs, as } = await openWithAccounts()
      const [old, older, young, running] = [2000, 1000, 3000, 1000].map((created) => newTask({ created }))
      await take(old!, older!, young!, running!)
      for (const { id } of [old!, older!, young!])
        await runs.finish(as(id), {
          status: 'completed',
          result: { ...file, file: `results/${id}.png`, others: [{ ...other, file: `results/${id}-2.png` }] },
          usage: [{ unit: 'cents', amount: 0.5 }],
        })
      expect(await tasks.read(old!.id)).toMatchObject({
        result: { others: [{ ...other, file: `results/${old!.id}-2.png` }] },
        upstreamUsage: [{ unit: 'cents', amount: 0.5 }],
      })
      const named = [older!, old!].map(({ id }) => ({ id, files: [`results/${id}.png`, `results/${id}-2.png`] }))
      expect(await tasks.agedResults(3000, 9, 0)).toEqual(named)
      expect(await tasks.agedResults(3000, 1, 1)).toEqual(named.slice(1))
      await tasks.read(older!.id)
      await tasks.forgetResult(older!.id)
      expect(await tasks.agedResults(3000, 9, 0)).toEqual(named.slice(1))
      const left = await tasks.read(older!.id)
      expect([left?.status, left?.result, left?.amount]).toEqual(['completed', undefined, 3])
    })

    test('forgets old keys, so many at a time, and none whose task has not ended for as long', async () => {
      const { tasks } = await openWithAccounts()
      const submit = (key: string, task: TaskRecord) => tasks.submit({ task, idempotency: { key, bodyHash: 'a' } })
      const running = newTask({ created: 500 })
      await submit('running', running)
      for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
        const task = newTask({ created: 1000 * (index + 2) })
        await submit(key, task).then(() => tasks.cancel(task.id, 'cancelled'))
      }
      for (const forgotten of [2, 1, 0]) expect(await tasks.forgetKeys(5000, 2)).toBe(forgotten)
      expect((await submit('c', newTask({ created: 5000 }))).outcome).toBe('accepted')
      for (const key of ['d', 'running']) expect((await submit(key, newTask())).outcome, key).toBe('replayed')
      await tasks.cancel(running.id, 'cancelled')
      expect(await tasks.forgetKeys(5000, 2)).toBe(1)
    })

    test('forgets old tasks, so many at a time, and keeps what they have cost; no others', async () => {
      const { tasks, accounts, deliveries, take, runs, as } = await openWithAccounts()
      const [completed, failed, withFile, running, told, young] = [1000, 2000, 1500, 1600, 1700, 3000].map((time) =>
        newTask({ created: time, account: 'poor', amount: 1 }),
      )
      await take(failed!, withFile!, told!, young!, running!)
      await tasks.submit({ task: completed!, idempotency: { key: 'k', bodyHash: 'a' } })
      await take()
      await deliveries.addCallback(failed!.id, 'https://hooks.example/a', 2000)
      for (const { id } of [completed!, withFile!, told!, young!])
        await runs.finish(as(id), { status: 'completed', result: file })
      await runs.finish(as(failed!.id), failure('x'))
      for (const { id } of [completed!, told!, young!]) await tasks.forgetResult(id)
      await deliveries.replay(told!.id, 'one', 1)
      for (const event of await deliveries.claim('callback', 9, 1, 2)) await deliveries.remove(event)
      expect(await tasks.find('poor', completed!.id)).toBeDefined()
      const before = await accounts.findAccount('poor')
      expect(await tasks.forgetTasks(1000, 9)).toBe(0)
      expect(await tasks.forgetTasks(3000, 1), 'the oldest first').toBe(1)
      expect(await tasks.find('poor', completed!.id)).toBeUndefined()
      expect(await tasks.forgetTasks(3000, 9)).toBe(1)
      const left = await Promise.all(
        [completed, failed, withFile, running, told, young].map((one) => tasks.read(one!.id)),
      )
      expect(left.map((one) => one?.status)).toEqual([
        undefined,
        undefined,
        'completed',
        'processing',
        'completed',
        'completed',
      ])
      expect(await deliveries.callbackOf(failed!.id)).toBeUndefined()
      expect((await tasks.list('poor', { limit: 9 })).tasks.map(({ id }) => id).sort()).toEqual(
        [withFile, running, told, young].map((one) => one!.id).sort(),
      )
      expect(await accounts.findAccount('poor')).toEqual(before)
      const again = { task: newTask({ account: 'poor', amount: 0 }), idempotency: { key: 'k', bodyHash: 'b' } }
      expect(await tasks.findByKey('poor', 'k')).toBeUndefined()
      expect(await tasks.repeatOf(again), 'the key went with the task').toBeUndefined()
      expect(await tasks.submit(again)).toEqual({ outcome: 'accepted' })
      expect(await tasks.submit(again)).toMatchObject({ outcome: 'replayed' })
      expect((await tasks.findByKey('poor', 'k'))?.id).toBe(again.task.id)
      expect(await tasks.findByKey('other', 'k')).toBeUndefined()
      expect(await accounts.ledgerSums('poor')).toEqual({ credits: before?.credits, held: before?.held })
      expect([...(await accounts.spentByDay(0))], 'on the day on which they ended').toEqual([[0, 4]])
    })

    test('finds keys of an account by their beginning, renames and forgets them', async () => {
      const { tasks } = await openWithAccounts()
      const made = new Map<string, string>()
      for (const key of ['a:2', 'a:1', 'a:~', 'a;1', 'a', 'b:1']) {
        const task = newTask({ account: 'rich' })
        made.set(key, task.id)
        await tasks.submit({ task, idempotency: { key, bodyHash: 'a' } })
      }
      await tasks.submit({ task: newTask({ account: 'poor' }), idempotency: { key: 'a:1', bodyHash: 'a' } })
      const found = async (): Promise<unknown> =>
        (await tasks.keysBeginning('rich', 'a:')).map(({ key, task }) => [key, task])
      expect(await found()).toEqual(['a:1', 'a:2', 'a:~'].map((key) => [key, made.get(key)]))
      expect(await tasks.renameKey('rich', 'a:1', 'a:3')).toBe(true)
      expect(await tasks.renameKey('rich', 'a:1', 'a:4'), 'by one of two').toBe(false)
      expect(await tasks.renameKey('rich', 'a:2', undefined)).toBe(true)
      expect(await tasks.renameKey('rich', 'a:2', undefined)).toBe(false)
      expect(await found()).toEqual([
        ['a:3', made.get('a:1')],
        ['a:~', made.get('a:~')],
      ])
      expect((await tasks.findByKey('poor', 'a:1'))?.id).toBeDefined()
      expect(await tasks.find('rich', made.get('a:2') ?? ''), 'the task itself stays').toBeDefined()
    })

    test('rejects a task of an account that does not exist, and keeps nothing of it', async () => {
      const { tasks } = await openWithAccounts()
      const task = newTask({ account: 'unknown' })
      const neighbour = newTask()
      const [bad, good] = await Promise.allSettled([tasks.submit({ task }), tasks.submit({ task: neighbour })])
      expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
      expect(await tasks.read(task.id)).toBeUndefined()
      expect(await tasks.read(neighbour.id)).toBeDefined()
    })
  })
}
