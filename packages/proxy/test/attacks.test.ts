/** What hostile users, and a service in trouble, make of a proxy: exact answers, one purchase per intent, and no secret. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { ModelTasks } from '@model-tasks/client'
import { faults, startFaultServer } from '@model-tasks/client/testing'
import { startService, type RunningService } from '@model-tasks/service'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../service/src/commands/administration/run.js'
import { createProxy, type ProxyHandler, type ProxySettings } from '../src/index.js'
import { nodeListener } from '../src/node.js'
import { as, boat, secret } from './page.js'

let service: RunningService
let folder: string
let apiKey: string
/** What the process writes while it is attacked. */
let written = ''
beforeAll(async () => {
  const note = (...words: unknown[]): void => void (written += words.map((word) => inspect(word)).join(' '))
  for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(note)
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...all: unknown[]) => boolean
    vi.spyOn(stream, 'write').mockImplementation((chunk, ...others) => {
      note(chunk)
      return write(chunk, ...others)
    })
  }
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-proxy-attacks-'))
  service = await startService({ port: 0, dataDirectory: folder, rateLimit: 'off', shutdownTimeout: 0 })
  apiKey = service.newKey ?? ''
})
afterAll(async () => {
  await service.close()
  vi.restoreAllMocks()
  for (const hidden of [apiKey, secret]) expect(written).not.toContain(hidden)
  await rm(folder, { recursive: true, force: true })
})

const open = (more: Partial<ProxySettings> = {}): ProxyHandler =>
  createProxy({
    baseUrl: service.baseUrl,
    apiKey,
    secret,
    // The second has no reference: any parameters pass.
    models: ['sd_2.0_discount', 'sd_2.0_special'],
    budget: null,
    maxUploadBytes: 1_000_000,
    user: ({ headers }) => headers.get('x-user'),
    ...more,
  })

interface Told {
  status: number
  text: string
}

async function call(proxy: ProxyHandler, method: string, path: string, init: RequestInit = {}): Promise<Told> {
  const headers = { 'x-user': 'a', 'content-type': 'application/json', ...(init.headers as Record<string, string>) }
  const url = `https://app.example.com/api/v2/model-center${path}`
  const answer = await proxy(new Request(url, { method, ...init, headers }))
  return { status: answer.status, text: await answer.text() }
}

const tasksMade = async (): Promise<number> => {
  const direct = new ModelTasks({ baseUrl: service.baseUrl, apiKey, logger: {} })
  return (await direct.list({ limit: 100 })).data.length
}

it('a request that is nested deeper than a stack reaches is invalid, and buys nothing', async () => {
  const before = await tasksMade()
  for (const model of ['sd_2.0_discount', 'sd_2.0_special'])
    for (const [begin, end] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const depth = 150_000
      const nested = `${begin.repeat(depth)}1${end.repeat(depth)}`
      const body = `{"model":"${model}","prompt":"A boat","duration":4,"deep":${nested}}`
      const { status, text } = await call(open(), 'POST', '/tasks', { body })
      expect([model, status, text.slice(0, 300)]).toEqual([model, 400, expect.stringContaining('deep')])
    }
  expect(await tasksMade()).toBe(before)
})

it('ten thousand parameters that there are not are one answer, not larger than what was sent', async () => {
  const before = await tasksMade()
  const body = JSON.stringify({
    ...{ model: 'sd_2.0_discount', prompt: 'A boat', duration: 4 },
    ...Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`parameter_${index}`, index])),
  })
  const { status, text } = await call(open(), 'POST', '/tasks', { body })
  expect([status, text.slice(0, 500)]).toEqual([400, expect.stringContaining('parameter_0')])
  expect(text.length).toBeLessThan(body.length)
  expect(await tasksMade()).toBe(before)
})

it('headers of 64 kB are answered, whichever it is, and reach no service', async () => {
  const proxy = open()
  const { id } = await as('a', proxy).submit('sd_2.0_discount', boat)
  const long = 'x'.repeat(65_536)
  const body = JSON.stringify({ model: 'sd_2.0_discount', ...boat })
  expect((await call(proxy, 'GET', `/tasks/${id}`, { headers: { prefer: long } })).status).toBe(200)
  expect((await call(proxy, 'POST', `/tasks/${id}/cancel`, { headers: { prefer: long } })).status).toBe(200)
  expect((await call(proxy, 'POST', '/tasks', { body, headers: { 'idempotency-key': long } })).status).toBe(200)
  expect((await call(proxy, 'GET', `/events?task=${id}`, { headers: { 'last-event-id': long } })).status).toBe(409)
  const upload = { body: 'x', headers: { 'content-type': `image/${long}` } }
  expect((await call(proxy, 'POST', '/assets', upload)).status).toBe(415)
})

it('a task of another user is unknown on every route', async () => {
  const proxy = open()
  const { id } = await as('b', proxy).submit('sd_2.0_discount', boat)
  const bare = id.slice(0, id.lastIndexOf('.'))
  for (const name of [id, bare, `${bare}.${'A'.repeat(43)}`, encodeURIComponent(`../tasks/${bare}`)])
    for (const [method, path] of [
      ['GET', `/tasks/${name}`],
      ['POST', `/tasks/${name}/cancel`],
      ['GET', `/tasks/${name}/result`],
      ['GET', `/events?task=${name}`],
      ['GET', '/events?task='],
      ['GET', '/tasks'],
      ['GET', `/tasks?after=${name}`],
      ['GET', `/tasks?idempotency_key=${name}`],
      ['GET', `/assets/${name}`],
      ['GET', '/assets'],
      ['DELETE', `/assets/${name}`],
    ] as const) {
      const { status, text } = await call(proxy, method, path)
      expect([method, path, status]).toEqual([method, path, 404])
      expect(text).not.toContain('A paper boat')
    }
  expect((await as('b', proxy).query(id)).status).not.toBe('failed')
})

/** A proxy over HTTP in Node. */
async function listening(proxy: ProxyHandler): Promise<URL> {
  const server = createServer(nodeListener(proxy)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/model-center/`)
}

it.each([
  ['that says how long it is', true],
  ['in chunks', false],
])('a body of 200 MB %s is 413, and is not read to its end', async (_, says) => {
  const size = 200 * 1024 * 1024
  const url = new URL('tasks', await listening(open()))
  const headers = { 'x-user': 'a', 'content-type': 'application/json', ...(says && { 'content-length': `${size}` }) }
  const request = send(url, { method: 'POST', headers })
  let sent = 0
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let isAnswered = false
  const more = (): void => {
    while (!isAnswered && sent < size) {
      sent += chunk.length
      if (!request.write(chunk)) return void request.once('drain', more)
    }
  }
  const answered = new Promise<Told>((resolve, reject) => {
    request.once('response', (response) => {
      isAnswered = true
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.once('error', reject)
  })
  more()
  const { status, text } = await answered
  request.destroy()
  expect([status, text]).toEqual([413, expect.stringContaining('longer than 1 MiB')])
  expect(sent).toBeLessThan(size / 4)
})

it('submits at once at the edge of a budget buy what it pays for, also under one key', async () => {
  const direct = new ModelTasks({ baseUrl: service.baseUrl, apiKey, logger: {} })
  const { amount } = await direct.quote('sd_2.0_discount', boat)
  const before = await tasksMade()
  const a = as('a', open({ budget: { perDay: amount * 3 } }))
  const keys = ['one', 'one', 'two', 'one', ...Array.from({ length: 16 }, (_, index) => `more-${index}`)]
  const answers = await Promise.allSettled(
    keys.map((idempotencyKey) => a.submit('sd_2.0_discount', boat, { idempotencyKey: `edge-${idempotencyKey}` })),
  )
  const ids = new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : [])))
  expect(ids.size).toBe(3)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 402, taskMayExist: false })
  expect(await tasksMade()).toBe(before + 3)
})

it('a service that answers later than the platform waits has made one task, which a repeat finds', async () => {
  const server = await startFaultServer({ extensions: ['idempotency'] })
  onTestFinished(() => server.close())
  let answerLate: () => void = () => undefined
  const late = new Promise<void>((resolve) => (answerLate = resolve))
  const proxy = open({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method === 'POST') await late
      return answer
    },
  })
  const left = new AbortController()
  const body = JSON.stringify({ model: 'sd_2.0_discount', ...boat })
  const init = { body, headers: { 'idempotency-key': 'slow-1' } }
  const first = call(proxy, 'POST', '/tasks', { ...init, signal: left.signal })
  await server.received('submit', 1)
  left.abort()
  const second = call(proxy, 'POST', '/tasks', init)
  answerLate()
  const answers = [await first, await second].map(({ status, text }) => [
    status,
    (JSON.parse(text) as { id: string }).id,
  ])
  expect(answers[0]).toEqual(answers[1])
  expect(server.tasks.size).toBe(1)
  // One that breaks off is unknown, and says so without the key.
  server.next('submit', faults.resetAfterAccept)
  const lost = await call(proxy, 'POST', '/tasks', { ...init, headers: { 'idempotency-key': 'slow-2' } })
  expect([lost.status, lost.text]).toEqual([502, expect.stringContaining('is not known')])
  expect(lost.text).not.toContain(server.apiKey)
})

/** A service of its own, with a folder that outlives it. */
async function ownService() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'model-tasks-proxy-own-'))
  const start = (port = 0): Promise<RunningService> =>
    startService({ port, dataDirectory, rateLimit: 'off', shutdownTimeout: 0 })
  let running = await start()
  const { port } = new URL(running.baseUrl)
  const key = running.newKey ?? ''
  onTestFinished(async () => {
    await running.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  return {
    baseUrl: running.baseUrl,
    key,
    dataDirectory,
    close: () => running.close(),
    restart: async () => void (running = await start(Number(port))),
  }
}

it('a service that drains answers a wait, and each submit during it is one task once it is repeated', async () => {
  const own = await ownService()
  const proxy = open({ baseUrl: own.baseUrl, apiKey: own.key })
  const { id } = await as('a', proxy).submit('sd_2.0_discount', boat)
  const body = JSON.stringify({ model: 'sd_2.0_discount', ...boat })
  const submit = (index: number): Promise<Told> =>
    call(proxy, 'POST', '/tasks', { body, headers: { 'idempotency-key': `drain-${index}` } })
  const stop = new AbortController()
  const url = `https://app.example.com/api/v2/model-center/events?task=${id}`
  const stream = await proxy(new Request(url, { headers: { 'x-user': 'a' }, signal: stop.signal }))
  const waiting = call(proxy, 'GET', `/tasks/${id}`, { headers: { prefer: 'wait=20' } })
  const before = Array.from({ length: 4 }, (_, index) => submit(index))
  const closed = own.close()
  const during = Array.from({ length: 4 }, (_, index) => submit(index + 4))
  const [wait, ...submits] = await Promise.all([waiting, ...before, ...during])
  await closed
  expect([200, 502, 503]).toContain(wait?.status)
  for (const { status, text } of submits) {
    expect([200, 502, 503]).toContain(status)
    expect(text).not.toContain(own.key)
  }
  await own.restart()
  const again = await Promise.all(submits.map((_, index) => submit(index)))
  expect(again.map(({ status }) => status)).toEqual(submits.map(() => 200))
  for (const [index, { status, text }] of submits.entries())
    if (status === 200) expect(again[index]?.text).toContain((JSON.parse(text) as { id: string }).id)
  const direct = new ModelTasks({ baseUrl: own.baseUrl, apiKey: own.key, logger: {} })
  expect((await direct.list({ limit: 100 })).data).toHaveLength(1 + submits.length)
  await as('a', proxy).cancel(id)
  expect((await stream.text()).match(/^event: .*$/gm)).toEqual(['event: task.failed'])
  stop.abort()
})

it('an account that is switched off between submit and poll is nothing about the task, which is heard of once it is on again', async () => {
  const own = await ownService()
  const proxy = open({ baseUrl: own.baseUrl, apiKey: own.key, budget: { perDay: 1_000 } })
  const { id } = await as('a', proxy).submit('sd_2.0_discount', boat)
  await own.close()
  const said: string[] = []
  const administer = (...words: string[]): Promise<unknown> =>
    runCommand(words, { databaseUrl: undefined, dataDirectory: own.dataDirectory }, (line) => void said.push(line))
  await administer('account', 'list')
  const account = /acct?_\w+|^\S+/m.exec(said.join('\n'))?.[0] ?? ''
  await administer('account', 'disable', account)
  await own.restart()
  const body = JSON.stringify({ model: 'sd_2.0_discount', ...boat })
  const answers = [
    await call(proxy, 'GET', `/tasks/${id}`),
    await call(proxy, 'POST', `/tasks/${id}/cancel`),
    await call(proxy, 'POST', '/tasks', { body }),
    await call(proxy, 'POST', '/quote', { body }),
    await call(proxy, 'GET', `/events?task=${id}`),
  ]
  for (const { status, text } of answers) {
    expect([status, text]).toEqual([503, expect.stringContaining('ask the operator of this proxy')])
    expect(text).not.toContain(own.key)
    expect(text).not.toContain(account)
  }
  await own.close()
  await administer('account', 'enable', account)
  await own.restart()
  expect((await as('a', proxy).query(id)).status).not.toBe('failed')
})
