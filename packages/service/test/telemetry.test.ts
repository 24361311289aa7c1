import { request } from 'node:http'
import { expect, test } from 'vitest'
import { jsonLog } from '../src/base/json-log.js'
import { plainLog, silentLog, type LogDetails } from '../src/base/log.js'
import { openMetrics } from '../src/run/telemetry/metrics.js'
import { redactor } from '../src/base/redact.js'
import { RequestFigures } from '../src/run/telemetry/request-figures.js'
import { upstreamAnswers, UpstreamFigures } from '../src/run/telemetry/upstream-figures.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

/** `fetch` sets the Host header itself. */
function scrape(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/metrics`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

const metricsKey = 'a-key-for-the-metrics-alone'

test('metrics without a key are closed at the port of the API, also to this machine and with any headers', async () => {
  const { service } = await testService()
  for (const headers of [{}, { host: 'localhost' }, { host: 'tasks.example' }, { 'x-forwarded-for': '127.0.0.1' }])
    expect(await scrape(service.url, headers), JSON.stringify(headers)).toBe(401)
})

test('metrics are answered at a port of their own, which answers nothing else', async () => {
  const lines: LogDetails[] = []
  const log = { ...silentLog, info: (_: string, details: LogDetails = {}) => void lines.push(details) }
  const { service } = await testService({ metricsPort: 0 }, { log })
  const url = String(lines.find((details) => String(details['url']) !== service.url)?.['url'])
  const answer = await fetch(`${url}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)])
  expect(await answer.text()).toContain('model_tasks_store_up 1')
  expect((await fetch(`${url}/healthz`)).status).toBe(404)
  const posted = await fetch(`${url}/metrics`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  const { host } = new URL(url)
  expect(host).toMatch(/^127\.0\.0\.1:/)
  await service.close()
  await expect(fetch(`${url}/metrics`)).rejects.toThrow()
})

test('a port of the metrics asks for their key where there is one, and says so when it is in use', async () => {
  const lines: LogDetails[] = []
  const log = { ...silentLog, info: (_: string, details: LogDetails = {}) => void lines.push(details) }
  const { service } = await testService({ metricsPort: 0, metricsKey }, { log })
  const url = String(lines.find((details) => String(details['url']) !== service.url)?.['url'])
  expect(await scrape(url, {})).toBe(401)
  expect(await scrape(url, { authorization: `Bearer ${metricsKey}` })).toBe(200)
  await expect(testService({ metricsPort: Number(new URL(url).port) })).rejects.toThrow(
    /^MODEL_TASKS_METRICS_PORT: port \d+ of 127\.0\.0\.1 is in use by another program/,
  )
})

test('metrics with a key are for the holder of it, and a key of an account is not it', async () => {
  const { service, key } = await testService({ metricsKey })
  expect(await scrape(service.url, {})).toBe(401)
  expect(await scrape(service.url, { authorization: `Bearer ${key}` })).toBe(401)
  expect(await scrape(service.url, { authorization: `Bearer ${metricsKey}x` })).toBe(401)
  expect(await scrape(service.url, { authorization: `Bearer ${metricsKey}`, host: 'tasks.example' })).toBe(200)
})

test('metrics count requests by route and status, and show the queues', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const clock = new ManualClock()
  const { service, submit, call } = await testService({ metricsKey }, { provider, clock })
  const { body } = await submit(image)
  await provider.job(0)
  await call('GET', `/tasks/${body.id}`)
  await call('GET', '/tasks/none')
  await fetch(`${service.url}/wp-login.php`)
  const text = await (
    await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })
  ).text()
  const count = (labels: string): string =>
    new RegExp(`^model_tasks_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? ''
  expect(count('method="POST",route="/api/v2/model-center/tasks",status="200"')).toBe('1')
  expect(count('method="GET",route="/api/v2/model-center/tasks/:id",status="200"')).toBe('1')
  expect(count('method="GET",route="/api/v2/model-center/tasks/:id",status="404"')).toBe('1')
  expect(count('method="GET",route="unmatched",status="404"')).toBe('1')
  expect(text).not.toContain('wp-login')
  expect(text).toMatch(/^model_tasks_queue_running\{queue="stub",account="local"\} 1$/m)
  expect(text).toMatch(/^model_tasks_upstream_paused\{queue="stub",reason=""\} 0$/m)
  expect(text).toMatch(/^model_tasks_store_up 1$/m)
  expect(text).toMatch(/^process_cpu_seconds_total \d/m)
  const bucket = /_bucket\{le="\+Inf",method="POST",route="\/api\/v2\/model-center\/tasks",status="200"\} 1$/m
  expect(text).toMatch(bucket)
})

test('metrics go on when the store is down, and bound their series', async () => {
  const figure = { waiting: 1, delayed: 0, oldest: 1000, running: 0, retries: 0, dead: 0 }
  let down = false
  const upstreams = new UpstreamFigures(500)
  for (let number = 0; number < 50; number += 1) {
    const queue = `upstream-${number}`
    for (const answer of upstreamAnswers.upload) upstreams.answered(queue, 'upload', answer)
    for (const answer of upstreamAnswers.submit) upstreams.answered(queue, 'submit', answer)
    for (const answer of upstreamAnswers.poll) upstreams.answered(queue, 'poll', answer)
    for (const answer of upstreamAnswers.file) upstreams.answered(queue, 'file', answer)
    upstreams.started(queue, 3000)
    upstreams.completed(queue, 70_000)
    upstreams.fetched(queue, 400)
  }
  const metrics = await openMetrics({
    requests: new RequestFigures(),
    upstreams,
    lines: 500,
    queue: {
      figures: async (most) => {
        expect(most, 'each is a series that a server keeps').toBe(71)
        if (down) throw new Error('connection refused')
        return [{ ...figure, queue: 'alpha', account: 'a1' }]
      },
    },
    deliveries: { pending: async () => new Map([['orders', 3]]) },
    search: { unknownOutcomes: async () => [{ queue: 'alpha', tasks: 2, oldest: 1000 }] },
    ends: {
      figures: async () => ({ lastHour: [], lastDay: [] }),
      times: async () => new Map([['alpha', { median: 2500, measured: 3 }]]),
    },
    accounts: {
      creditsByQueue: async () => new Map([['alpha', { held: 3_000_000, settled: 4_500_000, released: 250_000 }]]),
    },
    spent: {
      byAccount: async () => new Map(Array.from({ length: 80 }, (_, index) => [`a${index}`, 1_500_000])),
      byUpstream: async () =>
        new Map([['alpha', { credits: 2_500_000, upstreamUsage: [{ unit: 'tokens', amount: 40 }] }]]),
    },
    engine: {
      health: () => [
        {
          queue: 'alpha',
          running: 2,
          paused: { reason: 'payment', error: 'x', since: 1000, until: 0 },
          pausedModels: [{ model: 'beta-5.0', sentAs: 'beta', error: 'x', until: 0 }],
          pollLateness: 250,
          limits: [{ requests: 'submit', limit: 60, remaining: 3, resetIn: 1500 }],
        },
      ],
      heartbeatAge: () => 1500,
    },
    version: '1.2.3',
    now: () => 61_000,
  })
  const text = await metrics.scrape()
  expect(text).toContain('model_tasks_queue_waiting{queue="alpha",account="a1"} 1')
  expect(text).toContain('model_tasks_queue_oldest_seconds{queue="alpha",account="a1"} 60')
  expect(text).toContain('model_tasks_upstream_paused{queue="alpha",reason="payment"} 1')
  expect(text).toContain('model_tasks_upstream_model_paused{queue="alpha",model="beta-5.0"} 1')
  expect(text).toContain('model_tasks_poll_lateness_seconds{queue="alpha"} 0.25')
  expect(text).toContain('model_tasks_upstream_requests_remaining{queue="alpha",requests="submit"} 3')
  expect(text).toContain('model_tasks_upstream_requests_limit{queue="alpha",requests="submit"} 60')
  expect(text).toContain('model_tasks_upstream_requests_reset_seconds{queue="alpha",requests="submit"} 1.5')
  expect(text).toContain('model_tasks_webhooks_pending{receiver="orders"} 3')
  expect(text.match(/^model_tasks_spent_today_credits\{/gm)).toHaveLength(72)
  expect(text).toContain('model_tasks_spent_today_credits{account="others"} 13.5')
  expect(text).toContain('model_tasks_upstream_paused_seconds{queue="alpha"} 60')
  expect(text).toContain('model_tasks_upstream_spent_today_credits{queue="alpha"} 2.5')
  expect(text).toContain('model_tasks_upstream_counted_today{queue="alpha",unit="tokens"} 40')
  for (const [name, credits] of [
    ['held', 3],
    ['settled', 4.5],
    ['released', 0.25],
  ])
    expect(text).toContain(`model_tasks_upstream_${name}_credits{queue="alpha"} ${credits}`)
  expect(text).toContain('model_tasks_heartbeat_age_seconds 1.5')
  const ofUpstreams = text.match(/^model_tasks_upstream_(answers_total|(start|completed|file)_seconds_\w+)\{/gm) ?? []
  expect(ofUpstreams.length, 'lines of 50 upstreams').toBeLessThanOrEqual(500)
  expect(text).toContain('model_tasks_upstream_start_seconds_bucket{le="5",queue="upstream-0"} 1')
  expect(text).toContain('model_tasks_upstream_start_seconds_bucket{le="2",queue="upstream-0"} 0')
  expect(text).toMatch(/^model_tasks_upstream_completed_seconds_count\{queue="others"\} 4\d$/m)
  down = true
  const without = await metrics.scrape()
  expect(without).toContain('model_tasks_store_up 0')
  expect(without, 'nothing stale is shown').not.toContain('account="a0"')
})

test('each answer and each line of the log carries the ID of its request', async () => {
  const lines: LogDetails[] = []
  const note = (_message: string, details: LogDetails = {}): void => void lines.push(details)
  const log = { debug: note, info: silentLog.info, warn: note, error: note }
  const { call, service } = await testService({}, { log })
  const mine = await call('GET', '/tasks/none', { headers: { 'x-request-id': 'order-17.a' } })
  expect([mine.headers.get('x-request-id'), mine.body['request_id']]).toEqual(['order-17.a', 'order-17.a'])
  const made = await call('POST', '/tasks', { body: image })
  const id = made.headers.get('x-request-id')
  expect(id).toMatch(/^req_[\w-]+$/)
  for (const unusable of ['a b', 'x'.repeat(129), '"}{"'])
    expect(
      (await call('GET', '/models', { headers: { 'x-request-id': unusable } })).headers.get('x-request-id'),
    ).toMatch(/^req_/)
  expect((await fetch(`${service.url}/nowhere`)).headers.get('x-request-id')).toMatch(/^req_/)
  await expect
    .poll(() => lines.filter(({ requestId }) => requestId === id))
    .toEqual([
      { requestId: id, task: made.body.id, model: image.model },
      { requestId: id, method: 'POST', route: '/api/v2/model-center/tasks', status: 200, ms: expect.any(Number) },
    ])
})

test('a log has levels, and no secret gets into it', () => {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  const secret = 'p@ss "word" 1234'
  const to = { write, now: () => 0, redact: redactor([secret, 'short', 'upstream-key-1']) }
  const log = jsonLog({ ...to, level: 'info' })
  log.debug('not written')
  log.info('a line', { task: 'task_1' })
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: '1970-01-01T00:00:00.000Z',
    message: 'a line',
    task: 'task_1',
  })
  const key = `mt_${'k'.repeat(43)}`
  const error = new Error(
    `GET https://user:hush-hush@host/x?signature=abc_DEF-1&key=upstream-key-1 failed with ${secret}`,
    {
      cause: new Error(`authorization: Bearer ${key} and whsec_${'A'.repeat(32)} and upstream-key-1`),
    },
  )
  log.error('it failed', { error, url: `postgres://u:${encodeURIComponent(secret)}@db/tasks` })
  plainLog({ ...to, level: 'warn' }).warn('it failed', { error })
  for (const line of lines.slice(1)) {
    for (const hidden of ['hush-hush', 'abc_DEF', 'kkkk', 'AAAA', 'upstream-key-1', 'p@ss', '1234', 'p%40ss'])
      expect(line).not.toContain(hidden)
    expect(line).toContain('it failed')
  }
  expect(lines).toHaveLength(3)
  expect(() => JSON.parse(lines[1] ?? '')).not.toThrow()
})
