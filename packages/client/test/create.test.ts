/** What a client takes its address, key, log and options from, and what it says when one is missing or cannot be used. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ModelTasks, type ClientOptions } from '../src/index.js'
import { createTestClock, faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await server.close()
})

const input = { prompt: 'A paper boat' }

describe('the address', () => {
  it.each([
    '',
    'service.example/api',
    'ftp://service.example/api',
    'shttp://service.example/api',
    'file:///api',
    'https://user@service.example/api',
    'https://:password@service.example/api',
    'https://user:password@service.example',
    'http://',
  ])('%j is rejected', (baseUrl) => {
    expect(() => new ModelTasks({ baseUrl, apiKey: 'k' })).toThrow(
      'set baseUrl or MODEL_TASKS_BASE_URL to an http or https URL',
    )
  })

  it('may be a path in a browser, on the host of the page', async () => {
    const { origin } = new URL(server.baseUrl)
    vi.stubGlobal('location', { href: `${origin}/studio/index.html` })
    await new ModelTasks({ baseUrl: '/api', apiKey: server.apiKey }).submit('beta-5.0', input)
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v2/model-center/tasks'])
    expect(() => new ModelTasks({ baseUrl: '', apiKey: 'k' })).toThrow('set baseUrl or MODEL_TASKS_BASE_URL')
  })

  it('that is a path is one also on a server, where a page is rendered, and is asked for by the first call', async () => {
    const client = new ModelTasks({ baseUrl: '/api', apiKey: server.apiKey })
    await expect(client.submit('beta-5.0', input)).rejects.toMatchObject({
      code: 'invalid-option',
      message: 'set baseUrl or MODEL_TASKS_BASE_URL to an http or https URL',
    })
    vi.stubGlobal('location', { href: new URL(server.baseUrl).origin })
    expect((await client.submit('beta-5.0', input)).id).toEqual(expect.any(String))
  })

  it.each(['', '/', '//'])('may end with %j', async (end) => {
    await new ModelTasks({ baseUrl: server.baseUrl + end, apiKey: server.apiKey }).submit('beta-5.0', input)
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v2/model-center/tasks'])
  })
})

it('no key is sent where the API key is null, even if the environment has one', async () => {
  vi.stubEnv('MODEL_TASKS_API_KEY', server.apiKey)
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: null, retries: 0 })
  await expect(client.submit('beta-5.0', input)).rejects.toMatchObject({ status: 401 })
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

it.each(['', 'two words', 'line\nbreak', 7 as never])('%j is not an API key', (apiKey) => {
  expect(() => new ModelTasks({ baseUrl: server.baseUrl, apiKey })).toThrow(
    'set apiKey or MODEL_TASKS_API_KEY to an API key, without spaces',
  )
})

it('address and key come from the environment where they are not given, and are asked for where that has none', async () => {
  vi.stubEnv('MODEL_TASKS_BASE_URL', server.baseUrl)
  vi.stubEnv('MODEL_TASKS_API_KEY', server.apiKey)
  await new ModelTasks().submit('beta-5.0', input)
  expect(server.tasks.size).toBe(1)
  vi.stubEnv('MODEL_TASKS_API_KEY', undefined)
  expect(() => new ModelTasks()).toThrow('set apiKey or MODEL_TASKS_API_KEY')
  vi.stubEnv('MODEL_TASKS_BASE_URL', undefined)
  expect(() => new ModelTasks()).toThrow('set baseUrl or MODEL_TASKS_BASE_URL')
  // As in browsers.
  vi.stubGlobal('process', undefined)
  expect(() => new ModelTasks()).toThrow('set baseUrl or MODEL_TASKS_BASE_URL')
  vi.unstubAllGlobals()
})

it('warnings go to the console where there is no logger', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, validate: 'warn' })
  await client.custom('sd_2.0_discount', { ...input, duration: 99 })
  expect(warn.mock.calls).toEqual([[expect.stringContaining('duration')]])
})

it('an option of a call that is undefined leaves that of the client', async () => {
  const options: ClientOptions = { baseUrl: server.baseUrl, apiKey: server.apiKey, validate: 'off' }
  await new ModelTasks(options).custom('sd_2.0_discount', { ...input, duration: 99 }, { validate: undefined })
  expect(server.tasks.size).toBe(1)
})

describe('a call about no task', () => {
  const client = (options: ClientOptions = {}): ModelTasks =>
    new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, ...options })

  it('that has no time left sends nothing, and says so', async () => {
    await expect(client().models({ timeout: 0 })).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'deadline',
      nothingSent: true,
      message: 'nothing was sent: the timeout has passed',
    })
    expect(server.requests).toEqual([])
  })

  it('waits a minute for an answer, and as long as requestTimeout says', async () => {
    for (const [options, limit] of [
      [{}, 60_000],
      [{ requestTimeout: 7_000 }, 7_000],
    ] as const) {
      const clock = createTestClock()
      server.next('capabilities', faults.silence)
      const asked = server.count('capabilities')
      const error = client({ clock, ...options })
        .capabilities()
        .catch((reason: unknown) => reason)
      await server.received('capabilities', asked + 1)
      expect(clock.timers).toEqual([limit])
      clock.advance(limit)
      expect(await error).toMatchObject({ name: 'ConnectionError', nothingSent: false })
    }
  })

  it('to resolve the files of a request that is invalid says what is wrong with it', async () => {
    await expect(client().resolveFiles('sd_2.0_discount', { ...input, duration: 99 })).rejects.toMatchObject({
      name: 'RequestInvalidError',
      findings: [{ path: '/duration' }],
    })
  })
})
