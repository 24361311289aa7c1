/** What a service of the same interface behind this one declares and lists, and what is made of that. */
import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { HistoryError, type PastTask } from '../src/domain/provider/history.js'
import { probeUpstream } from '../src/run/provider/probe-upstream.js'
import { relayReader } from '../src/run/provider/relay-reader.js'
import { relayProvider } from '../src/run/provider/relay.js'
import { localServer } from './support/local-server.js'
import { upstreamOf } from './support/relay.js'

const signal = new AbortController().signal
const task = { id: 'up-1', model: 'beta-5.0', object: 'image', created: 1, progress: 0, status: 'queued', error: null }
const model = { model: 'beta-5.0', kind: 'image' } as const

/** A provider in front of a service that answers these paths, and what it was asked for. */
async function behind(answers: Record<string, object>) {
  const asked: string[] = []
  const url = await localServer((request, response) => {
    const path = request.url?.split('/model-center')[1] ?? ''
    asked.push(path)
    const answer = answers[path.split('?')[0] ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { title: 'not found' }))
  })
  const upstream = upstreamOf({ baseUrl: `${url}/api`, apiKey: 'test-key' })
  return { provider: relayProvider(upstream, silentLog), url: upstream.baseUrl, asked }
}

test('the lists of values that a service behind this one has are as it has read them', async () => {
  const list = { path: '/voice', name: 'voices', values: ['anna', 'ben'], read: 1_795_258_800 }
  const { provider, asked } = await behind({ '/value-lists': { object: 'list', data: [list] } })
  expect(await provider.valueLists?.(model, signal)).toEqual([
    { path: '/voice', name: 'voices', values: ['anna', 'ben'], readAt: 1_795_258_800_000 },
  ])
  expect(asked).toEqual(['/value-lists?model=beta-5.0'])
})

test('a service behind this one that has no lists, or is no longer waited for, is one without', async () => {
  const { provider, asked } = await behind({})
  expect(await provider.valueLists?.(model, signal)).toEqual([])
  expect(await provider.valueLists?.(model, AbortSignal.abort())).toEqual([])
  expect(asked).toHaveLength(1)
})

test('tasks that a service behind this one lists are charged where they were made, or have failed and cost something', async () => {
  const listed = (id: string, more: object) => ({ ...task, id, created: 100, ...more })
  const data = [
    listed('made', { status: 'completed', amount: 0 }),
    listed('failed', { status: 'failed', amount: 0 }),
    listed('paid', { status: 'failed', amount: 3 }),
    listed('words', { status: 'failed', amount: '3' }),
    listed('runs', { status: 'processing' }),
    listed('rests', { status: 'resting', amount: 3 }),
    listed('undated', { status: 'completed', created: null }),
    listed('older', { status: 'completed', created: 9 }),
  ]
  const { provider } = await behind({
    '/capabilities': { object: 'capabilities', extensions: ['list'] },
    '/tasks': { object: 'list', data, has_more: false },
  })
  const tasks: PastTask[] = []
  for await (const one of provider.history?.(10_000, signal) ?? []) tasks.push(one)
  expect(tasks).toEqual([
    { reference: 'made', state: 'charged', created: 100_000, cost: '0 credits' },
    { reference: 'failed', state: 'free', created: 100_000, cost: '0 credits' },
    { reference: 'paid', state: 'charged', created: 100_000, cost: '3 credits' },
    { reference: 'words', state: 'free', created: 100_000 },
    { reference: 'runs', state: 'running', created: 100_000 },
    { reference: 'rests', state: 'running', created: 100_000, cost: '3 credits' },
    { reference: 'undated', state: 'charged' },
  ])
})

test.each<[keptSeconds: unknown, keptSince: string | undefined, kept: object | false]>([
  [60, undefined, { time: 60_000, since: undefined }],
  [0, undefined, { time: 0, since: undefined }],
  [-1, undefined, { time: 86_400_000, since: undefined }],
  ['60', undefined, { time: 86_400_000, since: undefined }],
  [60, '2026-01-02T00:00:00Z', { time: 60_000, since: Date.UTC(2026, 0, 2) }],
  [60, 'yesterday', false],
])('keys that are kept for %j seconds since %j', async (keptSeconds, keptSince, kept) => {
  const idempotency = { keptSeconds, ...(keptSince === undefined ? {} : { keptSince }) }
  const { provider } = await behind({
    '/capabilities': { object: 'capabilities', extensions: ['idempotency'], idempotency },
  })
  expect(await provider.keptKeys()).toEqual(kept && { ...kept, heard: true })
})

test('that another model made a task behind this one is told under a name of its own, with that model', () => {
  const read = relayReader(upstreamOf({ name: 'up', baseUrl: 'https://up.example', apiKey: 'test-key' }), silentLog)
  const fieldsOf = (more: object) => {
    const snapshot = read({ ...task, status: 'completed', ...more })
    return snapshot.state === 'completed' ? snapshot.fields : snapshot
  }
  expect(fieldsOf({ fallback: { from: 'one' }, seed: 7 })).toEqual({
    seed: 7,
    upstream_fallback: { from: 'one', model: 'beta-5.0' },
  })
  expect(fieldsOf({ fallback: { from: 'one' }, model: undefined })).toEqual({
    upstream_fallback: { from: 'one', model: null },
  })
  expect(fieldsOf({})).toBeUndefined()
  expect(fieldsOf({ note: 'by test-key' })).toEqual({ note: 'by [redacted]' })
})

test('a service that cannot be reached proves that nothing was sent, and is left alone', async () => {
  const provider = relayProvider(upstreamOf({ baseUrl: 'http://127.0.0.1:9/api', apiKey: 'test-key' }), silentLog)
  expect((await provider.poll(['up-1'], signal)).get('up-1')).toMatchObject({
    state: 'fault',
    pause: { reason: 'unreachable' },
  })
  expect(await provider.cancel?.('up-1')).toEqual({ answer: 'goes-on', reason: expect.any(String) })
  expect(await provider.probe?.()).toMatchObject({ pause: { reason: 'unreachable' } })
  expect(await provider.testModels?.(['beta-5.0'])).toEqual(
    new Map([['beta-5.0', { model: 'untested', reason: expect.any(String) }]]),
  )
})

test('a service behind this one that does not know the task of a test has not refused the key', async () => {
  const { url } = await behind({})
  const upstream = upstreamOf({ baseUrl: url, apiKey: 'test-key' })
  expect((await probeUpstream(upstream)).key).toEqual({ key: 'not-refused' })
})

test('the models of a service behind this one are those that it lists as available', async () => {
  const listed = (id: string, available: boolean) => ({ id, available })
  const declared = (extensions: string[]) => ({ '/capabilities': { object: 'capabilities', extensions } })
  const { provider } = await behind({
    ...declared(['models']),
    '/models': { object: 'list', data: [listed('beta-5.0', true), listed('sd_2.0_discount', false)] },
  })
  expect(Object.fromEntries((await provider.testModels?.(['beta-5.0', 'sd_2.0_discount'])) ?? [])).toEqual({
    'beta-5.0': { model: 'known' },
    'sd_2.0_discount': { model: 'unknown', asked: 'its list of models' },
  })
  const silent = await behind(declared([]))
  expect(Object.fromEntries((await silent.provider.testModels?.(['beta-5.0'])) ?? [])).toEqual({
    'beta-5.0': { model: 'untested', reason: 'it declares no list of models' },
  })
})

test('a list of tasks that cannot be had says why', async () => {
  const listing = async ({ provider }: Pick<Awaited<ReturnType<typeof behind>>, 'provider'>): Promise<unknown> => {
    try {
      for await (const one of provider.history?.(0, signal) ?? []) return one
    } catch (error) {
      return error
    }
    return undefined
  }
  const declares = (extensions: string[]) => ({ '/capabilities': { object: 'capabilities', extensions } })
  expect(await listing(await behind(declares([])))).toEqual(new HistoryError('it declares no list of tasks'))
  const error = await listing(await behind(declares(['list'])))
  expect(error).toBeInstanceOf(HistoryError)
  expect(error).toMatchObject({ message: expect.stringContaining('404'), cause: { status: 404 } })
})
