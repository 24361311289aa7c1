import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, ModelTasksError, systemClock, type CallOptions, type ClientOptions } from '../src/index.js'
import { preflight } from '../src/media/index.js'
import { saveAll } from '../src/batch/index.js'
import { pollDelay } from '../src/wait/poll-delay.js'
import { startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

const wrong: [name: string, value: unknown, shown: string][] = [
  ['timeout', NaN, 'NaN'],
  ['timeout', '500', "'500'"],
  ['timeout', -1, '-1'],
  ['timeout', null, 'null'],
  ['requestTimeout', NaN, 'NaN'],
  ['requestTimeout', 0, '0'],
  ['retries', NaN, 'NaN'],
  ['retries', -1, '-1'],
  ['pollInterval', NaN, 'NaN'],
  ['pollInterval', 0, '0'],
  ['pollInterval', -5, '-5'],
  ['pollInterval', '20', "'20'"],
  ['pollInterval', Infinity, 'Infinity'],
  ['pollInterval', [9, 1], '[9, 1]'],
  ['pollInterval', [1, NaN], '[1, NaN]'],
  ['pollInterval', [1], '[1]'],
  ['pollInterval', [1, 2, 3], '[1, 2, 3]'],
  ['validate', 'maybe', "'maybe'"],
  ['validate', true, 'true'],
]

describe('an invalid option is rejected before anything is sent', () => {
  for (const [name, value, shown] of wrong) {
    it(`${name}: ${shown}, on the client and on a call`, async () => {
      const options = { baseUrl: server.baseUrl, apiKey: server.apiKey, [name]: value } as ClientOptions
      expect(() => new ModelTasks(options)).toThrow(ModelTasksError)
      expect(() => new ModelTasks(options)).toThrow(`the option ${name} is ${shown}; allowed: `)
      const call = { [name]: value } as CallOptions
      const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey })
      const attempts = [
        () => client.task('t1').wait(call),
        () => client.submit('sd_2.0_discount', { prompt: 'x' }, call),
        () => client.query('t1', call),
        () => client.task('t1').query(call),
        () => client.task('t1').download('x', call),
      ]
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toThrow(`the option ${name} is ${shown}; allowed: `)
      }
      expect(server.requests).toEqual([])
    })
  }

  for (const [name, value] of [
    ['requestsPerSecond', 0],
    ['requestsPerSecond', NaN],
    ['requestsPerSecond', '5'],
  ] as const) {
    it(`${name}: ${value}`, () => {
      const options = { baseUrl: server.baseUrl, apiKey: 'k', [name]: value } as ClientOptions
      expect(() => new ModelTasks(options)).toThrow(`the option ${name} is`)
    })
  }

  it('concurrency, budget and maxBytes', async () => {
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey })
    for (const concurrency of [0, -1, NaN]) {
      await expect(client.runAll([], { concurrency })).rejects.toThrow(
        `the option concurrency is ${concurrency}; allowed: a number from 1 up`,
      )
      await expect(saveAll([], { concurrency })).rejects.toThrow('the option concurrency')
      await expect(preflight('sd_2.0_discount', {}, { concurrency })).rejects.toThrow('the option concurrency')
    }
    await expect(client.runAll([], { budget: NaN })).rejects.toThrow('the option budget is NaN')
    await expect(client.task('t1').download('x', { maxBytes: NaN })).rejects.toThrow('the option maxBytes is NaN')
  })
})

it('what makes sense passes', async () => {
  const client = new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    pollInterval: [1, 1],
    timeout: Infinity,
    requestTimeout: Infinity,
    retries: 0,
    requestsPerSecond: 0.5,
    validate: 'warn',
  })
  await expect(client.task('t1').wait({ timeout: 0, pollInterval: undefined })).rejects.toThrow('after 0 ms')
})

it('with any clock and any interval, nothing is asked again within 10 ms', () => {
  for (const random of [NaN, -1e9, 0]) {
    const clock = { ...systemClock, random: () => random }
    expect(pollDelay(clock, [1, 2])).toBe(10)
  }
  expect(pollDelay({ ...systemClock, random: () => 0 }, [12, 15])).toBe(12)
})
