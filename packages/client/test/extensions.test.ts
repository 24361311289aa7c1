import { afterEach, beforeEach, expect, it } from 'vitest'
import { ModelTasks } from '../src/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

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
  expect(server.requests.map(({ path }) => path.replace(/.*\?/, ''))).toEqual([
    'limit=2',
    'limit=2&after=t2',
    'limit=2&after=t2b',
  ])
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

it('to cancel a task that has ended or is not there does not end in advice to wait for it', async () => {
  for (const status of [404, 409]) {
    server.next('other', faults.status(status))
    const error = (await client.cancel('t1').catch((reason: unknown) => reason)) as Error
    expect(error).toMatchObject({ name: 'ApiError', status, taskId: 't1' })
    expect(error.message).not.toContain('Resume with')
  }
})
