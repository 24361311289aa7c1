import { faults } from '@model-tasks/client/testing'
import { expect, test } from 'vitest'
import { ended, relay, upstream } from './support/relay.js'
import { video } from './support/service.js'

const metricsKey = 'a-metrics-key-of-tests-here'

/** The figures of a service that begin so, by what is in their braces. */
async function figures(url: string, name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })).text()
  const found = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  return Object.fromEntries([...found].map(([, labels = '', value]) => [labels, Number(value)]))
}

test('an upstream’s answers are counted by what it was asked for, and how long its tasks took', async () => {
  const behind = await upstream({ extensions: ['idempotency'] })
  const { call, when, meanwhile, url, clock } = await relay(behind, undefined, { metricsKey })
  behind.next(
    'submit',
    faults.status(402, { detail: 'no credits' }),
    faults.tooManyRequests(1),
    faults.resetAfterAccept,
  )
  const begun = clock.now()
  const { body } = await call('POST', '/tasks', video)
  await meanwhile(behind.received('submit', 4))
  behind.next('query', faults.notJson, faults.tooManyRequests(1))
  expect((await when(body.id, ended)).status).toBe('completed')
  const took = (clock.now() - begun) / 1000
  behind.next('submit', faults.status(422, { detail: 'no' }))
  const rejected = await call('POST', '/tasks', video)
  await when(rejected.body.id, ended)

  const answers = await figures(url, 'model_tasks_upstream_answers_total')
  const times = (request: string, answer: string): number | undefined =>
    answers[`queue="default",request="${request}",answer="${answer}"`]
  expect({
    submit: ['payment', 'rate-limited', 'unknown', 'done', 'rejected'].map((answer) => times('submit', answer)),
    poll: ['fault', 'rate-limited'].map((answer) => times('poll', answer)),
    file: times('file', 'done'),
  }).toEqual({ submit: [1, 1, 1, 1, 1], poll: [1, 1], file: 1 })
  expect(times('poll', 'done')).toBeGreaterThan(0)

  const queue = 'queue="default"'
  const [start, completed, file, claims] = await Promise.all(
    ['upstream_start', 'upstream_completed', 'upstream_file', 'claim'].map(async (name) => ({
      count: await figures(url, `model_tasks_${name}_seconds_count`),
      sum: await figures(url, `model_tasks_${name}_seconds_sum`),
    })),
  )
  expect([start?.count[queue], completed?.count[queue], file?.count[queue]]).toEqual([1, 1, 1])
  expect(start?.sum[queue], 'waited for two pauses and a repeat').toBeGreaterThan(2)
  expect(completed?.sum[queue]).toBeGreaterThan(start?.sum[queue] ?? Infinity)
  expect(completed?.sum[queue]).toBeLessThanOrEqual(took)
  expect(claims?.count['']).toBeGreaterThan(1)
})

test('metrics say since when an upstream is paused, and what its tasks of today came to', async () => {
  const behind = await upstream()
  const { call, when, meanwhile, url, clock } = await relay(behind, undefined, { metricsKey })
  await when((await call('POST', '/tasks', video)).body.id, ended)
  expect(await figures(url, 'model_tasks_upstream_paused_seconds')).toEqual({ 'queue="default"': 0 })
  expect(Object.keys(await figures(url, 'model_tasks_upstream_spent_today_credits'))).toEqual(['queue="default"'])
  behind.next('submit', ...Array.from({ length: 9 }, () => faults.status(402, { detail: 'no credits' })))
  await call('POST', '/tasks', video)
  await meanwhile(behind.received('submit', 2))
  await expect
    .poll(() => figures(url, 'model_tasks_upstream_paused'))
    .toEqual({ 'queue="default",reason="payment"': 1 })
  clock.advance(7000)
  expect((await figures(url, 'model_tasks_upstream_paused_seconds'))['queue="default"']).toBeGreaterThanOrEqual(7)
  expect((await figures(url, 'model_tasks_heartbeat_age_seconds'))['']).toBeLessThan(60)
})
