import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { ApiError, AuthenticationError, ProtocolError } from '../src/index.js'
import type { TaskEvent } from '../src/index.js'
import { createTestClock } from '../src/testing/index.js'
import { begin, brokenOff, failed, sent, serve, take, text, whole, type Answer } from './event-service.js'

const problem =
  (status: number, detail = 'list the tasks', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ status, detail }))
/** Half of the connections are reset, the others end as if the answer were whole. */
function cutBehind(response: ServerResponse, bytes: Buffer, at: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(at === 0 ? ':' : bytes.subarray(0, at), () => (at % 2 === 0 ? response.end() : response.destroy()))
}
const cut: Answer = (response) => response.destroy()
const ids = (events: TaskEvent[]): string[] => events.map(({ id }) => id)

test('events come as they are sent, and those of other kinds are passed over', async () => {
  const { asked, client } = await serve([
    sent(begin, text(1, 'task.failed'), text(7, 'task.renamed'), ':\n\n', text(2).replaceAll('\n', '\r\n')),
  ])
  const places: string[] = []
  const events = await take(client.events({ onConnect: (id) => places.push(id) }), 2)
  expect(events).toEqual([
    {
      id: '1-task_1',
      type: 'task.failed',
      timestamp: '2026-01-31T12:00:00.000Z',
      data: { id: 'task_1', object: 'video', status: 'completed' },
    },
    expect.objectContaining({ id: '2-task_2', type: 'task.completed' }),
  ])
  expect(places).toEqual(['0'])
  expect(asked).toEqual([{ last: undefined, key: 'Bearer key' }])
})

test('of named tasks only the ends of these come, and the call ends where the service says that none follows', async () => {
  const { asked, urls, client } = await serve([
    whole('retry: 9\nid: 0\n\n', text(1), text(2), text(3)),
    (response) => response.writeHead(204).end(),
  ])
  const events: TaskEvent[] = []
  for await (const event of client.events({ tasks: ['task_1', 'task_3'] })) events.push(event)
  expect(ids(events)).toEqual(['1-task_1', '3-task_3'])
  expect(urls).toEqual(Array(2).fill('/api/v2/model-center/events?task=task_1&task=task_3'))
  expect(asked.map(({ last }) => last)).toEqual([undefined, '3-task_3'])
})

test('an event is the same in pieces of one byte, in several lines of data, and with line separators in a string', async () => {
  const prompt = 'ein Böötchen 一只纸船 ⛵\u2028\u2029'
  const lines = JSON.stringify(
    { type: 'task.completed', timestamp: 't', data: { id: 'b', status: 'completed' } },
    null,
    1,
  )
  const bytes = Buffer.from(
    `${begin}${text(1, 'task.completed', { prompt })}id: 2\ndata: ${lines.replaceAll('\n', '\ndata: ')}\n\n`,
  )
  const { client } = await serve([
    async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const byte of bytes) await new Promise((resolve) => response.write(Uint8Array.of(byte), resolve))
    },
  ])
  const [first, second] = await take(client.events(), 2)
  expect(first?.data).toEqual({ id: 'task_1', object: 'video', status: 'completed', prompt })
  expect(second?.data).toEqual({ id: 'b', status: 'completed' })
})

test('a stream that is cut behind any byte goes on without a lost or a doubled event', async () => {
  const from = (last: number, events: number[]): string =>
    `retry: 9\nid: ${last}\n\n${events.map((n) => text(n)).join('')}`
  const { length } = from(0, [1])
  const connections: Record<number, number> = {}
  const { client } = await serve([
    (response, request) => {
      const last = Number.parseInt(String(request.headers['last-event-id']))
      const at = Number(request.headers['x-cut'])
      const connection = (connections[at] = (connections[at] ?? 0) + 1)
      if (connection === 1) cutBehind(response, Buffer.from(from(0, [1])), at)
      else sent(from(last, [1, 2].slice(last)))(response, request)
    },
  ])
  let next = 0
  const tryAll = async (): Promise<void> => {
    for (let at = next++; at <= length; at = next++) {
      const found = ids(await take(client.events({ after: '0' }, { headers: { 'x-cut': String(at) } }), 2))
      expect([at, found]).toEqual([at, ['1-task_1', '2-task_2']])
    }
  }
  await Promise.all(Array.from({ length: 16 }, tryAll))
  expect(Object.values(connections)).toEqual(Array(length + 1).fill(2))
})

test('a stream goes on behind its last event, also where there was none yet, until the service is there again', async () => {
  const { asked, client, warnings, host } = await serve([
    whole('id: 4\n\n'),
    brokenOff(text(5), text(6).slice(0, 20)),
    problem(503, 'restarting'),
    cut,
    cut,
    cut,
    sent(text(6)),
  ])
  expect(ids(await take(client.events(), 2))).toEqual(['5-task_5', '6-task_6'])
  expect(asked.map(({ last }) => last)).toEqual([undefined, '4', ...Array<string>(5).fill('5-task_5')])
  expect(warnings).toEqual([`GET /events at ${host}: no answer (other side closed); connecting again until it answers`])
})

test('pauses grow to half a minute, and are at least what the service asks for', async () => {
  const clock = createTestClock()
  const answers = [sent('retry: 9000\nid: 0\n\n'), cut, cut, problem(429, 'too many', { 'retry-after': '70' }), cut]
  let open: ServerResponse | undefined
  const { client } = await serve(
    answers.map((answer) => (response, request) => {
      open = response
      return answer(response, request)
    }),
    { clock },
  )
  const next = client.events({ onConnect: () => open?.destroy() }).next()
  next.catch(() => undefined)
  const pauses: number[] = []
  for (const pause of [9000, 9000, 9000, 70_000, 9000, 16_000, 30_000, 30_000]) {
    pauses.push(await clock.timer(pause))
    clock.advance(pause)
  }
  expect(pauses).toHaveLength(8)
})

test.each([404, 405, 501])(
  'a service too old to have the stream is one exact message, at once (%s)',
  async (status) => {
    const { asked, client } = await serve([problem(status, 'no such route')])
    const error = await failed(client.events({ after: '3' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `events, an extension that not every service has: the service answered ${status} (no such route)`,
    })
    expect(asked).toHaveLength(1)
  },
)

test('an answer that is not a stream is an error that says what came', async () => {
  const { asked, client } = await serve([
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>\n\n'),
  ])
  const error = await failed(client.events())
  expect(error).toMatchObject({
    message: 'events, an extension that not every service has: the answer is not a stream of events (text/html)',
  })
  expect(asked, 'the first connection is tried `retries` times more').toHaveLength(3)
})

test('an ID that the service does not know is one exact message, at once, also in the middle', async () => {
  const { asked, client } = await serve([
    whole(text(9)),
    problem(409, 'the ID is not an event of this account; list the tasks, and connect without it'),
  ])
  const error = await failed(client.events())
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 409,
    message:
      'events after "9-task_9": the service answered 409 (the ID is not an event of this account; list the tasks, and connect without it)',
  })
  expect(asked).toHaveLength(2)
})

test('a key that is revoked in the middle is one exact message, without the key', async () => {
  const { asked, client, warnings, host } = await serve([
    whole(text(9)),
    problem(401, 'Invalid or revoked API key: key'),
  ])
  const error = await failed(client.events())
  expect(error).toBeInstanceOf(AuthenticationError)
  expect(error).toMatchObject({
    message: `events after "9-task_9": the service answered 401 (Invalid or revoked API [redacted]: [redacted]). Check the API key for http://${host}/api`,
  })
  expect([asked.length, warnings]).toEqual([2, []])
})

test('a key function is asked for another key once the first is not accepted', async () => {
  let number = 0
  const { asked, client } = await serve([problem(401), sent(text(1))], { apiKey: () => `key-${++number}` })
  expect(ids(await take(client.events({ after: '0' }), 1))).toEqual(['1-task_1'])
  expect(asked).toEqual([
    { last: '0', key: 'Bearer key-1' },
    { last: '0', key: 'Bearer key-2' },
  ])
})

test.each<[string, Answer, number]>([
  ['holds all of the answer back', () => undefined, 60_000],
  [
    'holds the body back',
    (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    45_000,
  ],
])('a proxy that %s is one exact message', async (_, answer, limit) => {
  const { asked, client, host } = await serve([answer])
  expect(await failed(client.events())).toMatchObject({
    message: `the stream of events of ${host} broke off: nothing within ${limit} ms, although a service says every 15 s that it is there; check that no proxy holds the answer back`,
  })
  expect(asked).toHaveLength(1)
})

test('a stream that falls silent is connected again', async () => {
  const { asked, client } = await serve([sent(text(1)), sent(text(2))])
  expect(ids(await take(client.events(), 2))).toEqual(['1-task_1', '2-task_2'])
  expect(asked.map(({ last }) => last)).toEqual([undefined, '1-task_1'])
})

test('an event that cannot be read is an error, and none is passed over', async () => {
  const garbled = await serve([sent(text(1), 'id: 2\ndata: {"type":\n\n', text(3))])
  const error = await failed(garbled.client.events())
  expect(error).toBeInstanceOf(ProtocolError)
  expect(error).toMatchObject({ message: 'events: event 2 is not JSON' })
  const endless = await serve([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const fill = (): void =>
        void (response.write('data: '.padEnd(2 ** 16, 'x')) ? setImmediate(fill) : response.once('drain', fill))
      fill()
    },
  ])
  expect(await failed(endless.client.events())).toMatchObject({ message: 'events: an event is larger than 8 MiB' })
})

test('an ID that no header can carry is an error before anything is sent', async () => {
  const { asked, client } = await serve([sent(begin)])
  expect(await failed(client.events({ after: '船' }))).toMatchObject({
    name: 'ConnectionError',
    nothingSent: true,
    blocked: true,
  })
  expect(asked).toEqual([])
})

test('events wait in the service, not here, while the caller is slow, and none is lost', async () => {
  const count = 2000
  const padding = 'x'.repeat(2 ** 15)
  let [written, isFull] = [0, false]
  const { client } = await serve([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const fill = (): void => {
        isFull = false
        while (written < count) if (!response.write(text(++written, 'task.completed', { padding }))) break
        isFull = written < count
        response.once('drain', fill)
      }
      fill()
    },
  ])
  const events = client.events()
  const first = await events.next()
  let before = -1
  await vi.waitFor(
    () => {
      const now = written
      const isStill = isFull && now === before
      before = now
      expect(isStill).toBe(true)
    },
    { timeout: 10_000, interval: 200 },
  )
  expect(written * 2 ** 15, 'bytes that are on the way').toBeLessThan(24 * 2 ** 20)
  const rest = await take(events, count - 1)
  expect([first.value, ...rest].map((event) => Number.parseInt((event as TaskEvent).id))).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  )
})
