import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModelTasks, SubmitUnknownError, type ClientOptions } from '../src/index.js'
import { faults, startFaultServer, type FaultServer, type FaultServerOptions } from '../src/testing/index.js'

const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat at dusk' }
let server: FaultServer

afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

async function start(serverOptions: FaultServerOptions, options: ClientOptions = {}): Promise<ModelTasks> {
  server = await startFaultServer(serverOptions)
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1, ...options })
}
const keys = (): unknown[] =>
  server.requests.filter(({ route }) => route === 'submit').map(({ headers }) => headers['idempotency-key'])

describe('a service that declares idempotency', () => {
  for (const [name, fault] of Object.entries({
    'a lost answer': faults.resetAfterAccept,
    'an answer that is not a Task': faults.noTask,
    '502 from a proxy': faults.badGatewayPage,
  })) {
    it(`is sent the same submit again after ${name}, under the same key: one task, paid once`, async () => {
      const client = await start({ extensions: ['idempotency'] })
      server.next('submit', fault)
      const handle = await client.submit(model, input)
      expect(server.tasks.size).toBe(1)
      expect(server.tasks.has(handle.id)).toBe(true)
      expect(keys()).toHaveLength(2)
      expect(new Set(keys()).size).toBe(1)
    })
  }

  it('is asked only after something was unclear, and only once', async () => {
    const client = await start({ extensions: ['idempotency'] })
    await client.submit(model, input)
    expect(server.count('capabilities')).toBe(0)
    for (let count = 0; count < 2; count++) {
      server.next('submit', faults.resetAfterAccept)
      await client.submit(model, input)
    }
    expect(server.count('capabilities')).toBe(1)
    expect(new Set(keys()).size).toBe(3)
  })

  it('and whose retries all fail leaves the outcome open, even when the last attempt was harmless', async () => {
    const client = await start({ extensions: ['idempotency'] })
    server.next('submit', faults.resetAfterAccept, faults.tooManyRequests(0), faults.tooManyRequests(0))
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
  })

  it('by option is not asked', async () => {
    const client = await start({ extensions: ['idempotency'] }, { idempotency: true })
    server.next('submit', faults.resetAfterAccept)
    await client.submit(model, input)
    expect(server.count('capabilities')).toBe(0)
    expect(server.tasks.size).toBe(1)
  })
})

describe('a service that does not declare it', () => {
  for (const [name, extensions] of [
    ['knows no capabilities', undefined],
    ['declares others', ['list']],
  ] as const) {
    it(`and ${name} gets one POST, and the error carries the key`, async () => {
      const client = await start(extensions ? { extensions } : {})
      server.next('submit', faults.resetAfterAccept)
      const error: unknown = await client.submit(model, input).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(SubmitUnknownError)
      expect(keys()).toEqual([(error as SubmitUnknownError).idempotencyKey])
      expect((error as Error).message).not.toMatch(/try again/)
    })
  }

  it('or that cannot be asked is not sent anything twice', async () => {
    const client = await start({ extensions: ['idempotency'] }, { retries: 1 })
    server.next('submit', faults.resetAfterAccept)
    server.next('capabilities', faults.resetAfterReading, faults.resetAfterReading)
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
    expect(keys()).toHaveLength(1)
    expect(server.count('capabilities')).toBe(2)
  })

  it('and says for good that it declares nothing is asked once', async () => {
    const client = await start({}, { retries: 2 })
    server.next('submit', faults.resetAfterAccept)
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
    expect(server.count('capabilities')).toBe(1)
  })

  it('but one that can be asked a moment later is', async () => {
    const client = await start({ extensions: ['idempotency'] }, { retries: 2 })
    server.next('submit', faults.resetAfterAccept)
    server.next('capabilities', faults.status(503), faults.resetAfterReading)
    await client.submit(model, input)
    expect([server.count('capabilities'), server.tasks.size]).toEqual([3, 1])
  })
})

describe('the key', () => {
  it('is new for each call and can be given', async () => {
    const client = await start({})
    await client.submit(model, input)
    await client.submit(model, input)
    const handle = await client.submit(model, input, { idempotencyKey: 'mine' })
    expect(new Set(keys()).size).toBe(3)
    expect(handle.idempotencyKey).toBe('mine')
    // 128 bits, as four numbers.
    expect(keys()[0]).toMatch(/^\d+(-\d+){3}$/)
  })

  it('stays at home in a browser until the service has declared it', async () => {
    vi.stubGlobal('document', {})
    const client = await start({ extensions: ['idempotency'] })
    server.next('submit', faults.resetAfterAccept)
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
    expect(keys()).toEqual([undefined])
    await client.capabilities()
    await client.submit(model, input)
    expect(keys()[1]).toBeTruthy()
  })
})
