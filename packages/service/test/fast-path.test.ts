/**
 * What the fast path answers is what the framework answers: two services that differ in nothing else get the same
 * requests, ordinary and hostile, one after another, and everything that can be seen of them is compared.
 */
import { expect, test, vi } from 'vitest'
import { FastPath } from '../src/edge/http/fast-path.js'
import { requestId } from '../src/edge/http/request-id.js'
import { silentLog, type LogDetails } from '../src/base/log.js'
import { exchange, hostileRequest } from './support/hostile-requests.js'
import { ManualClock } from './support/manual-clock.js'
import { seededRandom } from './support/seeded-random.js'
import { image, testService, video } from './support/service.js'

const adminKey = 'an-admin-key-of-32-characters-00'
const metricsKey = 'a-metrics-key-of-32-characters-0'
const tasks = '/api/v2/model-center/tasks'
/** Few in the ordinary run. */
const hostile = Number(process.env['MODEL_TASKS_FUZZ'] ?? 250)

interface Keys {
  local: string
  poor: string
  reader: string
  disabled: string
  expired: string
}

async function world(fastPath: boolean) {
  const clock = new ManualClock()
  const lines: string[] = []
  const note = (message: string, { ms: _, error: __, ...details }: LogDetails = {}): void => {
    lines.push(normal(JSON.stringify([message, details])))
  }
  const log = { ...silentLog, debug: note, error: note }
  const { service, key, submit, ended } = await testService(
    { adminKey, metricsKey, drain: 1000 },
    { clock, log, fastPath },
  )
  const admin = async (path: string, body: unknown): Promise<{ id: string; key: string }> => {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${service.url}/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as { id: string; key: string }
  }
  const { id } = await admin('/accounts', { name: 'Poor', credits: 4 })
  const barred = await admin('/accounts', { name: 'Barred' })
  const keys: Keys = {
    local: key,
    poor: (await admin(`/accounts/${id}/keys`, {})).key,
    reader: (await admin(`/accounts/${id}/keys`, { scopes: ['read'] })).key,
    disabled: (await admin(`/accounts/${barred.id}/keys`, {})).key,
    expired: (await admin(`/accounts/${id}/keys`, { expires: '1d' })).key,
  }
  const port = Number(new URL(service.url).port)
  const made = (await submit(image)).body.id
  await ended(made)
  const figures = async (): Promise<Map<string, number>> =>
    new Map(
      [
        ...(
          await (await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })).text()
        ).matchAll(/^model_tasks_http_request_duration_seconds_count(.*) (\d+)$/gm),
      ].map(([, labels = '', count]) => [labels, Number(count)]),
    )
  const before = await figures()
  lines.length = 0
  return {
    keys,
    clock,
    lines,
    port,
    made,
    service,
    disable: () => admin(`/accounts/${barred.id}/disable`, {}),
    send: async (bytes: Buffer | string) =>
      normal(await exchange(port, Buffer.from(bytes), bytes.includes('\r\nConnection: close\r\n'))),
    /** How many requests of each method, route and status were counted. */
    counted: async () =>
      [...(await figures())].map(([labels, count]) => `${labels} ${count - (before.get(labels) ?? 0)}`).sort(),
  }
}
type World = Awaited<ReturnType<typeof world>>

/** What two services cannot have in common, taken out. */
function normal(said: string): string {
  return said
    .replaceAll(/^date: .*$/gim, 'date')
    .replaceAll(/task_[0-9a-z]{26}/g, 'task')
    .replaceAll(/req_[\w-]+/g, 'req')
    .replaceAll(/(expires|signature)=[\w-]+/g, '$1')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
}

const request = (line: string, headers: Record<string, string>, body = ''): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n') + `\r\n\r\n${body}`

const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` })
const json = { 'Content-Type': 'application/json' }
const submitOf = (key: string, body: unknown, headers: Record<string, string> = {}): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return request(
    `POST ${tasks}`,
    { ...bearer(key), ...json, 'Content-Length': String(Buffer.byteLength(text)), ...headers },
    text,
  )
}
const close = { Connection: 'close' }

/** Ordinary requests and their neighbours, which miss the fast path by a little or end in a problem on it. */
function requestsOf({ keys, made }: World): string[] {
  const { local, poor, reader, disabled, expired } = keys
  const query = (id: string, headers: Record<string, string>, method = 'GET'): string =>
    request(`${method} ${tasks}/${id}`, { ...close, ...headers })
  const own = bearer(local)
  const unknown = `${made.slice(0, -4)}0000`
  const chunked = { ...own, ...json, 'Transfer-Encoding': 'chunked', ...close }
  return [
    ...[query(made, own), query(made, own), query(made, { ...own, 'X-Request-Id': 'mine' })],
    ...[query(made, { ...own, 'X-Request-Id': 'a b' }), query(made, { ...own, Origin: 'https://docs.example' })],
    ...[query(unknown, own), query('task_x', own), query(`${made}?x=1`, own), query(`${made}/`, own)],
    ...[query(made, own, 'HEAD'), query(made, own, 'OPTIONS'), query(made, own, 'DELETE'), query(made, {})],
    ...[query(made, { Authorization: `bearer   ${local} ` }), query(made, { Authorization: local })],
    ...[query(made, bearer('mt_wrong')), query(made, bearer(poor)), query(made, bearer(reader))],
    ...[query(made, bearer(disabled)), query(made, bearer(expired))],
    ...[query(made, { ...own, 'Content-Length': '0' }), query(made, { ...own, 'Content-Length': '3' }) + 'abc'],
    ...[query(made, { ...own, Expect: '100-continue' }), query(made, { ...own, Host: 'evil"host' })],
    ...[query(made, { ...own, hOST: 'other' }), submitOf(local, image, { host: '127.0.0.1' })],
    ...[
      query(made, { ...own, authorization: 'Bearer x' }),
      submitOf(local, image, { ...close, 'content-type': 'x/y' }),
    ],
    query(made, own).replace('HTTP/1.1', 'HTTP/1.0'),
    query(made, own).replace(`${made} `, `${made.replace('_', '%5f')} `),
    // Two on one connection, and what is pipelined behind a submit.
    request(`GET ${tasks}/${made}`, own) + query(made, own),
    submitOf(local, image) + query(made, own),
    ...[image, video, { ...image, n: 1 }, { model: 'beta-5.0' }, { model: 'nothing', prompt: 'x' }, [], 'null', ''].map(
      (body) => submitOf(local, body, close),
    ),
    ...['{"model":', '\ud800', '{"model":"beta-5.0","prompt":"\\u0000"}', `[${'['.repeat(80)}`].map((body) =>
      submitOf(local, body, close),
    ),
    submitOf(local, { model: 'zeta-H3_933_1080p', prompt: 'x' }, close),
    submitOf(local, `{"model":"beta-5.0","prompt":"${'a'.repeat(1_100_000)}"}`, close),
    submitOf(local, { ...image, prompt: 'a boat '.repeat(100_000) }, close),
    ...['k', 'k', 'ä', ''].map((key) => submitOf(local, image, { ...close, 'Idempotency-Key': key })),
    submitOf(local, video, { ...close, 'Idempotency-Key': 'k' }),
    submitOf(local, image, { ...close, 'Callback-Url': 'https://hooks.example/' }),
    ...[{ 'Content-Type': 'application/json; charset=utf-8' }, { 'Content-Type': 'text/plain' }].map((type) =>
      submitOf(local, image, { ...close, ...type }),
    ),
    submitOf(local, image, { ...close, 'Content-Encoding': 'gzip' }),
    request(`POST ${tasks}`, chunked, `5\r\n{"mod\r\n0\r\n\r\n`),
    request(`POST ${tasks}`, { ...own, ...json, ...close }),
    request(`POST ${tasks}/`, { ...own, ...json, ...close, 'Content-Length': '2' }, '{}'),
    // Cut off in the middle of the body.
    request(`POST ${tasks}`, { ...own, ...json, 'Content-Length': '50' }, '{"model":'),
    ...[reader, disabled, expired, 'mt_wrong'].map((key) => submitOf(key, image, close)),
    // Until the credits are spent.
    ...Array.from({ length: 6 }, () => submitOf(poor, image, close)),
    // Until the rate is reached.
    ...Array.from({ length: 25 }, () => query(made, bearer(reader))),
    ...Array.from({ length: 3 }, () => query(made, bearer(expired))),
  ]
}

test('the fast path answers like the framework, to the byte, and is counted and logged alike', async () => {
  // So many IDs are this long that all that follow are: the length of an answer depends on it.
  while (requestId(undefined).length < 'req_process_0000'.length) continue
  const take = vi.spyOn(FastPath.prototype, 'take')
  const [fast, plain] = [await world(true), await world(false)]
  const compare = async (one: Buffer | string, other: Buffer | string): Promise<void> => {
    const answers = [await fast.send(one), await plain.send(other)]
    expect(answers[0], one.toString('latin1').slice(0, 1000)).toBe(answers[1])
  }
  const [ours, theirs] = [requestsOf(fast), requestsOf(plain)]
  const round = async (longest = Infinity): Promise<void> => {
    for (const [index, bytes] of ours.entries()) if (bytes.length < longest) await compare(bytes, theirs[index] ?? '')
  }
  take.mockClear()
  await round()
  const taken = (): number => take.mock.results.filter(({ value }) => value === true).length
  expect(taken()).toBeGreaterThan(ours.length / 2)
  // A second later callers are looked up again, the rate allows more, an account is disabled and a key has expired.
  for (const { clock } of [fast, plain]) clock.advance(1000)
  await Promise.all([fast.disable(), plain.disable()])
  await round(10_000)
  for (const { clock } of [fast, plain]) clock.set(86_400_000)
  await round(10_000)
  const [one, other] = [seededRandom(7), seededRandom(7)]
  for (let count = 0; count < hostile; count += 1)
    await compare(hostileRequest(one, fast.keys.local), hostileRequest(other, plain.keys.local))
  expect(fast.lines.sort()).toEqual(plain.lines.sort())
  const counted = await fast.counted()
  expect(counted).toEqual(await plain.counted())
  expect(counted.length).toBeGreaterThan(10)
  const before = taken()
  const closing = [fast.service.close(), plain.service.close()]
  await compare(ours[0] ?? '', theirs[0] ?? '')
  expect(taken(), 'a service that leaves closes its connections').toBe(before)
  for (const { clock } of [fast, plain]) clock.advance(1000)
  await Promise.all(closing)
})
