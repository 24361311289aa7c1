/** The stream of events through a proxy: each user hears the ends of their own tasks, and of no other. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks, type TaskEvent } from '@model-tasks/client'
import { startFaultServer } from '@model-tasks/client/testing'
import { startService, type RunningService } from '@model-tasks/service'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../service/src/commands/administration/run.js'
import { ManualClock, settle } from '../../service/test/support/manual-clock.js'
import { createProxy, type ProxyHandler, type ProxySettings } from '../src/index.js'
import { nodeListener } from '../src/node.js'
import { as, boat, secret } from './page.js'

let service: RunningService
let folder: string
/** The streams of the service that proxies have opened, and whether each has ended. */
let upstream: { ended: boolean }[] = []
const counted: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  if (!(typeof input === 'string' && input.includes('/events'))) return answer
  const stream = { ended: false }
  upstream.push(stream)
  init?.signal?.addEventListener('abort', () => (stream.ended = true))
  return answer
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'model-tasks-proxy-events-'))
const start = (port = 0): Promise<RunningService> =>
  startService({ port, dataDirectory: folder, rateLimit: 'off', shutdownTimeout: 0 })
beforeAll(async () => {
  folder = await newFolder()
  service = await start()
  apiKey = service.newKey ?? ''
})
let apiKey: string
beforeEach(() => void (upstream = []))
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function open(more: Partial<ProxySettings> = {}): ProxyHandler {
  return createProxy({
    baseUrl: service.baseUrl,
    apiKey,
    secret,
    models: ['sd_2.0_discount'],
    budget: null,
    user: ({ headers }) => headers.get('x-user'),
    fetch: counted,
    ...more,
  })
}

const submit = async (client: ModelTasks): Promise<string> => (await client.submit('sd_2.0_discount', boat)).id
const end = async (client: ModelTasks, id: string): Promise<void> => void (await client.cancel(id))

/** One request of the stream, and its text as it comes. */
async function connect(proxy: ProxyHandler, user: string, tasks: string[], lastEventId?: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const search = new URLSearchParams(tasks.map((id) => ['task', id]))
  const answer = await proxy(
    new Request(`https://app.example.com/api/v2/model-center/events?${search}`, {
      headers: { 'x-user': user, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
      signal: stop.signal,
    }),
  )
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (): Promise<boolean> => {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    text += value
    return !done
  }
  return {
    status: answer.status,
    headers: answer.headers,
    hangUp: () => stop.abort(),
    /** Resolves to all that came, once it has these words. */
    async until(words: string) {
      while (!text.includes(words)) if (!(await read())) throw new Error(`the stream has ended: ${text}`)
      return text
    },
    async rest() {
      while (await read());
      return text
    },
  }
}

async function take(events: AsyncIterable<TaskEvent>): Promise<TaskEvent[]> {
  const taken: TaskEvent[] = []
  for await (const event of events) taken.push(event)
  return taken
}

it('a user hears the end of each task that they name, under its signed ID, until none is left', async () => {
  const proxy = open()
  const a = as('a', proxy)
  const [first, second] = [await submit(a), await submit(a)]
  expect((await a.capabilities()).extensions).toContain('events')
  const hearing = take(a.events({ tasks: [first, second] }))
  await expect.poll(() => upstream.length).toBe(1)
  await end(a, second)
  await end(a, first)
  expect(await hearing).toEqual(
    [second, first].map((id, index) => ({
      id: ['2', '1.2'][index],
      type: 'task.failed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({ id, status: 'failed' }),
    })),
  )
  await expect.poll(() => upstream).toEqual([{ ended: true }])
})

it('the end of another user’s task is not heard, and neither are its ID nor that there was one', async () => {
  const proxy = open()
  const [a, b] = [as('a', proxy), as('b', proxy)]
  const [own, foreign] = [await submit(a), await submit(b)]
  expect((await connect(proxy, 'a', [own, foreign])).status).toBe(404)
  expect((await connect(proxy, 'a', [own.slice(0, own.lastIndexOf('.'))])).status).toBe(404)
  const stream = await connect(proxy, 'a', [own])
  const other = await connect(proxy, 'b', [foreign])
  await stream.until('\n\n')
  for (let time = 0; time < 3; time++) await end(b, await submit(b))
  await end(b, foreign)
  await other.until('task.failed')
  await end(a, own)
  const text = await stream.rest()
  expect(text.replace(/^data: .*$/m, 'data')).toBe('retry: 1000\nid: 0\n\nid: 1\nevent: task.failed\ndata\n\n')
  expect(text).not.toContain(foreign.split('.')[0])
})

it('goes on by Last-Event-ID in another process: what ended meanwhile comes once, what was told does not', async () => {
  const proxy = open()
  const a = as('a', proxy)
  const tasks = [await submit(a), await submit(a), await submit(a)] as const
  const first = await connect(proxy, 'a', [...tasks])
  await end(a, tasks[1])
  expect(await first.until('task.failed')).toContain('\nid: 2\n')
  first.hangUp()
  await end(a, tasks[2])
  const second = await connect(open(), 'a', [...tasks], '2')
  expect(await second.until('task.failed')).toMatch(/^retry: 1000\nid: 2\n\nid: 2\.3\n/)
  await end(a, tasks[0])
  const text = await second.rest()
  expect(text.match(/^id: .*$/gm)).toEqual(['id: 2', 'id: 2.3', 'id: 1.2.3'])
  const over = await connect(open(), 'a', [...tasks], '1.2.3')
  expect([over.status, await over.rest()]).toEqual([204, ''])
  for (const place of ['4', '0.1', 'x', '-1', '1e3'])
    expect([place, (await connect(proxy, 'a', [...tasks], place)).status]).toEqual([place, 409])
})

it('names none, or too many: an error that says how many', async () => {
  const proxy = open()
  const id = await submit(as('a', proxy))
  const none = await connect(proxy, 'a', [])
  expect([none.status, await none.rest()]).toEqual([400, expect.stringContaining('name 1 to 32 tasks')])
  const many = await connect(
    proxy,
    'a',
    Array.from({ length: 33 }, (_, index) => `${id}${index}`),
  )
  expect([many.status, await many.rest()]).toEqual([400, expect.stringContaining('33 are named')])
  expect((await connect(proxy, '', [id])).status).toBe(401)
  expect(upstream).toEqual([])
})

it('all streams share one of the service, which ends with the last; a user has ten', async () => {
  const proxy = open()
  const [a, b] = [as('a', proxy), as('b', proxy)]
  const [own, other] = [await submit(a), await submit(b)]
  const streams = await Promise.all(Array.from({ length: 10 }, () => connect(proxy, 'a', [own])))
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const eleventh = await connect(proxy, 'a', [own])
  expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([429, '15'])
  const ofOther = await connect(proxy, 'b', [other])
  expect(ofOther.status).toBe(200)
  expect(upstream).toEqual([{ ended: false }])
  streams[0]?.hangUp()
  expect((await connect(proxy, 'a', [own])).status).toBe(200)
  for (const stream of streams) stream.hangUp()
  await end(b, other)
  await ofOther.rest()
  await end(a, own)
  await expect.poll(() => upstream).toEqual([{ ended: true }])
})

it('a user who has signed out hears nothing more, also where nothing ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let isSignedIn = true
  const proxy = open({ user: ({ headers }) => (isSignedIn ? headers.get('x-user') : null) })
  const a = as('a', open())
  const id = await submit(a)
  const [first, second] = [await connect(proxy, 'a', [id]), await connect(proxy, 'a', [id])]
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await first.until(':\n\n')).toBe('retry: 1000\nid: 0\n\n:\n\n')
  first.hangUp()
  isSignedIn = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await second.rest()).not.toContain('task.')
  isSignedIn = true
  const third = await connect(proxy, 'a', [id])
  await third.until('\n\n')
  isSignedIn = false
  await end(a, id)
  expect(await third.rest()).toBe('retry: 1000\nid: 0\n\n')
})

it('streams end soon after the key of the proxy was revoked, and say so when they are opened again', async () => {
  const clock = new ManualClock(Date.now())
  const dataDirectory = await newFolder()
  const own = await startService({ port: 0, dataDirectory, shutdownTimeout: 0 }, { clock })
  onTestFinished(async () => {
    await own.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  const said: string[] = []
  const administer = (words: string[]): Promise<unknown> =>
    runCommand(words, { databaseUrl: undefined, dataDirectory }, (line) => void said.push(line))
  await administer(['account', 'add', 'Other'])
  const [[key = ''] = [], [keyId = ''] = []] = [/mt_\S+/, /key_\w+/].map((word) => word.exec(said.join('\n')) ?? [])
  const proxy = open({ baseUrl: own.baseUrl, apiKey: key })
  const a = as('a', proxy)
  const [id, other] = [await submit(a), await submit(a)]
  const stream = await connect(proxy, 'a', [id, other])
  await end(a, id)
  await stream.until('task.failed')
  await administer(['key', 'revoke', keyId])
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000)
    await settle()
  }
  expect((await stream.rest()).match(/^event/gm)).toHaveLength(1)
  const again = await connect(proxy, 'a', [id, other], '1')
  expect([again.status, await again.rest()]).toEqual([503, expect.not.stringContaining(key)])
})

it('a stream outlives a restart of the service: what ended meanwhile is told', async () => {
  const proxy = open()
  const a = as('a', proxy)
  const [first, second] = [await submit(a), await submit(a)]
  const stream = await connect(proxy, 'a', [first, second])
  await end(a, first)
  await stream.until('id: 1\n')
  const { port } = new URL(service.baseUrl)
  await service.close()
  service = await start(Number(port))
  const direct = new ModelTasks({ baseUrl: service.baseUrl, apiKey, logger: {} })
  await end(direct, second.slice(0, second.lastIndexOf('.')))
  expect((await stream.rest()).match(/^id: .*$/gm)).toEqual(['id: 0', 'id: 1', 'id: 1.2'])
})

it('a service without the stream is 404, and none is declared', async () => {
  const server = await startFaultServer({ extensions: ['idempotency'] })
  onTestFinished(() => server.close())
  const proxy = open({ baseUrl: server.baseUrl, apiKey: server.apiKey })
  const a = as('a', proxy)
  expect((await a.capabilities()).extensions).not.toContain('events')
  const stream = await connect(proxy, 'a', [await submit(a)])
  expect([stream.status, await stream.rest()]).toEqual([404, expect.stringContaining('query the tasks')])
})

it('over HTTP in Node, events come as they happen, and a reader who leaves holds nothing', async () => {
  const proxy = open()
  const http = createServer(nodeListener(proxy)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const client = new ModelTasks({
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api`,
    apiKey: null,
    headers: { 'x-user': 'a' },
    logger: {},
  })
  const [first, second] = [await submit(client), await submit(client)]
  const events = client.events({ tasks: [first, second] })
  const next = events.next()
  await expect.poll(() => upstream.length).toBe(1)
  await end(client, first)
  expect((await next).value).toMatchObject({ data: { id: first } })
  await events.return(undefined)
  await expect.poll(() => upstream).toEqual([{ ended: true }])
})
