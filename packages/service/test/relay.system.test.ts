import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faults } from '@model-tasks/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { ended, relay, upstream } from './support/relay.js'
import { image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

test('a task goes through to the upstream and its file comes back', async () => {
  const behind = await upstream()
  const { call, when } = await relay(behind)
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  const task = await when(id, ended)
  expect(task).toMatchObject({ id, status: 'completed', model: 'sd_2.0_discount' })
  const file = Buffer.from(await (await fetch(task.result_url)).arrayBuffer())
  expect(file.equals(behind.result)).toBe(true)
  const [submit] = behind.requests.filter(({ route }) => route === 'submit')
  expect(JSON.parse(submit!.body)).toEqual(video)
  expect(submit!.headers).toMatchObject({ authorization: 'Bearer test-key', 'idempotency-key': id })
})

test('one of our services in front of another', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const behind = await testService({}, { provider })
  const { call, when } = await relay({ baseUrl: behind.service.baseUrl, apiKey: behind.key })
  const {
    body: { id },
  } = await call('POST', '/tasks', image)
  const job = await provider.job(0)
  job.follow.onProgress(0.5)
  expect((await when(id, (task) => task.progress === 0.5)).status).toBe('processing')
  await job.complete('a picture')
  const task = await when(id, ended)
  expect(await (await fetch(task.image_url)).text()).toBe('a picture')
})

test.each([
  ['all', undefined, ['\0one', '\0two', '\0six']],
  ['those that are not gone', '/1.mp4', ['\0one', '\0six']],
  ['the one that is there', 'all', undefined],
])('every file of a task comes through, and none of the URLs of the upstream: %s', async (_, gone, kept) => {
  const host = createServer(({ url = '' }, response) => {
    const bytes = Buffer.from(['\0one', '\0two', '\0six'][Number(url[1])] ?? '')
    if (url === gone || (gone === 'all' && url !== '/0.mp4')) return response.writeHead(410).end()
    return response
      .writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length, etag: '"1"' })
      .end(bytes)
  })
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void host.close())
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const urls = [0, 1, 2].map((number) => `${origin}/${number}.mp4`)
  const behind = await upstream({ script: [{ status: 'completed', result_url: urls[0], result_urls: urls }] })
  const { call, when } = await relay({ ...behind, resultHosts: [new URL(origin).host] })
  const { body } = await call('POST', '/tasks', video)
  const task = (await when(body.id, ended)) as unknown as { status: string; result_url: string; result_urls?: string[] }
  expect(JSON.stringify(task)).not.toContain(origin)
  expect(task.status).toBe('completed')
  const files = await Promise.all((task.result_urls ?? []).map(async (url) => (await fetch(url)).text()))
  expect(task.result_urls && files).toEqual(kept)
  expect(await (await fetch(task.result_url)).text()).toBe('\0one')
})

test('where a task stands at its upstream is not shown as its place here', async () => {
  const behind = await upstream({ script: [{ status: 'completed', queue_position: 3, expected_start: 1 }] })
  const { call, when } = await relay(behind)
  const { body } = await call('POST', '/tasks', video)
  const task = await when(body.id, ended)
  expect([task.status, task['queue_position'], task['expected_start']]).toEqual(['completed', undefined, undefined])
})

test('the upstream’s own Model IDs are used there and not shown here', async () => {
  const behind = await upstream()
  const { call, when } = await relay({ ...behind, modelIds: { 'sd_2.0_discount': 'their-name' } })
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  expect((await when(id, ended)).model).toBe('sd_2.0_discount')
  const submitted = behind.requests.find(({ route }) => route === 'submit')
  expect(JSON.parse(submitted!.body).model).toBe('their-name')
})

test.each([
  ['a model that is not for the account', faults.status(403, { reason: 'brand_model_missing' })],
  [
    'a model that is unknown',
    faults.status(400, {
      findings: [{ rule: 'model', severity: 'error', path: '/model', parameter: 'model', message: 'unknown' }],
    }),
  ],
])('%s there goes to another upstream and fails no task', async (_name, fault) => {
  const [first, second] = [await upstream(), await upstream()]
  first.next('submit', fault)
  const { call, when, errors } = await relay([first, { ...second, name: 'second' }])
  const { body } = await call('POST', '/tasks', video)
  expect((await when(body.id, ended)).status).toBe('completed')
  expect([first.count('submit'), second.count('submit')]).toEqual([1, 1])
  expect(errors).toEqual([expect.stringMatching(/Correct modelIds of this upstream$/)])
})

test('an answer that was lost is never asked for twice, and the task ends at its deadline', async () => {
  const behind = await upstream()
  behind.next('submit', faults.resetAfterAccept)
  const { call, when } = await relay(behind)
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  const task = await when(id, ended)
  expect(task).toMatchObject({
    status: 'failed',
    amount: 5,
    error: expect.stringMatching(/^outcome unknown: .* may have run there and was not submitted twice$/),
  })
  expect(behind.count('submit')).toBe(1)
})

test('where the upstream keeps idempotency keys, it is asked again and has one task', async () => {
  const behind = await upstream({ extensions: ['idempotency'] })
  behind.next('submit', faults.resetAfterAccept)
  const { call, when } = await relay(behind)
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  expect((await when(id, ended)).status).toBe('completed')
  expect([behind.count('submit'), behind.tasks.size]).toEqual([2, 1])
})

test.each([
  ['a 500', faults.status(500), 1, 'failed'],
  ['an answer that is not a Task', faults.status(200, { hello: 'world' }), 1, 'failed'],
  ['a 400', faults.status(400, { detail: 'no' }), 1, 'failed'],
  ['a 429', faults.status(429, {}, { 'retry-after': '1' }), 2, 'completed'],
])('after %s the upstream has been asked as often as is safe', async (_name, fault, posts, status) => {
  const behind = await upstream()
  behind.next('submit', fault)
  const { call, when } = await relay(behind)
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  expect((await when(id, ended)).status).toBe(status)
  expect(behind.count('submit')).toBe(posts)
})

test('faults while polling and downloading lose nothing', async () => {
  const behind = await upstream({ script: [{ status: 'queued' }, { status: 'processing' }, { status: 'completed' }] })
  behind.next('query', faults.status(503), faults.resetWhileReading, faults.status(200, 'x'))
  behind.next('result', faults.status(503))
  const { call, when } = await relay(behind)
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  expect((await when(id, ended)).status).toBe('completed')
  expect(behind.count('submit')).toBe(1)
})

test('a task that fails upstream fails here with the same words, and costs nothing', async () => {
  const behind = await upstream({ script: [{ status: 'failed', error: 'invalid media type' }] })
  const { call, when } = await relay(behind)
  const {
    body: { id },
  } = await call('POST', '/tasks', video)
  expect(await when(id, ended)).toMatchObject({ status: 'failed', error: 'invalid media type', amount: 0 })
})

test.each([
  [410, 'at once', 2],
  [404, 'after a minute of asking again', 10],
  [403, 'after a minute of asking again', 10],
])('a file for which the upstream answers %i is given up %s', async (status, _when, asked) => {
  const behind = await upstream()
  behind.next('result', ...Array.from({ length: 20 }, () => faults.status(status)))
  const { call, when } = await relay(behind)
  const { body } = await call('POST', '/tasks', video)
  expect(await when(body.id, ended)).toMatchObject({
    status: 'failed',
    amount: 0,
    error: `the upstream completed the task and no longer serves its result (HTTP ${status})`,
  })
  expect(behind.count('result')).toBe(asked)
})

test('a restart follows the task from where it was, without a second submit', async () => {
  const behind = await upstream({ script: [{ status: 'processing' }] })
  const first = await relay(behind)
  const {
    body: { id },
  } = await first.call('POST', '/tasks', video)
  await first.meanwhile(behind.received('query', 1))
  await first.close()
  const { when, meanwhile } = await relay(behind, first)
  await meanwhile(behind.received('query', behind.count('query') + 1))
  expect((await when(id, (task) => task.status === 'processing')).id).toBe(id)
  expect(behind.count('submit')).toBe(1)
})

test('a cancel is forwarded where the upstream knows it', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const behind = await testService({}, { provider })
  const { call } = await relay({ baseUrl: behind.service.baseUrl, apiKey: behind.key })
  const {
    body: { id },
  } = await call('POST', '/tasks', image)
  const job = await provider.job(0)
  const stopped = new Promise<void>((resolve) => {
    job.follow.signal.addEventListener('abort', () => {
      resolve()
    })
  })
  expect((await call('POST', `/tasks/${id}/cancel`)).body.status).toBe('failed')
  await stopped
  expect((await behind.call('GET', '/tasks')).body.data[0]).toMatchObject({
    status: 'failed',
    error: 'cancelled by the client',
  })
})

test('assets are not offered, and asset ids are the upstream’s to judge', async () => {
  const behind = await upstream()
  const { call } = await relay(behind)
  expect((await call('GET', '/capabilities')).body.extensions).not.toContain('assets')
  expect((await call('GET', '/assets/x')).status).toBe(404)
  expect((await call('POST', '/tasks', { ...video, reference_images: ['assetId://theirs'] })).status).toBe(200)
})
