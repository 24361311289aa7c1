/** What the HTTP API answers where clients, proxies and scanners send what hardly any client does. */
import { expect, test } from 'vitest'
import { Problem } from '../src/admit/problem.js'
import { problemOf } from '../src/edge/http/errors.js'
import { silentLog } from '../src/base/log.js'
import { exchange } from './support/hostile-requests.js'
import { image, testService } from './support/service.js'

/** What a request in these lines is answered: the status, the headers in lower case, and the detail of the problem. */
async function answerTo(port: number, ...lines: string[]) {
  const text = await exchange(port, Buffer.from([...lines, '', ''].join('\r\n')), true)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  const { detail } = body.startsWith('{') ? (JSON.parse(body) as { detail?: string }) : {}
  return { status: Number(status.split(' ')[1]), headers: headers.map((one) => one.toLowerCase()), detail }
}

test('a request that a proxy may have read as another one is rejected, and ends its connection', async () => {
  const { service, key } = await testService()
  const port = Number(new URL(service.url).port)
  const get = 'GET /api/v2/model-center/tasks HTTP/1.1'
  const own = `Authorization: Bearer ${key}`
  const rejected = async (detail: string, ...lines: string[]) => {
    const answer = await answerTo(port, ...lines)
    expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining(detail) })
    expect(answer.headers).toContain('connection: close')
  }
  await rejected('more than one Host header', get, 'Host: a', 'Host: a', own)
  await rejected('more than one Authorization header', get, 'Host: a', own, own)
  const post = 'POST /api/v2/model-center/tasks HTTP/1.1'
  const json = 'Content-Type: application/json'
  await rejected('more than one Content-Type header', post, 'Host: a', own, json, json, 'Content-Length: 0')
  await rejected('a transfer coding', post, 'Host: a', own, json, 'Transfer-Encoding: gzip, chunked')
  expect((await answerTo(port, get, 'Host: a', own, 'Connection: close')).status).toBe(200)
})

test('a client of HTTP/1.0 needs no Host', async () => {
  const { service } = await testService()
  const port = Number(new URL(service.url).port)
  expect((await answerTo(port, 'GET /healthz HTTP/1.0')).status).toBe(200)
  expect((await answerTo(port, 'GET /healthz HTTP/1.1')).status).toBe(400)
})

test('a tunnel is not opened, and an expectation that nothing meets is named', async () => {
  const { service } = await testService()
  const port = Number(new URL(service.url).port)
  expect(await answerTo(port, 'CONNECT tasks.example:443 HTTP/1.1', 'Host: tasks.example:443')).toMatchObject({
    status: 400,
    detail: 'CONNECT is not offered here: this service is not a proxy',
  })
  expect(
    await answerTo(port, 'GET /healthz HTTP/1.1', 'Host: a', 'Expect: miracles', 'Connection: close'),
  ).toMatchObject({
    status: 417,
    detail: 'Expect: miracles is not met here; send Expect: 100-continue, or leave it out',
  })
})

test('a result that a cache has is not sent again, whichever of several it has', async () => {
  const { submit, ended } = await testService()
  const { result_url: url } = await ended((await submit(image)).body.id)
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  const status = async (known: string) => (await fetch(url, { headers: { 'if-none-match': known } })).status
  for (const known of [etag, `"other", ${etag}`, '*', ' * ']) expect(await status(known), known).toBe(304)
  for (const known of ['"other"', '"*"']) expect(await status(known), known).toBe(200)
})

test('the directory has every model with its price, and why one cannot be used', async () => {
  const { call } = await testService()
  const models = (await call('GET', '/models')).body.data as Record<string, unknown>[]
  const directory = await call('GET', '/directory')
  const entries = directory.body.data as Record<string, unknown>[]
  expect(directory.body).toMatchObject({ object: 'list' })
  expect(entries.map(({ id }) => id).toSorted()).toEqual(models.map(({ id }) => id).toSorted())
  for (const { id, available, reason } of models)
    expect(entries.find((entry) => entry['id'] === id)).toMatchObject({
      ...{ name: expect.any(String), available, pricing_unit: 'credits' },
      ...{ pricing_skus: expect.any(Object), ...(reason === undefined ? {} : { reason }) },
    })
  expect(entries.filter((entry) => 'reason' in entry)).toHaveLength(models.filter(({ reason }) => reason).length)
})

test('what a framework rejects is the problem of its status, and only what is the service’s own fault is logged', () => {
  const lines: unknown[] = []
  const log = { ...silentLog, error: (message: string, details: unknown) => void lines.push([message, details]) }
  const request = { id: 'req_1', method: 'POST', route: '/tasks', bodyLimit: 2048 }
  const rejected = (statusCode: unknown) => {
    const { kind, detail } = problemOf(Object.assign(new Error('why'), { statusCode }), request, log)
    return [kind, detail]
  }
  expect(rejected(404)).toEqual(['not-found', 'why'])
  expect(rejected(405)).toEqual(['method-not-allowed', 'why'])
  expect(rejected(413)).toEqual(['body-too-large', 'the body is larger than the 2 KiB that are read here'])
  expect(rejected(415)).toEqual(['media-type-unsupported', expect.stringContaining('application/json')])
  expect([rejected(400), rejected(499)]).toEqual([
    ['bad-request', 'why'],
    ['bad-request', 'why'],
  ])
  const own = new Problem('task-unknown', 'no task')
  expect(problemOf(own, request, log)).toBe(own)
  expect(lines).toEqual([])
  const internal = ['internal', expect.not.stringContaining('why')]
  for (const status of [399, 500, '404', undefined]) expect(rejected(status), String(status)).toEqual(internal)
  expect(problemOf('why', request, log).kind).toBe('internal')
  const { bodyLimit: _, id: requestId, ...rest } = request
  expect(lines).toHaveLength(5)
  expect(lines[0]).toEqual(['a request failed', { ...rest, requestId, error: expect.any(Error) }])
  const outage = problemOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), request, log)
  expect([outage.kind, outage.extra.headers]).toEqual(['unavailable', { 'retry-after': '5' }])
})
