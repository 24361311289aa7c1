import { resultFields } from '@model-tasks/client/policy'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { taskFields } from '../src/domain/task/resource.js'
import { keysKept } from '../src/run/retention.js'
import { silentLog } from '../src/base/log.js'
import { answerOf, image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const held = () => Object.assign(new StubProvider(), { instant: false })

test('capabilities are told without a key', async () => {
  const { service } = await testService()
  const { status, body } = await answerOf(await fetch(`${service.baseUrl}/v2/model-center/capabilities`))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    object: 'capabilities',
    idempotency: { header: 'Idempotency-Key' },
    polling: { minimumSeconds: 0.25 },
  })
  expect(body.extensions).toEqual(
    expect.arrayContaining(['idempotency', 'problems', 'list', 'cancel', 'assets', 'models', 'results']),
  )
  expect(body.extensions, 'no site is built in this test').not.toContain('docs')
})

test('capabilities name the account of a valid key, and how long submits can be repeated', async () => {
  const { service } = await testService()
  const declared = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return answerOf(await fetch(`${service.baseUrl}/v2/model-center/capabilities`, { headers }))
  }
  const { body } = await declared(`Bearer ${service.newKey ?? ''}`)
  expect(body.account).toMatch(/^local@[0-9a-f]{12}$/)
  expect(body.idempotency).toEqual({ header: 'Idempotency-Key', keptSeconds: 31_536_000, lookup: true })
  for (const authorization of [undefined, 'Bearer unknown', 'Basic x', '']) {
    const answer = await declared(authorization)
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('account')
  }
  // Another installation has another local account.
  const { service: other } = await testService()
  const headers = { authorization: `Bearer ${other.newKey ?? ''}` }
  const theirs = await answerOf(await fetch(`${other.baseUrl}/v2/model-center/capabilities`, { headers }))
  expect(theirs.body.account).not.toBe(body.account)
})

test.each([
  [{}, 31_536_000],
  [{ keep: 3_600_000 }, 86_400],
  [{ keep: 172_800_000 }, 172_800],
  [{ keep: 999_999_999_999, keepTasks: 172_800_000 }, 172_800],
])('keys are kept as long as results and tasks, and a day at least: %j', (settings, seconds) => {
  expect(keysKept({ keep: undefined, keepTasks: undefined, ...settings }) / 1000).toBe(seconds)
})

test('a task is found by the key of its submit', async () => {
  const { service, call, submit } = await testService()
  const { body: task } = await submit(image, { 'idempotency-key': 'order 7'.replace(' ', '-') })
  await submit(image)
  const found = await call('GET', '/tasks?idempotency_key=order-7')
  expect(found.body).toMatchObject({
    object: 'list',
    data: [{ id: task.id }],
    has_more: false,
    idempotency_key: 'order-7',
  })
  expect((await call('GET', '/tasks?idempotency_key=order-8')).body).toEqual({
    ...{ object: 'list', data: [], has_more: false, idempotency_key: 'order-8' },
  })
  for (const query of [
    'idempotency_key=',
    'idempotency_key=a%20b',
    'idempotency_key=a&limit=5',
    'idempotency_key=a&idempotency_key=b',
  ])
    expect((await call('GET', `/tasks?${query}`)).status, query).toBe(400)
  expect((await fetch(`${service.baseUrl}/v2/model-center/tasks?idempotency_key=order-7`)).status).toBe(401)
})

test('models are listed with their kind and availability', async () => {
  const { call } = await testService()
  const { body } = await call('GET', '/models')
  expect(body.object).toBe('list')
  expect(body.data).toHaveLength(28)
  expect(body.data).toContainEqual({
    id: 'beta-5.0',
    object: 'model',
    kind: 'image',
    available: true,
    reference: true,
    price: { perTask: 1 },
  })
  expect(body.data).toContainEqual({
    id: 'zeta-H3_933_1080p',
    object: 'model',
    kind: 'video',
    available: false,
    reason: 'brand_model_missing',
    reference: true,
    price: { perSecond: 1 },
  })
  expect(body.data).toContainEqual({
    id: 'sd_2.0_special',
    object: 'model',
    kind: 'video',
    available: true,
    reference: false,
    price: { perTask: 5 },
  })
})

test('tasks are listed newest first, page by page', async () => {
  const { submit, call } = await testService()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await submit(count % 2 === 0 ? image : video)).body.id)
  const first = (await call('GET', '/tasks?limit=2')).body
  expect(first).toMatchObject({ object: 'list', has_more: true, next: ids[1] })
  const second = (await call('GET', `/tasks?limit=3&after=${first.next}`)).body
  expect([...first.data, ...second.data].map((task: { id: string }) => task.id)).toEqual(ids)
  expect(second).toMatchObject({ has_more: false })
  expect(second).not.toHaveProperty('next')
  expect((await call('GET', '/tasks?model=beta-5.0')).body.data).toHaveLength(3)
})

test('a cancelled task fails for good, and its provider is stopped', async () => {
  const provider = held()
  const { submit, call } = await testService({}, { provider })
  const {
    body: { id },
  } = await submit(image)
  const job = await provider.job(0)
  const { status, body } = await call('POST', `/tasks/${id}/cancel`)
  expect([status, body.status, body.error]).toEqual([200, 'failed', 'cancelled by the client'])
  expect(job.follow.signal.aborted).toBe(true)
  const again = await call('POST', `/tasks/${id}/cancel`)
  expect([again.status, again.body.type]).toEqual([409, 'urn:model-tasks:problem:task-ended'])
})

test('a task that waits can be cancelled before it runs', async () => {
  const provider = Object.assign(held(), { concurrency: 1 })
  const { submit, call, ended } = await testService({}, { provider })
  const first = (await submit(image)).body.id
  const second = (await submit(image)).body.id
  await call('POST', `/tasks/${second}/cancel`)
  await (await provider.job(0)).complete()
  await ended(first)
  const third = (await submit(image)).body.id
  expect((await provider.job(1)).task.id).toBe(third)
})

test('an idempotency key buys one task, however often it is sent', async () => {
  const { submit, provider, ended } = await testService()
  const headers = { 'idempotency-key': 'key-1' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(image, headers)))
  const ids = new Set(answers.map(({ body }) => body.id))
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  expect(ids.size).toBe(1)
  const [id] = [...ids]
  await ended(id ?? '')
  const late = await submit({ prompt: image.prompt, model: image.model }, headers)
  expect(
    [late.status, late.body.id, late.body.status],
    'the same members in another order are the same request',
  ).toEqual([200, id, 'completed'])
  expect(provider.submitted).toEqual([id])
})

test('an idempotency key with another body is a conflict', async () => {
  const { submit } = await testService()
  const headers = { 'idempotency-key': 'key-1' }
  await submit(image, headers)
  const { status, body } = await submit({ ...image, prompt: 'another' }, headers)
  expect([status, body.type]).toEqual([409, 'urn:model-tasks:problem:idempotency-conflict'])
  expect((await submit(image, { 'idempotency-key': 'has space' })).status).toBe(400)
  expect((await submit(image, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400)
})

test('a refused request does not use its idempotency key up', async () => {
  const { submit } = await testService()
  const headers = { 'idempotency-key': 'key-1' }
  expect((await submit({ model: 'beta-5.0' }, headers)).status).toBe(400)
  expect((await submit(image, headers)).status).toBe(200)
})

test('an uploaded asset can be used', async () => {
  const { call, submit, folder, service } = await testService()
  const upload = await fetch(`${service.baseUrl}/v2/model-center/assets`, {
    method: 'POST',
    headers: { authorization: await authorizationOf(folder), 'content-type': 'image/png' },
    body: 'picture',
  })
  const { status, body: asset } = await answerOf(upload)
  expect([status, asset]).toEqual([
    200,
    {
      id: expect.stringMatching(/^asset_/),
      object: 'asset',
      status: 'approved',
      content_type: 'image/png',
      bytes: 7,
      created: expect.any(Number),
    },
  ])
  expect((await call('GET', `/assets/${asset.id}`)).body).toEqual(asset)
  expect((await call('GET', '/assets?limit=1')).body).toEqual({ object: 'list', data: [asset], has_more: false })
  expect((await call('GET', '/assets?limit=0')).status).toBe(400)
  expect(existsSync(join(folder, 'files', 'assets', asset.id))).toBe(true)
  expect((await submit({ ...video, reference_images: [`assetId://${asset.id}`] })).status).toBe(200)
})

test('assets are listed page by page, also while those of each page are deleted', async () => {
  const { call } = await testService()
  for (let count = 0; count < 7; count += 1)
    expect((await call('POST', '/assets', { body: 'x', headers: { 'content-type': 'image/png' } })).status).toBe(200)
  const seen: string[] = []
  for (let after = '', more = true; more;) {
    const { body } = await call('GET', `/assets?limit=3&after=${after}`)
    seen.push(...body.data.map(({ id }) => id))
    ;[more, after] = [body.has_more, body.next]
  }
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  const sizes: number[] = []
  for (let after = '', more = true; more;) {
    const { body } = await call('GET', `/assets?limit=3&after=${after}`)
    for (const { id } of body.data) expect((await call('DELETE', `/assets/${id}`)).status).toBe(204)
    sizes.push(body.data.length)
    ;[more, after] = [body.has_more, body.next]
  }
  expect(sizes).toEqual([3, 3, 1])
  for (const after of ['asset_1', 'asset_1-', 'task_1-5', '-5', 'asset_1-5-5'])
    expect((await call('GET', `/assets?after=${after}`)).body.detail).toBe('after must be the next of the page before')
})

test('an asset that is unknown is one finding, on its item', async () => {
  const { submit, provider } = await testService()
  const { status, body } = await submit({ ...video, reference_images: ['https://example.com/a.png', 'assetId://none'] })
  expect(status).toBe(400)
  expect(body.findings).toEqual([
    expect.objectContaining({
      rule: 'asset-unavailable',
      severity: 'error',
      path: '/reference_images/1',
      parameter: 'reference_images',
      message:
        'reference_images[1]: the asset "none" cannot be used, this account has no asset with this ID; upload it first and wait until it is approved',
      received: 'assetId://none',
    }),
  ])
  expect(provider.submitted).toEqual([])
})

test('a request that names fifty thousand assets is answered in short', async () => {
  const { call } = await testService()
  const model = 'sd_2.0_special'
  const strays = Array.from({ length: 50_000 }, (_, index) => `assetId://${index % 2 === 0 ? '' : 'asset_x'}`)
  const { status, text, body } = await call('POST', '/quote', { body: { model, references: strays } })
  expect([status, body.findings.filter(({ rule }) => rule === 'asset-unavailable').length]).toEqual([400, 100])
  const long = await call('POST', '/quote', {
    body: { model, ['n'.repeat(400_000)]: [`assetId://${'i'.repeat(500_000)}`] },
  })
  expect(long.body.findings.map(({ rule }) => rule)).toContain('asset-unavailable')
  const number = await call('POST', '/quote', { body: `{"model":"${model}","${'n'.repeat(900_000)}":[1e400]}` })
  expect(number.body.findings.map(({ rule }) => rule)).toContain('number-range')
  for (const one of [text, long.text, number.text]) expect(one.length).toBeLessThan(100_000)
})

test.each([
  ['text/plain', 'x', 415],
  ['', 'x', 415],
  ['image/png', '', 400],
])('an asset of type "%s" with the body "%s" is rejected with %i', async (type, body, expected) => {
  const { call } = await testService()
  expect((await call('POST', '/assets', { body, headers: { 'content-type': type } })).status).toBe(expected)
})

test.each([
  ['count', { count: 3, bytes: 1000 }, 3],
  ['bytes', { count: 1000, bytes: 10 }, 2],
])('uploads that arrive at the same time keep to the limit of %s', async (_of, assetLimits, room) => {
  const { call, folder } = await testService({ assetLimits })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      call('POST', '/assets', { body: 'four', headers: { 'content-type': 'image/png' } }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(room)
  expect(readdirSync(join(folder, 'files', 'assets'))).toHaveLength(room)
})

test.each([
  ['content-encoding', 'gzip'],
  ['content-range', 'bytes 0-2/10'],
])('an asset with the header %s is rejected: what is kept would not be the file', async (name, value) => {
  const { call } = await testService()
  const headers = { 'content-type': 'image/png', [name]: value }
  expect((await call('POST', '/assets', { body: 'abc', headers })).status).toBe(415)
})

test('an upload whose connection breaks is not an error of the service, and leaves nothing', async () => {
  const errors: string[] = []
  const log = { ...silentLog, error: (message: string) => void errors.push(message) }
  const { service, key, folder } = await testService({}, { log })
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST /api/v2/model-center/assets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: image/png\r\nContent-Length: 30\r\n\r\nabc`,
  )
  const kept = join(folder, 'files', 'assets')
  while (!existsSync(kept) || readdirSync(kept).length === 0) await new Promise(setImmediate)
  socket.destroy()
  while (readdirSync(kept).length > 0) await new Promise(setImmediate)
  await service.close()
  expect(errors).toEqual([])
})

test('an asset that is too large is rejected, whether its length was declared or not, and nothing of it is kept', async () => {
  const { service, key, folder } = await testService()
  const chunk = Buffer.alloc(1024 * 1024)
  const streamed = (): ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (let count = 0; count < 65; count += 1) controller.enqueue(chunk)
        controller.close()
      },
    })
  const upload = (body: BodyInit, extra: object): Promise<number> =>
    fetch(`${service.baseUrl}/v2/model-center/assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'video/mp4' },
      body,
      ...extra,
    }).then(({ status }) => status)
  expect(await upload(Buffer.alloc(65 * 1024 * 1024), {})).toBe(413)
  expect(await upload(streamed(), { duplex: 'half' })).toBe(413)
  const kept = join(folder, 'files', 'assets')
  expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([])
})

test('every field of a Task is one of the interface, names the file of a result, or is described by an extension', () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../spec', file), 'utf8'))
  const { properties } = read('task.schema.json') as { properties: object }
  const { extensions } = read('service.json') as { extensions: { description: string }[] }
  const words = new Set(extensions.flatMap(({ description }) => description.match(/\w+/g) ?? []))
  const known = new Set([...Object.keys(properties), ...resultFields])
  expect([...taskFields, 'upstream_fallback'].filter((field) => !known.has(field) && !words.has(field))).toEqual([])
})

test('pages of other origins may call the API', async () => {
  const { service } = await testService()
  const preflight = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://docs.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type, idempotency-key',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization, Content-Type, Idempotency-Key/)
  expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
  const refused = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
    headers: { origin: 'https://docs.example' },
  })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})

async function authorizationOf(folder: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return `Bearer ${JSON.parse(await readFile(join(folder, 'local-credentials.json'), 'utf8')).apiKey}`
}
