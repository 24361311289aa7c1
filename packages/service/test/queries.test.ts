/** What the HTTP API answers to the query of an address, the forms of a body and the checks of operators: in each case, to the word. */
import { expect, test } from 'vitest'
import { jsonOf, largestText } from '../src/edge/http/json-body.js'
import { waitPreference } from '../src/edge/http/prefer.js'
import { silentLog, type LogDetails } from '../src/base/log.js'
import { answerOf, image, testService } from './support/service.js'

test('a list that cannot be read as it is asked for says what would be', async () => {
  const { call, submit } = await testService()
  const { id } = (await submit(image)).body
  const detail = async (query: string, list = 'tasks') => {
    const { status, body } = await call('GET', `/${list}?${query}`)
    expect(status, query).toBe(400)
    return body.detail
  }
  const limit = 'limit must be an integer from 1 to 100'
  for (const given of ['0', '101', '-1', '1.5', 'x', '00001', '1e1', '%201'])
    expect(await detail(`limit=${given}`), given).toBe(limit)
  expect(await detail('limit=1&limit=2')).toBe('limit was given more than once; give it once')
  expect(await detail('limit=0', 'assets')).toBe(limit)
  for (const after of ['a.b', 'x'.repeat(101), '%20a', 'a%20'])
    expect(await detail(`after=${after}`, 'assets'), after).toBe('after must be an ID; use the next of the page before')
  const noTask = 'after must be the ID of a task; use the next of the page before'
  for (const after of ['x', `${id}x!`, 'key_1']) expect(await detail(`after=${after}`), after).toBe(noTask)
  for (const model of ['a%20b', '%C3%A9', 'x'.repeat(201)])
    expect(await detail(`model=${model}`), model).toBe('model must be a Model ID')
  expect(await detail('status=done')).toBe('status must be one of queued, processing, completed, failed')
  const key = 'idempotency_key must be the key of a submit'
  expect(await detail('idempotency_key=')).toBe(key)
  expect(await detail('idempotency_key=a%20b')).toMatch(/^idempotency_key must/)
  expect(await detail('idempotency_key=a&limit=5')).toBe('idempotency_key names one task; leave out "limit"')
  expect(await detail(`idempotency_key=a&${'x'.repeat(50)}=5`)).toBe(
    `idempotency_key names one task; leave out "${'x'.repeat(40)}"`,
  )
})

test('an empty parameter of a list is one that was not given, and limits are taken to their ends', async () => {
  const { call, submit, ended } = await testService()
  const first = (await submit(image)).body.id
  const second = (await submit(image)).body.id
  const ids = async (query: string) => (await call('GET', `/tasks?${query}`)).body.data.map(({ id }) => id)
  for (const query of ['', 'limit=&after=&model=&status=', 'limit=100', `model=${image.model}`])
    expect(await ids(query), query).toEqual([second, first])
  expect(await ids(`model=${'x'.repeat(200)}`)).toEqual([])
  await Promise.all([ended(first), ended(second)])
  expect([await ids('status=completed'), await ids('status=queued')]).toEqual([[second, first], []])
  const page = (await call('GET', '/tasks?limit=1')).body
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([[second], true])
  const next = (await call('GET', `/tasks?limit=1&after=${page.next}`)).body
  expect([next.data.map(({ id }) => id), next.has_more, 'next' in next]).toEqual([[first], false, false])
  const headers = (await call('GET', '/tasks')).headers
  expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
    ...['no-store', 'application/json; charset=utf-8'],
  ])
})

test('a wait is read as it stands among other preferences, and all else is ignored', () => {
  const waits = (...headers: (string | string[] | undefined)[]) => headers.map((header) => waitPreference(header))
  const wait = (seconds: number, seen?: string) => ({ seconds, seen })
  expect(waits('wait=30', ' WAIT = 7 ', 'wait="5"', 'respond-async, wait=5', 'a="b, wait=9", wait=4')).toEqual(
    [30, 7, 5, 5, 4].map((seconds) => wait(seconds)),
  )
  expect(waits('wait=30; seen=queued', 'wait=3;x=1;SEEN = "queued" ; y', 'wait=3; unseen=a', ['a', 'wait=2'])).toEqual([
    ...[wait(30, 'queued'), wait(3, 'queued'), wait(3), wait(2)],
  ])
  expect(waits('wait=1, wait=2', 'wait=x, wait=2', 'a="\\", wait=9", wait=3')).toEqual([wait(1), wait(2), wait(3)])
  expect(waits(undefined, '', ',', '"', 'wait', 'wait=', 'wait=-1', 'wait=1.5', 'awaits=3', 'wait=1234567890')).toEqual(
    Array.from({ length: 10 }, () => undefined),
  )
})

test('a body that is not what is read here says what is wrong with it, and repeats none of it', () => {
  const rejected = (body: string | Buffer) => {
    try {
      return jsonOf(Buffer.from(body as string))
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }
  const detail = (why: string) =>
    `the body is not JSON: ${why}; send one JSON object, such as {"model": "...", "prompt": "..."}`
  expect(rejected('')).toBeUndefined()
  expect(rejected('{"a":1}')).toEqual({ a: 1 })
  expect(rejected('{"prompt":"a secret')).toMatch(/^the body is not JSON: it (ends too early|cannot be read)/)
  expect(rejected('{"prompt":')).toBe(detail('it ends too early'))
  expect(rejected('{"prompt" 7}')).toBe(detail('it cannot be read at position 10'))
  expect(rejected('secret')).toMatch(/^the body is not JSON: it cannot be read/)
  expect(rejected('secret')).not.toContain('secret')
  expect(rejected(Buffer.from([0x22, 0xff, 0x22]))).toBe('the body is not UTF-8; send JSON encoded as UTF-8')
  const nested = (levels: number) => rejected(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  expect(nested(65)).toBeInstanceOf(Array)
  expect(nested(66)).toBe('the body is nested deeper than 64 levels')
})

test('a body may be large where base64 of data URIs makes it so, and no larger beside that', () => {
  const read = (text: string) => {
    try {
      jsonOf(Buffer.from(text))
      return 'read'
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }
  const tooLarge =
    'the body is larger than the 1 MiB that a request may have besides base64 data of data URIs; send media as URLs'
  const text = (bytes: number) => `"${'x '.repeat(bytes / 2 - 1)}"`
  expect(read(text(largestText))).toBe('read')
  expect(read(text(largestText + 2))).toBe(tooLarge)
  const data = (bytes: number) => `"data:image/png;base64,${'Az09+/\\/='.repeat(Math.ceil(bytes / 9))}"`
  expect(read(`[${data(largestText)},${data(largestText)}]`)).toBe('read')
  expect(read(`[${data(largestText)},${text(largestText - 100)}]`)).toBe('read')
  const beside = (bytes: number) => `["data:a/b;base64,AAAA","${'x'.repeat(bytes - 23)}"]`
  expect([read(beside(largestText)), read(beside(largestText + 1))]).toEqual(['read', tooLarge])
  // What stands before, between and behind the data counts.
  const half = text(largestText / 2)
  for (const around of [`[${half},${data(9)},${half}]`, `[${half},${half},${data(9)}]`, `[${data(9)},${half},${half}]`])
    expect(read(around)).toBe(tooLarge)
  // Marks are text, too: very many of them are as much as any other text.
  expect(read(`"${';base64,'.repeat(largestText / 8)}"`)).toBe(tooLarge)
  expect(read(`"data:image/png;base64,${'A\\u0041'.repeat(largestText / 6)}"`)).toBe(tooLarge)
})

test('those who look after the service learn whether it is well, from answers that are not kept', async () => {
  const { service } = await testService()
  const ask = async (path: string) => answerOf(await fetch(`${service.url}${path}`))
  for (const [path, body] of [
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ] as const) {
    const answer = await ask(path)
    expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([200, body, 'no-store'])
  }
})

const metricsKey = 'a-key-for-the-metrics-alone'

test('the metrics say which key they want, and where they are', async () => {
  const lines: LogDetails[] = []
  const log = { ...silentLog, info: (_: string, details: LogDetails = {}) => void lines.push(details) }
  const { service } = await testService({ metricsKey, metricsPort: 0 }, { log })
  const own = String(lines.find((details) => String(details['url']) !== service.url)?.['url'])
  const ask = async (base: string, authorization = '', path = '/metrics', method = 'GET') =>
    answerOf(await fetch(`${base}${path}`, { method, headers: { authorization } }))
  const send = 'send the key of MODEL_TASKS_METRICS_KEY as Authorization: Bearer <key>'
  const [refused, refusedThere] = [await ask(service.url), await ask(own)]
  expect([refused.status, refused.body.detail, refused.headers.get('www-authenticate')]).toEqual([401, send, 'Bearer'])
  expect([refusedThere.status, refusedThere.text, refusedThere.headers.get('www-authenticate')]).toEqual([
    ...[401, `${send}\n`, 'Bearer'],
  ])
  for (const base of [service.url, own]) {
    for (const given of [`bearer  ${metricsKey} `, `Bearer ${metricsKey}`]) {
      const { status, headers, text } = await ask(base, given)
      expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
        ...[200, 'no-store', expect.stringMatching(/^text\/plain/)],
      ])
      expect(text).toContain('model_tasks_store_up 1')
    }
    for (const given of [metricsKey, `Basic ${metricsKey}`, `x Bearer ${metricsKey}`, `Bearer ${metricsKey} x`])
      expect((await ask(base, given)).status, given).toBe(401)
  }
  const plain = 'text/plain; charset=utf-8'
  const elsewhere = await ask(own, '', '/other?x')
  expect([elsewhere.status, elsewhere.text, elsewhere.headers.get('content-type')]).toEqual([
    ...[404, 'metrics are at /metrics\n', plain],
  ])
  const posted = await ask(own, '', '/metrics?x', 'POST')
  expect([posted.status, posted.text, posted.headers.get('allow')]).toEqual([405, 'ask with GET\n', 'GET'])
  const closed = await ask((await testService()).service.url)
  expect([closed.status, closed.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(closed.body.detail).toMatch(/^metrics are never open at this port; set MODEL_TASKS_METRICS_KEY/)
})
