import { expect, test } from 'vitest'
import { ManualClock } from './support/manual-clock.js'
import { image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

test('a submit answers the queued task, at top level', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit } = await testService({}, { clock: new ManualClock(Date.UTC(2026, 0, 2, 3, 4, 5, 678)), provider })
  const { status, headers, body } = await submit(video)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body).toEqual({
    id: expect.stringMatching(/^task_[0-9a-z]{26}$/),
    object: 'video',
    created: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
    model: 'sd_2.0_discount',
    status: 'queued',
    progress: 0,
    error: null,
  })
})

test('a completed video has result URLs, amount and duration, and no error', async () => {
  const { submit, ended, provider, service } = await testService(
    {},
    { provider: Object.assign(new StubProvider(), { instant: false }) },
  )
  const {
    body: { id },
  } = await submit(video)
  await (await provider.job(0)).complete('moving pictures', 5)
  const task = await ended(id)
  expect(task).toEqual({
    id,
    object: 'video',
    created: expect.any(Number),
    model: 'sd_2.0_discount',
    status: 'completed',
    progress: 1,
    result_url: expect.stringContaining(`${service.url}/results/${id}.mp4?`),
    video_url: task.result_url,
    amount: 5,
    actualDuration: 5,
    error: null,
  })
})

test('an image has image_url in the place of video_url', async () => {
  const { submit, ended } = await testService()
  const {
    body: { id },
  } = await submit(image)
  const task = await ended(id)
  expect(task).toMatchObject({ object: 'image', status: 'completed', image_url: task.result_url, amount: 1 })
  expect(task).not.toHaveProperty('video_url')
})

test('a running task shows its progress and no result', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit, call } = await testService({}, { provider })
  const {
    body: { id },
  } = await submit(image)
  const job = await provider.job(0)
  job.follow.onProgress(0.4)
  let task = (await call('GET', `/tasks/${id}`)).body
  while (task.progress === 0) task = (await call('GET', `/tasks/${id}`)).body
  expect(task).toEqual({
    id,
    object: 'image',
    created: expect.any(Number),
    model: 'beta-5.0',
    status: 'processing',
    progress: 0.4,
    error: null,
  })
})

test('a failed task says why, costs nothing and has no result', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit, ended } = await testService({}, { provider })
  const {
    body: { id },
  } = await submit(image)
  ;(await provider.job(0)).fail('invalid media type')
  expect(await ended(id)).toEqual({
    id,
    object: 'image',
    created: expect.any(Number),
    model: 'beta-5.0',
    status: 'failed',
    progress: 0,
    amount: 0,
    error: 'invalid media type',
  })
})

test('the provider gets the parameters as they were sent', async () => {
  const { submit, ended, provider } = await testService()
  const {
    body: { id },
  } = await submit({ prompt: '一只纸船 ⛵', model: 'beta-5.0', resolution: '4K' })
  await ended(id)
  expect(provider.jobs[0]?.task).toEqual({
    id,
    model: 'beta-5.0',
    kind: 'image',
    parameters: { prompt: '一只纸船 ⛵', resolution: '4K' },
  })
})

test('advice does not reject a request', async () => {
  const { submit } = await testService()
  expect((await submit({ model: 'sd_2.0_special', anything: { goes: true } })).status).toBe(200)
  expect((await submit({ ...video, last_image: ['https://example.com/last.png'] })).status).toBe(200)
})

test('nothing upstream is invented', async () => {
  const { submit, ended } = await testService()
  const task = await ended((await submit(video)).body.id)
  expect(Object.keys(task).filter((name) => name.startsWith('upstream'))).toEqual([])
})
