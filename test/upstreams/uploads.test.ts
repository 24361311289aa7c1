import { expect, onTestFinished, test } from 'vitest'
import { loaders } from '@model-tasks/documents/upstreams'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { asked } from '../../packages/service/test/support/asked.js'
import { serveFake, type Interception } from '../../packages/service/src/commands/fake/serve-fake.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { standingClock } from '../../packages/service/test/mapped/support.js'
import { testService } from '../../packages/service/test/support/service.js'
import { madeUp } from './made-up.js'

const { mapping: replicate } = await loaders.replicate()
const png = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`
const other = `data:image/jpeg;base64,${Buffer.from('another picture').toString('base64')}`
const url = 'https://example.com/last.png'

function task(parameters: object) {
  return asked({ id: 'task_1', model: 'a-model', kind: 'video', parameters: { prompt: 'A boat', ...parameters } })
}

/** A fake, a provider in front of it, and what was asked of the fake in order. */
async function behind(mapping: Mapping, onUpload?: () => Interception | undefined) {
  const asked: string[] = []
  const clock = standingClock()
  const fake = await serveFake(mapping, {
    key: 'key',
    intercept({ method, path }) {
      asked.push(`${method} ${path}`)
      return path === '/files' ? onUpload?.() : undefined
    },
  })
  onTestFinished(() => fake.close())
  const upstream = { name: 'up', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} }
  return { fake, asked, clock, provider: mappedProvider(mapping, upstream, { clock }) }
}

test('each file is uploaded once before the one submit, which names it; a URL is sent as it is', async () => {
  const { fake, asked, provider } = await behind(replicate)
  const request = task({ first_image: [png], last_image: [url], reference_images: [png, other] })
  expect(await provider.submit(request)).toEqual({ answer: 'accepted', reference: expect.any(String) })
  expect(asked).toEqual(['POST /files', 'POST /files', 'POST /models/a-model/predictions'])
  expect(fake.uploads).toEqual([png, other])
  const [first, second] = [1, 2].map((number) => `${fake.baseUrl}/fake-uploads/${number}`)
  expect(fake.tasks).toMatchObject([
    { parameters: { first_image: [first], last_image: [url], reference_images: [first, second] } },
  ])
})

const answered = (status: number, body: object = { detail: 'the words of the upstream' }): Interception => ({
  answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
})

test.each<[string, Interception, object]>([
  ['an error that may be about the file', answered(500), { answer: 'not-accepted', pause: undefined }],
  [
    'a file that it will never take',
    answered(413),
    { answer: 'rejected', error: expect.stringContaining('the words of the upstream') },
  ],
  ['a wrong key', answered(401), { answer: 'not-accepted', pause: { reason: 'credentials' } }],
  ['a limit', answered(429), { answer: 'not-accepted', pause: { reason: 'rate-limited' } }],
  ['no reference', answered(200, {}), { answer: 'not-accepted', pause: { reason: 'misconfigured' } }],
  ['a lost connection', { reset: true, after: true }, { answer: 'not-accepted', pause: undefined }],
])('an upload that ends with %s proves that nothing was submitted', async (_name, interception, expected) => {
  const { asked, provider } = await behind(replicate, () => interception)
  const answer = await provider.submit(task({ first_image: [png] }))
  expect({ pause: undefined, ...answer }).toMatchObject(expected)
  expect(asked).toEqual(['POST /files'])
})

test('an upload that is not answered ends at its timeout, and nothing was submitted', async () => {
  let hangs = (): void => undefined
  const hanging = new Promise<void>((resolve) => {
    hangs = resolve
  })
  const { asked, clock, provider } = await behind(replicate, () => {
    hangs()
    return { hang: true }
  })
  const submitted = provider.submit(task({ first_image: [png] }))
  await hanging
  clock.move(60_000)
  expect(await submitted).toEqual({ answer: 'not-accepted', error: expect.stringContaining('could not be uploaded') })
  expect(asked).toEqual(['POST /files'])
})

test('a data URI that cannot be uploaded is rejected before it is a task', async () => {
  const { asked, provider } = await behind(replicate)
  const request = task({ first_image: ['data:image/png,plain'] })
  expect(provider.unsupported?.(request)).toMatchObject([
    { path: '/first_image/0', message: expect.stringContaining('a data URI that is uploaded must hold base64') },
  ])
  expect(await provider.submit(request)).toMatchObject({ answer: 'rejected' })
  expect(asked).toEqual([])
})

test('a protocol that takes the file as the body is one file', async () => {
  const seventh = await madeUp('raw', {})
  const [row] = seventh.mapping.operations.video?.rows.filter(({ from }) => from.kind === 'each') ?? []
  expect(row?.uploaded).toBeUndefined()
  const upload = { method: 'PUT', path: '/store', reference: '/file/key', source: 'sdk' }
  const frames = { to: '/frames/-', each: 'reference_images', as: 'uploaded', forms: ['data'], source: 'sdk' }
  const prompt = { to: '/script', from: 'prompt', source: 'sdk' }
  const { operations } = seventh.source
  const { diagnostics, mapping, page } = await madeUp('raw', {
    upload,
    operations: { video: { ...operations.video, rows: [prompt, frames] } },
  })
  expect(diagnostics).toEqual([])
  expect(page).toContain('`PUT /store`, the file as the body; the answer names it at `/file/key`')
  const { fake, asked, provider } = await behind(mapping)
  const request = task({ reference_images: [other, url] })
  expect(await provider.submit({ ...request, parameters: { prompt: 'A boat', reference_images: [other] } })).toEqual({
    answer: 'accepted',
    reference: expect.any(String),
  })
  expect(asked).toEqual(['PUT /store', 'PUT /jobs/a-model'])
  expect(fake.uploads).toEqual([other])
  // A type that no header can hold does not make the upstream look out of order.
  const split = 'data:image/png\r\nx-more: 1;base64,AAEC'
  await provider.submit(task({ reference_images: [split] }))
  expect(asked.slice(2)).toEqual(['PUT /store'])
  expect(provider.unsupported?.(request)).toMatchObject([{ path: '/reference_images/1' }])
  const without = await madeUp('raw', { operations: { video: { ...operations.video, rows: [prompt, frames] } } })
  expect(without.diagnostics).toMatchObject([{ code: 'S079', message: 'the protocol has no upload' }])
})

test('a native API answers an upload with what its submit can name, for callers with a key', async () => {
  const { service, key } = await testService()
  const send = (authorization: string): Promise<Response> => {
    const body = new FormData()
    body.append('content', new Blob(['a picture'], { type: 'image/png' }), 'file.png')
    return fetch(`${new URL(service.baseUrl).origin}/native/replicate/files`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
  }
  expect(await (await send(`Bearer ${key}`)).json()).toEqual({ urls: { get: png } })
  expect((await send('Bearer mt_wrong')).status).toBe(401)
})
