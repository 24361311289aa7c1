import { beforeEach, expect, it, vi } from 'vitest'
import type * as validation from '@model-tasks/validation/request'
import { ModelTasks, type ClientOptions } from '../src/index.js'
import { createTestClock } from '../src/testing/index.js'

const checked: unknown[] = []
vi.mock('@model-tasks/validation/request', async (original) => {
  const real = await original<typeof validation>()
  return {
    ...real,
    checkRequest: (body: unknown, options?: { now: number }) => {
      checked.push(options?.now)
      return real.checkRequest(body, options)
    },
  }
})
beforeEach(() => {
  checked.length = 0
})

const midnight = Date.UTC(2030, 0, 1)
/** A request about which there is something to say, and that is sent all the same. */
const input = { prompt: 'A paper boat', duration: 99 }

function clientThatAnswers(answer: () => Response, options: ClientOptions = {}): ModelTasks {
  const fetch = (): Promise<Response> => Promise.resolve(answer())
  return new ModelTasks({
    baseUrl: 'http://service.example/api',
    apiKey: 'k',
    fetch,
    retries: 0,
    validate: 'warn',
    logger: {},
    ...options,
  })
}
const limited = (): Response =>
  new Response('{}', { status: 429, headers: { 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT' } })

it('the date of the clock passed in decides what is retired, and how long a date in Retry-After is away', async () => {
  const clock = { ...createTestClock(), date: () => midnight }
  const error: unknown = await clientThatAnswers(limited, { clock })
    .custom('sd_2.0_discount', input)
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 60_000 })
  expect(checked).toEqual([midnight])
})

it('and without one the date of the machine', async () => {
  const before = Date.now()
  await clientThatAnswers(limited)
    .custom('sd_2.0_discount', input)
    .catch(() => undefined)
  expect(checked).toHaveLength(1)
  expect(checked[0]).toBeGreaterThanOrEqual(before)
})
