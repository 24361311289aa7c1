/** What clients of vendors are answered to a submit, and to what only few protocols have. */
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { loaders } from '@model-tasks/documents/upstreams'
import { models } from '@model-tasks/documents/upstreams/models'
import { expect, test } from 'vitest'
import { ProtocolFault, type ProtocolBackend, type WantedAnswer } from '../src/edge/protocol/backend.js'
import { matchRoute, routesOf } from '../src/edge/protocol/routes.js'
import { done, vendorClient } from './support/vendor-client.js'

const [videoFacts, imageFacts] = [models['sd_2.0_discount'], models['beta-5.0']]
if (videoFacts === undefined || imageFacts === undefined) throw new Error('the catalogue has changed')

async function mappingOf(protocol: keyof typeof loaders): Promise<Mapping> {
  return (await loaders[protocol]()).mapping
}

/** A backend with a model that makes videos, `m`, and one that makes images, `i`. Notes what is submitted. */
function submitting(parts: Partial<ProtocolBackend> = {}) {
  const submitted: { model: string; parameters: object; wanted: WantedAnswer }[] = []
  const backend: Partial<ProtocolBackend> = {
    model: (named) =>
      ['m', 'i'].includes(named)
        ? { id: named, facts: named === 'm' ? videoFacts! : imageFacts!, defaultsFor: () => ({}) }
        : undefined,
    submit: async ({ id, facts: { kind } }, parameters, _request, wanted) => {
      submitted.push({ model: id, parameters, wanted })
      return { id: 'task_1', kind, model: id, created: 7, state: 'queued' }
    },
    ...parts,
  }
  return { submitted, backend }
}

test('a submit is answered with the status and the task of its protocol', async () => {
  const { submitted, backend } = submitting()
  const { call } = await vendorClient('openrouter', backend)
  expect(await call('POST /videos', { model: 'm', prompt: 'a boat', duration: 5 })).toMatchObject({
    ...{ status: 202, body: { id: 'task_1', status: 'pending' } },
  })
  expect(submitted).toMatchObject([
    { model: 'm', parameters: { prompt: 'a boat', duration: 5 }, wanted: { file: false } },
  ])
  expect(submitted[0]?.wanted).not.toHaveProperty('webhook')
  const runway = await vendorClient('runway', backend)
  expect(await runway.call('POST /v1/text_to_video', { model: 'm', promptText: 'a boat' })).toMatchObject({
    ...{ status: 200, body: { id: 'task_1' } },
  })
})

test('a request that belongs at another path of its protocol is told that path', async () => {
  const { submitted, backend } = submitting()
  const { call } = await vendorClient('runway', backend)
  expect(await call('POST /v1/image_to_video', { model: 'm', promptText: 'a boat' })).toMatchObject({
    ...{ status: 400, body: { error: 'a request like this is sent to /v1/text_to_video' } },
  })
  expect(submitted).toEqual([])
})

test('what a body holds that no parameter is made of is named, alone or together', async () => {
  const { submitted, backend } = submitting()
  const { call } = await vendorClient('openai-videos', backend)
  const boat = { model: 'm', prompt: 'a boat' }
  const told = async (more: object) => (await call('POST /videos', { ...boat, ...more })).body as { error: object }
  const one = await told({ mood: 'calm' })
  expect(one.error).toMatchObject({ message: expect.stringContaining('mood'), param: 'mood' })
  const two = await told({ mood: 'calm', weather: { wind: 1 } })
  expect(two.error).toMatchObject({ message: expect.stringMatching(/mood.*; .*weather/) })
  expect(two.error).not.toHaveProperty('param', expect.any(String))
  expect(submitted).toEqual([])
})

test('a fault of the backend is told with its code, its headers and the problem that it stands for', async () => {
  const fault = new ProtocolFault(429, 'busy', 'try again', { 'retry-after': '5' }, 'too-many-requests', 'prompt')
  const { backend } = submitting({ submit: () => Promise.reject(fault), query: () => Promise.reject(fault) })
  const { call } = await vendorClient('openai-videos', backend)
  expect(await call('POST /videos', { model: 'm', prompt: 'a boat' })).toEqual({
    ...{ status: 429, headers: { 'retry-after': '5' }, problem: 'too-many-requests' },
    body: { error: expect.objectContaining({ message: 'try again', code: 'busy', param: 'prompt' }) },
  })
  const bedrock = await vendorClient('bedrock', backend)
  const { headers } = await bedrock.call('GET /async-invoke/task_1')
  expect(headers).toEqual({ 'retry-after': '5', 'x-amzn-errortype': 'busy' })
  const unnamed = await (await vendorClient('openai-videos')).call('GET /videos/none')
  expect(unnamed).toMatchObject({ status: 404, headers: {} })
  expect(unnamed).not.toHaveProperty('problem')
})

test('a protocol whose requests name no model makes tasks of the one that is the default of its path', async () => {
  const { submitted, backend } = submitting({ defaultModel: (kinds) => (kinds.includes('image') ? 'i' : undefined) })
  const { call } = await vendorClient('firefly', backend)
  expect((await call('POST /v3/images/generate', { prompt: 'a boat' })).status).toBe(200)
  expect(submitted).toMatchObject([{ model: 'i', parameters: { prompt: 'a boat' } }])
})

test('a protocol that answers with the file sends it, unless the client accepts JSON alone', async () => {
  const base64 = Buffer.from('a picture').toString('base64')
  const { submitted, backend } = submitting()
  const made = { ...done, kind: 'image' as const, base64, contentType: 'image/png' }
  const parts: Partial<ProtocolBackend> = {
    ...backend,
    async submit(...asked) {
      await backend.submit?.(...asked)
      return made
    },
  }
  const { call } = await vendorClient('stability', parts)
  const asked = (accept?: string) =>
    call('POST /v2beta/stable-image/i', { prompt: 'a boat' }, { headers: accept === undefined ? {} : { accept } })
  const file = { status: 200, file: { contentType: 'image/png', bytes: Buffer.from('a picture') } }
  for (const accept of ['image/*', 'application/json, image/png', 'text/application/json'])
    expect(await asked(accept), accept).toEqual(file)
  for (const accept of ['application/json', ' Application/JSON ;charset=utf-8', 'application/json;q=1'])
    expect(await asked(accept), accept).toMatchObject({ status: 200, body: { image: base64 } })
  expect(submitted[0]?.wanted).toEqual({ file: true })
  const { contentType: _, ...untyped } = made
  const other = await vendorClient('stability', { ...parts, submit: async () => untyped })
  const { file: sent } = await other.call(
    'POST /v2beta/stable-image/i',
    { prompt: 'a boat' },
    { headers: { accept: 'image/*' } },
  )
  expect(sent?.contentType).toBe('application/octet-stream')
  const fileless = await vendorClient('stability', {
    ...parts,
    submit: async () => ({ ...done, kind: 'image' as const }),
  })
  const line = 'POST /v2beta/stable-image/i'
  expect(await fileless.call(line, { prompt: 'a boat' }, { headers: { accept: 'image/*' } })).not.toHaveProperty('file')
})

test('a submit that asks for webhooks is rejected where none are sent, and told of its address where they are', async () => {
  const { submitted, backend } = submitting()
  const url = 'https://example.com/told'
  const none = (member: string) => `${member}: webhooks are not sent here; leave it out, and query the task`
  const ark = await vendorClient('replicate', backend)
  const boat = { input: { prompt: 'a boat' } }
  const detail = JSON.stringify((await ark.call('POST /models/m/predictions', { ...boat, webhook: url })).body)
  expect(detail).toContain(none('webhook'))
  const fal = await vendorClient('fal', backend)
  const rejected = await fal.call(`POST /m?fal_webhook=${encodeURIComponent(url)}`, { prompt: 'a boat' })
  expect(rejected.status).toBe(400)
  expect(JSON.stringify(rejected.body)).toContain(none('fal_webhook'))
  expect(submitted).toEqual([])
  expect((await fal.call('POST /m', { prompt: 'a boat' })).status).toBe(200)
  const telling = await vendorClient('fal', { ...backend, webhookSecret: async () => undefined })
  expect((await telling.call(`POST /m?fal_webhook=${encodeURIComponent(url)}`, { prompt: 'a boat' })).status).toBe(200)
  expect(submitted.map(({ wanted }) => wanted.webhook)).toEqual([undefined, url])
})

test('the secret of webhooks is answered where the backend has one', async () => {
  const line = 'GET /webhooks/default/secret'
  const having = await vendorClient('replicate', { webhookSecret: async () => 'whsec_abc' })
  expect(await having.call(line)).toEqual({ status: 200, body: { key: 'whsec_abc' } })
  for (const parts of [{}, { webhookSecret: async () => undefined }])
    expect(await (await vendorClient('replicate', parts)).call(line)).toMatchObject({
      ...{ status: 404, body: { detail: 'no webhooks of Replicate are sent here' } },
    })
})

test('a request that proves the key asks the backend, and one with another key is told so', async () => {
  const asked: string[] = []
  const probe = async ({ key }: { key: string | undefined }) => {
    asked.push(key ?? 'none')
    if (key !== 'k') throw new ProtocolFault(401, 'unauthorized', 'not this key')
  }
  const { call } = await vendorClient('runway', { probe })
  expect(await call('GET /v1/organization')).toEqual({ status: 200, body: {} })
  expect(await call('GET /v1/organization', undefined, { key: 'other' })).toMatchObject({
    ...{ status: 401, body: { error: 'not this key' } },
  })
  expect(asked).toEqual(['k', 'other'])
})

test('a cancel whose body names another task than its path is rejected before anything is cancelled', async () => {
  const cancelled: string[] = []
  const cancel = async (id: string) => {
    cancelled.push(id)
    return { ...done, id }
  }
  const { call } = await vendorClient('vidu', { cancel })
  for (const body of [{ id: 'other' }, {}, undefined]) {
    const answer = await call('POST /tasks/runs/cancel', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('/id of the body is not the task runs')
  }
  expect(cancelled).toEqual([])
  expect((await call('POST /tasks/runs/cancel', { id: 'runs' })).status).toBe(200)
  expect(cancelled).toEqual(['runs'])
  expect((await call('GET /tasks/runs/creations')).status).toBe(200)
  const runway = await vendorClient('runway', { cancel })
  expect((await runway.call('DELETE /v1/tasks/runs')).status, 'no body is needed').toBe(200)
  const refused = await vendorClient('vidu', { cancel: async () => ({ status: 409, body: { why: 'it has ended' } }) })
  expect(await refused.call('POST /tasks/runs/cancel', { id: 'runs' })).toEqual({
    ...{ status: 409, body: { why: 'it has ended' } },
  })
})

test('as many tasks are asked for by their IDs as the protocol allows, and none only prove the key', async () => {
  const mapping = await mappingOf('ark')
  const { history: _, ...video } = mapping.operations.video!
  let proved = 0
  const probe = async () => void (proved += 1)
  const { call } = await vendorClient(
    { ...mapping, operations: { video: { ...video, list: { ...video.list!, limit: 2 } } } },
    { probe },
  )
  const path = '/contents/generations/tasks'
  const ids = (...all: string[]) => `GET ${path}?${all.map((id) => `filter.task_ids=${id}`).join('&')}`
  expect(await call(ids('done', 'runs'))).toMatchObject({
    status: 200,
    body: { items: [{ id: 'done' }, { id: 'runs' }] },
  })
  const tooMany = await call(ids('done', 'runs', 'waits'))
  expect(tooMany.status).toBe(400)
  expect(JSON.stringify(tooMany.body)).toContain('filter.task_ids may be given 2 times, not 3 times')
  expect(proved).toBe(0)
  expect(await call(`GET ${path}`)).toMatchObject({ status: 200, body: { items: [] } })
  expect(proved).toBe(1)
  const broken = new ProtocolFault(503, 'unavailable', 'try again')
  const other = await vendorClient('ark', { query: () => Promise.reject(broken) })
  expect((await other.call(ids('done'))).status, 'only a task that is not there is left out').toBe(503)
})

test('a model that is asked for by a parameter is listed where the caller can use it', async () => {
  const { call } = await vendorClient('dashscope', { models: async () => ['m', 'k'] })
  const named = async (query: string) => (await call(`GET /api/v1/models${query}`)).body
  const listed = (...names: string[]) => ({ output: { models: names.map((model) => ({ model })) } })
  expect(await named('?model=m')).toEqual(listed('m'))
  expect(JSON.stringify(await named(''))).toBe(JSON.stringify(listed('m', 'k')))
  for (const model of ['n', 'none']) {
    expect(JSON.stringify(await named(`?model=${model}`)), model).not.toMatch(/"model":/)
    expect((await call(`GET /api/v1/models?model=${model}`)).status).toBe(200)
  }
})

test('lists of values are answered where the mapping has them, in two pages where they have pages', async () => {
  const mapping = await mappingOf('openai-videos')
  const at = (name: string) => ({ path: ['/voices'], values: [name, '-', 'id'] })
  const valueLists = {
    voices: { ...at('voices'), next: { parameter: 'page', at: ['next_page'] } },
    moods: at('moods'),
  }
  const values = async (list: string) => (list === 'voices' ? ['anna', 'ben', 'cleo'] : ['calm', 'wild'])
  const { call } = await vendorClient({ ...mapping, valueLists }, { values })
  const body = async (line: string) => (await call(line)).body
  const moods = [{ id: 'calm' }, { id: 'wild' }]
  expect(await body('GET /voices')).toEqual({ voices: [{ id: 'anna' }, { id: 'ben' }], moods, next_page: 'second' })
  expect(await body('GET /voices?page=second')).toEqual({ voices: [{ id: 'cleo' }], moods })
  const none = await vendorClient({ ...mapping, valueLists })
  expect(await none.call('GET /voices')).toMatchObject({
    ...{ status: 404, body: { error: { message: 'values are not listed here' } } },
  })
})

test('the ID of a task is read at its place of the body, wherever else the body says something', async () => {
  const mapping = await mappingOf('vertex')
  const video = mapping.operations.video!
  const query = {
    ...video.query!,
    body: [
      { to: ['fetch'], from: { kind: 'constant' as const, value: 'all' } },
      { to: ['operationName'], from: { kind: 'id' as const } },
    ],
  }
  const routes = routesOf({ ...mapping, operations: { video: { ...video, query } } })
  const request = {
    ...{ method: 'POST', path: '/publishers/google/models/veo-3:fetchPredictOperation', query: new URLSearchParams() },
    ...{ headers: {}, body: { fetch: 'all', operationName: 'models/veo-3/operations/task_1' } },
  }
  expect(matchRoute(routes, request)).toMatchObject({ id: 'task_1', route: { action: 'query' } })
})

test('requests to one address are told apart by the fixed parameters of their queries, where there are several', async () => {
  const mapping = await mappingOf('openai-videos')
  const { history: _, served: _served, ...video } = mapping.operations.video!
  const at = (...path: (string | { variable: 'id' | 'model' | 'name' })[]) => ({ method: 'POST' as const, path })
  const operations = {
    video: {
      ...video,
      submit: at('/jobs?do=make&version='),
      query: {
        ...video.query!,
        method: 'GET' as const,
        path: ['/jobs?model=', { variable: 'model' as const }, '&id=', { variable: 'id' as const }],
      },
      cancel: { ...at('/jobs?do=stop&id=', { variable: 'id' }), from: [], proves: { query: [] } },
      answer: { ...video.answer, results: [] },
    },
  }
  const routes = routesOf({ ...mapping, operations } as Partial<Mapping> as Mapping)
  const seen = (line: string) => {
    const [method = '', address = ''] = line.split(' ')
    const [path = '', query = ''] = address.split('?')
    const match = matchRoute(routes, { method, path, query: new URLSearchParams(query), headers: {} })
    return match && [match.route.action, match.id]
  }
  expect(seen('POST /jobs?do=make')).toEqual(['submit', undefined])
  expect(seen('POST /jobs?do=make&version=2')).toEqual(['submit', undefined])
  expect(seen('POST /jobs?do=stop&id=task_1')).toEqual(['cancel', 'task_1'])
  for (const query of ['', '?do=', '?do=makes', '?do=other']) expect(seen(`POST /jobs${query}`), query).toBeUndefined()
  expect(seen('GET /jobs?model=m&id=task_1')).toEqual(['query', 'task_1'])
})

test('the last part of an ID is a task’s own only where the protocol puts parts before it', async () => {
  const idOf = (mapping: Mapping, path: string) =>
    matchRoute(routesOf(mapping), { method: 'GET', path, query: new URLSearchParams(), headers: {} })?.id
  expect(idOf(await mappingOf('openai-videos'), '/videos/a%2Fb')).toBe('a/b')
  expect(idOf(await mappingOf('bedrock'), '/async-invoke/arn%2Fpart%2Ftask_1')).toBe('task_1')
  const veo = await mappingOf('veo')
  const { idForm: _, ...video } = veo.operations.video!
  const named = { ...video.query!, path: ['/operations/', { variable: 'name' as const }] }
  expect(idOf({ ...veo, operations: { video: { ...video, query: named } } }, '/operations/task_1')).toBe('task_1')
})

test('an answer tells what its task was asked for, in the words of the protocol, as far as the model is known', async () => {
  const { backend } = submitting()
  const asked = { ...done, parameters: { prompt: 'a boat', duration: 8 } }
  const body = async (task: object, parts = backend) =>
    (
      await (
        await vendorClient('openai-videos', { ...parts, query: async () => task as typeof done })
      ).call('GET /videos/done')
    ).body
  expect(await body(asked)).toMatchObject({ id: 'done', seconds: '8' })
  expect(await body(done)).toMatchObject({ seconds: null })
  expect(await body(asked, { ...backend, model: () => undefined })).toMatchObject({ seconds: null })
})

test('what a page of tasks, a probe and a pending result are answered is what the mapping says', async () => {
  const ark = await mappingOf('ark')
  const other = { ...done, id: 'image', kind: 'image' as const }
  const paged = await vendorClient(ark, { page: async () => ({ tasks: [other, done], more: false }) })
  const { body } = await paged.call('GET /contents/generations/tasks')
  expect((body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(['done'])
  const runway = await mappingOf('runway')
  const proving = await vendorClient({ ...runway, probe: { ...runway.probe!, accepted: [204, 200] } })
  expect((await proving.call('GET /v1/organization')).status).toBe(204)
  const fal = await mappingOf('fal')
  const video = fal.operations.video!
  const results = video.answer.results.map((result) => {
    if (result.kind !== 'query') return result
    const { pending: _, ...others } = result
    return others
  })
  const silent = await vendorClient({
    ...fal,
    operations: { video: { ...video, answer: { ...video.answer, results } } },
  })
  expect(await silent.call('GET /m/requests/runs')).toEqual({ status: 404, body: {} })
})
