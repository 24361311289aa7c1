import type { loaders } from '@model-tasks/documents/upstreams'
import { expect, test } from 'vitest'
import { done, vendorClient } from './support/vendor-client.js'

test('the file of a video is where its answer leads, once it has one', async () => {
  const { call } = await vendorClient('openai-videos')
  expect(await call('GET /videos/done/content')).toEqual({ status: 302, redirect: done.url })
  for (const [id, state] of [
    ['runs', 'processing'],
    ['unnamed', 'completed'],
    ['failed', 'failed'],
    ['partial', 'failed'],
  ])
    expect(await call(`GET /videos/${id}/content`)).toMatchObject({
      ...{ status: 404, body: { error: { message: `task ${id} has no result (${state})` } } },
    })
})

test('a result that has an address of its own is answered there, and before that what the vendor answers', async () => {
  const { call } = await vendorClient('fal')
  expect(await call('GET /m/requests/done')).toMatchObject({ status: 200, body: { video: { url: done.url } } })
  const pending = { status: 400, body: { detail: 'Request is still in progress' } }
  expect([await call('GET /m/requests/runs'), await call('GET /m/requests/waits')]).toEqual([pending, pending])
  expect(await call('GET /m/requests/failed')).toMatchObject({ status: 422, body: { detail: 'a face' } })
  expect(await call('GET /m/requests/wordless')).toMatchObject({ status: 422, body: { detail: 'failed' } })
  expect(await call('GET /m/requests/partial')).toMatchObject({ status: 422, body: { detail: 'cut off' } })
  expect((await call('GET /m/requests/unnamed')).status).toBe(422)
})

test('a request that the protocol does not have, and a task of a kind that it does not make, are errors of its form', async () => {
  const { call } = await vendorClient('runway')
  expect(await call('GET /v1/nothing')).toMatchObject({
    ...{ status: 404, body: { error: 'GET /v1/nothing is not part of runway' } },
  })
  expect(await call('GET /v1/tasks/image')).toMatchObject({
    ...{ status: 400, body: { error: expect.stringMatching(/makes no images$/) } },
  })
  expect((await call('GET /v1/tasks/runs')).status).toBe(200)
})

test('a page of tasks begins where its protocol says it, and is as large as asked for, within limits', async () => {
  const placesOf = async (protocol: keyof typeof loaders, ...lines: string[]) => {
    const { call, places } = await vendorClient(protocol)
    for (const line of lines) expect((await call(`GET ${line}`)).status, line).toBe(200)
    return places
  }
  const ark = '/contents/generations/tasks'
  expect(await placesOf('ark', ark, `${ark}?page_num=1`, `${ark}?page_num=3&page_size=100`)).toEqual([
    { limit: 20, skip: 0 },
    { limit: 20, skip: 0 },
    { limit: 100, skip: 200 },
  ])
  expect(await placesOf('luma', '/generations?offset=0', '/generations?offset=7&limit=1')).toEqual([
    { limit: 20, skip: 0 },
    { limit: 1, skip: 7 },
  ])
  expect(await placesOf('openai-videos', '/videos', '/videos?after=done&limit=2&order=desc')).toEqual([
    { limit: 20, skip: 0 },
    { limit: 2, skip: 0, after: 'done' },
  ])
  expect(await placesOf('replicate', '/predictions', '/predictions?cursor=done')).toEqual([
    { limit: 20, skip: 0 },
    { limit: 20, skip: 0, after: 'done' },
  ])
  const { call } = await vendorClient('openai-videos')
  expect((await call('GET /videos')).body).toMatchObject({ data: [{ id: 'done', status: 'completed' }] })
  for (const limit of ['0', '101', '1.5', 'x'])
    expect(await call(`GET /videos?limit=${limit}`), limit).toMatchObject({
      ...{ status: 400, body: { error: { message: 'limit must be an integer from 1 to 100' } } },
    })
  expect(await call('GET /videos?order=asc')).toMatchObject({
    ...{ status: 400, body: { error: { message: 'order=asc is not supported; leave it out' } } },
  })
  const byOffset = (await vendorClient('luma')).call
  for (const offset of ['-1', 'x'])
    expect(JSON.stringify(await byOffset(`GET /generations?offset=${offset}`))).toContain(
      'offset must be an integer of at least 0',
    )
})

test('tasks are not listed or removed where the backend does neither', async () => {
  const { call } = await vendorClient('openai-videos', { page: undefined } as object)
  expect(await call('GET /videos')).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringMatching(/^tasks are not listed/) } },
  })
  expect(await call('DELETE /videos/done')).toMatchObject({
    ...{ status: 404, body: { error: { message: 'tasks are not removed here' } } },
  })
  const removes = await vendorClient('openai-videos', { remove: async () => ({ model: 'm' }) })
  expect(await removes.call('DELETE /videos/done')).toEqual({
    ...{ status: 200, body: { id: 'done', object: 'video.deleted', deleted: true } },
  })
})

test('tasks that are asked for by their IDs are answered as far as they are there', async () => {
  const { call } = await vendorClient('ark')
  const ids = 'filter.task_ids=done&filter.task_ids=none&filter.task_ids=runs'
  const { status, body } = await call(`GET /contents/generations/tasks?${ids}`)
  expect([status, (body as { items: { id: string }[] }).items.map(({ id }) => id)]).toEqual([200, ['done', 'runs']])
})

test('models are listed as the caller can use them, and one is answered or not found', async () => {
  const { call } = await vendorClient('openai-videos')
  expect(await call('GET /models')).toMatchObject({ status: 200, body: { data: [{ id: 'm' }] } })
  const any = await vendorClient('openai-videos', { models: async () => undefined })
  expect(await any.call('GET /models')).toEqual({ status: 200, body: {} })
  const one = await vendorClient('replicate')
  expect((await one.call('GET /models/m')).status).toBe(200)
  expect((await one.call('GET /models/n')).status, 'not for this caller').toBe(404)
  expect((await one.call('GET /models/other')).status).toBe(404)
  const anyone = await vendorClient('replicate', { models: async () => undefined })
  expect((await anyone.call('GET /models/m')).status).toBe(200)
  expect((await anyone.call('GET /models/other')).status).toBe(404)
})

test('a file that is uploaded is named, and a request without one is rejected', async () => {
  const { call } = await vendorClient('replicate')
  const file = 'data:image/png;base64,Ym9hdA=='
  expect(JSON.stringify(await call('POST /files', { content: file }))).toContain(`file of ${file.length}`)
  for (const body of [undefined, {}, { content: 7 }, { content: 'a file' }])
    expect(await call('POST /files', body)).toMatchObject({ status: 400 })
})

test('what the request did not cause is not answered in the words of the protocol', async () => {
  const broken = new Error('Connection terminated')
  const { call } = await vendorClient('runway', { query: () => Promise.reject(broken) })
  await expect(call('GET /v1/tasks/runs')).rejects.toBe(broken)
})

test('a submit that names no model, or one that there is not, is rejected', async () => {
  const { call } = await vendorClient('openai-videos')
  expect(await call('POST /videos', { prompt: 'a boat' })).toMatchObject({
    ...{ status: 400, body: { error: { message: 'the request names no model' } } },
  })
  expect((await call('POST /videos', { prompt: 'a boat', model: 'other' })).status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(await call('POST /images/generations', { prompt: 'a boat', model: 'm' }))).toContain(
    'm makes videos, which this path does not',
  )
})
