/** OpenAI's images API at /v1, as its package calls it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import { testService, type TestService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const prompt = 'A paper boat at dusk'

async function generate(running: TestService, more: object = {}, model = 'beta-5.0') {
  const response = await fetch(`${running.service.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt, ...more }),
  })
  return { status: response.status, body: (await response.json()) as { data: { [name: string]: string }[] } }
}

test('an image is answered as base64 where response_format or the name of the model asks for that, and else as a URL', async () => {
  const running = await testService({ vendorModels: { aliases: { 'gpt-image-2': 'beta-5.0' }, defaults: {} } })
  const plain = await generate(running)
  expect(plain).toMatchObject({ status: 200, body: { data: [{ url: expect.stringContaining('/results/') }] } })
  expect(await generate(running, { response_format: 'url' }, 'gpt-image-2')).toMatchObject({
    body: { data: [{ url: expect.any(String) }] },
  })
  for (const asked of [
    await generate(running, { response_format: 'b64_json' }),
    await generate(running, {}, 'gpt-image-2'),
  ]) {
    const [{ b64_json: base64 = '', ...others } = {}] = asked.body.data
    expect(Buffer.from(base64, 'base64').toString()).toMatch(/^result of task_/)
    expect(others).toEqual({})
  }
})

test('every file of a task that made several is in data, as a URL each or as base64', async () => {
  const made = ['one', 'two', 'six']
  const provider = new StubProvider()
  provider.render = async (_task, { directory }) => {
    const [file, ...others] = await Promise.all(
      made.map(async (content) => {
        const path = join(directory, content)
        await writeFile(path, content)
        return { path, contentType: 'image/png', bytes: content.length }
      }),
    )
    if (file === undefined) throw new Error('there is no file')
    return { status: 'completed', file: { ...file, others } }
  }
  const running = await testService({}, { provider })
  const { body } = await generate(running)
  const texts = await Promise.all(body.data.map(async ({ url = '' }) => (await fetch(url)).text()))
  expect(texts).toEqual(made)
  const encoded = (await generate(running, { response_format: 'b64_json' })).body.data
  expect(encoded.map(({ b64_json: base64 = '' }) => Buffer.from(base64, 'base64').toString())).toEqual(made)
})

test('members that ask for what is done anyway are passed over, and others are rejected by name before a task is made', async () => {
  const running = await testService()
  const usual = {
    n: 1,
    size: 'auto',
    quality: 'auto',
    background: 'auto',
    moderation: 'auto',
    stream: false,
    user: 'me',
  }
  expect(await generate(running, usual)).toMatchObject({ status: 200 })
  for (const [name, value] of Object.entries({
    n: 2,
    quality: 'high',
    background: 'transparent',
    output_format: 'webp',
    stream: true,
    partial_images: 2,
    response_format: 'svg',
  }))
    expect(await generate(running, { [name]: value })).toEqual({
      status: 400,
      body: { error: { message: `/${name} has no counterpart for this model`, code: 'invalid_request', param: name } },
    })
  expect((await running.call('GET', '/tasks')).body.data).toHaveLength(1)
})

const picture = Uint8Array.from(fakeFile('image').bytes)

function formOf(fields: Record<string, string | Blob>, model = 'beta-5.0'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ model, prompt, ...fields }))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'boat')
  return form
}

async function post({ service, key }: TestService, path: string, body: FormData) {
  const response = await fetch(`${service.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  return { status: response.status, body: (await response.json()) as { id: string; data: { url: string }[] } }
}

test('an edit has its files stored once as assets of the account, and its model gets their URLs', async () => {
  const running = await testService()
  const { provider } = running
  // As the package sends a stream of which it knows nothing.
  const file = new Blob([picture])
  for (const fields of [{ image: file }, { 'image[]': file }])
    expect(await post(running, '/images/edits', formOf(fields))).toMatchObject({
      status: 200,
      body: { data: [{ url: expect.any(String) }] },
    })
  const [first, second] = provider.jobs.map(({ task }) => task.parameters['reference_images'])
  expect(first).toEqual(second)
  const [url = ''] = first as string[]
  const served = await fetch(url)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(picture)
  const { body: assets } = await running.call('GET', '/assets')
  expect(assets.data).toMatchObject([{ object: 'asset', content_type: 'image/png', bytes: picture.length }])
  // Another's signature, and another name, open nothing; nor does the URL once the asset is deleted.
  expect((await fetch(url.replace(/signature=../, 'signature=AA'))).status).toBe(403)
  expect((await fetch(url.replace('.png', '.jpg'))).status).toBe(403)
  await running.call('DELETE', `/assets/${assets.data[0]?.id ?? ''}`)
  expect((await fetch(url)).status).toBe(410)
})

test('input_reference may be a file, which is an asset where the model takes one', async () => {
  const running = await testService()
  const fields = { seconds: '4', input_reference: new Blob([picture], { type: 'image/png' }) }
  const { status, body } = await post(running, '/videos', formOf(fields, 'sd_2.0_discount'))
  expect([status, body]).toMatchObject([200, { id: expect.stringMatching(/^task_/) }])
  const { task } = await running.provider.job(0)
  const { data } = (await running.call('GET', '/assets')).body
  expect(task.parameters['first_image']).toEqual([`assetId://${data[0]?.id ?? ''}`])
})

test('a request that is rejected leaves no file of it behind', async () => {
  const running = await testService()
  const file = new Blob([picture], { type: 'image/png' })
  const text = new Blob(['no picture'], { type: 'text/plain' })
  for (const [path, form, said] of [
    ['/images/edits', formOf({ 'image[0]': file, 'image[1]': text }), 'image'],
    ['/videos', formOf({ input_reference: file, seconds: '600' }, 'sd_2.0_discount'), 'seconds: 600 is too large'],
  ] as const) {
    const { status, body } = await post(running, path, form)
    expect([Math.floor(status / 100), body]).toMatchObject([4, { error: { message: expect.stringContaining(said) } }])
  }
  expect((await running.call('GET', '/assets')).body.data).toEqual([])
})

/** A service with an operator, and an account of it with a key. */
async function withAccount(credits: number) {
  const adminKey = 'an-admin-key-of-32-characters-00'
  const running = await testService({ adminKey })
  const admin = async (method: string, path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${running.service.url}/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }
  const { id: account = '' } = await admin('POST', '/accounts', { name: 'Studio', credits })
  const newKey = async (more: object = {}): Promise<{ id: string; key: string }> => {
    const { id = '', key = '' } = await admin('POST', `/accounts/${account}/keys`, { name: 'ci', ...more })
    return { id, key }
  }
  const assets = async (key: string): Promise<unknown> =>
    (await running.call('GET', '/assets', { headers: { authorization: `Bearer ${key}` } })).body.data
  return { running, admin, account, newKey, assets }
}

/** An edit of another picture each time: the library has equal ones once. */
let edits = 0
const edit = (): FormData => formOf({ image: new Blob([picture, String(++edits)], { type: 'image/png' }) })

test('an account that cannot pay for a request has no file of it stored', async () => {
  const { running, newKey, assets } = await withAccount(0.5)
  const { key } = await newKey()
  expect(await post({ ...running, key }, '/images/edits', edit())).toMatchObject({
    status: 402,
    body: { error: { message: 'the task needs 1 credit and 0.5 are left', code: 'credits_missing' } },
  })
  expect(await assets(key)).toEqual([])
})

test('a request beyond the quota of its key or a hard budget has no file of it stored', async () => {
  const { running, admin, account, newKey, assets } = await withAccount(100)
  const few = await newKey({ tasks: 1 })
  expect(await post({ ...running, key: few.key }, '/images/edits', edit())).toMatchObject({ status: 200 })
  let stored = await assets(few.key)
  expect(await post({ ...running, key: few.key }, '/images/edits', edit())).toMatchObject({
    status: 429,
    body: { error: { message: 'this key may submit 1 task per day (1 submitted); the next day begins at 00:00 UTC' } },
  })
  // What it costs is just what is left of it.
  const metered = await newKey({ credits: 1 })
  expect(await post({ ...running, key: metered.key }, '/images/edits', edit())).toMatchObject({ status: 200 })
  stored = await assets(few.key)
  expect(stored).toHaveLength(2)
  expect(await post({ ...running, key: metered.key }, '/images/edits', edit())).toMatchObject({
    status: 429,
    body: { error: { message: 'this key may submit 1 credit per day (1 used); the next day begins at 00:00 UTC' } },
  })
  const bounded = await newKey()
  await admin('PUT', `/budgets/${bounded.id}/day`, { credits: 0.5 })
  expect(await post({ ...running, key: bounded.key }, '/images/edits', edit())).toMatchObject({
    status: 402,
    body: { error: { message: expect.stringContaining(`the key ${bounded.id} may spend 0.5 credits in the day`) } },
  })
  await admin('PUT', `/budgets/${account}/month`, { credits: 1.5 })
  expect(await post({ ...running, key: (await newKey()).key }, '/images/edits', edit())).toMatchObject({
    status: 402,
    body: { error: { message: expect.stringContaining('this account may spend 1.5 credits in the month') } },
  })
  expect(await assets(few.key)).toEqual(stored)
  // It takes the last of one that has just enough.
  await admin('PUT', `/budgets/${account}/month`, { credits: 3 })
  expect(await post({ ...running, key: (await newKey()).key }, '/images/edits', edit())).toMatchObject({ status: 200 })
  // One that is only told rejects nothing.
  await admin('PUT', `/budgets/${account}/month`, { credits: 1.5, hard: false })
  expect(await post({ ...running, key: (await newKey()).key }, '/images/edits', edit())).toMatchObject({ status: 200 })
})

test('a file that no asset can be, or that has no room, is rejected in the shape of the protocol, and no task is made', async () => {
  const running = await testService({ assetLimits: { count: 1, bytes: 1000 } })
  const text = new Blob(['no picture'], { type: 'text/plain' })
  expect(await post(running, '/images/edits', formOf({ image: text }))).toMatchObject({
    status: 415,
    body: { error: { message: expect.stringContaining('image') } },
  })
  const mask = new Blob([picture], { type: 'image/png' })
  expect(await post(running, '/images/edits', formOf({ image: mask, mask }))).toMatchObject({
    status: 400,
    body: { error: { message: '/mask has no counterpart for this model' } },
  })
  const large = new Blob([picture, new Uint8Array(1000)], { type: 'image/png' })
  expect(await post(running, '/images/edits', formOf({ image: large }))).toMatchObject({
    status: 409,
    body: { error: { code: 'http_409', message: expect.stringContaining('at most 1 with 1000') } },
  })
  expect((await running.call('GET', '/assets')).body.data).toEqual([])
  expect((await running.call('GET', '/tasks')).body.data).toEqual([])
})
