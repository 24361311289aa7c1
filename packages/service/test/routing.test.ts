import { expect, onTestFinished, test } from 'vitest'
import { Router } from '../src/run/engine/router.js'
import { Speeds } from '../src/run/engine/speeds.js'
import { ProviderSet, type ProviderLane, type RoutingOrder } from '../src/domain/provider/provider-set.js'
import { startService } from '../src/compose/start.js'
import { temporaryFolder } from './support/folder.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const request = { model: 'beta-5.0', kind: 'image', parameters: {} } as const

function lane(queue: string, more: Partial<ProviderLane> = {}): ProviderLane {
  return {
    queue,
    provider: new StubUpstream(queue),
    models: undefined,
    concurrency: 1,
    requestsPerSecond: 1,
    pollDeadline: 1,
    ...more,
  }
}

function router(
  lanes: readonly ProviderLane[],
  order: RoutingOrder,
  {
    full = [],
    paused = [],
    speeds = {},
    random = () => 0.5,
  }: { full?: string[]; paused?: string[]; speeds?: Record<string, number>; random?: () => number } = {},
) {
  return new Router({
    providers: new ProviderSet('test', lanes, { order: 'listed', models: new Map([['beta-5.0', order]]) }),
    random,
    isOpen: (queue) => !paused.includes(queue),
    isFull: (queue) => full.includes(queue),
    speed: (queue) => speeds[queue],
  })
}

test('a new task goes to the first upstream that is neither paused nor full, and waits at the first that is not paused', () => {
  const lanes = [lane('one'), lane('two'), lane('three')]
  expect(router(lanes, 'listed').queueFor(request)).toBe('one')
  expect(router(lanes, 'listed', { full: ['one'], paused: ['two'] }).queueFor(request)).toBe('three')
  expect(router(lanes, 'listed', { full: ['two', 'three'], paused: ['one'] }).queueFor(request)).toBe('two')
  expect(router(lanes, 'listed', { paused: ['one', 'two', 'three'] }).queueFor(request)).toBe('one')
})

test('a choice says among which upstreams it was made, by what, and what was passed over', () => {
  const lanes = [lane('one'), lane('two', { priority: 1 }), lane('three', { priority: 1 })]
  const why = (...given: Parameters<typeof router>) => router(...given).route(request)?.why
  expect(why(lanes.slice(1), 'speed')).toBe('two of two, three, by measured time to a result')
  expect(why(lanes, 'listed', { full: ['one'], paused: ['two'] })).toBe(
    'three of one, two, three, by priority, then as listed; one is full; two is paused',
  )
  expect(why(lanes, 'price', { full: ['one', 'three'], paused: ['two'] })).toBe(
    'one of one, two, three, by priority, then by price; none has room',
  )
  expect(why(lanes, 'weight', { paused: ['one', 'two', 'three'] })).toMatch(/; all are paused$/)
  expect(router(lanes.slice(2), 'listed').route(request)).toEqual({ queue: 'three' })
  const ten = Array.from({ length: 10 }, (_, index) => lane(`${index}`))
  expect(why(ten, 'listed')).toBe('0 of 0, 1, 2, 3, 4, 5, 6, 7, 2 more, as listed')
  expect(why(ten.slice(2), 'listed')).toBe('2 of 2, 3, 4, 5, 6, 7, 8, 9, as listed')
})

test('the choice is kept with the task and stands in its story', async () => {
  const adminKey = 'an-admin-key-of-32-characters-00'
  const provider = new ProviderSet('test', [lane('one'), lane('two')], { order: 'speed', models: new Map() })
  const service = await startService(
    { port: 0, dataDirectory: temporaryFolder(), siteDirectory: '/nowhere', adminKey, shutdownTimeout: 0 },
    { provider },
  )
  onTestFinished(() => service.close())
  const submitted = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.newKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'beta-5.0', prompt: 'a paper boat' }),
  })
  const { id } = (await submitted.json()) as { id: string }
  const story = await fetch(new URL(`/admin/tasks/${id}/story`, service.url), {
    headers: { authorization: `Bearer ${adminKey}` },
  })
  expect(((await story.json()) as { data: unknown[] }).data[0]).toMatchObject({
    what: 'Submitted',
    detail: 'one of one, two, by measured time to a result',
  })
})

test('upstreams come by priority, then by price or by measured time, what was never measured first', () => {
  const lanes = [
    lane('dear', { costs: new Map([['beta-5.0', 9]]) }),
    lane('cheap', { costs: new Map([['beta-5.0', 2]]) }),
    lane('unknown'),
    lane('last', { costs: new Map([['beta-5.0', 1]]), priority: 1 }),
  ]
  const order = (...given: Parameters<typeof router>) =>
    router(...given)
      .inOrder(request)
      .map(({ queue }) => queue)
  expect(order(lanes, 'price')).toEqual(['cheap', 'dear', 'unknown', 'last'])
  expect(order(lanes, 'speed', { speeds: { dear: 5000, cheap: 9000, last: 1 } })).toEqual([
    'unknown',
    'dear',
    'cheap',
    'last',
  ])
  expect(order(lanes, 'listed')).toEqual(['dear', 'cheap', 'unknown', 'last'])
})

test('the measured time of an upstream is that of its first task of a model, which each later one moves by a fifth of what it differs', () => {
  const speeds = new Speeds()
  expect(speeds.of('beta-5.0')).toBeUndefined()
  const measured = [10_000, 20_000, 2000].map((milliseconds) => {
    speeds.note('beta-5.0', milliseconds)
    return speeds.of('beta-5.0')
  })
  expect([measured, speeds.of('epsilonO3')]).toEqual([[10_000, 12_000, 10_000], undefined])
})

test('upstreams divide tasks by weight', () => {
  let state = 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const first = router([lane('one', { weight: 3 }), lane('two')], 'weight', { random })
  const counts = { one: 0, two: 0 }
  for (let task = 0; task < 4000; task += 1) counts[first.queueFor(request) as 'one' | 'two'] += 1
  expect(counts.one / counts.two).toBeGreaterThan(2.6)
  expect(counts.one / counts.two).toBeLessThan(3.4)
})

test('an idle upstream takes over what waits for a full one, and nothing that this one may have', async () => {
  const [full, idle] = [new StubUpstream('full'), new StubUpstream('idle')]
  const { accept, engine, pass, until, when, stores } = await world(
    { provider: full, concurrency: 2 },
    { provider: idle, models: ['beta-5.0'] },
  )
  full.answers = [{ answer: 'unknown', error: 'connection lost' }]
  const ids: string[] = []
  for (let task = 0; task < 9; task += 1) ids.push((await accept()).id)
  const { id: other } = await accept({ model: 'epsilonO3', kind: 'image' })
  await engine().start()
  await until(() => idle.submitted.length >= 6)
  await pass(3000)
  expect(new Set([...full.submitted, ...idle.submitted]).size).toBe(full.submitted.length + idle.submitted.length)
  expect(idle.submitted).not.toContain(full.submitted[0])
  for (const id of idle.submitted) {
    idle.complete(id)
    expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'idle' })
  }
  expect(idle.submitted, 'of a model that it does not take').not.toContain(other)
  expect((await stores.tasks.read(other))?.queue).toBe('default')
})

test('a task that an upstream has declined is not taken back by it while it waits for another', async () => {
  const [full, idle] = [new StubUpstream('full'), new StubUpstream('idle')]
  const { accept, engine, pass } = await world({ provider: full, concurrency: 1 }, { provider: idle })
  const declined = { answer: 'not-accepted', error: 'not this one' } as const
  await accept()
  const { id } = await accept({ queue: 'idle' })
  idle.answers = [declined, declined, declined, declined]
  await engine().start()
  await pass(10_000)
  expect(idle.submitted.filter((one) => one === id)).toHaveLength(1)
})
