import { faults, type FaultServer } from '@model-tasks/client/testing'
import { expect, test } from 'vitest'
import { ended, relay, upstream, upstreamOf, type Behind } from './support/relay.js'
import { passTime } from './support/scheduler.js'
import { image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { upstreamFetch } from '../src/run/provider/upstream-fetch.js'

const named = (name: string, { baseUrl, apiKey }: FaultServer, more: Partial<Behind> = {}): Behind => ({
  name,
  baseUrl,
  apiKey,
  ...more,
})
const modelsAskedOf = (server: FaultServer): unknown[] =>
  server.requests.filter(({ route }) => route === 'submit').map(({ body }) => JSON.parse(body).model)
const running = [{ status: 'processing' }]

test('a model goes to the first upstream that lists it, and else to the first without a list', async () => {
  const [first, second, third] = [await upstream(), await upstream(), await upstream()]
  const { call, when } = await relay([
    named('all', first),
    named('videos', second, { models: [video.model], modelIds: { [video.model]: 'their-video' } }),
    named('more-videos', third, { models: [video.model] }),
  ])
  for (const body of [video, image])
    expect((await when((await call('POST', '/tasks', body)).body.id, ended)).status).toBe('completed')
  expect([first, second, third].map(modelsAskedOf)).toEqual([[image.model], ['their-video'], []])
})

test('a model that no upstream takes is rejected and listed so, and nothing of it is kept', async () => {
  const behind = await upstream()
  const { call } = await relay(named('videos', behind, { models: [video.model] }))
  const { status, body } = await call('POST', '/tasks', image)
  expect([status, body.type, body.reason]).toEqual([403, 'urn:model-tasks:problem:model-unavailable', 'no_upstream'])
  expect((await call('GET', '/tasks')).body.data).toEqual([])
  const models = (await call('GET', '/models')).body.data
  expect(models).toContainEqual({
    id: image.model,
    object: 'model',
    kind: 'image',
    available: false,
    reason: 'no_upstream',
    reference: true,
    price: { perTask: 1 },
  })
  expect(models).toContainEqual(expect.objectContaining({ id: video.model, available: true }))
  expect(behind.requests).toEqual([])
})

test('after a restart with another order a task is asked for where it was accepted', async () => {
  const [alpha, beta] = [await upstream({ script: running }), await upstream()]
  const first = await relay([named('alpha', alpha), named('beta', beta)])
  const {
    body: { id },
  } = await first.call('POST', '/tasks', video)
  await first.meanwhile(alpha.received('query', 1))
  await first.close()
  const { when, meanwhile } = await relay([named('beta', beta), named('alpha', alpha)], first)
  await meanwhile(alpha.received('query', alpha.count('query') + 1))
  expect((await when(id, (task) => task.status === 'processing')).id).toBe(id)
  expect([alpha.count('submit'), beta.requests.length]).toEqual([1, 0])
})

test('a task whose upstream is gone from the settings waits with an error, and is fetched when it is back', async () => {
  const [alpha, beta] = [await upstream({ script: running }), await upstream()]
  const first = await relay([named('alpha', alpha), named('beta', beta)])
  const {
    body: { id },
  } = await first.call('POST', '/tasks', video)
  await first.meanwhile(alpha.received('query', 1))
  await first.close()
  const without = await relay(named('beta', beta), first)
  await passTime(without.clock, 120_000)
  expect((await without.when(id, () => true)).status).toBe('processing')
  expect(without.errors).toEqual([
    'the upstream alpha is not in the settings; the tasks it has accepted wait until it is put back or they are cancelled',
  ])
  await without.close()
  const completed = faults.taskWith({ status: 'completed', result_url: `${new URL(alpha.baseUrl).origin}/files/x.mp4` })
  alpha.next('query', completed, completed)
  const { when } = await relay([named('beta', beta), named('alpha', alpha)], first)
  expect((await when(id, ended)).status).toBe('completed')
  expect([alpha.count('submit'), beta.requests.length]).toEqual([1, 0])
})

test('a cancel goes to the upstream that has the task', async () => {
  const behind = await testService({}, { provider: Object.assign(new StubProvider(), { instant: false }) })
  const { call } = await relay([
    { name: 'videos', baseUrl: behind.service.baseUrl, apiKey: behind.key, models: [video.model] },
    named('all', await upstream()),
  ])
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  const job = await behind.provider.job(0)
  const stopped = new Promise<void>((resolve) => {
    job.follow.signal.addEventListener('abort', () => {
      resolve()
    })
  })
  expect((await call('POST', `/tasks/${id}/cancel`)).body.status).toBe('failed')
  await stopped
})

/** A task that went to the first of two upstreams that keep keys, whose answer was lost; the service has stopped since. */
async function answerLost() {
  const [alpha, beta] = [
    await upstream({ extensions: ['idempotency'] }),
    await upstream({ extensions: ['idempotency'] }),
  ]
  alpha.next('submit', faults.resetAfterAccept)
  const first = await relay([named('alpha', alpha), named('beta', beta)])
  const {
    body: { id },
  } = await first.call('POST', '/tasks', video)
  // The service, when it stops, waits for the answer to what it has sent.
  while (!alpha.requests.some(({ route }) => route === 'submit'))
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  await first.close()
  return { alpha, beta, first, id }
}

test('after a lost answer the next start asks the same upstream again, where that buys once, and never another', async () => {
  const { alpha, beta, first, id } = await answerLost()
  const { when } = await relay([named('beta', beta), named('alpha', alpha)], first)
  expect((await when(id, ended)).status).toBe('completed')
  expect([alpha.count('submit'), alpha.tasks.size, beta.count('submit')]).toEqual([2, 1, 0])
})

test('after a lost answer of an upstream that is gone the task ends at its deadline, and no other is asked', async () => {
  const { beta, first, id } = await answerLost()
  const { when } = await relay(named('beta', beta), first)
  expect((await when(id, ended)).error).toMatch(/^outcome unknown: /)
  expect(beta.count('submit')).toBe(0)
})

test('an upstream has no more tasks than its concurrency, and holds up no other', async () => {
  const held = await testService({}, { provider: Object.assign(new StubProvider(), { instant: false }) })
  const { call, when, meanwhile } = await relay([
    { name: 'videos', baseUrl: held.service.baseUrl, apiKey: held.key, models: [video.model], concurrency: 2 },
    named('images', await upstream(), { models: [image.model] }),
  ])
  const ids: string[] = []
  for (const body of [video, video, video, image]) ids.push((await call('POST', '/tasks', body)).body.id)
  const jobs = [await meanwhile(held.provider.job(0)), await meanwhile(held.provider.job(1))]
  expect((await when(ids[3]!, ended)).status).toBe('completed')
  expect(held.provider.submitted).toHaveLength(2)
  for (const job of jobs) await job.complete()
  await (await meanwhile(held.provider.job(2))).complete()
  for (const id of ids) expect((await when(id, ended)).status).toBe('completed')
})

test('a task that waits for room has not been submitted: the next start does so', async () => {
  const behind = await upstream({ script: running })
  const first = await relay(named('alpha', behind, { concurrency: 1 }))
  for (const body of [video, video]) await first.call('POST', '/tasks', body)
  await first.meanwhile(behind.received('query', 1))
  await first.close()
  expect(behind.count('submit')).toBe(1)
  const next = await relay(named('alpha', behind, { concurrency: 2 }), first)
  await next.meanwhile(behind.received('submit', 2))
})

test('a task whose model no upstream takes any more fails with that reason', async () => {
  const behind = await upstream({ script: running })
  const first = await relay(named('alpha', behind, { concurrency: 1 }))
  await first.call('POST', '/tasks', video)
  await first.meanwhile(behind.received('query', 1))
  const {
    body: { id },
  } = await first.call('POST', '/tasks', video)
  await first.close()
  const { when } = await relay(named('alpha', behind, { models: [image.model] }), first)
  expect(await when(id, ended)).toMatchObject({
    status: 'failed',
    error: 'no upstream takes sd_2.0_discount any more',
    amount: 0,
  })
})

test('a result on a private host that the settings do not name is rejected with the setting that would allow it', async () => {
  const behind = await upstream()
  const elsewhere = { ...behind, name: 'up', baseUrl: 'https://upstream.example' }
  const host = new URL(behind.baseUrl).host
  await expect(upstreamFetch(upstreamOf(elsewhere))(behind.baseUrl)).rejects.toMatchObject({
    cause: {
      message: `its host is not on the public Internet; to fetch results from there, add "${host}" to resultHosts of the upstream up`,
    },
  })
  const allowed = upstreamFetch(upstreamOf({ ...elsewhere, resultHosts: [host] }))
  expect((await allowed(behind.baseUrl)).status).toBeGreaterThan(0)
})
