/** Files that are sent with a submit: fetched once before it, or taken from data URIs, and sent as parts of the same form. */
import type { ServerResponse } from 'node:http'
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from '../../src/base/net/guarded-fetch.js'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import { serveFake, type InterceptedRequest } from '../../src/commands/fake/serve-fake.js'
import { mappedUpstream } from '../../src/run/provider/mapped/open.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { multipart } from '../../src/run/provider/mapped/multipart.js'
import { asked } from '../support/asked.js'
import { ended, relay, upstreamOf } from '../support/relay.js'
import { running } from './support.js'
import { localServer } from '../support/local-server.js'

const { mapping } = await loaders.stability()
const { bytes: picture } = fakeFile('image')
const png = `data:image/png;base64,${picture.toString('base64')}`

function taskWith(image: string, prompt = 'A boat') {
  const parameters = { prompt, reference_images: [image] }
  return asked({ id: 'task_1', model: 'beta-5.0', kind: 'image', parameters })
}

/** A host of files, what it was asked with, and a provider in front of a fake, with what that was sent. */
async function bench(answer: (response: ServerResponse) => void, { at: spoken = mapping, as = 'control/style' } = {}) {
  const asked: (string | undefined)[] = []
  const host = await localServer((request, response) => {
    asked.push(request.headers.authorization)
    answer(response)
  })
  const sent: InterceptedRequest[] = []
  const fake = await serveFake(spoken, { key: 'key', intercept: (request) => void sent.push(request) })
  onTestFinished(() => fake.close())
  const upstream = { name: 'up', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: { 'beta-5.0': as } }
  const url = `${host}/boat?token=a-secret`
  return { fake, sent, asked, url, provider: mappedProvider(spoken, upstream) }
}

const serve = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
}

test('a file behind a URL is fetched once, without the key, and sent in the form of the one submit', async () => {
  const { fake, sent, asked, url, provider } = await bench(serve)
  const prepared = await provider.prepare?.(taskWith(url), running)
  if (prepared === undefined || 'answer' in prepared) throw new Error(JSON.stringify(prepared))
  expect([asked, sent]).toEqual([[undefined], []])
  expect(await provider.submit(taskWith(url), prepared.files)).toMatchObject({ answer: 'accepted' })
  expect([asked.length, sent.length]).toEqual([1, 1])
  expect(fake.tasks).toMatchObject([{ parameters: { prompt: 'A boat', reference_images: [png] } }])
})

test('what a URL names for its host is sent to it, as a header', async () => {
  const { asked, url, provider } = await bench(serve)
  const named = url.replace('http://', 'http://user:word@')
  expect(await provider.submit(taskWith(named))).toMatchObject({ answer: 'accepted' })
  expect(asked).toEqual([`Basic ${Buffer.from('user:word').toString('base64')}`])
})

test('a file in a data URI is sent as it is; what only looks like one is text', async () => {
  const { fake, asked, provider } = await bench(serve)
  expect(await provider.submit(taskWith(png, png))).toMatchObject({ answer: 'accepted' })
  expect(fake.tasks).toMatchObject([{ parameters: { prompt: png, reference_images: [png] } }])
  expect(asked).toEqual([])
})

test('a data URI that holds no base64 is rejected before anything is sent', async () => {
  const { sent, provider } = await bench(serve)
  expect(await provider.submit(taskWith('data:image/png,plain'))).toMatchObject({
    answer: 'rejected',
    error: expect.stringContaining('a data URI that is sent as a file must hold base64'),
  })
  expect(sent).toEqual([])
})

test.each<[string, (response: ServerResponse) => void, string, RegExp]>([
  ['a host that has no such file', (response) => response.writeHead(404).end(), 'rejected', /answered HTTP 404$/],
  ['a host that is out of order', (response) => response.writeHead(503).end(), 'not-accepted', /answered HTTP 503$/],
  ['a login page', (response) => response.end('<html>'), 'rejected', /serves no such file: expected media, got HTML$/],
  ['nothing', (response) => response.end(), 'rejected', /expected media, got nothing$/],
  ['a lost connection', (response) => response.socket?.destroy(), 'not-accepted', /fetch failed/],
  [
    'more than is sent',
    (response) => response.writeHead(200, { 'content-length': 33 * 2 ** 20 }).end(Buffer.alloc(33 * 2 ** 20)),
    'rejected',
    /larger than 33554432 bytes$/,
  ],
])('%s proves that nothing was submitted, and says nothing of the upstream', async (_name, answer, proven, words) => {
  const { sent, url, provider } = await bench(answer)
  const outcome = await provider.prepare?.(taskWith(url), running)
  expect(outcome).toEqual({ answer: proven, error: expect.stringMatching(words), own: true })
  expect(JSON.stringify(outcome)).not.toContain('a-secret')
  expect(sent).toEqual([])
})

test('a file on a private host is not fetched, also where the upstream is on one', async () => {
  const { fake, sent, asked, url } = await bench(serve)
  const upstream = upstreamOf({ name: 'up', protocol: 'stability', baseUrl: fake.baseUrl, apiKey: 'key' })
  const provider = mappedUpstream(upstream, new Map([['stability', mapping]]))
  const modelled = { ...taskWith(url), model: 'control/style' }
  expect(await provider?.submit(modelled)).toMatchObject({
    answer: 'rejected',
    error: expect.stringContaining('its host is not on the public Internet'),
  })
  expect([asked, sent]).toEqual([[], []])
})

test('files that their hosts do not serve keep no other task from the upstream', async () => {
  const { fake } = await bench(serve)
  const upstream = { name: 'up', protocol: 'stability', baseUrl: fake.baseUrl, apiKey: 'key' } as const
  const modelIds = { 'beta-5.0': 'control/style', 'beta_5.0Pro': 'generate/core' }
  const metricsKey = 'key-of-the-metrics-of-24'
  const { call, when, errors, url } = await relay({ ...upstream, modelIds }, undefined, { metricsKey })
  const submit = async (model: string, more: object): Promise<string> =>
    (await call('POST', '/tasks', { model, prompt: 'A boat', ...more })).body.id
  for (let index = 0; index < 4; index += 1)
    await submit('beta-5.0', { reference_images: [`https://files-${index}.invalid/boat.png`] })
  await when(await submit('beta_5.0Pro', {}), () => errors.length > 8)
  expect(new Set(errors.map((line) => line.replace(/-\d\./, '.')))).toEqual(
    new Set([expect.stringMatching(/^a task could not be run .*: a file could not be fetched: .* files\.invalid$/)]),
  )
  expect(await when(await submit('beta_5.0Pro', {}), ended)).toMatchObject({ status: 'completed' })
  const metrics = await fetch(new URL('/metrics', url), { headers: { authorization: `Bearer ${metricsKey}` } })
  const answers = (await metrics.text()).split('\n').filter((line) => line.includes('upstream_answers'))
  expect(answers.filter((line) => line.includes('submit'))).not.toEqual([])
  expect(answers.filter((line) => line.includes('upload') && !line.endsWith(' 0'))).toEqual([])
})

test('a host that is allowed leads to none that is not', async () => {
  const inner = await bench(serve)
  const { fake, sent, asked, url } = await bench((response) => response.writeHead(302, { location: inner.url }).end())
  const upstream = { name: 'up', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: { 'beta-5.0': 'control/style' } }
  const fetchMedia = guardedFetch({ allowed: new Set([new URL(url).host]) })
  expect(await mappedProvider(mapping, upstream, { fetchMedia }).prepare?.(taskWith(url), running)).toMatchObject({
    answer: 'rejected',
    error: expect.stringContaining('its host is not on the public Internet'),
  })
  expect([asked.length, inner.asked, sent]).toEqual([1, [], []])
})

test('the same fields give the same bytes, and no content can end its part', () => {
  const fields = [
    { name: 'a "name"\r\n', value: 'text\r\n--form-x' },
    { name: 'image', value: { bytes: picture, contentType: 'image/png' } },
  ]
  const [one, two] = [multipart(fields), multipart(fields)]
  expect([two.contentType, Buffer.from(two.body)]).toEqual([one.contentType, Buffer.from(one.body)])
  expect(multipart([{ name: 'a', value: 'other' }]).contentType).not.toBe(one.contentType)
})

test('what is written is what every reader of forms reads', async () => {
  const { body, contentType } = multipart([
    { name: 'prompt', value: 'Ein Boot\r\nbei Nacht 船' },
    { name: 'image[]', value: { bytes: picture, contentType: 'image/png' } },
  ])
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  const file = form.get('image[]')
  if (!(file instanceof File)) throw new Error('the form has no file')
  expect(form.get('prompt')).toBe('Ein Boot\r\nbei Nacht 船')
  expect([file.type, file.name, Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', 'file.png', picture])
})

test('an image of other images goes to the edits of OpenAI as a form with files, one of a prompt alone as JSON', async () => {
  const { mapping: openai } = await loaders['openai-videos']()
  const { fake, sent, url, provider } = await bench(serve, { at: openai, as: 'gpt-image-2' })
  const reference_images = [url, png]
  const edit = { ...taskWith(url), parameters: { prompt: 'A boat', reference_images } }
  expect(await provider.submit(edit)).toMatchObject({ answer: 'accepted' })
  const plain = { ...taskWith(url), parameters: { prompt: 'A boat' } }
  expect(await provider.submit({ ...plain, id: 'task_2' })).toMatchObject({ answer: 'accepted' })
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /images/edits',
    'POST /images/generations',
  ])
  expect(sent[0]?.body.match(/name="[^"]+"(?:; filename="[^"]+")?/g)).toEqual([
    'name="model"',
    'name="prompt"',
    'name="image[]"; filename="file.png"',
    'name="image[]"; filename="file.png"',
    'name="size"',
  ])
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual({ model: 'gpt-image-2', prompt: 'A boat', size: '2048x2048' })
  expect(fake.tasks).toMatchObject([
    { parameters: { reference_images: [png, png] } },
    { parameters: { prompt: 'A boat' } },
  ])
})
