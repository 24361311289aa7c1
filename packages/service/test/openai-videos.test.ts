/** Lists and deletes of OpenAI's videos API at /v1. */
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../src/commands/fake/serve-fake.js'
import { relay } from './support/relay.js'
import { StubProvider } from './support/stub-provider.js'
import { image, testService, video, type TestService } from './support/service.js'

interface Answered {
  status: number
  body: { data: { id: string; status: string }[]; [name: string]: unknown }
}

async function ask({ service, key }: TestService, method: string, path: string): Promise<Answered> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${service.url}/v1${path}`, { method, headers })
  return { status: response.status, body: (await response.json()) as Answered['body'] }
}

test('lists the videos of an account, newest first, page by page, and nothing else of it', async () => {
  const running = await testService()
  const ids: string[] = []
  for (const body of [video, image, video, image, image, video]) {
    const { body: task } = await running.submit(body)
    if (body === video) ids.unshift(task.id)
    await running.ended(task.id)
  }
  const first = await ask(running, 'GET', '/videos?limit=2')
  expect(first).toMatchObject({
    status: 200,
    body: { object: 'list', first_id: ids[0], last_id: ids[1], has_more: true },
  })
  expect(first.body.data).toMatchObject([
    { id: ids[0], object: 'video', status: 'completed' },
    { id: ids[1], object: 'video' },
  ])
  const rest = await ask(running, 'GET', `/videos?limit=2&order=desc&after=${ids[1] ?? ''}`)
  expect([rest.body.data.map(({ id }) => id), rest.body['has_more']]).toEqual([[ids[2]], false])
  expect((await ask(running, 'GET', '/videos?order=asc')).body).toMatchObject({
    error: { message: 'order=asc is not supported; leave it out' },
  })
  expect((await ask(running, 'GET', '/videos?limit=101')).status).toBe(400)
})

test('a video tells when it was completed and until when its file is kept, and null before', async () => {
  const day = 24 * 60 * 60
  const provider = Object.assign(new StubProvider(), { instant: false })
  const running = await testService({ keep: 3 * day * 1000 }, { provider })
  const { body: task } = await running.submit(video)
  const job = await provider.job(0)
  job.follow.onProgress(0.25)
  const retrieve = async () => (await ask(running, 'GET', `/videos/${task.id}`)).body
  await expect.poll(async () => (await retrieve())['progress']).toBe(25)
  expect(await retrieve()).toMatchObject({ status: 'in_progress', completed_at: null, expires_at: null })
  await job.complete('film', 5)
  await running.ended(task.id)
  const done = await retrieve()
  const completed = Number(done['completed_at'])
  expect(completed).toBeGreaterThanOrEqual(Number(done['created_at']))
  expect(completed).toBeLessThanOrEqual(Date.now() / 1000)
  expect(done).toMatchObject({ status: 'completed', progress: 100, seconds: '5', expires_at: completed + 3 * day })
  expect((await ask(running, 'GET', '/videos')).body.data).toEqual([done])
})

test('a video says in every answer what it was asked for, in OpenAI’s words, also where the request left it to the model', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const running = await testService({}, { provider })
  const create = async (body: object) => {
    const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify({ model: 'sd_2.0_discount', ...body }) }
    return (await (await fetch(`${running.service.url}/v1/videos`, sent)).json()) as Answered['body'] & { id: string }
  }
  const asked = { prompt: 'A boat', seconds: '6', size: '720x1280' }
  const untold = { completed_at: null, expires_at: null, error: null, remixed_from_video_id: null }
  const created = await create(asked)
  expect(created).toMatchObject({ ...asked, ...untold, object: 'video', progress: 0 })
  const { status: _, progress: __, ...same } = created
  expect((await ask(running, 'GET', `/videos/${created.id}`)).body).toMatchObject(same)
  const left = await create({ prompt: 'A boat' })
  expect(left).toMatchObject({ prompt: 'A boat', seconds: '5', size: '1280x720' })
  const own = await running.submit({ model: 'sd_2.0_discount', prompt: 'Ours', resolution: '1080p', duration: 7 })
  const { body } = await ask(running, 'GET', '/videos')
  expect(body.data).toMatchObject([
    { id: own.body.id, prompt: 'Ours', seconds: '7', size: null },
    { id: left.id, seconds: '5', size: '1280x720' },
    { id: created.id, ...asked },
  ])
  // What is made counts in the end.
  const job = await provider.job(0)
  await job.complete('film', 6.04)
  await running.ended(created.id)
  expect((await ask(running, 'GET', `/videos/${created.id}`)).body).toMatchObject({ ...asked, seconds: '6.04' })
})

test('each answer names the model that is used, where the request named an alias, or no model', async () => {
  const vendorModels = { aliases: { 'sora-2': 'sd_2.0_discount' }, defaults: { video: 'sd_2.0_discount' } } as const
  const running = await testService({ vendorModels })
  for (const named of [{ model: 'sora-2' }, {}]) {
    const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify({ ...named, prompt: 'A boat' }) }
    const created = (await (await fetch(`${running.service.url}/v1/videos`, sent)).json()) as Record<string, string>
    expect(created['model']).toBe('sd_2.0_discount')
    expect((await ask(running, 'GET', `/videos/${created['id'] ?? ''}`)).body['model']).toBe('sd_2.0_discount')
  }
})

test('a size that a model does not make is rejected with those that it makes', async () => {
  const running = await testService()
  const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: video.model, prompt: 'A boat', size: '1281x720' })
  const answer = await fetch(`${running.service.url}/v1/videos`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      error: {
        message: '/size has no counterpart for this model; use "1280x720" or "720x1280"',
        code: 'invalid_request',
        param: 'size',
      },
    },
  ])
  expect((await running.call('GET', '/tasks')).body.data).toEqual([])
})

test('a video that failed says why, with a code, and no time at which it was completed', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const running = await testService({}, { provider })
  const { body } = await running.submit(video)
  const job = await provider.job(0)
  job.fail('the harbour is closed')
  await running.ended(body.id)
  expect((await ask(running, 'GET', `/videos/${body.id}`)).body).toMatchObject({
    ...{ status: 'failed', completed_at: null, expires_at: null, size: '1280x720', seconds: '5' },
    error: { code: 'failed', message: 'the harbour is closed' },
  })
})

test('a video whose file is kept as long as its task has no time at which it expires', async () => {
  const running = await testService()
  const { body: task } = await running.submit(video)
  await running.ended(task.id)
  const { body } = await ask(running, 'GET', `/videos/${task.id}`)
  expect([typeof body['completed_at'], body['expires_at']]).toEqual(['number', null])
})

test('a delete of a video that has ended removes its file, and neither its task nor what was paid for it', async () => {
  const running = await testService()
  const { body } = await running.submit(video)
  const before = await running.ended(body.id)
  expect((await fetch(before.result_url)).status).toBe(200)
  const deleted = { id: body.id, object: 'video.deleted', deleted: true }
  expect(await ask(running, 'DELETE', `/videos/${body.id}`)).toEqual({ status: 200, body: deleted })
  expect((await fetch(before.result_url)).status).toBe(410)
  const after = (await running.call('GET', `/tasks/${body.id}`)).body
  expect(after).toEqual({ ...before, result_url: undefined, video_url: undefined })
  expect((await ask(running, 'GET', `/videos/${body.id}/content`)).status).toBe(404)
  expect(await ask(running, 'DELETE', `/videos/${body.id}`)).toEqual({ status: 200, body: deleted })
  expect((await ask(running, 'DELETE', '/videos/task_01unknown')).status).toBe(404)
})

test('a delete of a video that no upstream has cancels it', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const running = await testService({}, { provider })
  const { body } = await running.submit(video)
  expect(await ask(running, 'DELETE', `/videos/${body.id}`)).toMatchObject({ status: 200, body: { deleted: true } })
  expect((await running.call('GET', `/tasks/${body.id}`)).body).toMatchObject({ status: 'failed', amount: 0 })
})

test('a delete of a video that its upstream goes on to make is rejected, and the video is made and paid for', async () => {
  const { mapping } = await loaders['openai-videos']()
  // Nothing there cancels a task.
  const time = { now: 0 }
  const fake = await serveFake(mapping, { key: 'key', duration: 1000, now: () => time.now })
  onTestFinished(() => fake.close())
  const upstream = { name: 'up', protocol: 'openai-videos', baseUrl: fake.baseUrl, apiKey: 'key' } as const
  const { call, when, url, key, clock } = await relay(upstream)
  const { body: task } = await call('POST', '/tasks', { model: 'alpha_1_5_pro_720p', prompt: 'A boat' })
  while (fake.tasks.length === 0) await new Promise(setImmediate)
  const running = { service: { url }, key } as TestService
  const goesOn = { message: expect.stringContaining('It goes on, and is charged'), code: 'task_goes_on' }
  expect(await ask(running, 'DELETE', `/videos/${task.id}`)).toMatchObject({ status: 409, body: { error: goesOn } })
  time.now = 2000
  const ended = await when(task.id, ({ status }) => {
    clock.advance(60_000)
    return status === 'completed' || status === 'failed'
  })
  expect(ended).toMatchObject({ status: 'completed', amount: expect.any(Number) })
  expect(ended.amount).toBeGreaterThan(0)
})

test('a delete without a valid key removes nothing', async () => {
  const running = await testService()
  const { body } = await running.submit(video)
  const { result_url: url } = await running.ended(body.id)
  const other = { ...running, key: 'another' }
  expect((await ask(other, 'DELETE', `/videos/${body.id}`)).status).toBe(401)
  expect((await fetch(url)).status).toBe(200)
})
