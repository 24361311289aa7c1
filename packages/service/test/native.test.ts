import { expect, test } from 'vitest'
import { StubProvider } from './support/stub-provider.js'
import { testService, video, type TestService } from './support/service.js'

const boat = { type: 'text', text: 'A paper boat at dusk' }

/** Calls a native API as a vendor's client does. */
async function native(running: TestService, path: string, options: Parameters<typeof called>[2]) {
  return called(running, `/native/${path}`, options)
}

async function called(
  { service }: TestService,
  path: string,
  { key, body, headers = {} }: { key: string; body?: unknown; headers?: Record<string, string> },
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(new URL(path, service.url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test('a native request becomes a task of the service, with every check of its own API', async () => {
  const running = await testService()
  const key = `Bearer ${running.key}`
  const submit = (content: unknown, more = {}): Promise<{ status: number; body: unknown }> =>
    native(running, 'ark/contents/generations/tasks', { key, body: { model: 'sd_2.0_discount', content, ...more } })
  const made = await submit([boat], { duration: 6, ratio: '1:1' })
  expect(made).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^task_/) } })
  const { body } = await running.call('GET', '/tasks')
  expect(body.data).toHaveLength(1)
  const id = body.data[0]?.id ?? ''
  await running.ended(id)
  const seen = await native(running, `ark/contents/generations/tasks/${id}`, { key })
  expect(seen).toMatchObject({
    status: 200,
    body: {
      id,
      status: 'succeeded',
      model: 'sd_2.0_discount',
      content: { video_url: expect.stringContaining('http') },
    },
  })
  const listed = `ark/contents/generations/tasks?filter.task_ids=${id}&filter.task_ids=task_unknown`
  expect(await native(running, listed, { key })).toEqual({
    status: 200,
    body: { items: [expect.objectContaining({ id, status: 'succeeded' })] },
  })
  expect(await submit([boat], { duration: 60 })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('duration') } },
  })
})

test('the tasks of the account are listed as each vendor lists them, page by page, and those of no other account', async () => {
  const running = await testService()
  const key = `Bearer ${running.key}`
  const ids: string[] = []
  for (let count = 0; count < 23; count += 1) ids.unshift((await running.submit(video)).body.id)
  const get = async (path: string) => (await native(running, path, { key })).body as Record<string, { id: string }[]>
  const names = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)

  const first = (await native(running, 'replicate/predictions', { key })).body as {
    results: { id: string }[]
    next: string
  }
  expect(names(first.results)).toEqual(ids.slice(0, 20))
  const next = await fetch(first.next, { headers: { authorization: key } })
  const second = (await next.json()) as { results: { id: string }[]; next: unknown }
  expect([names(second.results), second.next]).toEqual([ids.slice(20), null])

  expect(names((await get('ark/contents/generations/tasks?page_num=2&page_size=10'))['items'] ?? [])).toEqual(
    ids.slice(10, 20),
  )
  const luma = await get('luma/generations?offset=20&limit=2')
  expect([names(luma['generations'] ?? []), luma['has_more']]).toEqual([ids.slice(20, 22), true])
  expect(await native(running, 'luma/generations?offset=-1', { key })).toMatchObject({
    status: 400,
    body: { detail: 'offset must be an integer of at least 0' },
  })
  expect((await native(running, 'replicate/predictions', { key: 'Bearer mt_other' })).status).toBe(401)
})

test('a member that our request cannot say is named, and no task is made', async () => {
  const running = await testService()
  const key = `Bearer ${running.key}`
  const body = { model: 'sd_2.0_discount', content: [boat], camera_fixed: true }
  expect(await native(running, 'ark/contents/generations/tasks', { key, body })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('/camera_fixed'), code: 'invalid_request' } },
  })
  expect((await running.call('GET', '/tasks')).body.data).toEqual([])
})

test('a webhook that is asked for, in the body or in the query, is rejected, and no task is made', async () => {
  const running = await testService()
  const { key } = running
  const words = 'webhooks are not sent here; leave it out, and query the task'
  const input = { prompt: 'A boat', duration: 5 }
  const hook = 'https://hooks.example/'
  expect(
    await native(running, 'replicate/models/owner/sd_2.0_discount/predictions', {
      key: `Bearer ${key}`,
      body: { input, webhook: hook },
    }),
  ).toEqual({ status: 400, body: { detail: `webhook: ${words}`, title: 'invalid_request' } })
  const video = { model: 'sd_2.0_discount', prompt: 'A boat', duration: 4, callback_url: hook }
  expect(await native(running, 'openrouter/videos', { key: `Bearer ${key}`, body: video })).toMatchObject({
    status: 400,
    body: { error: { message: `callback_url: ${words}` } },
  })
  expect(
    await native(running, `fal/owner/sd_2.0_discount?fal_webhook=${hook}`, { key: `Key ${key}`, body: input }),
  ).toMatchObject({ status: 400, body: { detail: `fal_webhook: ${words}` } })
  expect(await native(running, 'replicate/webhooks/default/secret', { key: `Bearer ${key}` })).toMatchObject({
    status: 404,
  })
  expect((await running.call('GET', '/tasks')).body.data).toEqual([])
})

test.each<[string, string, string, object]>([
  ['ark', 'ark/contents/generations/tasks', 'Bearer', { error: { message: expect.any(String) } }],
  [
    'dashscope',
    'dashscope/api/v1/services/aigc/video-generation/video-synthesis',
    'Bearer',
    { message: expect.any(String) },
  ],
  ['minimax', 'minimax/v2/video_generation', 'Bearer', { error: { message: expect.any(String) } }],
  ['fal', 'fal/owner/sd_2.0_discount', 'Key', { detail: expect.any(String) }],
  ['replicate', 'replicate/models/owner/sd_2.0_discount/predictions', 'Bearer', { detail: expect.any(String) }],
  ['openai-videos', 'openai-videos/videos', 'Bearer', { error: { message: expect.any(String) } }],
])('%s: a wrong key is answered in the shape of the protocol', async (protocol, path, scheme, shape) => {
  const running = await testService()
  const bodies: Record<string, object> = {
    ark: { model: 'sd_2.0_discount', content: [boat] },
    dashscope: { model: 'sd_2.0_discount', input: { prompt: 'A boat' } },
    minimax: { model: 'zeta-H3-768p', content: [boat], resolution: '768P' },
    fal: { prompt: 'A boat' },
    replicate: { input: { prompt: 'A boat' } },
    'openai-videos': { model: 'sd_2.0_discount', prompt: 'A boat' },
  }
  const answer = await native(running, path, { key: `${scheme} wrong`, body: bodies[protocol] })
  expect(answer).toMatchObject({ status: 401, body: shape })
})

test('an Idempotency-Key of a native request makes one task', async () => {
  const running = await testService()
  const options = {
    key: `Bearer ${running.key}`,
    body: { model: 'sd_2.0_discount', content: [boat] },
    headers: { 'idempotency-key': 'once' },
  }
  const first = await native(running, 'ark/contents/generations/tasks', options)
  const second = await native(running, 'ark/contents/generations/tasks', options)
  expect(Object(second.body)).toMatchObject({ id: Object(first.body).id })
  expect((await running.call('GET', '/tasks')).body.data).toHaveLength(1)
})

test('an unknown protocol is not found', async () => {
  const running = await testService()
  expect((await native(running, 'unknown/tasks', { key: `Bearer ${running.key}` })).status).toBe(404)
  // Its clients sign their requests, which the service cannot check, and get results in a bucket of theirs.
  for (const path of ['bedrock/async-invoke', 'hunyuan/'])
    expect((await native(running, path, { key: running.key })).status).toBe(404)
})

test('the models of the service are listed as a protocol lists models', async () => {
  const running = await testService()
  const listed = async (path: string, scheme = 'Bearer'): Promise<unknown> =>
    (await native(running, path, { key: `${scheme} ${running.key}` })).body
  const { data } = (await listed('openai-videos/models')) as { data: { id: string }[] }
  const object = 'model'
  expect(data).toEqual(
    expect.arrayContaining([
      { id: 'sd_2.0_discount', object },
      { id: 'beta-5.0', object },
    ]),
  )
  expect(data).not.toContainEqual({ id: 'zeta-H3_933_1080p', object })
  const videos = (await listed('ark/models')) as { data: { id: string }[] }
  expect(videos.data).not.toContainEqual({ id: 'beta-5.0' })
  expect(await listed('dashscope/api/v1/models?model=sd_2.0_discount')).toEqual({
    output: { models: [{ model: 'sd_2.0_discount' }] },
  })
  expect(await listed('dashscope/api/v1/models?model=unknown')).toEqual({ output: { models: [] } })
  expect(await listed('replicate/models/owner/sd_2.0_discount')).toEqual({ name: 'sd_2.0_discount' })
  expect(await listed('replicate/models/owner/unknown')).toEqual(
    expect.objectContaining({ detail: 'no such model: owner/unknown' }),
  )
})

test('/v1 speaks the protocol of OpenAI, with links and errors of that path', async () => {
  const running = await testService()
  const key = `Bearer ${running.key}`
  const body = { model: 'sd_2.0_discount', prompt: 'A boat', seconds: '4' }
  const made = await called(running, '/v1/videos', { key, body })
  expect(made).toMatchObject({ status: 200, body: { object: 'video', model: 'sd_2.0_discount', status: 'queued' } })
  const { id } = made.body as { id: string }
  await running.ended(id)
  expect(await called(running, `/v1/videos/${id}`, { key })).toMatchObject({
    status: 200,
    body: { id, status: 'completed' },
  })
  const content = await fetch(`${running.service.url}/v1/videos/${id}/content`, { headers: { authorization: key } })
  expect([content.status, content.redirected, new URL(content.url).pathname]).toEqual([
    200,
    true,
    expect.stringMatching(/^\/results\//),
  ])
  expect(await called(running, '/v1/models', { key })).toMatchObject({ status: 200, body: { object: 'list' } })
  expect(await called(running, '/v1/models', { key: 'Bearer wrong' })).toMatchObject({
    status: 401,
    body: { error: { message: expect.any(String) } },
  })
  expect(await called(running, '/v1/chat/completions', { key, body: {} })).toEqual({
    status: 404,
    body: { error: { message: 'POST /chat/completions is not part of openai-videos', code: 'not_found' } },
  })
})

test('clients of vendors name models as the operator has said, and leave the name out where there is a default', async () => {
  const running = await testService({
    vendorModels: {
      aliases: { 'sora-2': 'sd_2.0_discount', 'dall-e-3': 'beta-5.0' },
      defaults: { video: 'sd_2.0_fast_discount' },
    },
  })
  const key = `Bearer ${running.key}`
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await called(running, path, { key, body: { prompt: 'A boat', ...body } })
    expect(answer.status).toBe(200)
    const { model } = (await running.call('GET', '/tasks')).body.data[0] as unknown as { model: string }
    return model
  }
  expect(await made('/v1/videos', { model: 'sora-2' })).toBe('sd_2.0_discount')
  expect(await made('/v1/videos', {})).toBe('sd_2.0_fast_discount')
  expect(await made('/native/openai-videos/images/generations', { model: 'dall-e-3' })).toBe('beta-5.0')
  expect(
    await called(running, '/native/replicate/models/openai/sora-2/predictions', {
      key,
      body: { input: { prompt: 'A boat' } },
    }),
  ).toMatchObject({ status: 200 })
  // No default makes images, and no other name is a model.
  expect(await called(running, '/v1/images/generations', { key, body: { prompt: 'A boat' } })).toMatchObject({
    status: 400,
  })
  expect(await called(running, '/v1/videos', { key, body: { model: 'toString', prompt: 'A boat' } })).toMatchObject({
    body: { error: { message: expect.stringContaining('toString') } },
  })
  const { body } = await called(running, '/v1/models', { key })
  const named = (body as { data: { id: string }[] }).data.map(({ id }) => id)
  expect(named).toEqual(expect.arrayContaining(['sora-2', 'dall-e-3', 'sd_2.0_discount']))
  const videos = await called(running, '/native/ark/models', { key })
  expect((videos.body as { data: { id: string }[] }).data).not.toContainEqual({ id: 'dall-e-3' })
  expect((await running.submit({ model: 'sora-2', prompt: 'A boat' })).status).toBe(400)
})

test('openai-videos: a length may be a number, and is answered as a string, as the vendor does', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const running = await testService({}, { provider })
  const { key } = running
  const asked = { model: 'sd_2.0_discount', prompt: 'A boat', size: '1280x720' }
  for (const seconds of [8, '8']) {
    const { status, body } = await native(running, 'openai-videos/videos', {
      key: `Bearer ${key}`,
      body: { ...asked, seconds },
    })
    const { id } = body as { id: string }
    expect([status, (await running.call('GET', `/tasks/${id}`)).status]).toEqual([200, 200])
    const job = await provider.job(seconds === 8 ? 0 : 1)
    expect(job.task.parameters).toMatchObject({ duration: 8 })
    await job.complete('film', 8)
    while ((await running.call('GET', `/tasks/${id}`)).body.status !== 'completed');
    expect((await native(running, `openai-videos/videos/${id}`, { key: `Bearer ${key}` })).body).toMatchObject({
      status: 'completed',
      seconds: '8',
    })
  }
  const wrong = await native(running, 'openai-videos/videos', {
    key: `Bearer ${key}`,
    body: { ...asked, seconds: '8s' },
  })
  expect(wrong).toMatchObject({ status: 400 })
})

test.each([
  [
    'nested deeply',
    'application/json',
    `{"model":"x","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    400,
    'nested deeper than 64 levels',
  ],
  ['as large as media', 'application/json', `{"model":"x","content":[${'{},'.repeat(1_000_000)}{}]}`, 413, '1 MiB'],
  ['not a form', 'multipart/form-data; boundary=b', 'x', 400, 'not the form'],
  ['a form without a boundary', 'multipart/form-data', 'x', 400, 'not the form'],
  [
    'a form of many fields',
    'multipart/form-data; boundary=b',
    formOf(...Array.from({ length: 2000 }, () => 'a')),
    400,
    '1000 fields',
  ],
  ['a form of many values', 'application/x-www-form-urlencoded', 'a=1&'.repeat(2000), 400, '1000 fields'],
  ['a form with a long name', 'multipart/form-data; boundary=b', formOf(`a${'[a]'.repeat(20_000)}`), 400, '16 steps'],
])('a body that is %s is answered at once, in the words of the protocol', async (_what, type, text, status, said) => {
  const { service, key, call } = await testService()
  const response = await fetch(`${service.url}/native/ark/contents/generations/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body: text,
  })
  expect([response.status, await response.json()]).toEqual([
    status,
    { error: { message: expect.stringContaining(said), code: expect.any(String) } },
  ])
  expect((await call('GET', '/tasks')).body.data).toEqual([])
})

function formOf(...names: string[]): string {
  return `${names.map((name) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`).join('')}--b--\r\n`
}
