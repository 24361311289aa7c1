import { verifyWebhook, type WebhookEvent } from '@model-tasks/client/webhooks'
import { startService, type RunningService } from '@model-tasks/service'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDesk, type Desk, type Ended } from './support/cli.js'
import { quickProvider } from './support/quick-provider.js'

let service: RunningService
let desk: Desk
let receiver: Receiver

/** A receiver of events on this machine. */
interface Receiver {
  url: string
  received: { headers: IncomingHttpHeaders; body: Buffer }[]
  /** What the next requests are answered with; 204 after them. */
  answers: number[]
  close(): Promise<void>
}

async function startReceiver(port = 0): Promise<Receiver> {
  const received: Receiver['received'] = []
  const answers: number[] = []
  const server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.writeHead(answers.shift() ?? 204).end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answers,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const start = async (port = 0): Promise<RunningService> =>
  startService({ port, dataDirectory: join(desk.folder, 'data') }, { provider: quickProvider() })

beforeEach(async () => {
  desk = await openDesk()
  service = await start()
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  await service.close()
  await desk.close()
})

/** The service as it was before it had a stream of events. */
async function withoutStream(): Promise<{ baseUrl: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push(url)
    const { authorization = '' } = headers
    void fetch(new URL(url, service.baseUrl), { headers: { authorization } })
      .then(async (answer) => response.writeHead(answer.status).end((await answer.text()).replace('"events",', '')))
      .catch(() => response.writeHead(502).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, asked }
}

const secret = `whsec_${Buffer.alloc(32, 's').toString('base64')}`

/** A `webhook listen` that is ready. */
async function listen(
  words: string[] = [],
  env: Record<string, string> = { MODEL_TASKS_WEBHOOK_SECRET: secret },
): Promise<{ written: () => string; stop: () => Promise<Ended> }> {
  const stopping = new AbortController()
  let written = ''
  const ended = desk.run(['webhook', 'listen', '--forward-to', receiver.url, ...words], {
    env,
    signal: stopping.signal,
    onOutput: (text) => {
      written += text
    },
  })
  await Promise.race([
    vi.waitFor(() => {
      expect(written).toContain('ready')
    }, wait),
    ended,
  ])
  expect(written).toContain('ready')
  return {
    written: () => written,
    stop: async () => {
      // The receiver has an event before its answer is here.
      await vi.waitFor(() => {
        expect(written.match(/task_\w+.*$/gm)?.length ?? 0).toBeGreaterThanOrEqual(receiver.received.length)
      }, wait)
      stopping.abort()
      return ended
    },
  }
}

const wait = { timeout: 20_000, interval: 20 }

/** Submits a task and returns its ID. */
async function submit(prompt: string): Promise<string> {
  const { out } = await desk.run(['submit', 'beta-5.0', '--again', `prompt=${prompt}`])
  return out.trim()
}

/** The events that the receiver has, verified, once there are that many. */
async function events(count: number, by = secret): Promise<WebhookEvent[]> {
  await vi.waitFor(() => {
    expect(receiver.received.length).toBeGreaterThanOrEqual(count)
  }, wait)
  return Promise.all(receiver.received.map(({ headers, body }) => verifyWebhook({ headers, body, secret: by })))
}

/** Resolves when two tasks, the second submitted after the event of the first, have shown that nothing else comes. */
async function twoMore(): Promise<string[]> {
  const ids: string[] = []
  for (let count = receiver.received.length + 1; ids.length < 2; count++) {
    ids.push(await submit('a later boat'))
    await events(count)
  }
  return ids
}

describe('what is forwarded', () => {
  test('is each task that ends from then on, once, as a query answers it', async () => {
    const before = await submit('before')
    await desk.run(['wait', before])
    const open = await submit('[[delay: 60]]')
    const { stop } = await listen()
    const done = await submit('a boat')
    const failed = await submit('[[fail: too dark]]')
    await desk.run(['cancel', open])
    const found = await events(3)
    await twoMore()
    const { code, out, err } = await stop()
    expect(receiver.received.length).toBe(5)
    expect(Object.fromEntries(found.map(({ data, type }) => [data.id, type]))).toEqual({
      [done]: 'task.completed',
      [failed]: 'task.failed',
      [open]: 'task.failed',
    })
    const {
      result_url: _,
      image_url: __,
      ...asked
    } = JSON.parse((await desk.run(['get', done, '--json'])).out) as object & Record<string, unknown>
    expect(found.find(({ data }) => data.id === done)).toMatchObject({ id: `${done}_completed_listen`, data: asked })
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  204  task\\.completed  ${done}$`, 'm'))
    expect(err).toMatch(/stopped: 5 events forwarded\n$/)
    expect(err).not.toContain('whsec_')
  })

  test('is every one of many, and none twice', async () => {
    const { stop } = await listen(['--json', '--jq', '.id'])
    const ids = await Promise.all(Array.from({ length: 40 }, (_, number) => submit(`boat ${number}`)))
    await events(40)
    const more = await twoMore()
    const { out } = await stop()
    const expected = [...ids, ...more].map((id) => `${id}_completed_listen`).sort()
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(expected)
    expect(out.trim().split('\n').sort()).toEqual(expected)
  })

  test('includes what ends while the service cannot be asked', async () => {
    const { written, stop } = await listen()
    const [, port = ''] = /:(\d+)\//.exec(service.baseUrl)!
    await service.close()
    await vi.waitFor(() => {
      expect(written()).toContain('connecting again until it answers')
    }, wait)
    service = await start(Number(port))
    const id = await submit('after the outage')
    const [event] = await events(1)
    await stop()
    expect(event?.data.id).toBe(id)
  })
})

test('a service without a stream of events is asked for its list again and again, also behind an outage', async () => {
  const older = await withoutStream()
  const { written, stop } = await listen([], {
    MODEL_TASKS_WEBHOOK_SECRET: secret,
    MODEL_TASKS_BASE_URL: older.baseUrl,
    MODEL_TASKS_API_KEY: service.newKey ?? '',
  })
  const before = await submit('a boat')
  await events(1)
  const [, port = ''] = /:(\d+)\//.exec(service.baseUrl)!
  await service.close()
  await vi.waitFor(() => {
    expect(written()).toContain('asking again until it answers')
  }, wait)
  service = await start(Number(port))
  const after = await submit('after the outage')
  const found = await events(2)
  await stop()
  expect(found.map(({ data }) => data.id)).toEqual([before, after])
  expect(older.asked.filter((path) => path.endsWith('/events'))).toEqual([])
  expect(older.asked.filter((path) => path.endsWith('/capabilities'))).toHaveLength(1)
})

describe('an event that is not taken', () => {
  test('is sent again under the same ID', async () => {
    receiver.answers.push(500)
    const { stop } = await listen()
    const id = await submit('a boat')
    const [first, second] = await events(2)
    const { code, out } = await stop()
    expect(first).toEqual(second)
    expect(out).toMatch(
      new RegExp(`^\\S+  500  task\\.completed  ${id}  again in 1 s\\n\\S+  204  task\\.completed  ${id}\\n$`),
    )
    expect(code).toBe(0)
  })

  test('is sent again until the receiver is there', async () => {
    const { port } = new URL(receiver.url)
    await receiver.close()
    const { written, stop } = await listen(['--json'])
    const id = await submit('a boat')
    await vi.waitFor(() => {
      expect(written()).toContain('ECONNREFUSED')
    }, wait)
    receiver = await startReceiver(Number(port))
    await events(1)
    const lines = (await stop()).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines[0]).toEqual({
      id: `${id}_completed_listen`,
      type: 'task.completed',
      task: id,
      attempt: 1,
      error: 'ECONNREFUSED',
      retryInSeconds: 1,
    })
    expect(lines.at(-1)).toMatchObject({ status: 204 })
  })

  test('is not sent again after 410', async () => {
    receiver.answers.push(410)
    const { stop } = await listen()
    await submit('a boat')
    await events(1)
    const { code, out } = await stop()
    expect(code).toBe(0)
    expect(out).toMatch(/^\S+ {2}410 {2}task\.completed {2}\S+\n$/)
  })

  test('before Ctrl-C is counted, and the exit code is 12', async () => {
    receiver.answers.push(500, 500, 500)
    const { stop } = await listen()
    await submit('a boat')
    await events(1)
    const { code, err } = await stop()
    expect(code).toBe(12)
    expect(err).toMatch(/stopped: 0 events forwarded; 1 not taken, and not sent again\n$/)
  })
})

test('without a secret of its own it prints a new one once, with which events verify', async () => {
  const { written, stop } = await listen([], {})
  await submit('a boat')
  const [, printed = ''] = /^secret {2}(whsec_\S+)\n/m.exec(written())!
  expect(await events(1, printed)).toHaveLength(1)
  const ended = await stop()
  expect(ended.err.split('whsec_')).toHaveLength(2)
  expect(ended.out).not.toContain('whsec_')
})

test.each([
  [[], 'where do events go? Give --forward-to localhost:3000/webhooks'],
  [
    ['--forward-to', 'https://example.com/hooks'],
    'example.com is not this machine; events go to localhost, 127.0.0.1 or [::1] alone, such as http://localhost:3000/webhooks',
  ],
  [['--forward-to', 'http://localhost.example.com/'], 'localhost.example.com is not this machine'],
  [
    ['--forward-to', 'ftp://localhost/'],
    '"ftp://localhost/" is not a URL; write one such as http://localhost:3000/webhooks',
  ],
])('webhook listen %j is rejected', async (words, message) => {
  const { code, err } = await desk.run(['webhook', 'listen', ...words])
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('a secret that no receiver takes is rejected, and not printed', async () => {
  const { code, err } = await desk.run(['webhook', 'listen', '--forward-to', receiver.url], {
    env: { MODEL_TASKS_WEBHOOK_SECRET: 'whsec_short' },
  })
  expect(code).toBe(2)
  expect(err).toContain('MODEL_TASKS_WEBHOOK_SECRET must be whsec_ and the base64 of at least 24 bytes')
  expect(err).not.toContain('short')
})

test('a key that is not accepted ends it with 4', async () => {
  const { code } = await desk.run(['webhook', 'listen', '--forward-to', receiver.url], {
    env: { MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: 'mt-wrong' },
  })
  expect(code).toBe(4)
})
