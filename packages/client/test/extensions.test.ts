import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, type ModelTasksError } from '../src/index.js'
import { createTestClock, faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
let client: ModelTasks
const task = {
  id: 't1',
  object: 'video',
  created: 1,
  model: 'theirs',
  status: 'failed',
  error: 'cancelled by the client',
}

beforeEach(async () => {
  server = await startFaultServer({ extensions: ['models', 'list'] })
  client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, modelIds: { 'sd_2.0_discount': 'theirs' } })
})
afterEach(() => server.close())

it('capabilities are what the service declares', async () => {
  expect((await client.capabilities()).extensions).toEqual(['models', 'list'])
})

it('models, a page of tasks, a cancelled task and assets come as the service has them', async () => {
  server.next(
    'other',
    faults.status(200, { object: 'list', data: [{ id: 'm', object: 'model' }] }),
    faults.status(200, { object: 'quote', model: 'theirs', amount: 2.5, findings: [] }),
    faults.status(200, { object: 'list', data: [task], has_more: false }),
    faults.status(200, task),
    faults.status(200, { id: 'a1', object: 'asset', status: 'pending' }),
    faults.status(200, { id: 'a1', object: 'asset', status: 'approved' }),
  )
  expect(await client.models()).toEqual([{ id: 'm', object: 'model' }])
  expect(await client.quote('sd_2.0_discount', { prompt: 'A boat' })).toMatchObject({
    model: 'sd_2.0_discount',
    amount: 2.5,
  })
  expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toEqual({ model: 'theirs', prompt: 'A boat' })
  expect(await client.list({ limit: 2, model: 'sd_2.0_discount' })).toMatchObject({
    data: [{ id: 't1', model: 'sd_2.0_discount' }],
    has_more: false,
  })
  expect((await client.cancel('t1')).status).toBe('failed')
  expect((await client.uploadAsset(new Blob(['x'], { type: 'image/png' }))).status).toBe('pending')
  expect((await client.asset('a1')).status).toBe('approved')
  const seen = server.requests.map(({ method, path, headers }) => [
    method,
    path.replace('/api/v2/model-center', ''),
    headers['content-type'],
  ])
  expect(seen).toEqual([
    ['GET', '/models', undefined],
    ['POST', '/quote', 'application/json'],
    ['GET', '/tasks?limit=2&model=theirs', undefined],
    ['POST', '/tasks/t1/cancel', undefined],
    ['POST', '/assets', 'image/png'],
    ['GET', '/assets/a1', undefined],
  ])
})

it('current values come by the ID of the service, and an answer without them is none', async () => {
  const list = { object: 'value_list', path: '/voice', name: 'voices', values: ['anna'], read: 1_795_258_800 }
  server.next(
    'other',
    faults.status(200, { object: 'list', model: 'theirs', data: [list] }),
    faults.status(200, { object: 'list', data: [{ ...list, values: [1] }] }),
    faults.status(404, {}),
  )
  expect(await client.valueLists('sd_2.0_discount')).toEqual([list])
  expect(server.requests.at(-1)?.path).toBe('/api/v2/model-center/value-lists?model=theirs')
  await expect(client.valueLists('sd_2.0_discount')).rejects.toThrow('the answer is not what it promises')
  await expect(client.valueLists('sd_2.0_discount')).rejects.toMatchObject({ status: 404 })
})

it('a list is a page, and iterates over the tasks of all pages', async () => {
  const page = (ids: string[], next?: string): Parameters<typeof faults.status>[1] => ({
    object: 'list',
    data: ids.map((id) => ({ ...task, id })),
    has_more: next !== undefined,
    ...(next !== undefined && { next }),
  })
  const pages = [page(['t1', 't2'], 't2'), page([], 't2b'), page(['t3'])]
  server.next('other', ...pages.map((each) => faults.status(200, each)))
  const ids: string[] = []
  const list = client.list({ limit: 2 })
  for await (const { id, model } of list) ids.push(`${id} ${model}`)
  expect(ids).toEqual(['t1', 't2', 't3'].map((id) => `${id} sd_2.0_discount`))
  expect((await list).data.map(({ id }) => id)).toEqual(['t1', 't2'])
  expect(inspect(await list)).not.toContain('asyncIterator')
  expect(server.requests.map(({ path }) => path.replace(/.*\?/, ''))).toEqual([
    'limit=2',
    'limit=2&after=t2',
    'limit=2&after=t2b',
  ])
})

it.each([
  ['says that there is more, and not where', { has_more: true }],
  ['says where more would be, and that there is none', { has_more: false, next: 't1' }],
])('a list ends with a page that %s', async (_, rest) => {
  server.next('other', faults.status(200, { object: 'list', data: [task], ...rest }))
  const ids: string[] = []
  for await (const { id } of client.list()) ids.push(id)
  expect(ids).toEqual(['t1'])
  expect(server.requests).toHaveLength(1)
})

it('a page of assets is asked for with what was given', async () => {
  const page = { object: 'list', data: [{ id: 'a1', object: 'asset', status: 'approved' }], has_more: false }
  server.next('other', faults.status(200, page), faults.status(200, page))
  expect(await client.listAssets({ limit: 2, after: 'a0' })).toEqual(page)
  expect(await client.listAssets({ limit: undefined as never })).toEqual(page)
  expect(server.requests.map(({ method, path }) => `${method} ${path.replace('/api/v2/model-center', '')}`)).toEqual([
    'GET /assets?limit=2&after=a0',
    'GET /assets',
  ])
})

it('a file of no known type is uploaded as bytes', async () => {
  server.next('other', faults.status(200, { id: 'a1', object: 'asset', status: 'pending' }))
  await client.uploadAsset(new Blob(['x']))
  expect(server.requests[0]?.headers['content-type']).toBe('application/octet-stream')
})

describe('an answer that is not what an extension promises is a ProtocolError', () => {
  const calls: Record<string, { call: () => Promise<unknown>; answers: (object | string)[] }> = {
    models: {
      call: () => client.models(),
      answers: ['null', '7', {}, { data: 'm' }, { data: [null] }, { data: [{}] }],
    },
    quote: { call: () => client.quote('beta-5.0', {}), answers: ['null', '7', [], { amount: '5' }] },
    list: {
      call: () => client.list(),
      answers: ['null', {}, { data: {} }, { data: [null] }, { data: [{ id: 't1' }] }],
    },
    cancel: { call: () => client.cancel('t1'), answers: ['null', {}, { id: 't1' }, { status: 'failed' }] },
    assets: { call: () => client.listAssets(), answers: ['null', { data: 7 }, { data: [{ id: 'a1' }] }] },
    upload: { call: () => client.uploadAsset(new Blob(['x'])), answers: ['null', '"a1"', { status: 'approved' }] },
    asset: { call: () => client.asset('a1'), answers: ['null', '[]', { id: 'a1' }] },
  }
  for (const [name, { call, answers }] of Object.entries(calls))
    it(name, async () => {
      for (const answer of answers) {
        server.next('other', faults.status(200, answer))
        const error = (await call().catch((reason: unknown) => reason)) as ModelTasksError
        expect(error).toMatchObject({ name: 'ProtocolError', status: 200 })
        expect(error.summary).toContain('an extension that not every service has: the answer is not what it promises')
        expect(error.taskId).toBe(name === 'cancel' ? 't1' : undefined)
      }
    })

  it('capabilities', async () => {
    for (const answer of ['null', '7', [], { extensions: 'list' }]) {
      server.next('capabilities', faults.status(200, answer))
      await expect(client.capabilities()).rejects.toMatchObject({
        name: 'ProtocolError',
        summary: 'capabilities: the answer declares no extensions',
      })
    }
  })
})

it('a cancellation whose answer is lost names its task', async () => {
  server.next('other', faults.resetAfterReading)
  await expect(client.cancel('t1')).rejects.toMatchObject({ name: 'ConnectionError', taskId: 't1' })
})

describe('a query for the review of an asset', () => {
  const asset = (status: string): ReturnType<typeof faults.status> => faults.status(200, { id: 'a1', status })
  const uploaded = (clock = createTestClock()): [typeof clock, Promise<{ status: string }>] => {
    const one = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, clock, pollInterval: 5_000 })
    return [clock, one.uploadAsset(new Blob(['x']), { untilReviewed: true })]
  }

  it('that fails is repeated sooner, twice in a row at most', async () => {
    const down = faults.status(503)
    server.next(
      'other',
      asset('pending'),
      asset('pending'),
      down,
      down,
      asset('pending'),
      down,
      down,
      asset('rejected'),
    )
    const [clock, done] = uploaded()
    for (const pause of [5_000, 5_000, 1_000, 2_000, 5_000, 1_000, 2_000]) clock.advance(await clock.timer(pause))
    expect(await done).toMatchObject({ id: 'a1', status: 'rejected' })

    server.next('other', asset('pending'), down, down, down)
    const [again, ended] = uploaded()
    const error = ended.catch((reason: unknown) => reason)
    for (const pause of [5_000, 1_000, 2_000]) again.advance(await again.timer(pause))
    expect(await error).toMatchObject({ name: 'ApiError', status: 503 })
  })

  it('that is answered for good ends it at once', async () => {
    server.next('other', asset('pending'), faults.status(403))
    const [clock, done] = uploaded()
    const error = done.catch((reason: unknown) => reason)
    clock.advance(await clock.timer(5_000))
    expect(await error).toMatchObject({ name: 'AuthenticationError' })
  })
})

it('the wait for the review of an asset ends in AbortError when its signal fires', async () => {
  const controller = new AbortController()
  server.next('other', faults.status(200, { id: 'a1', status: 'pending' }))
  const { baseUrl, apiKey } = server
  const leaving = new ModelTasks({ baseUrl, apiKey, onResponse: () => setImmediate(() => controller.abort()) })
  const options = { untilReviewed: true, pollInterval: 600_000, signal: controller.signal }
  await expect(leaving.uploadAsset(new Blob(['x']), options)).rejects.toMatchObject({ name: 'AbortError' })
})

it('a service without them is an error that says what they are', async () => {
  for (const call of [client.models(), client.list(), client.cancel('t1')]) {
    await expect(call).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      message: expect.stringContaining('an extension that not every service has') as string,
    })
  }
})

it('an error of an upload says which file, and speaks of extensions only where there may be none', async () => {
  const cat = new File(['x'], 'cat.png', { type: 'image/png' })
  const summaryOf = async (status: number, file: Blob): Promise<string | undefined> => {
    server.next('other', faults.status(status, { detail: 'too large' }))
    return ((await client.uploadAsset(file).catch((reason: unknown) => reason)) as ModelTasksError).summary
  }
  expect(await summaryOf(413, cat)).toBe('assets, upload of cat.png: the service answered 413 (too large)')
  expect(await summaryOf(413, new Blob(['x']))).toBe('assets: the service answered 413 (too large)')
  for (const status of [404, 405, 501])
    expect(await summaryOf(status, cat)).toMatch(
      /^assets, upload of cat.png, an extension that not every service has: /,
    )
})

it('to cancel a task that has ended or is not there does not end in advice to wait for it', async () => {
  for (const status of [404, 409, 410]) {
    server.next('other', faults.status(status))
    const error = (await client.cancel('t1').catch((reason: unknown) => reason)) as Error
    expect(error).toMatchObject({ name: 'ApiError', status, taskId: 't1' })
    expect(error.message).not.toContain('Resume with')
  }
})
