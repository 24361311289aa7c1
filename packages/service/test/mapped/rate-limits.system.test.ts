import { readRate, readWait, renderRate, withWait, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import { ToldLimits } from '../../src/run/provider/mapped/told-limits.js'
import { ended, relay } from '../support/relay.js'
import { keyAt, knownKey, mappingOf, mappings, openBench, standingClock, taskFor } from './support.js'

const adminKey = 'an-admin-key-of-this-test'

/** Protocols whose answers tell of limits. */
const telling = mappings.filter(([, { rateLimits }]) => rateLimits?.headers !== undefined)

test('answers of these protocols tell of limits', () => {
  expect(telling.map(([protocol]) => protocol)).toEqual(expect.arrayContaining(['openai-videos', 'openrouter']))
})

test.each(telling)(
  '%s: a dozen tasks at a fake that takes four requests of a kind at a time complete without one that is too many',
  async (protocol, mapping) => {
    const limit = { requests: 4, window: 200 }
    const fake = await serveFake(mapping, { ...knownKey(mapping, 'key'), limit })
    onTestFinished(() => fake.close())
    const upstream = { name: 'fake', protocol, baseUrl: fake.baseUrl, apiKey: keyAt(mapping, fake, 'key') } as const
    const { call, when } = await relay({ ...upstream, requestsPerSecond: 1000, concurrency: 100 })
    const { model, parameters } = taskFor(mapping)
    // The first answer tells of the limit.
    const first = await call('POST', '/tasks', { model, ...parameters })
    await when(first.body.id, ended)
    const more = await Promise.all(Array.from({ length: 11 }, () => call('POST', '/tasks', { model, ...parameters })))
    for (const { body } of more) expect(await when(body.id, ended)).toMatchObject({ status: 'completed', error: null })
    expect(fake.counted('submit')).toEqual({ taken: 12, rejected: 0 })
    expect(fake.counted('poll')).toMatchObject({ rejected: 0 })
    expect(fake.tasks).toHaveLength(12)
  },
)

test('the member of a body that says how long to wait is obeyed like Retry-After', async () => {
  const mapping = mappingOf('replicate')
  const throttled = { detail: 'Request was throttled.', status: 429, retry_after: 5 }
  for (const [headers, retryAfter] of [
    [{}, 5000],
    [{ 'retry-after': '7' }, 7000],
  ] as const) {
    const bench = await openBench(mapping, () => ({
      answer: {
        status: 429,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(throttled),
      },
    }))
    onTestFinished(() => bench.close())
    expect(await bench.provider.submit(taskFor(mapping))).toMatchObject({
      answer: 'not-accepted',
      pause: { reason: 'rate-limited', retryAfter },
    })
  }
})

test('a limit that is used up says how long to wait where nothing else in a 429 does', async () => {
  const mapping = mappingOf('openai-videos')
  const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }
  const bench = await openBench(mapping, () => ({ answer: { status: 429, headers, body: '{}' } }))
  onTestFinished(() => bench.close())
  expect(await bench.provider.submit(taskFor(mapping))).toMatchObject({ pause: { retryAfter: 360_000 } })
})

describe('what headers say', () => {
  const told = (resetAs: 'duration' | 'epoch-seconds' | 'epoch-milliseconds'): Pick<Mapping, 'rateLimits'> => ({
    rateLimits: {
      headers: { limit: 'limit', remaining: 'left', reset: 'reset', resetAs },
      retryAfter: ['error', 'wait'],
    },
  })
  const date = 1_700_000_000_000

  test.each([
    ['duration', '1s', 1000],
    ['duration', '6m0s', 360_000],
    ['duration', '1h2m3s', 3_723_000],
    ['duration', '120ms', 120],
    ['duration', '1.5', 1500],
    ['duration', '2d', 172_800_000],
    ['epoch-seconds', '1700000060', 60_000],
    ['epoch-seconds', '1', 0],
    ['epoch-milliseconds', '1700000000250', 250],
    ['duration', '', undefined],
    ['duration', '-1', undefined],
    ['duration', 'soon', undefined],
    ['duration', '1e9', undefined],
    ['epoch-seconds', '6m0s', undefined],
  ] as const)('%s "%s" is %s ms', (as, reset, resetIn) => {
    const headers = new Headers({ limit: '60', left: '3', reset })
    const expected = resetIn === undefined ? undefined : { limit: 60, remaining: 3, resetIn }
    expect(readRate(told(as), headers, date)).toEqual(expected)
  })

  test.each(['-1', '', 'many', '0x10', '1e3'])('"%s" requests are none that are counted', (left) => {
    expect(readRate(told('duration'), new Headers({ left, reset: '1s' }), date)).toBeUndefined()
  })

  test.each(['duration', 'epoch-milliseconds'] as const)('what a fake writes is read back: %s', (as) => {
    const rate = { limit: 5, remaining: 2, resetIn: 750 }
    expect(readRate(told(as), new Headers(renderRate(told(as), rate, date)), date)).toEqual(rate)
    expect(readWait(told(as), withWait(told(as), { error: { message: 'slow' } }, 2500))).toBe(3000)
  })
})

describe('the room that is left', () => {
  const limits = () => {
    const clock = standingClock()
    return { clock, limits: new ToldLimits(clock) }
  }

  test('is not bounded before anything is said, and what has no limit is never counted', () => {
    const { limits: told } = limits()
    for (let count = 0; count < 100; count += 1) {
      expect(told.take('submit')).toBe(0)
      told.sent('submit')(undefined)
    }
    expect([told.room('submit'), told.told]).toEqual([Infinity, []])
  })

  test('leaves out requests that are not answered yet, since they may not be counted', () => {
    const { limits: told } = limits()
    const [one] = [told.sent('submit'), told.sent('submit'), told.sent('submit')]
    one?.({ remaining: 5, resetIn: 1000 })
    expect(told.room('submit')).toBe(3)
    expect(told.room('poll')).toBe(Infinity)
  })

  test('is that of the latest request whose answer tells', () => {
    const { limits: told } = limits()
    const [one, two] = [told.sent('submit'), told.sent('submit')]
    two?.({ remaining: 1, resetIn: 1000 })
    one?.({ remaining: 2, resetIn: 1000 })
    expect(told.room('submit')).toBe(0)
  })

  test('after the reset is the limit, or one request where none is known', () => {
    const { clock, limits: told } = limits()
    told.sent('submit')({ limit: 5, remaining: 0, resetIn: 1000 })
    told.sent('poll')({ remaining: 0, resetIn: 1000 })
    expect([told.take('submit'), told.take('poll')]).toEqual([1000, 1000])
    clock.move(1000)
    expect([told.room('submit'), told.room('poll')]).toEqual([5, 1])
    expect([told.take('poll'), told.take('poll')]).toEqual([0, 100])
    told.sent('poll')({ remaining: 9, resetIn: 1000 })
    expect(told.room('poll')).toBe(9)
  })

  test('is not bounded any more where answers after the reset say nothing', () => {
    const { clock, limits: told } = limits()
    told.sent('submit')({ limit: 1, remaining: 0, resetIn: 1000 })
    clock.move(1000)
    expect(told.take('submit')).toBe(0)
    told.sent('submit')(undefined)
    expect(told.room('submit')).toBe(Infinity)
  })

  test('comes back where what has taken it is never sent', () => {
    const { clock, limits: told } = limits()
    told.sent('submit')({ remaining: 0, resetIn: 1000 })
    clock.move(1000)
    expect([told.take('submit'), told.take('submit')]).toEqual([0, 100])
    clock.move(60_001)
    expect(told.take('submit')).toBe(0)
  })

  test('is waited for an hour at most, and by queries a minute', () => {
    const { limits: told } = limits()
    for (const requests of ['submit', 'poll'] as const) told.sent(requests)({ remaining: 0, resetIn: 1e15 })
    expect([told.take('submit'), told.take('poll')]).toEqual([3_600_000, 60_000])
  })
})

test('the console shows what an upstream has said of its limits, and the metrics the same', async () => {
  const mapping = mappingOf('openai-videos')
  const fake = await serveFake(mapping, { ...knownKey(mapping, 'key'), limit: { requests: 60, window: 600_000 } })
  onTestFinished(() => fake.close())
  const upstream = { name: 'fake', protocol: 'openai-videos', baseUrl: fake.baseUrl, apiKey: 'key' } as const
  const { call, when, url } = await relay(upstream, undefined, { adminKey, metricsKey: adminKey })
  const { model, parameters } = taskFor(mapping)
  const { body } = await call('POST', '/tasks', { model, ...parameters })
  await when(body.id, ended)
  const signedIn = await fetch(`${url}/console/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ key: adminKey }),
    redirect: 'manual',
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await (await fetch(`${url}/console`, { headers: { cookie } })).text()
  expect(page).toMatch(/submits that it takes: 59 of 60, more in 10 min/)
  expect(page).toMatch(/queries that it takes: \d+ of 60, more in \d+ s/)
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })).text()
  expect(metrics).toContain('model_tasks_upstream_requests_remaining{queue="fake",requests="submit"} 59')
})
