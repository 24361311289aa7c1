/** What arrives over HTTP in Node: raw targets, and bodies that a parser has read before. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { ModelTasks } from '@model-tasks/client'
import { startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createProxy, type ProxyHandler } from '../src/index.js'
import { nodeListener } from '../src/node.js'
import { boat, secret } from './page.js'

let service: FaultServer
let seen: string[]
beforeEach(async () => {
  service = await startFaultServer()
  seen = []
  return () => service.close()
})

const open = (): ProxyHandler =>
  createProxy({
    ...{ baseUrl: service.baseUrl, apiKey: service.apiKey, secret, models: ['sd_2.0_discount'], budget: null },
    maxUploadBytes: 1_000,
    user: ({ url }) => {
      seen.push(url)
      return 'a'
    },
  })

/** The port of a proxy that requests reach after `before`. */
async function listening(before: (incoming: IncomingMessage) => unknown = () => undefined): Promise<number> {
  const listener = nodeListener(open())
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      await before(incoming)
      listener(incoming, outgoing)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

const request = JSON.stringify({ model: 'sd_2.0_discount', ...boat })

describe('a target', () => {
  /** Sends a target as it is, which no client would. */
  async function send(target: string, headers: Readonly<Record<string, string>> = {}) {
    const port = await listening()
    const all = {
      ...{ Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json', 'Content-Length': `${request.length}` },
      Connection: 'close',
      ...headers,
    }
    const socket = connect(port, '127.0.0.1')
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    socket.write([`POST ${target} HTTP/1.1`, ...lines, '', request].join('\r\n'))
    const answer = await text(socket)
    return { status: Number(answer.split(' ')[1]), answer, own: `http://127.0.0.1:${port}` }
  }

  const evil = { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  const path = '/api/v2/model-center/tasks'

  it.each([
    `//evil.example${path}`,
    `///evil.example${path}`,
    `/\\evil.example${path}`,
    `http://evil.example${path}`,
    `http://evil.example\\@127.0.0.1${path}`,
    `http://a@evil.example${path}`,
    path,
  ])('%s does not make the page of another site one of this', async (target) => {
    for (const headers of [evil, { Origin: 'http://evil.example' }]) {
      const { status } = await send(target, headers)
      expect([400, 403]).toContain(status)
    }
    expect([service.tasks.size, seen]).toEqual([0, []])
  })

  it.each([
    [path, path],
    [`//evil.example${path}`, `//evil.example${path}`],
    [`http://evil.example${path}?x=1`, `${path}?x=1`],
  ])('%s is a path below the host that was asked', async (target, seenPath) => {
    const { status, own } = await send(target)
    expect([status, seen]).toEqual([200, [`${own}${seenPath}`]])
  })

  it.each([
    ['http://evil.example', {}],
    ['*', {}],
    [path, { Host: 'a@evil.example' }],
    [path, { Host: 'evil.example/x?' }],
    [path, { Host: '' }],
  ])('%s that cannot be read is 400, with %j', async (target, headers) => {
    const { status, answer } = await send(target, headers)
    expect([status, answer]).toEqual([400, expect.stringContaining('application/problem+json')])
    expect(answer).toContain('the target of the request, or its Host, cannot be read')
    expect([service.tasks.size, seen]).toEqual([0, []])
  })

  it('that is only slashes is not found, with its reason', async () => {
    const { status, answer } = await send('//')
    expect([status, answer]).toEqual([404, expect.stringContaining('is not offered here')])
  })
})

describe('a body that a parser has read', () => {
  type Parsed = IncomingMessage & { body?: unknown }
  const client = (port: number): ModelTasks =>
    new ModelTasks({ baseUrl: `http://127.0.0.1:${port}/api`, apiKey: null, logger: {}, retries: 0 })

  it.each([
    ['an object', async (incoming: Parsed) => (incoming.body = JSON.parse(await text(incoming)) as unknown)],
    ['a string', async (incoming: Parsed) => (incoming.body = await text(incoming))],
    ['bytes', async (incoming: Parsed) => (incoming.body = await buffer(incoming))],
  ])('and has left as %s is the request', async (_, parse) => {
    await client(await listening(parse)).submit('sd_2.0_discount', boat)
    const sent = service.requests.flatMap(({ route, body }) =>
      route === 'submit' ? [JSON.parse(body) as unknown] : [],
    )
    expect(sent).toEqual([JSON.parse(request)])
    expect(service.tasks.size).toBe(1)
  })

  it('and has not left proves that nothing was sent, and says what to change', async () => {
    const port = await listening(async (incoming) => void (await text(incoming)))
    await expect(client(port).submit('sd_2.0_discount', boat)).rejects.toMatchObject({
      status: 400,
      taskMayExist: false,
      json: {
        detail: expect.stringContaining('mount the proxy before body parsers, such as express.json()') as string,
      },
    })
    expect(service.requests).toEqual([])
  })

  it.each([{}, 'x'.repeat(100)])('of a file is not what it has left as %j', async (left) => {
    const port = await listening(async (incoming: Parsed) => {
      await text(incoming)
      incoming.body = left
    })
    const file = new Blob(['x'.repeat(100)], { type: 'image/png' })
    await expect(client(port).uploadAsset(file)).rejects.toMatchObject({ status: 400 })
    expect(service.requests).toEqual([])
  })

  it('is not missed where none was sent', async () => {
    const port = await listening(async (incoming) => {
      if (incoming.url?.endsWith('/cancel') === true) await text(incoming)
    })
    const { id } = await client(port).submit('sd_2.0_discount', boat)
    // This service has no cancel, and is asked all the same.
    await expect(client(port).cancel(id)).rejects.toMatchObject({ status: 404 })
    expect(service.requests.some(({ path }) => path.endsWith('/cancel'))).toBe(true)
  })
})
