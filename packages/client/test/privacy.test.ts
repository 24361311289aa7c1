import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, type ApiError, type ClientOptions, type RequestEvent, type ResponseEvent } from '../src/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

const prompt = 'A very private paper boat'
let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

function client(options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1, retries: 0, ...options })
}
const run = (one: ModelTasks): Promise<unknown> =>
  one.submit('sd_2.0_discount', { prompt }).then((handle) => handle.wait())

describe('no key, prompt or signed URL', () => {
  it('in what hooks and the log are told', async () => {
    const told: unknown[] = []
    const handle = await client({
      logger: { debug: (...all) => told.push(all), warn: (...all) => told.push(all) },
      onRequest: (event) => told.push(event),
      onResponse: (event) => told.push(event),
    }).submit('sd_2.0_discount', { prompt })
    await handle.wait()
    await (await handle.open()).arrayBuffer()
    const text = inspect(told, { depth: 9 })
    expect(text).toMatch(/POST/)
    expect(text).toMatch(/files/)
    expect(text).not.toContain(server.apiKey)
    expect(text).not.toContain(prompt)
    expect(text).not.toContain('signature=secret')
  })

  const echo = { detail: `refused "${prompt}" for test-key, see https://files.example/a.mp4?signature=secret` }
  for (const [name, fault] of Object.entries({
    400: faults.status(400, echo),
    401: faults.status(401, echo),
    500: faults.status(500, echo),
    'no Task': faults.status(200, echo),
  })) {
    it(`in the error of a submit answered with ${name}, printed or serialised`, async () => {
      server.next('submit', fault)
      const error: unknown = await run(client()).catch((reason: unknown) => reason)
      for (const text of [inspect(error, { depth: 9 }), JSON.stringify(error), String(error)]) {
        expect(text).not.toContain(server.apiKey)
        expect(text).not.toContain(prompt)
        expect(text).not.toContain('signature=secret')
      }
    })
  }

  it('in the error of a submit whose connection failed with both in its reason', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new Error(`lost: Bearer ${server.apiKey}, "${prompt}"`))
    expect(String(await run(client({ fetch })).catch((reason: unknown) => reason))).toContain(
      'no answer (lost: Bearer [redacted], "[redacted]")',
    )
  })

  for (const [name, body] of [
    ['an object', { detail: 'x', headers: { authorization: 'Bearer test-key' } }],
    ['a text', '"Bearer test-key"'],
    ['no JSON', 'Authorization: Bearer test-key'],
  ] as const) {
    it(`in what an error keeps of an answer that echoes the key as ${name}`, async () => {
      const handle = await client().submit('sd_2.0_discount', { prompt })
      server.next('query', faults.status(500, body, { 'x-echo': 'Bearer test-key' }))
      const error = (await handle.query().catch((reason: unknown) => reason)) as ApiError
      expect(error).toMatchObject({ name: 'ApiError', status: 500 })
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(server.apiKey)
      expect([error.body, JSON.stringify(error.json), error.headers.get('x-echo')].join()).not.toContain(server.apiKey)
      expect(error.headers.get('x-echo')).toBe('Bearer [redacted]')
      server.next('query', faults.status(200, body))
      expect(
        inspect(await handle.query().catch((reason: unknown) => reason), { depth: 9, showHidden: true }),
      ).not.toContain(server.apiKey)
    })
  }

  it('in the IDs, locations and request ID of an answer that echoes the key', async () => {
    const headers = { location: '/tasks?key=test-key', 'x-request-id': 'r-test-key' }
    server.next('submit', faults.status(202, { data: { task_id: 'for test-key' } }, headers))
    const error: unknown = await run(client()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      name: 'SubmitUnknownError',
      requestId: 'r-[redacted]',
      found: [
        { name: 'location', value: '/tasks?key=[redacted]' },
        { name: 'data.task_id', value: 'for [redacted]' },
      ],
    })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(server.apiKey)
  })

  it('in the error of a task that failed with the key in its reason', async () => {
    server.next('query', faults.taskWith({ status: 'failed', error: 'not for test-key' }))
    expect(String(await run(client()).catch((reason: unknown) => reason))).toContain('not for [redacted]')
  })

  it('in the error of a wait, though the last task is there for who asks', async () => {
    const handle = await client().submit('sd_2.0_discount', { prompt })
    await handle.wait()
    server.next('result', faults.status(410), faults.status(410))
    const error: unknown = await handle.open().catch((reason: unknown) => reason)
    expect(inspect(error, { depth: 9 })).not.toContain('signature=secret')
    expect(error).toMatchObject({ name: 'ResultExpiredError', task: { status: 'completed' } })
  })

  it('in a handle as JSON, or in the client', async () => {
    const one = client()
    const handle = await one.submit('sd_2.0_discount', { prompt })
    expect(JSON.stringify([handle, one]) + inspect([handle, one], { depth: 9, showHidden: true })).not.toContain(
      server.apiKey,
    )
  })
})

it('the raw answer is there for who asks', async () => {
  server.next('submit', faults.status(402, { title: 'No credits', needed: 5 }, { 'x-request-id': 'r1' }))
  const error: unknown = await run(client()).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    name: 'ApiError',
    status: 402,
    body: '{"title":"No credits","needed":5}',
    json: { needed: 5 },
  })
  expect((error as { headers: Headers }).headers.get('x-request-id')).toBe('r1')
})

describe('hooks', () => {
  it('see each request and its answer, and one that throws ends nothing', async () => {
    const requests: RequestEvent[] = []
    const responses: ResponseEvent[] = []
    const warnings: string[] = []
    await run(
      client({
        logger: { warn: (message) => warnings.push(message) },
        onRequest: (event) => {
          requests.push(event)
          throw new Error('broken hook')
        },
        onResponse: (event) => responses.push(event),
      }),
    )
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
    // The second one asks what the service declares, which this one does not say.
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 200])
    expect(responses[0]?.milliseconds).toBeGreaterThanOrEqual(0)
    expect(warnings).toHaveLength(4)
  })

  it('the trace context of the caller goes along', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await run(client({ traceContext: () => ({ traceparent, tracestate: 'a=1' }) }))
    expect(
      server.requests.every(({ headers }) => headers.traceparent === traceparent && headers.tracestate === 'a=1'),
    ).toBe(true)
    await run(client())
    expect(server.requests.at(-1)?.headers.traceparent).toBeUndefined()
  })
})
