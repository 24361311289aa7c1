/** What `@model-tasks/client/testing` gives to applications for their own tests, seen from outside the client. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createTestClock,
  faults,
  recordExchanges,
  replayExchanges,
  startFaultServer,
  type Fault,
  type FaultServer,
  type FaultServerOptions,
} from '../src/testing/index.js'

const servers: FaultServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function start(options?: FaultServerOptions): Promise<FaultServer> {
  const server = await startFaultServer(options)
  servers.push(server)
  return server
}
const at = (server: FaultServer, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.baseUrl}/v2/model-center${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.apiKey}`, ...init.headers },
  })
const post = (server: FaultServer, key?: string, body = '{"model":"m"}'): Promise<Response> =>
  at(server, '/tasks', { method: 'POST', body, ...(key && { headers: { 'idempotency-key': key } }) })
const json = async (response: Promise<Response>): Promise<Record<string, unknown> & { id: string }> =>
  (await (await response).json()) as Record<string, unknown> & { id: string }

describe('a fault server', () => {
  it('answers as a service does: a task, step by step, and its file', async () => {
    const server = await start()
    const made = await post(server)
    expect([made.status, made.headers.get('content-type')]).toEqual([200, 'application/json'])
    const task = await json(Promise.resolve(made))
    const first = { object: 'video', created: 1_700_000_000, model: 'm', error: null }
    expect(task).toEqual({ ...first, id: task.id, status: 'queued' })
    expect([...server.tasks.keys()]).toEqual([task.id])
    expect(await json(at(server, `/tasks/${task.id}`))).toEqual({ ...task, status: 'processing' })
    const url = `${server.baseUrl.slice(0, -4)}/files/${task.id}.mp4?signature=secret`
    const done = { ...task, status: 'completed', result_url: url, video_url: url, amount: 5, progress: 1 }
    expect(await json(at(server, `/tasks/${task.id}`))).toEqual(done)
    expect(await json(at(server, `/tasks/${task.id}`))).toEqual(done)
    const file = await fetch(url)
    expect(file.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await file.arrayBuffer()).equals(server.result)).toBe(true)
    expect(server.result).toHaveLength(65_536)
    expect(server.requests.map(({ route, method }) => `${route} ${method}`)).toEqual([
      ...['submit POST', 'query GET', 'query GET', 'query GET', 'result GET'],
    ])
    expect(server.requests[0]).toMatchObject({ path: '/api/v2/model-center/tasks', body: '{"model":"m"}' })
    expect([server.count('query'), server.count('submit'), server.count('other')]).toEqual([3, 1, 0])
  })

  it('refuses what a service refuses', async () => {
    const server = await start()
    const answers: [Response, number, string][] = [
      [await at(server, '/tasks/none'), 404, 'No such task'],
      [await at(server, '/capabilities'), 404, 'Not found'],
      [await at(server, '/tasks', { method: 'DELETE' }), 404, 'Not found'],
      [await at(server, '/tasks/t1/cancel', { method: 'POST' }), 404, 'Not found'],
      [await at(server, '/models'), 404, 'Not found'],
      [await at(server, '/models', { method: 'POST' }), 404, 'Not found'],
      [await at(server, '/tasks/none', { headers: { authorization: 'Bearer x' } }), 401, 'No such key'],
    ]
    for (const [answer, status, title] of answers) {
      expect(answer.status).toBe(status)
      expect(await answer.json()).toEqual({ title })
    }
    expect(server.requests.map(({ route }) => route)).toEqual([
      ...['query', 'capabilities', 'other', 'other', 'other', 'other', 'query'],
    ])
    expect(server.tasks.size).toBe(0)
  })

  it('keeps Idempotency-Keys where it declares so, and makes two tasks elsewhere', async () => {
    const keeping = await start({ extensions: ['idempotency'] })
    expect(await json(at(keeping, '/capabilities'))).toEqual({ object: 'capabilities', extensions: ['idempotency'] })
    const ids = [await json(post(keeping, 'k')), await json(post(keeping, 'k')), await json(post(keeping, 'other'))]
    expect(new Set(ids.map(({ id }) => id)).size).toBe(2)
    const other = await post(keeping, 'k', '{"model":"n"}')
    expect([other.status, await other.json()]).toEqual([409, { title: 'Key used with another body' }])
    await post(keeping)
    await post(keeping)
    expect(keeping.tasks.size).toBe(4)
    for (const server of [await start(), await start({ extensions: ['list'] })]) {
      await post(server, 'k')
      await post(server, 'k')
      expect(server.tasks.size).toBe(2)
    }
  })

  it('follows its own script, and has its own file', async () => {
    const bytes = Buffer.from('0123456789')
    const server = await start({
      script: [{ status: 'failed', error: 'no' }],
      result: { bytes, contentType: 'image/png' },
    })
    const { id } = await json(post(server))
    expect(await json(at(server, `/tasks/${id}`))).toMatchObject({ status: 'failed', error: 'no' })
    expect(await json(at(server, `/tasks/${id}`))).not.toHaveProperty('result_url')
    const file = (headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${server.baseUrl.slice(0, -4)}/files/a.mp4`, { headers })
    const whole = await file()
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-type')]).toEqual([
      ...[200, 'bytes', 'image/png'],
    ])
    expect([whole.headers.get('content-range'), whole.headers.get('content-length')]).toEqual([null, '10'])
    for (const [headers, status, range, text] of [
      [{ range: 'bytes=4-' }, 206, 'bytes 4-9/10', '456789'],
      [{ range: 'bytes=0-' }, 206, 'bytes 0-9/10', '0123456789'],
      [{ range: 'bytes=4-', 'if-range': etag }, 206, 'bytes 4-9/10', '456789'],
      [{ range: 'bytes=4-', 'if-range': '"x"' }, 200, null, '0123456789'],
      [{ range: 'bytes=4-5' }, 200, null, '0123456789'],
      [{ range: 'xbytes=4-' }, 200, null, '0123456789'],
      [{ range: 'bytes=10-' }, 416, 'bytes */10', ''],
      [{ range: 'bytes=11-' }, 416, 'bytes */10', ''],
    ] as const) {
      const answer = await file(headers)
      expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([status, range, text])
    }
    const empty = await start({ result: { bytes: Buffer.alloc(0) } })
    expect((await fetch(`${empty.baseUrl.slice(0, -4)}/files/a`)).status).toBe(200)
  })

  it('meets faults once each, in their order, and says when requests have come', async () => {
    const server = await start()
    const received: number[] = []
    const noted = [server.received('submit', 1), server.received('submit', 2)].map((each, index) =>
      each.then(() => received.push(index + 1)),
    )
    server.next('submit', faults.status(503), faults.status(500))
    server.next('submit', faults.status(502))
    expect((await post(server)).status).toBe(503)
    await noted[0]
    expect(received).toEqual([1])
    expect((await post(server)).status).toBe(500)
    await Promise.all(noted)
    await server.received('submit', 2)
    expect([(await post(server)).status, (await post(server)).status]).toEqual([502, 200])
  })

  it('resets connections', async () => {
    const server = await start()
    server.resetNextConnection()
    server.resetNextConnection()
    await expect(fetch(server.baseUrl, { headers: { connection: 'close' } })).rejects.toThrow()
    await expect(fetch(server.baseUrl, { headers: { connection: 'close' } })).rejects.toThrow()
    expect((await fetch(server.baseUrl)).status).toBe(404)
    expect(server.requests).toHaveLength(1)
  })
})

describe('a fault', () => {
  it.each<[string, Fault, boolean, boolean]>([
    ['resetWhileReading', faults.resetWhileReading, false, false],
    ['resetAfterReading', faults.resetAfterReading, true, false],
    ['resetAfterAccept', faults.resetAfterAccept, true, true],
  ])('%s loses the answer', async (_, fault, isRead, isAccepted) => {
    const server = await start()
    server.next('submit', fault)
    await expect(post(server)).rejects.toThrow()
    expect([server.requests[0]?.body !== '', server.tasks.size]).toEqual([isRead, Number(isAccepted)])
  })

  it('truncatedBody says more than it sends', async () => {
    const server = await start()
    server.next('submit', faults.truncatedBody)
    const answer = await post(server)
    const announced = Number(answer.headers.get('content-length'))
    expect(announced).toBe(JSON.stringify([...server.tasks.values()][0]).length)
    expect(answer.headers.get('content-type')).toBe('application/json')
    await expect(answer.text()).rejects.toThrow()
  })

  it('silence and stalledBody accept, and never end', async () => {
    const server = await start()
    const abort = new AbortController()
    server.next('submit', faults.silence, faults.stalledBody)
    const silent = at(server, '/tasks', { method: 'POST', body: '{"model":"m"}', signal: abort.signal })
    await server.received('submit', 1)
    const stalled = await at(server, '/tasks', { method: 'POST', body: '{"model":"m"}', signal: abort.signal })
    expect([stalled.status, stalled.headers.get('content-type')]).toEqual([200, 'application/json'])
    const reader = stalled.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('{"id":')
    expect(server.tasks.size).toBe(2)
    abort.abort()
    await expect(silent).rejects.toThrow()
    await expect(reader?.read()).rejects.toThrow()
  })

  it.each<[Fault, number, Record<string, string | null>, string, boolean]>([
    [faults.status(418, 'x', { a: 'b' }), 418, { a: 'b', 'content-type': null }, 'x', false],
    [faults.status(503), 503, { 'content-type': 'application/json' }, '{}', false],
    [faults.tooManyRequests(), 429, { 'retry-after': null }, '{"title":"Too many requests"}', false],
    [faults.tooManyRequests(7), 429, { 'retry-after': '7' }, '{"title":"Too many requests"}', false],
    [
      faults.tooManyRequests(new Date(0)),
      429,
      { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      '{"title":"Too many requests"}',
      false,
    ],
    [
      faults.badGatewayPage,
      502,
      { 'content-type': 'text/html' },
      '<html><body><h1>502 Bad Gateway</h1></body></html>',
      false,
    ],
    [faults.notJson, 200, { 'content-type': 'application/json' }, 'OK', true],
    [faults.noTask, 200, { 'content-type': 'application/json' }, '{"ok":true}', true],
    [faults.redirect('/x'), 307, { location: '/x' }, '', false],
    [faults.redirect('/x', 303), 303, { location: '/x' }, '', false],
    [({ answer }) => answer(200, {}, Buffer.from('ab')), 200, { 'content-type': null }, 'ab', false],
  ])('answer %#', async (fault, status, headers, text, isAccepted) => {
    const server = await start()
    server.next('submit', fault)
    const answer = await at(server, '/tasks', { method: 'POST', body: '{"model":"m"}', redirect: 'manual' })
    expect([answer.status, await answer.text(), server.tasks.size]).toEqual([status, text, Number(isAccepted)])
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value)
  })

  it('taskWith changes fields of the task, and takes them away', async () => {
    const server = await start()
    server.next('submit', faults.taskWith({ status: 'odd', model: undefined }))
    const task = await json(post(server))
    expect(task).toMatchObject({ object: 'video', status: 'odd' })
    expect(task).not.toHaveProperty('model')
  })
})

describe('a clock for tests', () => {
  it('stands still, and runs timers as they come due', async () => {
    const clock = createTestClock()
    const seen: string[] = []
    const set = (name: string, milliseconds: number): unknown =>
      clock.setTimeout(() => seen.push(`${name} ${clock.now()}`), milliseconds)
    expect([clock.now(), clock.random?.()]).toEqual([0, 0.5])
    const waited = clock.timer(20)
    const range = clock.timer(25, 35)
    for (const [name, due] of [
      ['c', 30],
      ['a', 10],
      ['b', 20],
      ['a2', 10],
      ['now', -5],
    ] as const)
      set(name, due)
    expect([await waited, await range, await clock.timer(10)]).toEqual([20, 30, 10])
    clock.clearTimeout(set('cleared', 15))
    expect(clock.timers).toEqual([30, 10, 20, 10, -5])
    clock.advance(19)
    expect(seen).toEqual(['now 0', 'a 10', 'a2 10'])
    expect([clock.now(), clock.timers]).toEqual([19, [30, 20]])
    clock.setTimeout(() => set('inner', 5), 1)
    clock.advance(11)
    expect(seen.slice(3)).toEqual(['b 20', 'inner 25', 'c 30'])
    clock.advance(0)
    expect([clock.now(), clock.timers]).toEqual([30, []])
  })

  it('goes on at once where its timers were cleared, however many there were', () => {
    const clock = createTestClock()
    let ran = 0
    for (let count = 0; count < 1_000; count++) clock.clearTimeout(clock.setTimeout(() => ran++, count % 7))
    clock.setTimeout(() => ran++, 3)
    clock.advance(10)
    expect([ran, clock.timers]).toEqual([1, []])
  })
})

describe('a recording', () => {
  const answerWith =
    (body: BodyInit | null, init: ResponseInit = {}): typeof fetch =>
    () =>
      Promise.resolve(new Response(body, init))
  const jsonType = { headers: { 'content-type': 'application/json; charset=utf-8' } }

  it('keeps what identifies a request and an answer, and none of its secrets', async () => {
    const body = JSON.stringify({
      prompt: 'secret',
      list: ['http://a.example/b?c=secret', 7, null, { prompt: ['secret'] }],
      text: 'see https://a.example/b#secret, and https://a.example/c?d',
    })
    const recorder = recordExchanges({
      fetch: answerWith('{"result_url":"https://a.example/f.mp4?signature=secret"}', {
        ...{ status: 201, headers: { 'content-type': 'application/json', 'retry-after': '3', 'x-key': 'secret' } },
      }),
    })
    const answer = await recorder.fetch('https://a.example/tasks?key=secret', { method: 'POST', body })
    expect([answer.status, answer.headers.get('x-key')]).toEqual([201, 'secret'])
    expect(await answer.json()).toEqual({ result_url: 'https://a.example/f.mp4?signature=secret' })
    expect(recorder.recording).toStrictEqual({
      version: 1,
      exchanges: [
        {
          ...{ method: 'POST', path: '/tasks', bodyHash: createHash('sha256').update(body).digest('hex') },
          body: {
            prompt: '[redacted]',
            list: ['http://a.example/b', 7, null, { prompt: ['[redacted]'] }],
            text: 'see https://a.example/b and https://a.example/c',
          },
          ...{ status: 201, headers: { 'content-type': 'application/json', 'retry-after': '3' } },
          answer: { text: '{"result_url":"https://a.example/f.mp4"}' },
        },
      ],
    })
  })

  it('keeps text that is not JSON, and the beginning of everything else', async () => {
    const record = async (body: string | Uint8Array<ArrayBuffer>, type: string | undefined, maxBytes?: number) => {
      const recorder = recordExchanges({
        fetch: answerWith(body, { headers: type === undefined ? {} : { 'content-type': type } }),
        ...(maxBytes !== undefined && { maxBytes }),
      })
      const answer = await recorder.fetch(new Request('https://a.example/x'))
      expect((await answer.arrayBuffer()).byteLength).toBe(body.length)
      const [exchange] = recorder.recording.exchanges
      expect(exchange).toMatchObject({ method: 'GET', path: '/x' })
      expect(exchange).not.toHaveProperty('bodyHash')
      return exchange?.answer
    }
    expect(await record('no https://a.example/b?c', 'text/html')).toEqual({ text: 'no https://a.example/b' })
    expect(await record('abcdef', 'video/mp4', 4)).toEqual({ base64: Buffer.from('abcd').toString('base64') })
    expect(await record(new Uint8Array([1]), 'a/text/x')).toEqual({ base64: 'AQ==' })
    const long = (await record(new Uint8Array(65_537), 'video/mp4')) as { base64: string }
    expect(Buffer.from(long.base64, 'base64')).toHaveLength(65_536)
  })

  it.each([204, 205, 304])('passes on an answer that may have no body: %i', async (status) => {
    const recorder = recordExchanges({ fetch: answerWith(null, { status }) })
    expect((await recorder.fetch('https://a.example/')).status).toBe(status)
    const replay = await replayExchanges(recorder.recording)
    expect((await replay('https://b.example/')).status).toBe(status)
  })

  it('plays each exchange once, queries again, and tells what it does not know', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'model-tasks-kit-'))
    const answers = ['"1"', '"2"', '"3"']
    const recorder = recordExchanges({ fetch: () => Promise.resolve(new Response(answers.shift(), jsonType)) })
    await recorder.fetch('https://a.example/t')
    await recorder.fetch('https://a.example/t')
    await recorder.fetch('https://a.example/t', { method: 'POST', body: 'x' })
    await recorder.save(join(folder, 'r.json'))
    const replay = await replayExchanges(join(folder, 'r.json'))
    await rm(folder, { recursive: true })
    const said = async (path: string, init?: RequestInit): Promise<string> => {
      const answer = await replay(path.startsWith('/') ? `https://b.example${path}` : new Request(path), init)
      return `${answer.status} ${answer.headers.get('content-length')} ${await answer.text()}`
    }
    expect(await said('/t?x')).toBe('200 3 "1"')
    expect(await said('https://b.example/t')).toBe('200 3 "2"')
    expect(await said('/t')).toBe('200 3 "2"')
    const post = { method: 'POST', body: 'x' }
    expect(await said('/t', { method: 'POST', body: 'y' })).toContain('not recorded: POST /t with this body')
    expect(await said('/t', { method: 'POST' })).toMatch(/not recorded: POST \/t"/)
    expect(await said('/t', post)).toBe('200 3 "3"')
    expect(await said('/t', post)).toMatch(/^501 .*not recorded/)
    expect(await said('/u')).toMatch(/^501 .*not recorded: GET \/u"/)
    await expect(replayExchanges({ version: 2, exchanges: [] } as never)).rejects.toThrow(
      'the recording has version 2; this replays version 1',
    )
  })
})
