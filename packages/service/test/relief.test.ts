import { expect, onTestFinished, test } from 'vitest'
import { ProviderSet, type ProviderLane } from '../src/domain/provider/provider-set.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { Relief } from '../src/run/engine/relief.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { StubUpstream } from './support/stub-upstream.js'

/** Upstreams of which the first is full, and tasks that wait for it. `plain`: those of them say of no request that they cannot carry it. */
async function fullLanes(lanes: Partial<ProviderLane>[], plain = false) {
  const clock = new ManualClock()
  const stores = await openSqliteStores(`${temporaryFolder()}/tasks.db`, undefined, () => clock.now())
  onTestFinished(() => stores.close())
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const owner = await stores.queue.join()
  const upstreams = lanes.map((_, index) => {
    const provider = new StubUpstream(`upstream-${index}`)
    return plain ? Object.assign(provider, { unsupported: undefined }) : provider
  })
  const providers = new ProviderSet(
    'test',
    lanes.map((lane, index) => ({
      queue: index === 0 ? 'full' : `idle-${index}`,
      provider: upstreams[index]!,
      models: undefined,
      concurrency: 1,
      requestsPerSecond: 1,
      pollDeadline: 1,
      ...lane,
    })),
  )
  const full = new Set(['full'])
  const { queue, runs } = stores
  let claims = 0
  const counting = {
    claim: (...given: Parameters<typeof queue.claim>) => ((claims += 1), queue.claim(...given)),
    move: (...given: Parameters<typeof queue.move>) => ((claims += 1), queue.move(...given)),
    due: (queues: readonly string[]) => queue.due(queues),
    refusals: (id: string) => queue.refusals(id),
  }
  const relief = new Relief({ providers, queue: counting, runs, clock, isFull: (name) => full.has(name) })
  let age = 0
  return {
    relief: { take: (to: string, room: number) => relief.take(to, room, owner) },
    clock,
    full,
    /** How often waiting tasks were asked for. */
    claims: () => claims,
    upstreams,
    accept: async (values: Partial<TaskRecord> = {}) => {
      const task = newTask({ queue: 'full', created: clock.now() - 10_000 + (age += 1), ...values })
      await stores.tasks.submit({ task })
      return task.id
    },
    queueOf: async (id: string) => (await stores.tasks.read(id))?.queue,
    /** An upstream is asked for a task and proves that it does not take it, which waits for the full one then. */
    decline: async (id: string, upstream: string) => {
      await queue.claim(owner, { queue: 'full', room: 1, concurrency: undefined })
      await runs.noteSent({ id, owner })
      await runs.noteRefused({ id, owner, attempt: 1 }, { upstream, at: 1, proof: '403' }, { queue: 'full', delay: 0 })
    },
    claim: async (name: string) =>
      (await queue.claim(owner, { queue: name, room: 100, concurrency: undefined })).map(({ id }) => id),
  }
}

test.each([false, true])(
  'an upstream with room takes the oldest tasks that wait for a full one, no more than it has room for (plain: %s)',
  async (plain) => {
    const { relief, accept, queueOf } = await fullLanes([{}, { models: ['beta-5.0'] }], plain)
    const ids = [await accept(), await accept(), await accept()]
    expect(await relief.take('idle-1', 2)).toBe(2)
    expect(await Promise.all(ids.map(queueOf))).toEqual(['idle-1', 'idle-1', 'full'])
  },
)

test.each([false, true])(
  'only tasks of models that both take move, and the others stay where they can run (plain: %s)',
  async (plain) => {
    const { relief, accept, queueOf, claim } = await fullLanes(
      [{ models: ['beta-5.0', 'epsilonO3'] }, { models: ['beta-5.0'] }],
      plain,
    )
    const [other, one] = [await accept({ model: 'epsilonO3' }), await accept()]
    expect(await relief.take('idle-1', 5)).toBe(1)
    expect([await queueOf(other), await queueOf(one)]).toEqual(['full', 'idle-1'])
    expect(await claim('full'), 'it is held no longer').toEqual([other])
  },
)

test.each([false, true])(
  'upstreams that share no model take nothing over, nor touch what waits (plain: %s)',
  async (plain) => {
    const { relief, accept, queueOf, claims } = await fullLanes(
      [{ models: ['epsilonO3'] }, { models: ['beta-5.0'] }],
      plain,
    )
    const id = await accept()
    expect(await relief.take('idle-1', 5)).toBe(0)
    expect([await queueOf(id), claims()]).toEqual(['full', 0])
  },
)

test('nothing is taken over without room, from an upstream that is not full, for one in whose queue tasks wait, or one that is not in the settings', async () => {
  const { relief, accept, full, claim } = await fullLanes([{}, {}])
  await accept()
  expect(await relief.take('idle-1', 0)).toBe(0)
  expect(await relief.take('removed', 5)).toBe(0)
  expect(await relief.take('full', 5), 'from itself').toBe(0)
  full.clear()
  expect(await relief.take('idle-1', 5)).toBe(0)
  full.add('full')
  await accept({ queue: 'idle-1' })
  expect(await relief.take('idle-1', 5)).toBe(0)
  expect(await claim('idle-1')).toHaveLength(1)
  expect(await relief.take('idle-1', 5)).toBe(1)
})

test('an upstream takes over from each full one until it has no more room', async () => {
  const { relief, accept, full, queueOf } = await fullLanes([{}, {}, {}])
  full.add('idle-2')
  const ids = [await accept(), await accept({ queue: 'idle-2' }), await accept({ queue: 'idle-2' })]
  expect(await relief.take('idle-1', 2)).toBe(2)
  expect(await Promise.all(ids.map(queueOf))).toEqual(['idle-1', 'idle-1', 'idle-2'])
})

test('tasks that an upstream cannot carry stay where they are, and are looked at again after 30 s', async () => {
  const { relief, accept, clock, upstreams, queueOf } = await fullLanes([{}, {}])
  const id = await accept({ parameters: { prompt: 'a whale' } })
  upstreams[1]!.unable = ['a whale']
  expect(await relief.take('idle-1', 5)).toBe(0)
  upstreams[1]!.unable = []
  clock.advance(29_999)
  expect(await relief.take('idle-1', 5)).toBe(0)
  expect(await queueOf(id)).toBe('full')
  clock.advance(1)
  expect(await relief.take('idle-1', 5)).toBe(1)
  await accept()
  expect(await relief.take('idle-1', 5), 'the last look was worth it, but this task waits').toBe(0)
})

test('an upstream that took something over takes more as soon as it has room', async () => {
  const { relief, accept, claim } = await fullLanes([{}, {}])
  const ids = [await accept(), await accept()]
  expect(await relief.take('idle-1', 1)).toBe(1)
  expect(await claim('idle-1')).toEqual([ids[0]])
  expect(await relief.take('idle-1', 1)).toBe(1)
  expect(await claim('idle-1')).toEqual([ids[1]])
})

test.each([
  ['each task is looked at', [{}, {}, {}], false],
  ['all of a model are moved', [{}, { models: ['beta-5.0'] }, { models: ['beta-5.0'] }], true],
])(
  'what an upstream has declined is not taken over by it again, and by another one it is: %s',
  async (_, lanes, plain) => {
    const { relief, accept, decline, queueOf } = await fullLanes(lanes, plain)
    const id = await accept()
    await decline(id, 'idle-1')
    expect(await relief.take('idle-1', 5)).toBe(0)
    expect(await queueOf(id)).toBe('full')
    expect(await relief.take('idle-2', 5)).toBe(1)
    expect(await queueOf(id)).toBe('idle-2')
  },
)
