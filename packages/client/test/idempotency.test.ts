import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModelTasks, SubmitUnknownError, type ClientOptions } from '../src/index.js'
import { memoryJournal } from '../src/journal/index.js'
import { systemClock, type Clock } from '../src/policy/clock.js'
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

describe('a submit is not sent again once the service may have forgotten its key', () => {
  it('after the pause that the service asks for', async () => {
    const client = await start({ extensions: ['idempotency'], declares: { keptSeconds: 1 } })
    server.next('submit', async (exchange) => {
      await exchange.accept()
      exchange.answer(503, { 'retry-after': '2' }, {})
    })
    await expect(client.submit(model, input)).rejects.toMatchObject({ proved: 'may exist' })
    expect([keys().length, server.tasks.size]).toEqual([1, 1])
  })

  it('and the machine has slept meanwhile, in which its timers stood still', async () => {
    let asleep = 0
    const { now, setTimeout: later, clearTimeout: stop } = systemClock
    const clock: Clock = { now, setTimeout: later, clearTimeout: stop, date: () => Date.now() + asleep }
    const client = await start({ extensions: ['idempotency'] }, { clock })
    await client.capabilities()
    server.next('submit', async (exchange) => {
      await exchange.accept()
      asleep = 24 * 3_600_000
      exchange.request.socket.destroy()
    })
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
    expect([keys().length, server.tasks.size]).toEqual([1, 1])
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

  it('goes along from a page that keeps a journal, which asks first whether it may', async () => {
    vi.stubGlobal('document', {})
    const journal = memoryJournal()
    const client = await start({ extensions: ['idempotency'] }, { journal, retries: 0 })
    server.next('submit', faults.resetAfterAccept)
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
    expect(keys()).toEqual([expect.any(String)])
    const { handles } = await new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey }).resumeAll(journal)
    expect([handles.length, server.tasks.size, new Set(keys()).size]).toEqual([1, 1, 1])
  })

  it('that stayed at home is not used to send again, also once the service has declared it', async () => {
    vi.stubGlobal('document', {})
    const journal = memoryJournal()
    const client = await start({ extensions: ['idempotency'] }, { journal, retries: 0 })
    server.next('capabilities', faults.status(503))
    server.next('submit', faults.resetAfterAccept)
    await expect(client.submit(model, input)).rejects.toBeInstanceOf(SubmitUnknownError)
    expect(keys()).toEqual([undefined])
    const later = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey })
    const { handles, unresolved } = await later.resumeAll(journal)
    expect([handles.length, server.tasks.size]).toEqual([0, 1])
    expect(unresolved).toMatchObject([
      {
        error: {
          code: 'submit-unknown',
          message: expect.stringContaining('may have been accepted, and carried no Idempotency-Key') as string,
        },
      },
    ])
  })
})
