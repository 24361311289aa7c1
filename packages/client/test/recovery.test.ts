/** A submit whose answer was lost, and what is done about it under other keys, accounts, days and services. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ModelTasks, type ClientOptions, type IntentEntry } from '../src/index.js'
import { journalState, memoryJournal, type Journal } from '../src/journal/index.js'
import { faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'

const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat', duration: 5 } as const
const keys = { 'key-a': 'account-a', 'key-a2': 'account-a', 'key-b': 'account-b' }
const servers: FaultServer[] = []
let server: FaultServer

async function start(options: Parameters<typeof startFaultServer>[0] = {}): Promise<FaultServer> {
  const started = await startFaultServer({ extensions: ['idempotency'], keys, ...options })
  servers.push(started)
  return (server = started)
}
beforeEach(() => start())
afterEach(() => Promise.all(servers.splice(0).map((each) => each.close())))

function client(apiKey: string, options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey, logger: {}, retries: 0, ...options })
}

/** A journal with a submit of key A that was accepted and whose answer was lost. */
async function lost(apiKey = 'key-a', fault: Fault = faults.resetAfterAccept): Promise<Journal> {
  const journal = memoryJournal()
  server.next('submit', fault)
  await expect(client(apiKey, { journal }).submit(model, input)).rejects.toMatchObject({ proved: 'may exist' })
  return journal
}

/** The same journal with a submit as old as that. */
async function aged(journal: Journal, hours: number): Promise<Journal> {
  const older = memoryJournal()
  const at = new Date(Date.now() - hours * 3_600_000).toISOString()
  for (const entry of await journal.entries()) await older.append({ ...entry, at })
  return older
}

const refuse: ClientOptions = {
  fetch: (url, init) =>
    init?.method === 'POST'
      ? Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { syscall: 'connect' }) }))
      : fetch(url, init),
}

describe('a repeat that brings no task is inconclusive about the first submit', () => {
  for (const status of [400, 401, 402, 403, 404, 409, 422, 425, 429, 500]) {
    it(`after ${status}`, async () => {
      const journal = await lost()
      server.next('submit', faults.status(status))
      const { handles, unresolved } = await client('key-a').resumeAll(journal)
      expect(handles).toEqual([])
      expect(unresolved).toMatchObject([{ error: { taskMayExist: true } }])
      const again = await client('key-a').resumeAll(journal)
      expect(again.handles.map(({ id }) => id)).toEqual([...server.tasks.keys()])
      expect(server.tasks.size).toBe(1)
    })
  }

  it('after a connection that was not accepted', async () => {
    const journal = await lost()
    expect((await client('key-a', refuse).resumeAll(journal)).unresolved).toHaveLength(1)
    expect((await client('key-a').resumeAll(journal)).handles).toHaveLength(1)
  })

  it('after an abort while it is sent again', async () => {
    const journal = await lost()
    const abort = new AbortController()
    server.next('submit', () => abort.abort())
    await expect(client('key-a').resumeAll(journal, { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect((await client('key-a').resumeAll(journal)).handles).toHaveLength(1)
  })

  it('under a key that the service does not accept, and says so', async () => {
    const journal = await lost()
    const { unresolved } = await client('mistyped').resumeAll(journal, { sameAccount: true })
    expect(unresolved).toMatchObject([{ error: { message: expect.stringContaining('401') as string } }])
    expect((await client('key-a').resumeAll(journal)).handles).toHaveLength(1)
    expect(server.tasks.size).toBe(1)
  })

  it('where the caller sends it again under its own Idempotency-Key', async () => {
    const journal = memoryJournal()
    const options = { journal, idempotencyKey: 'order-7' }
    server.next('submit', faults.resetAfterAccept, faults.status(402))
    for (let time = 0; time < 2; time++)
      await client('key-a')
        .submit(model, input, options)
        .catch(() => undefined)
    expect(journalState(await journal.entries()).open).toHaveLength(1)
    expect((await client('key-a').resumeAll(journal)).handles).toHaveLength(1)
  })
})

describe('an account', () => {
  it('that is another one is not asked for a task, and both are named', async () => {
    await start({ declares: { account: true } })
    await client('key-a').capabilities()
    const journal = memoryJournal()
    const first = client('key-a', { journal })
    await first.capabilities()
    server.next('submit', faults.resetAfterAccept)
    await first.submit(model, input).catch(() => undefined)
    const posts = server.count('submit')
    const { handles, unresolved } = await client('key-b').resumeAll(journal, { sameAccount: true })
    expect(handles).toEqual([])
    expect(unresolved).toMatchObject([{ error: { code: 'other-account', taskMayExist: true } }])
    expect(String(unresolved[0]?.error)).toMatch(/account-a .*account-b/)
    expect(server.count('submit')).toBe(posts)
    // Another key of the same account goes on.
    expect((await client('key-a2').resumeAll(journal)).handles).toHaveLength(1)
    expect(server.tasks.size).toBe(1)
  })

  it('whose task runs is not asked under the key of another', async () => {
    await start({ declares: { account: true } })
    const journal = memoryJournal()
    const first = client('key-a', { journal })
    await first.capabilities()
    const { id } = await first.submit(model, input)
    const { handles, unresolved } = await client('key-b').resumeAll(journal, { takeOver: true })
    expect(handles).toEqual([])
    expect(unresolved).toMatchObject([{ id, error: { code: 'other-account' } }])
    expect((await client('key-a2').resumeAll(journal, { takeOver: true })).handles).toHaveLength(1)
  })

  it('that the service does not declare is confirmed once', async () => {
    const journal = await lost()
    const posts = server.count('submit')
    const first = await client('key-a2').resumeAll(journal)
    expect(first.unresolved).toMatchObject([{ error: { code: 'account-unconfirmed' } }])
    expect(server.count('submit')).toBe(posts)
    server.next('submit', faults.status(503))
    expect((await client('key-a2').resumeAll(journal, { sameAccount: true })).unresolved).toHaveLength(1)
    expect((await client('key-a2').resumeAll(journal)).handles).toHaveLength(1)
    expect(server.tasks.size).toBe(1)
  })

  it('is unknown where an earlier version wrote the intent', async () => {
    const intent: IntentEntry = {
      ...{ event: 'intent', key: 'k', model, hash: '', body: JSON.stringify({ model, ...input }) },
      at: new Date().toISOString(),
    }
    const journal = memoryJournal()
    await journal.append(intent)
    expect((await client('key-a').resumeAll(journal)).unresolved).toHaveLength(1)
    expect((await client('key-a').resumeAll(journal, { sameAccount: true })).handles).toHaveLength(1)
  })

  it('of another service counts as another', async () => {
    const journal = await lost()
    const { baseUrl } = server
    await start()
    const { unresolved } = await client('key-a').resumeAll(journal)
    expect(String(unresolved[0]?.error)).toContain(baseUrl)
    expect(server.count('submit')).toBe(0)
  })

  it('is not recorded by its key', async () => {
    expect(JSON.stringify(await (await lost()).entries())).not.toContain('key-a')
  })
})

describe('a key that the service may have forgotten', () => {
  it.each([
    [undefined, 22.9, 1],
    [undefined, 23.1, 0],
    [3600, 0.9, 1],
    [3600, 1.1, 0],
    [7 * 86_400, 100, 1],
  ])('(kept for %s s) after %s hours: %s replays', async (keptSeconds, hours, replays) => {
    await start({ declares: keptSeconds === undefined ? {} : { keptSeconds } })
    const journal = await aged(await lost(), hours)
    const posts = server.count('submit')
    const { handles, unresolved } = await client('key-a').resumeAll(journal)
    expect([handles.length, unresolved.length]).toEqual([replays, 1 - replays])
    expect(server.count('submit')).toBe(posts + replays)
    if (replays === 0) expect(unresolved).toMatchObject([{ error: { code: 'key-expired' } }])
  })

  it('made before the service was restored is not sent again, also by a client that had asked it before that', async () => {
    const declares: { keptSince?: string } = {}
    await start({ declares })
    const made = Date.now()
    const [earlier, later] = [await lost(), await lost()]
    const asking = client('key-a')
    await asking.capabilities()
    const posts = server.count('submit')
    declares.keptSince = new Date(made).toISOString()
    const { handles, unresolved } = await asking.resumeAll(earlier)
    expect([handles, server.count('submit')], 'clocks may differ by minutes').toEqual([[], posts])
    expect(unresolved[0]?.error).toMatchObject({
      code: 'key-expired',
      message: expect.stringContaining(`was made before the service was restored, as of ${declares.keptSince}: it may`),
    })
    declares.keptSince = new Date(made - 600_000).toISOString()
    expect((await asking.resumeAll(later)).handles).toHaveLength(1)
  })

  it.each(['', 'yesterday', new Date(Date.now() + 86_400_000).toISOString()])('at %j: no replay', async (at) => {
    const journal = memoryJournal()
    for (const entry of await (await lost()).entries()) await journal.append({ ...entry, at })
    expect((await client('key-a').resumeAll(journal)).unresolved).toHaveLength(1)
  })
})

describe('where a task is found by its key', () => {
  beforeEach(() => start({ declares: { account: true, lookup: true } }))

  it('recovery reads, and sends nothing', async () => {
    const journal = await aged(await lost(), 1000)
    const posts = server.count('submit')
    const { handles } = await client('key-a2').resumeAll(journal)
    expect(handles.map(({ id }) => id)).toEqual([...server.tasks.keys()])
    expect(server.count('submit')).toBe(posts)
    expect(journalState(await journal.entries())).toMatchObject({ open: [], running: [{ id: handles[0]?.id }] })
  })

  it('a submit that never arrived is sent again, once it is not found', async () => {
    const journal = await lost('key-a', faults.resetAfterReading)
    const { handles } = await client('key-a').resumeAll(journal)
    expect(handles).toHaveLength(1)
    const last = server.requests.slice(-3).map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(last).toEqual([
      'GET /api/v2/model-center/tasks',
      'GET /api/v2/model-center/capabilities',
      'POST /api/v2/model-center/tasks',
    ])
  })

  it.each([401, 404, 429, 500])('nothing is sent where that cannot be asked (%s)', async (status) => {
    const journal = await lost()
    const posts = server.count('submit')
    server.next('other', faults.status(status))
    expect((await client('key-a').resumeAll(journal)).unresolved).toMatchObject([{ error: { taskMayExist: true } }])
    expect(server.count('submit')).toBe(posts)
    expect((await client('key-a').resumeAll(journal)).handles).toHaveLength(1)
  })

  it('a list that does not say for which key it was made is inconclusive', async () => {
    const journal = await lost()
    const [task] = server.tasks.values()
    server.next('other', faults.status(200, { object: 'list', data: [{ ...task, id: 'other' }], has_more: false }))
    expect((await client('key-a').resumeAll(journal)).unresolved).toHaveLength(1)
  })
})

it('resumeAll leaves out what this process has submitted itself, until it is given up or wanted', async () => {
  const journal = memoryJournal()
  const own = client('key-a', { journal })
  let during: unknown
  server.next('submit', async (exchange) => {
    during = await own.resumeAll(journal)
    exchange.answer(200, {}, { ...(await exchange.accept()) })
  })
  const handle = await own.submit(model, input)
  const nothing = { handles: [], unresolved: [], elsewhere: [] }
  expect(during).toEqual(nothing)
  expect(await own.resumeAll(journal)).toEqual(nothing)
  expect((await own.resumeAll(journal, { takeOver: true })).handles.map(({ id }) => id)).toEqual([handle.id])
})

it('a rejected submit stays rejected where the clock is set back before the answer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const journal = memoryJournal()
  server.next('submit', (exchange) => {
    vi.setSystemTime(Date.now() - 3_600_000)
    exchange.answer(402, {}, { title: 'no credits' })
  })
  await expect(client('key-a', { journal }).submit(model, input)).rejects.toMatchObject({ proved: 'rejected' })
  expect(await client('key-a').resumeAll(journal, { takeOver: true })).toMatchObject({ handles: [], unresolved: [] })
  expect(server.tasks.size).toBe(0)
})
