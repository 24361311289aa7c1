/** The client of a browser through a proxy: what each user may see and spend. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks, RequestInvalidError } from '@model-tasks/client'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { startService, type RunningService } from '@model-tasks/service'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createProxy, memorySpending, type ProxyHandler, type ProxySettings } from '../src/index.js'
import { nodeListener } from '../src/node.js'
import { as, boat, secret } from './page.js'

const everything = { models: ['sd_2.0_discount', 'beta-5.0'], budget: null, secret }
const signedIn = { user: (request: Request) => request.headers.get('x-user') }

describe('in front of a service', () => {
  let service: RunningService
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-tasks-proxy-'))
    service = await startService({ port: 0, dataDirectory: folder, rateLimit: 'off', shutdownTimeout: 0 })
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  const open = (more: Partial<ProxySettings> = {}): ProxyHandler =>
    createProxy({ baseUrl: service.baseUrl, apiKey: service.newKey, ...everything, ...signedIn, ...more })

  it('a task of one user is 404 for another, to read and to cancel, in every process with the secret', async () => {
    const { id } = await as('a', open()).submit('sd_2.0_discount', boat)
    expect((await as('a', open()).query(id)).id).toBe(id)
    const b = as('b', open())
    await expect(b.query(id)).rejects.toMatchObject({ status: 404 })
    await expect(b.cancel(id)).rejects.toMatchObject({ status: 404 })
    // Neither is the ID that the service has for it an ID here.
    await expect(as('a', open()).query(id.slice(0, id.lastIndexOf('.')))).rejects.toMatchObject({ status: 404 })
    await expect(as('a', open({ secret: `${secret}, another` })).query(id)).rejects.toMatchObject({ status: 404 })
    expect((await as('a', open({ secret: [`${secret}, new`, secret] })).query(id)).status).not.toBe('failed')
    expect((await as('a', open()).cancel(id)).status).toBe('failed')
  })

  it('a repeat under its key buys once, also after the secret was changed', async () => {
    const again = { idempotencyKey: 'order-1' }
    const first = await as('a', open()).submit('sd_2.0_discount', boat, again)
    const changing = open({ secret: [`${secret}, new`, secret] })
    const second = await as('a', changing).submit('sd_2.0_discount', boat, again)
    const behind = (id: string): string => id.slice(0, id.lastIndexOf('.'))
    expect(behind(second.id)).toBe(behind(first.id))
  })

  it('over budget is 402 with the cost, and nothing is submitted', async () => {
    const direct = new ModelTasks({ baseUrl: service.baseUrl, apiKey: service.newKey ?? '' })
    const { amount } = await direct.quote('sd_2.0_discount', boat)
    expect(amount).toBeGreaterThan(0)
    const before = (await direct.list({ limit: 100 })).data.length
    let now = Date.now()
    const proxy = open({ budget: { perDay: amount * 2.5 }, now: () => now })
    await Promise.all(
      [1, 2, 3].map(() =>
        as('a', proxy)
          .submit('sd_2.0_discount', boat)
          .catch(() => undefined),
      ),
    )
    const rejected = await as('a', proxy)
      .submit('sd_2.0_discount', boat)
      .catch((error: unknown) => error)
    expect(rejected).toMatchObject({ status: 402, taskMayExist: false, json: { cost: amount, budget: amount * 2.5 } })
    expect((await direct.list({ limit: 100 })).data.length).toBe(before + 2)
    // Another user has a budget of their own, and so has the next day.
    await as('b', proxy).submit('sd_2.0_discount', boat)
    now += 86_400_000
    await as('a', proxy).submit('sd_2.0_discount', boat)
  })

  it('a repeat under the same Idempotency-Key counts once, and the key of one user is not that of another', async () => {
    const direct = new ModelTasks({ baseUrl: service.baseUrl, apiKey: service.newKey ?? '' })
    const { amount } = await direct.quote('sd_2.0_discount', boat)
    const proxy = open({ budget: { perDay: amount } })
    const key = { idempotencyKey: 'order-17' }
    const { id } = await as('a', proxy).submit('sd_2.0_discount', boat, key)
    expect((await as('a', proxy).submit('sd_2.0_discount', boat, key)).id).toBe(id)
    const other = await as('b', proxy).submit('sd_2.0_discount', boat, key)
    expect(other.id.split('.')[0]).not.toBe(id.split('.')[0])
  })

  it('a request is checked before it costs anything, and only the models that are offered are taken', async () => {
    const proxy = open({ models: (user) => (user === 'a' ? ['sd_2.0_discount'] : []) })
    await expect(
      as('a', proxy).custom('sd_2.0_discount', { ...boat, duration: 99 }, { validate: 'off' }),
    ).rejects.toSatisfy((error) => error instanceof RequestInvalidError && error.findings[0]?.parameter === 'duration')
    await expect(as('a', proxy).submit('beta-5.0', { prompt: 'A boat' })).rejects.toMatchObject({ status: 403 })
    await expect(as('b', proxy).submit('sd_2.0_discount', boat)).rejects.toMatchObject({ status: 403 })
  })

  it('a file of one user cannot be used by another', async () => {
    const proxy = open({ maxUploadBytes: 1_000 })
    const dot = new Blob([Buffer.from(onePixel, 'base64')], { type: 'image/png' })
    const { id } = await as('a', proxy).uploadAsset(dot)
    const withFile = { ...boat, first_image: [`assetId://${id}`] }
    await as('a', proxy).submit('sd_2.0_discount', withFile)
    await expect(as('b', proxy).submit('sd_2.0_discount', withFile)).rejects.toMatchObject({ status: 404 })
    await expect(as('b', proxy).asset(id)).rejects.toMatchObject({ status: 404 })
    await expect(
      as('a', proxy).uploadAsset(new Blob(['x'.repeat(1_001)], { type: 'image/png' })),
    ).rejects.toMatchObject({ status: 413 })
    // Without the setting there is no library.
    expect((await as('a', open()).capabilities()).extensions).not.toContain('assets')
    await expect(as('a', open()).uploadAsset(dot)).rejects.toMatchObject({ status: 404 })
  })

  it('shows neither the account nor its tasks, and no user without signing in', async () => {
    const proxy = open()
    const declared = await as('a', proxy).capabilities()
    const direct = await new ModelTasks({ baseUrl: service.baseUrl, apiKey: service.newKey ?? '' }).capabilities()
    expect(declared.account).not.toBe(direct.account)
    expect(declared.idempotency?.lookup).toBe(false)
    expect(Object.keys(await as('a', proxy).quote('sd_2.0_discount', boat))).not.toContain('available')
    for (const path of ['/tasks', '/account', '/models', '/assets', '/../../admin'])
      expect(
        (await proxy(new Request(`https://app.example.com/api/v2/model-center${path}`, { headers: { 'x-user': 'a' } })))
          .status,
      ).toBe(404)
    await expect(as('', proxy).submit('sd_2.0_discount', boat)).rejects.toMatchObject({ status: 401 })
  })

  it('a page of another site cannot spend the budget of its visitor', async () => {
    const send = async (headers: Record<string, string>, more: Partial<ProxySettings> = {}): Promise<number> =>
      (
        await open(more)(
          new Request('https://app.example.com/api/v2/model-center/quote', {
            method: 'POST',
            headers: { 'x-user': 'a', 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ model: 'sd_2.0_discount', ...boat }),
          }),
        )
      ).status
    expect(await send({ origin: 'https://app.example.com' })).toBe(200)
    expect(await send({ origin: 'https://evil.example' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send({ 'content-type': 'text/plain' })).toBe(415)
    const origins = ['https://other.example']
    for (const site of [{}, { 'sec-fetch-site': 'cross-site' }])
      expect(await send({ origin: 'https://other.example', ...site }, { origins })).toBe(200)
    // A server in between may pass on a host that a page has chosen: the browser still says where the page is from.
    const chosen = { origin: 'https://evil.example', host: 'evil.example' }
    expect(await send({ ...chosen, 'sec-fetch-site': 'cross-site' }, { origins })).toBe(403)
    expect(await send({ origin: 'https://app.example.com', 'sec-fetch-site': 'same-origin' })).toBe(200)
  })
})

it('answers over HTTP in Node, its path wherever it is mounted', async () => {
  const server = await startFaultServer({ extensions: ['idempotency'] })
  onTestFinished(() => server.close())
  const proxy = createProxy({ ...server, ...everything, ...signedIn })
  const http = createServer(nodeListener(proxy)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const { port } = http.address() as AddressInfo
  const client = new ModelTasks({
    baseUrl: `http://127.0.0.1:${port}/deep/below`,
    apiKey: null,
    headers: { 'x-user': 'a' },
    pollInterval: 10,
  })
  expect((await client.run('sd_2.0_discount', boat)).status).toBe('completed')
  expect(server.requests.every(({ headers }) => headers['x-user'] === undefined)).toBe(true)
})

describe('in front of faults', () => {
  const start = async (extensions: string[], keptSeconds?: number): Promise<FaultServer> => {
    const server = await startFaultServer({
      extensions,
      ...(keptSeconds !== undefined && { declares: { keptSeconds } }),
    })
    onTestFinished(() => server.close())
    return server
  }
  const open = ({ baseUrl, apiKey }: FaultServer, more: Partial<ProxySettings> = {}): ProxyHandler =>
    createProxy({ baseUrl, apiKey, ...everything, ...signedIn, ...more })

  it.each([
    ['a reset after the work', faults.resetAfterAccept],
    ['a reset before it', faults.resetAfterReading],
    ['503', faults.status(503)],
  ])('one task after %s, where the service keeps keys', async (_, fault) => {
    const server = await start(['idempotency'], 86_400)
    server.next('submit', fault)
    await as('a', open(server)).submit('sd_2.0_discount', boat)
    expect(server.tasks.size).toBe(1)
  })

  it('a lost answer is one POST and an error where it keeps none', async () => {
    const server = await start([])
    server.next('submit', faults.resetAfterAccept)
    await expect(as('a', open(server)).submit('sd_2.0_discount', boat)).rejects.toMatchObject({ taskMayExist: true })
    expect([server.count('submit'), server.tasks.size]).toEqual([1, 1])
  })

  it('where the service does not say what a task costs, none is submitted under a budget', async () => {
    const server = await start(['idempotency'])
    await expect(
      as('a', open(server, { budget: { perDay: 10 } })).submit('sd_2.0_discount', boat),
    ).rejects.toMatchObject({ status: 402 })
    expect(server.count('submit')).toBe(0)
  })

  it('no answer holds the key, also where the service says that it is wrong', async () => {
    const server = await start(['idempotency'])
    const proxy = open({ ...server, apiKey: 'wrong-key' })
    const error = await as('a', proxy)
      .submit('sd_2.0_discount', boat, { retries: 0 })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 503 })
    expect(JSON.stringify(error)).not.toContain('wrong-key')
  })
})

it('a setting that is missing is an error at the start', () => {
  const settings = { ...everything, ...signedIn, baseUrl: 'https://example.com/api', apiKey: 'key' }
  expect(() => createProxy({ ...settings, secret: 'short' })).toThrow('at least 32 characters')
  expect(() => createProxy({ ...settings, apiKey: '' })).toThrow('MODEL_TASKS_API_KEY')
  expect(() => createProxy({ ...settings, baseUrl: '' })).toThrow('MODEL_TASKS_BASE_URL')
})

describe('what no request could be sent with is a TypeError at the start, which shows no secret', () => {
  const settings = { ...everything, ...signedIn, baseUrl: 'https://example.com/api', apiKey: 'key' }

  it.each([
    'localhost:8787/api',
    'example.com/api',
    'ftp://example.com/api',
    'https://user:password@example.com/api',
    'https://user@example.com/api',
    'https://example.com/api?tenant=password',
    'https://example.com/api?',
    'https://example.com/api#password',
    '/api',
  ])('the base URL %s', (baseUrl) => {
    const exact = new TypeError(
      'set baseUrl or MODEL_TASKS_BASE_URL to the http or https URL of the service, without a user, a query or a fragment',
    )
    expect(() => createProxy({ ...settings, baseUrl })).toThrow(exact)
  })

  it.each(['kéy中', 'a key', 'key\n', 'key\r\nx-other: 1'])('the key %j', (apiKey) => {
    const exact = new TypeError(
      'set apiKey or MODEL_TASKS_API_KEY to the API key of the service, in ASCII and without spaces',
    )
    expect(() => createProxy({ ...settings, apiKey })).toThrow(exact)
  })

  it('and others are not', () => {
    for (const baseUrl of ['http://127.0.0.1:8787', 'HTTPS://example.com/api//', 'http://[::1]:1/@api'])
      expect(createProxy({ ...settings, baseUrl })).toBeTypeOf('function')
  })
})

describe('a status of the service', () => {
  const answered = async (answer: () => Response): Promise<Response> => {
    const proxy = createProxy({
      ...{ ...everything, ...signedIn, baseUrl: 'https://example.com/api', apiKey: 'key' },
      fetch: () => Promise.resolve(answer()),
    })
    const url = 'https://app.example.com/api/v2/model-center/tasks'
    const headers = { 'x-user': 'a', 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'sd_2.0_discount', ...boat })
    return proxy(new Request(url, { method: 'POST', headers, body }))
  }

  it.each([204, 205, 304])('%i has no body', async (status) => {
    const answer = await answered(() => new Response(null, { status, headers: { 'x-request-id': 'r-1' } }))
    expect([answer.status, answer.body, answer.headers.get('x-request-id')]).toEqual([status, null, 'r-1'])
  })

  it.each([0, 199, 600, 999])('%i is 502, and what the request has done is not known', async (status) => {
    // No Response can be made with it, and fetch has some.
    const answer = await answered(() => Object.defineProperty(new Response('{}'), 'status', { value: status }))
    expect([answer.status, await answer.json()]).toMatchObject([
      502,
      {
        detail: `the service answered ${status}, which is not a status of HTTP; what the request has done is not known`,
      },
    ])
  })
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

it('a key whose attempts were rejected pays for no dearer request', async () => {
  const spending = memorySpending()
  const task = { user: 'a', day: '2026-01-31', key: 'k', limit: 10, now: 0, sameFor: 60_000 }
  // Two at once, both rejected: neither proves anything of the other, so that both still count.
  await Promise.all([1, 2].map(() => spending.reserve({ ...task, amount: 1 })))
  await Promise.all([1, 2].map(() => spending.release(task)))
  expect(await spending.reserve({ ...task, amount: 500 })).toEqual({ counted: false, spent: 1 })
  expect(await spending.reserve({ ...task, amount: 9 })).toEqual({ counted: true, spent: 1 })
  expect(await spending.reserve({ ...task, key: 'other', amount: 2 })).toEqual({ counted: false, spent: 9 })
  expect(await spending.reserve({ ...task, amount: 9 }), 'a repeat costs nothing more').toEqual({
    counted: true,
    spent: 9,
  })
})
