/** Files that an upstream cannot fetch. */
import { expect, test } from 'vitest'
import { outOfReach } from '../src/base/net/out-of-reach.js'
import { checkCarriedFiles } from '../src/commands/doctor/carried-files.js'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import { defaultSettings, type Settings, type Upstream } from '../src/settings/settings.js'
import { relay, upstreamOf } from './support/relay.js'

const elsewhere = 'https://203.0.113.7/v1'
const names: Readonly<Record<string, string[]>> = {
  'api.example': ['203.0.113.7'],
  gateway: ['172.18.0.4'],
  'split.example': ['203.0.113.7', '10.0.0.9'],
}
const find = async (name: string): Promise<{ address: string }[]> => {
  const found = names[name]
  if (found === undefined) throw new Error('ENOTFOUND')
  return found.map((address) => ({ address }))
}

test.each([
  [elsewhere, 'http://127.0.0.1:8787/a.png', 'loopback'],
  [elsewhere, 'http://[::1]:8787/a.png', 'loopback'],
  [elsewhere, 'http://localhost/a.png', 'loopback'],
  [elsewhere, 'http://10.1.2.3/a.png', 'private'],
  [elsewhere, 'http://tasks.internal/a.png', 'private'],
  ['https://api.example/v1', 'http://192.168.0.5/a.png', 'private'],
  // It is on a network of ours as well, or may be.
  ['http://gateway:9000', 'http://127.0.0.1:8787/a.png', undefined],
  ['http://split.example', 'http://10.1.2.3/a.png', undefined],
  ['http://10.0.0.9', 'http://10.1.2.3/a.png', undefined],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:8787/a.png', undefined],
  ['https://unknown.example', 'http://127.0.0.1:8787/a.png', undefined],
  // What is public, or has a name of which nothing is known, may be reached.
  [elsewhere, 'https://198.51.100.4/a.png', undefined],
  [elsewhere, 'https://files.example/a.png', undefined],
])('from %s, %s is out of reach as %j', async (upstream, url, kind) => {
  expect(await outOfReach(upstream, url, find)).toBe(kind)
})

const behind = { name: 'up', protocol: 'openai-videos', baseUrl: elsewhere, apiKey: 'key' } as const
const body = (url: string): object => ({ model: 'beta-5.0', prompt: 'A boat', reference_images: [url] })

test('a request with a file that its upstream cannot fetch is rejected by name, and nothing is submitted', async () => {
  const { call } = await relay(behind)
  const rejected = await call('POST', '/tasks', body('http://127.0.0.1:8787/boat.png'))
  expect(rejected.status).toBe(400)
  expect(rejected.body.findings).toMatchObject([
    { rule: 'upstream-unsupported', severity: 'error', path: '/reference_images/0', parameter: 'reference_images' },
  ])
  expect(rejected.body.detail).toContain(
    'reference_images[0]: the upstream cannot fetch a file from 127.0.0.1:8787, which is a loopback address; give a URL on the public Internet',
  )
  expect((await call('GET', '/tasks')).body.data).toEqual([])
  expect((await call('POST', '/quote', body('https://files.example/boat.png'))).status).toBe(200)
})

test('a file that a request carries is rejected where the address of the service is out of reach, and is not stored', async () => {
  const { url, key } = await relay(behind)
  const form = new FormData()
  form.append('model', 'beta-5.0')
  form.append('prompt', 'A boat')
  form.append('image', new Blob([Uint8Array.from(fakeFile('image').bytes)], { type: 'image/png' }), 'boat.png')
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}/v1/images/edits`, { method: 'POST', headers, body: form })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { message: expect.stringContaining('the operator sets MODEL_TASKS_PUBLIC_URL') } },
  ])
  const reached = await relay(behind, undefined, { publicUrl: 'https://tasks.example' })
  const quote = { ...body('https://tasks.example/uploads/asset_0.png') }
  expect((await reached.call('POST', '/quote', quote)).status).toBe(200)
})

test('an upstream on this machine fetches files of this machine', async () => {
  const { call } = await relay({ ...behind, baseUrl: 'http://127.0.0.1:9' })
  expect((await call('POST', '/quote', body('http://127.0.0.1:8787/boat.png'))).status).toBe(200)
})

test('the doctor says which upstreams cannot fetch the files that requests carry, and is silent where they may', async () => {
  const of = async (settings: Partial<Settings>, more: Partial<Upstream> = {}): Promise<string[]> =>
    (await checkCarriedFiles({ ...defaultSettings, upstreams: [upstreamOf({ ...behind, ...more })], ...settings })).map(
      ({ level, about, found }) => `${level} ${about}: ${found}`,
    )
  expect(await of({})).toEqual([
    expect.stringMatching(
      /^warning upstream up: cannot fetch the files that requests carry: they are at http:\/\/127\.0\.0\.1:8787, which is a loopback address\. Such requests for \d+ models, which take files by their URL, are rejected$/,
    ),
  ])
  expect(await of({ publicUrl: 'http://10.1.2.3' })).toEqual([expect.stringContaining('a private address')])
  expect(await of({}, { models: ['beta-5.0'] })).toEqual([expect.stringContaining('for 1 model,')])
  // It takes no files.
  expect(await of({}, { models: ['gamma-1.1-t2v'] })).toEqual([])
  expect(await of({ publicUrl: 'https://tasks.example' })).toEqual([])
  expect(await of({ host: '0.0.0.0' })).toEqual([])
  expect(await of({}, { baseUrl: 'http://127.0.0.1:9' })).toEqual([])
})
