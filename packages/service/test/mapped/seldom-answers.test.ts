/** What a provider makes of answers that its upstream gives seldom, each of them given here without a server. */
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../src/base/log.js'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import type { PastTask } from '../../src/domain/provider/history.js'
import { usualPollDeadline } from '../../src/domain/provider/provider-set.js'
import { ResultMissing, type ProducedFile, type UpstreamProvider } from '../../src/domain/provider/provider.js'
import { mappedProvider, type MappedParts } from '../../src/run/provider/mapped/provider.js'
import { probeUpstream } from '../../src/run/provider/probe-upstream.js'
import { upstreamLane } from '../../src/run/provider/upstreams.js'
import { unknownStatuses } from '../../src/run/provider/unknown-statuses.js'
import { asked } from '../support/asked.js'
import { temporaryFolder } from '../support/folder.js'
import { upstreamOf } from '../support/relay.js'
import { mappingOf, running, standingClock, taskFor } from './support.js'

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>

/** A provider whose upstream answers so, and what it was asked. */
function scripted(protocol: string, answer: Answer, parts: MappedParts = {}) {
  const requests: string[] = []
  const send: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    requests.push(`${init.method ?? 'GET'} ${url.pathname}${url.search}`)
    return answer(url, init)
  }
  const upstream = {
    name: 'up',
    baseUrl: 'https://up.example',
    apiKey: protocol === 'firefly' ? 'client:secret' : 'sk-key-of-the-operator',
    modelIds: {},
  }
  return { provider: mappedProvider(mappingOf(protocol), upstream, { fetch: send, ...parts }), requests }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })

/** How a `fetch` fails that cannot connect: nothing was sent. */
const refused = (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })
}
/** How one fails whose connection breaks: it may have been sent. */
const broken = (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('gone'), { code: 'ECONNRESET' }) })
}

async function polled(provider: UpstreamProvider, ...references: string[]) {
  return [...(await provider.poll(references, running)).values()]
}

function collected(provider: UpstreamProvider, reference: string) {
  const task = { ...taskFor(mappingOf('ark')), reference, snapshot: { state: 'completed' as const } }
  return provider.collect(task, temporaryFolder(), running)
}

const films = { 'content-type': 'video/mp4' }
const film = fakeFile('video').bytes
const filmOf = (headers: Record<string, string> = films): Response => new Response(Uint8Array.from(film), { headers })

test.each<[what: string, answer: () => Response, pause: object | undefined]>([
  ['cannot be reached', refused, { reason: 'unreachable' }],
  ['breaks the connection', broken, undefined],
])('an upstream that %s says nothing of its tasks, with any request', async (_what, answer, pause) => {
  const { provider } = scripted('ark', answer)
  const references = ['video:m:cgt-1', 'video:m:cgt-2']
  const fault = { state: 'fault', error: expect.stringContaining('fetch failed'), pause }
  expect(await polled(provider, 'video:m:cgt-1')).toEqual([fault])
  expect(await polled(provider, ...references), 'in a list').toEqual([fault, fault])
  expect(await provider.cancel?.('video:m:cgt-1')).toEqual({
    answer: 'goes-on',
    reason: expect.stringContaining('fetch failed'),
  })
  expect(await provider.probe?.()).toMatchObject({ pause: { reason: 'unreachable' } })
  const verdicts = await provider.testModels?.(['sd_2.0_discount'])
  expect(verdicts?.get('sd_2.0_discount')).toEqual({
    model: 'untested',
    reason: expect.stringContaining('fetch failed'),
  })
  await expect(collected(provider, 'video:m:cgt-1')).rejects.toThrow('fetch failed')
})

test('models that another host of the vendor lists are not tested where that cannot be asked', async () => {
  const { provider } = scripted('fal', () => json({}), { fetchKeys: refused })
  expect((await provider.testModels?.(['sd_2.0_discount']))?.get('sd_2.0_discount')).toEqual({
    model: 'untested',
    reason: expect.stringContaining('fetch failed'),
  })
})

test.each<[what: string, answer: () => Response, expected: object]>([
  ['is not reached', refused, { answer: 'not-accepted', pause: { reason: 'unreachable' } }],
  ['is broken off', broken, { answer: 'not-accepted', pause: undefined }],
  ['takes too long there', () => json({ detail: 'late' }, 408), { answer: 'not-accepted', pause: undefined }],
])('an upload that %s proves that nothing was submitted', async (_what, answer, expected) => {
  const { provider, requests } = scripted('replicate', answer)
  const parameters = { prompt: 'A boat', first_image: [`data:image/png;base64,${btoa('a picture')}`] }
  const task = asked({ id: 'task_1', model: 'a-model', kind: 'video', parameters })
  expect(await provider.submit(task)).toEqual({ error: expect.stringContaining('could not be uploaded'), ...expected })
  expect(requests).toEqual(['POST /files'])
})

test('a reference of another protocol is none of a task here, and nothing is asked for it', async () => {
  const { provider, requests } = scripted('ark', () => json({}))
  for (const reference of ['up-1', 'image:m:one']) {
    expect(await polled(provider, reference)).toEqual([
      { state: 'fault', error: `the reference ${reference} is not one of ${mappingOf('ark').title}` },
    ])
    expect(await provider.cancel?.(reference)).toMatchObject({
      answer: 'goes-on',
      reason: expect.stringContaining('cannot be asked to cancel it'),
    })
    await expect(collected(provider, reference)).rejects.toThrow(`the reference ${reference} cannot be read`)
    await provider.forget?.(reference)
  }
  expect(await provider.submit(asked({ ...taskFor(mappingOf('ark')), kind: 'audio' }))).toEqual({
    answer: 'rejected',
    error: `${mappingOf('ark').title} makes no audios`,
  })
  expect(requests).toEqual([])
})

test('a list that leaves out half of what it is asked for is asked again', async () => {
  const { provider, requests } = scripted('ark', ({ pathname }) =>
    pathname.endsWith('/tasks')
      ? json({ items: [{ id: 'cgt-1', status: 'running' }] })
      : json({ id: 'cgt-2', status: 'running' }),
  )
  for (let polls = 0; polls < 2; polls += 1)
    expect(await polled(provider, 'video:m:cgt-1', 'video:m:cgt-2')).toMatchObject(Array(2).fill({ state: 'running' }))
  expect(requests.filter((request) => request.includes('/tasks?'))).toHaveLength(2)
  expect(provider.pollBatch).toBe(100)
})

test('an upstream that calls a task unknown in HTTP 200 does not have it', async () => {
  const output = { task_id: 'one', task_status: 'UNKNOWN' }
  const { provider } = scripted('dashscope', () => json({ request_id: 'r', output }))
  expect(await polled(provider, 'video:m:one')).toEqual([
    { state: 'missing', error: `${mappingOf('dashscope').title} does not know the task (UNKNOWN)` },
  ])
})

test('a task that has failed says what it used all the same, and why', async () => {
  const answered = async (more: object) => {
    const { provider } = scripted('ark', () => json({ id: 'cgt-1', status: 'failed', ...more }))
    return (await polled(provider, 'video:m:cgt-1'))[0]
  }
  const { title } = mappingOf('ark')
  expect(await answered({ usage: { completion_tokens: 70 } })).toEqual({
    state: 'failed',
    status: 'failed',
    error: `${title} ended the task: failed`,
    usage: [{ unit: 'tokens', amount: 70 }],
  })
  expect(await answered({ error: { code: 'Dark', message: 'it was too dark' } })).toEqual({
    state: 'failed',
    status: 'failed',
    error: 'it was too dark (Dark)',
  })
})

test('a list of tasks is asked for again eight times after answers that bought time, ten seconds apart', async () => {
  const clock = standingClock()
  const { provider, requests } = scripted('ark', refused, { clock })
  const tasks: PastTask[] = []
  const read = async (): Promise<void> => {
    for await (const task of provider.history?.(0, running) ?? []) tasks.push(task)
  }
  const ended = read().catch((error: unknown) => error)
  for (let asks = 1; asks < 8; asks += 1) {
    await vi.waitFor(() => expect(requests).toHaveLength(asks))
    await new Promise(setImmediate)
    clock.move(9999)
    await new Promise(setImmediate)
    expect(requests).toHaveLength(asks)
    clock.move(1)
  }
  expect(await ended).toMatchObject({ name: 'HistoryError', message: expect.stringContaining('fetch failed') })
  expect([requests.length, tasks]).toEqual([8, []])
})

test('tasks of a list say what they cost where the list does', async () => {
  const items = [
    { id: 'cgt-1', status: 'succeeded', created_at: 50, usage: { completion_tokens: 70 } },
    { id: 'cgt-2', status: 'running' },
    { id: 'cgt-3', status: 'failed', created_at: 9 },
    { id: 'cgt-4', status: 'failed', created_at: 50 },
  ]
  const { provider } = scripted('ark', ({ searchParams }) =>
    json({ items: searchParams.get('page_num') === '1' ? items : [] }),
  )
  const tasks: PastTask[] = []
  for await (const task of provider.history?.(10_000, running) ?? []) tasks.push(task)
  expect(tasks).toEqual([
    { reference: 'cgt-1', state: 'charged', created: 50_000, cost: '70 tokens' },
    { reference: 'cgt-2', state: 'running' },
    { reference: 'cgt-4', state: 'free', created: 50_000 },
  ])
})

/** The file of a task of Ark whose answer names this URL, where the upstream serves it so. */
async function served(video_url: string, serve: Answer): Promise<ProducedFile | Error> {
  const done = { id: 'cgt-1', status: 'succeeded', content: { video_url } }
  const { provider } = scripted('ark', (url, init) =>
    url.pathname.startsWith('/contents/') ? json(done) : serve(url, init),
  )
  return collected(provider, 'video:m:cgt-1').catch((error: unknown) => error as Error)
}

test.each<[what: string, headers: Record<string, string>, unframed: true | undefined]>([
  ['its length', { 'content-length': String(film.length) }, undefined],
  ['that it comes in chunks', { 'transfer-encoding': 'chunked' }, undefined],
  ['nothing of its end', {}, true],
  ['that it is as it is', { 'content-encoding': 'Identity', 'content-length': String(film.length) }, undefined],
  ['that it is signed in chunks', { 'content-encoding': 'aws-chunked', 'transfer-encoding': 'chunked' }, undefined],
  ['that it was encoded', { 'content-encoding': 'GZIP', 'content-length': '5' }, true],
  ['that it was encoded, in chunks', { 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' }, true],
  ['which bytes of how many it has', { 'content-range': `bytes 0-9/${film.length}` }, true],
])('of a file whose host says %s', async (_what, headers, unframed) => {
  const file = await served('https://files.example/1', () => filmOf({ ...films, ...headers }))
  if (file instanceof Error) throw file
  expect(readFileSync(file.path).equals(film)).toBe(true)
  expect([file.bytes, file.contentType, file.unframed]).toEqual([film.length, 'video/mp4', unframed])
})

test.each<[what: string, headers: Record<string, string>]>([
  ['a longer one', { 'content-length': String(film.length + 1) }],
  ['a shorter one', { 'content-length': String(film.length - 1) }],
  ['a longer one of which this is a range', { 'content-range': `bytes 0-9/${film.length + 1}` }],
])('a file that was announced as %s is not the result', async (_what, headers) => {
  const file = await served('https://files.example/1', () => filmOf({ ...films, ...headers }))
  expect(file).toBeInstanceOf(ResultMissing)
  expect(file).toMatchObject({ replaced: true, message: expect.stringContaining('bytes that were announced') })
})

test('the key is not sent for a file, also on the host of the upstream, where its protocol does not say so', async () => {
  const sent: (string | null)[] = []
  const file = await served('https://up.example/1', (_url, { headers }) => {
    sent.push(new Headers(headers).get('authorization'))
    return filmOf()
  })
  expect(file).toMatchObject({ bytes: film.length })
  expect(sent).toEqual([null])
})

test('a file of no stated type is of the kind of its task, and one that a URL holds is whole', async () => {
  for (const headers of [{}, { 'content-type': '' }]) {
    const untyped = await served('https://files.example/1', () => filmOf(headers))
    expect(untyped).toMatchObject({ contentType: 'video/mp4', bytes: film.length })
  }
  const held = await served(`data:video/webm;base64,${film.toString('base64')}`, (url) => fetch(url))
  expect(held).toMatchObject({ contentType: 'video/webm', bytes: film.length })
  expect(held).not.toHaveProperty('unframed')
})

test('a token that an upstream refuses is not sent again, and one that cannot be had proves that nothing was sent', async () => {
  let made = 0
  const sent: (string | null)[] = []
  const statuses = [401, 422, 500, 401]
  const { provider } = scripted(
    'firefly',
    (_url, { headers }) => {
      sent.push(new Headers(headers).get('authorization'))
      return json({ message: 'no' }, statuses.shift())
    },
    { fetchToken: async () => (made < 2 ? json({ access_token: `token-${++made}`, expires_in: 3600 }) : refused()) },
  )
  const submit = () =>
    provider.submit(asked({ id: 'task_1', model: 'beta-5.0', kind: 'image', parameters: { prompt: 'A boat' } }))
  expect(await submit()).toMatchObject({ answer: 'not-accepted', pause: { reason: 'credentials' } })
  for (let submits = 0; submits < 3; submits += 1) await submit()
  expect(sent).toEqual(['Bearer token-1', ...Array<string>(3).fill('Bearer token-2')])
  expect(await submit()).toEqual({
    answer: 'not-accepted',
    error: expect.stringMatching(/^no access token could be got from \S+: /),
    pause: { reason: 'unreachable' },
  })
  expect(sent).toHaveLength(4)
  expect(await provider.probe?.(), 'there is nothing else to test a key with').toEqual({
    pause: { reason: 'unreachable' },
    error: expect.stringMatching(/^no access token could be got from /),
  })
})

const runs = () => json({ id: 'one', status: 'running' })
const queued = () => json({ id: 'one', status: 'queued' })
const ended = () => json({ id: 'one', status: 'cancelled' })
const no = () => json({ error: { message: 'not now' }, detail: 'not now' }, 409)
const free = { answer: 'cancelled', proof: expect.stringMatching(/has the task as \w+$/) }
const goesOn = (reason: RegExp): object => ({ answer: 'goes-on', reason: expect.stringMatching(reason) })

test.each<[protocol: string, what: string, answers: (() => Response)[], methods: string, expected: object]>([
  ['fal', 'it cannot be asked', [refused], 'PUT', goesOn(/fetch failed/)],
  ['fal', 'it answers an error', [no], 'PUT', goesOn(/not now \(HTTP 409/)],
  ['fal', 'it says that it is cancelled', [() => json({ status: 'OK' })], 'PUT', free],
  ['fal', 'it says something else', [() => json({ status: 'NO' })], 'PUT', goesOn(/does not confirm that it costs/)],
  ['replicate', 'it is cancelled', [runs, () => json({ id: 'one', status: 'aborted' })], 'POST GET', free],
  [
    'replicate',
    'it goes on',
    [runs, () => json({ id: 'one', status: 'processing' })],
    'POST GET',
    goesOn(/has it as processing$/),
  ],
  ['replicate', 'nothing is learnt of it then', [runs, broken], 'POST GET', goesOn(/fetch failed/)],
  ['ark', 'it waited', [queued, () => json({}), ended], 'GET DELETE GET', free],
  ['ark', 'it was cancelled before', [ended], 'GET', free],
  ['ark', 'it runs', [runs], 'GET', goesOn(/has it as running$/)],
  ['ark', 'it says no status', [() => json({ id: 'one' })], 'GET', goesOn(/./)],
  ['ark', 'nothing is learnt of it', [broken], 'GET', goesOn(/fetch failed/)],
])('%s: what a cancel of a task proves where %s', async (protocol, _what, answers, methods, expected) => {
  const left = [...answers]
  const { provider, requests } = scripted(protocol, () => (left.shift() ?? broken)())
  expect(await provider.cancel?.('video:m:one')).toEqual(expected)
  expect(requests.map((request) => request.split(' ')[0]).join(' ')).toBe(methods)
})

test('a task is not cancelled whose protocol has no cancel, and nothing is asked for it', async () => {
  const { provider, requests } = scripted('luma', () => json({}))
  expect(await provider.cancel?.('video:m:one')).toEqual(goesOn(/cannot be asked to cancel it$/))
  expect(requests).toEqual([])
})

test.each<[protocol: string, what: string, answer: () => Response, expected: object | undefined]>([
  [
    'minimax',
    'an error in HTTP 200',
    () => json({ error: { type: 'authorized_error', message: 'no' } }),
    { pause: { reason: 'credentials' }, error: expect.stringContaining('no (HTTP 200') },
  ],
  ['ark', 'a list', () => json({ items: [] }), undefined],
  [
    'ark',
    'a page',
    () => new Response('<html>'),
    { pause: { reason: 'misconfigured' }, error: expect.stringContaining('the answer is not JSON') },
  ],
  [
    'ark',
    'an error of its server',
    () => json({}, 500),
    { pause: { reason: 'unavailable' }, error: `${mappingOf('ark').title} answered HTTP 500` },
  ],
  [
    'ark',
    'an error about the request',
    () => json({}, 400),
    { pause: { reason: 'misconfigured' }, error: expect.stringContaining('HTTP 400') },
  ],
  ['ark', 'that it has no such address', () => json({}, 404), { error: expect.stringContaining('HTTP 404') }],
])('%s: a test of the key that is answered with %s', async (protocol, _what, answer, expected) => {
  expect(await scripted(protocol, answer).provider.probe?.()).toEqual(expected)
})

test('files are seen to before a submit only where a protocol uploads them, or sends them itself', () => {
  const prepares = ['replicate', 'openai-videos', 'stability', 'ark', 'luma'].filter(
    (protocol) => scripted(protocol, refused).provider.prepare !== undefined,
  )
  expect(prepares).toEqual(['replicate', 'openai-videos', 'stability'])
})

test('tasks are followed until the deadline of the settings, of the protocol, or the usual one', () => {
  const mappings = new Map([['ark', mappingOf('ark')]])
  const deadlineOf = (more: object): number =>
    upstreamLane(upstreamOf({ baseUrl: 'https://up.example', apiKey: 'key', ...more }), silentLog, { mappings })
      .pollDeadline
  expect(deadlineOf({ protocol: 'ark' })).toBe(1000 * mappingOf('ark').deadlineSeconds)
  expect(deadlineOf({ protocol: 'ark', pollDeadline: 5000 })).toBe(5000)
  expect(deadlineOf({})).toBe(usualPollDeadline)
  expect(usualPollDeadline).not.toBe(1000 * mappingOf('ark').deadlineSeconds)
})

test('an upstream whose protocol was not loaded cannot be tested, which says nothing of its key', async () => {
  const upstream = upstreamOf({ baseUrl: 'https://up.example', apiKey: 'key', protocol: 'ark' })
  await expect(probeUpstream(upstream, new Map())).rejects.toThrow('the mapping of ark is not loaded')
})

test('of an upstream no more than twenty statuses that are not known are said in the log', () => {
  const said: unknown[] = []
  const report = unknownStatuses('up', { ...silentLog, error: (_message, fields) => void said.push(fields) })
  for (let percent = 0; percent < 25; percent += 1) report(`at ${percent} %`)
  expect(said).toEqual(Array.from({ length: 20 }, (_, percent) => ({ upstream: 'up', status: `at ${percent} %` })))
})
