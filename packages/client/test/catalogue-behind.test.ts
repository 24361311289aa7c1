import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, RequestInvalidError, progressFraction, type ClientOptions } from '../src/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
const warnings: string[] = []

beforeEach(async () => {
  warnings.length = 0
  server = await startFaultServer()
})
afterEach(() => server.close())

function client(options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    pollInterval: 1,
    logger: { warn: (message) => warnings.push(message) },
    ...options,
  })
}
const sent = (): unknown => JSON.parse(server.requests.at(-1)?.body ?? 'null')

describe('a request with a mistake', () => {
  const wrong = { prompt: 'x', duration: 99 }

  it('is rejected before anything is sent, with one message per mistake', async () => {
    const error: unknown = await client()
      .submit('sd_2.0_discount', wrong)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RequestInvalidError)
    expect((error as RequestInvalidError).findings).toMatchObject([{ rule: 'maximum', path: '/duration' }])
    expect((error as Error).message).toMatch(/duration: .*15/)
    expect(server.requests).toEqual([])
  })

  it('is logged and sent with validate: warn, and sent in silence with off', async () => {
    await client({ validate: 'warn' }).submit('sd_2.0_discount', wrong)
    expect(warnings.join()).toContain('duration')
    warnings.length = 0
    await client().submit('sd_2.0_discount', wrong, { validate: 'off' })
    expect(warnings).toEqual([])
    expect(server.count('submit')).toBe(2)
    expect(sent()).toEqual({ model: 'sd_2.0_discount', prompt: 'x', duration: 99 })
  })

  it('that the service finds is the same error, with its findings', async () => {
    const findings = [
      {
        rule: 'asset-unavailable',
        severity: 'error',
        path: '/first_image/0',
        message: 'first_image: the asset is not approved',
        source: '',
      },
    ]
    server.next('submit', faults.status(400, { title: 'Invalid request', findings }))
    const error: unknown = await client()
      .submit('sd_2.0_discount', { prompt: 'x' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RequestInvalidError)
    expect((error as Error).message).toContain('the asset is not approved')
  })
})

describe('what is filled in', () => {
  it('a required parameter that has a default, and no optional one', async () => {
    await client().submit('sd_2.0_discount', { prompt: 'x' })
    expect(sent()).toEqual({ model: 'sd_2.0_discount', prompt: 'x', duration: 5 })
    await client().submit('gamma-1.1-t2v', { prompt: 'x' })
    expect(sent()).toEqual({ model: 'gamma-1.1-t2v', prompt: 'x', resolution: '1080P' })
    await client().submit('beta-5.0', { prompt: 'x' })
    expect(sent()).toEqual({ model: 'beta-5.0', prompt: 'x' })
  })
})

describe('a model', () => {
  it('the catalogue does not know is sent as it is by custom, and refused by submit', async () => {
    await client().custom('sd_9.0_new', { prompt: 'x', frames: 3 })
    expect(sent()).toEqual({ model: 'sd_9.0_new', prompt: 'x', frames: 3 })
    const unknown = 'sd_9.0_new' as 'sd_2.0_discount'
    for (const refused of [client().submit(unknown, { prompt: 'x' }), client().run(unknown, { prompt: 'x' })])
      await expect(refused).rejects.toBeInstanceOf(RequestInvalidError)
    expect(await client().resolveFiles('sd_9.0_new', { prompt: 'x' })).toEqual({ prompt: 'x' })
  })

  it('that is named at run time and known is checked all the same', async () => {
    await expect(client().custom('sd_2.0_discount', { prompt: 'x', duration: 99 })).rejects.toBeInstanceOf(
      RequestInvalidError,
    )
  })

  it('that is marked unavailable is a warning; the service decides', async () => {
    server.next('submit', faults.status(403, { title: 'Not for this account', reason: 'brand_model_missing' }))
    const error: unknown = await client()
      .custom('zeta-H3_933_1080p', { prompt: 'x' })
      .catch((reason: unknown) => reason)
    expect(warnings.join()).toContain('brand_model_missing')
    expect(error).toMatchObject({ name: 'ModelUnavailableError', reason: 'brand_model_missing', status: 403 })
  })

  it('may be called otherwise by the service', async () => {
    const renamed = client({ modelIds: { 'sd_2.0_discount': 'vendor/video-2' } })
    const handle = await renamed.submit('sd_2.0_discount', { prompt: 'x' })
    expect(sent()).toMatchObject({ model: 'vendor/video-2' })
    expect((await handle.wait()).model).toBe('sd_2.0_discount')
    expect((await renamed.query(handle.id)).model).toBe('sd_2.0_discount')
    const other = await renamed.submit('beta-5.0', { prompt: 'x' })
    expect((await other.wait()).model).toBe('beta-5.0')
  })
})

describe('progress, whose type is not shown,', () => {
  it('is whole once the task is completed, with any value', () => {
    const task = { id: 't', object: 'video', created: 1, model: 'm', status: 'completed', progress: 'soon' }
    expect(progressFraction(task)).toBe(1)
  })

  for (const [progress, fraction] of [
    [0.25, 0.25],
    [1, 1],
    [40, 0.4],
    ['40%', 0.4],
    ['0.5', 0.5],
    [0, 0],
    [100, 1],
    ['1%', 0.01],
    [' 12.75 % ', 0.1275],
    ['soon', undefined],
    ['about 40%', undefined],
    ['40% or so', undefined],
    ['40.%', undefined],
    [null, undefined],
    [-1, undefined],
    [101, undefined],
    [{ done: 1 }, undefined],
  ] as const) {
    it(`${JSON.stringify(progress)} is read as ${fraction}`, () => {
      expect(
        progressFraction({ id: 't', object: 'video', created: 1, model: 'm', status: 'processing', progress }),
      ).toBe(fraction)
    })
  }
})
