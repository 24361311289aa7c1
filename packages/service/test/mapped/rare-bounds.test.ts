/** Bounds of what is read of an upstream, and hosts that are this machine. */
import { expect, test, vi } from 'vitest'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { readBytes, TooLargeError } from '../../src/run/provider/mapped/read-bytes.js'
import { mayReach } from '../../src/run/provider/webhooks/addresses.js'
import { mappingOf, running, standingClock } from './support.js'

test('an answer is read that is as large as is allowed, and none that is larger', async () => {
  expect((await readBytes(new Response('12345'), 5)).toString()).toBe('12345')
  await expect(readBytes(new Response('12345'), 4)).rejects.toThrow(new TooLargeError(4))
  expect(await readBytes(new Response(null), 0)).toEqual(Buffer.alloc(0))
})

test('an upstream elsewhere reaches no loopback address of this machine, and any other host', () => {
  const loopback = ['http://localhost:1', 'http://127.0.0.1', 'http://127.9.8.7:1/x', 'http://[::1]:1']
  const others = ['https://not-localhost', 'https://localhost.example', 'https://x127.example', 'http://[::11]']
  for (const url of loopback) {
    expect(mayReach('https://up.example', url), url).toBe(false)
    expect(mayReach(url, url), url).toBe(true)
  }
  for (const url of others) expect(mayReach('https://up.example', url), url).toBe(true)
})

test('a host that lists models and does not answer is left after a minute', async () => {
  const clock = standingClock()
  let asked = 0
  const hanging: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      asked += 1
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  const upstream = { name: 'up', baseUrl: 'https://up.example', apiKey: 'key', modelIds: {} }
  const provider = mappedProvider(mappingOf('fal'), upstream, { fetch: hanging, fetchKeys: hanging, clock })
  const tested = provider.testModels?.(['sd_2.0_discount'])
  await vi.waitFor(() => expect(asked).toBe(1))
  clock.move(60_000)
  expect((await tested)?.get('sd_2.0_discount')).toMatchObject({ model: 'untested' })
})

test('what a cancelled task costs is not known where its upstream may charge for it', async () => {
  const snapshotOf = async (protocol: string, status: string) => {
    const answer = async (): Promise<Response> => Response.json({ id: 'one', status })
    const upstream = { name: 'up', baseUrl: 'https://up.example', apiKey: 'key', modelIds: {} }
    const provider = mappedProvider(mappingOf(protocol), upstream, { fetch: answer })
    return (await provider.poll(['video:m:one'], running)).get('video:m:one')
  }
  expect(await snapshotOf('replicate', 'canceled')).toMatchObject({ state: 'failed', cost: 'unknown' })
  expect(await snapshotOf('ark', 'cancelled')).toMatchObject({ state: 'failed', status: 'cancelled' })
  expect(await snapshotOf('ark', 'cancelled')).not.toHaveProperty('cost')
})

test('a redirect without a body is followed like any other', async () => {
  const host = 'https://files.example'
  const answers = new Map([
    [`${host}/1`, () => new Response(null, { status: 302, headers: { location: '/2' } })],
    [`${host}/2`, () => new Response(null, { status: 410 })],
  ])
  const done = { id: 'cgt-1', status: 'succeeded', content: { video_url: `${host}/1` } }
  const answer: typeof fetch = async (url) =>
    answers.get(url instanceof Request ? url.url : String(url))?.() ?? Response.json(done)
  const upstream = { name: 'up', baseUrl: 'https://up.example', apiKey: 'key', modelIds: {} }
  const provider = mappedProvider(mappingOf('ark'), upstream, { fetch: answer })
  const task = { id: 'task_1', model: 'sd_2.0_discount', kind: 'video', reference: 'video:m:cgt-1' } as const
  await expect(provider.collect({ ...task, snapshot: { state: 'completed' } }, '/nowhere', running)).rejects.toThrow(
    'no longer serves its result (HTTP 410)',
  )
})
