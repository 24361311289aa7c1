/** What a repeat under the same request_id does, after any outcome of the first submit. */
import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  faults,
  startFaultServer,
  type Fault,
  type FaultServer,
  type FaultServerOptions,
} from '@model-tasks/client/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Ledger } from '../src/ledger.js'
import { Session } from '../src/session.js'
import { submitOnce, type AskedRequest } from '../src/submit-once.js'

const boat = { model: 'beta-5.0', parameters: { prompt: 'A paper boat' }, requestId: 'boat-1' }
let folder: string
let server: FaultServer

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-mcp-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** A process with the state of those before it. */
async function start(options: FaultServerOptions = { extensions: ['idempotency'] }): Promise<() => Session> {
  server = await startFaultServer(options)
  const { baseUrl, apiKey } = server
  return () => new Session({ baseUrl, apiKey, stateDirectory: folder })
}
const submit = (session: Session, request: AskedRequest = boat): Promise<string> =>
  submitOnce(session, session.caller(), request).then(({ id }) => id)

it('an answer that is lost leads to the same task, where the service keeps keys', async () => {
  const process = await start()
  server.next('submit', faults.resetAfterAccept)
  const id = await submit(process())
  expect(await submit(process())).toBe(id)
  expect([...server.tasks.keys()]).toEqual([id])
})

const brokenAfterTheWork: Fault = async ({ accept, answer }) => {
  await accept()
  answer(500, {}, { title: 'Broken' })
}

it.each([
  ['a reset after the work', faults.resetAfterAccept],
  ['a reset before it', faults.resetAfterReading],
  ['a 500 after the work', brokenAfterTheWork],
  ['an answer without a task', faults.noTask],
  ['a 503 before it', faults.status(503)],
  ['429', faults.tooManyRequests(0)],
])('a call and its repeat in another process are one task, where the service keeps keys: %s', async (_, fault) => {
  const process = await start()
  server.next('submit', fault)
  const first = await submit(process()).catch(() => undefined)
  const again = await submit(process())
  expect(first ?? again).toBe(again)
  expect([...server.tasks.keys()]).toEqual([again])
})

it('where it keeps none, a lost answer is an error, and so is the repeat: no second POST is sent', async () => {
  const process = await start({})
  server.next('submit', faults.resetAfterAccept)
  await expect(submit(process())).rejects.toMatchObject({ code: 'submit-unknown' })
  await expect(submit(process())).rejects.toMatchObject({ name: 'SubmitUnknownError' })
  expect([server.count('submit'), server.tasks.size]).toEqual([1, 1])
})

it('a repeat is the task that the journal has, also where the service keeps no keys', async () => {
  const process = await start({ extensions: [] })
  const id = await submit(process())
  expect(await submit(process())).toBe(id)
  expect(server.count('submit')).toBe(1)
})

it.each([true, false])(
  'a service is known by its address, however that is spelled (idempotency: %s)',
  async (keeps) => {
    await start({ extensions: keeps ? ['idempotency'] : [] })
    const { baseUrl, apiKey } = server
    for (const spelled of [
      baseUrl,
      `${baseUrl}/`,
      baseUrl.replace('http', 'HTTP'),
      baseUrl.replace('127.0.0.1', '127.1'),
    ])
      await submit(new Session({ baseUrl: spelled, apiKey, stateDirectory: folder }))
    expect(server.count('submit')).toBe(1)
  },
)

it('what an earlier version submitted is known by the address as it was spelled then', async () => {
  await start({ extensions: [] })
  const { apiKey } = server
  const baseUrl = `${server.baseUrl}/`
  const process = (): Session => new Session({ baseUrl, apiKey, stateDirectory: folder })
  const id = await submit(process())
  const ofSpelling = createHash('sha256')
    .update(JSON.stringify([baseUrl, apiKey]))
    .digest('hex')
  const name = createHash('sha256')
    .update(JSON.stringify([`key ${ofSpelling}`, boat.requestId]))
    .digest('hex')
  // Written as that version did: under this name alone.
  for (const file of ['requests.jsonl', 'journal.jsonl']) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replaceAll(/mcp-[0-9a-f]{40}/g, `mcp-${name.slice(0, 40)}`))
  }
  expect(await submit(process())).toBe(id)
  expect(server.count('submit')).toBe(1)
})

it('a submit that was rejected is submitted by the repeat', async () => {
  const process = await start()
  server.next('submit', faults.status(402))
  await expect(submit(process())).rejects.toMatchObject({ status: 402 })
  const id = await submit(process())
  expect([...server.tasks.keys()]).toEqual([id])
})

it('calls at once with one request_id are one POST; another ID is another task', async () => {
  const session = (await start())()
  const [first, second] = await Promise.all([submit(session), submit(session)])
  expect([first === second, server.count('submit')]).toEqual([true, 1])
  await submit(session, { ...boat, requestId: 'boat-2' })
  expect(server.tasks.size).toBe(2)
})

const twoAccounts = { extensions: ['idempotency'], keys: { 'key-a': 'a', 'key-a-new': 'a', 'key-b': 'b' } }

it.each([true, false])(
  'a request_id is that of its account, one after another and at once (declared: %s)',
  async (account) => {
    const session = (await start({ ...twoAccounts, declares: { account } }))()
    const as = (key: string, request: AskedRequest = boat): Promise<string> =>
      submitOnce(session, session.caller(key), request).then(({ id }) => id)
    const [a, b] = await Promise.all([as('key-a'), as('key-b')])
    expect(a).not.toBe(b)
    expect([await as('key-a'), await as('key-b')]).toEqual([a, b])
    await submitOnce(session, session.caller('key-b'), { ...boat, requestId: 'boat-2' })
    const other = { ...boat, parameters: { prompt: 'Another boat' }, requestId: 'boat-2' }
    expect([a, b]).not.toContain(await as('key-a', other))
    expect(server.tasks.size).toBe(4)
  },
)

it('another key of the same account means the same task, also while the service does not name the account', async () => {
  const process = await start({ ...twoAccounts, declares: { account: true } })
  const as = (key: string): Promise<string> => submitOnce(process(), process().caller(key), boat).then(({ id }) => id)
  const id = await as('key-a')
  expect(await as('key-a-new')).toBe(id)
  server.next('capabilities', faults.status(200, { object: 'capabilities', extensions: ['idempotency'] }))
  expect(await as('key-a')).toBe(id)
  server.next('capabilities', faults.status(503), faults.status(503), faults.status(503), faults.status(503))
  await expect(as('key-a')).rejects.toMatchObject({ status: 503 })
  expect(server.tasks.size).toBe(1)
})

it('a call without a request_id that is made again names the task that runs, and pays nothing', async () => {
  const session = (await start({ extensions: [], script: [{ status: 'processing' }] }))()
  const alone = { ...boat, requestId: undefined }
  const id = await submit(session, alone)
  await expect(submit(session, alone)).rejects.toThrow(`Call get_task with task_id "${id}"`)
  expect(server.count('submit')).toBe(1)
})

it('two processes that reserve at once never exceed the budget of the day together', async () => {
  server = await startFaultServer()
  const budgets = { session: undefined, daily: 10 }
  const reserved = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const ledger = new Ledger(folder, budgets)
      return ledger.reserve({ key: `key-${index}`, request: 'request', amount: 4 }).then(
        () => 4,
        () => 0,
      )
    }),
  )
  expect(reserved.reduce<number>((sum, each) => sum + each, 0)).toBeLessThanOrEqual(10)
  // What was rejected was given back, and a day later all is free again.
  const later = new Ledger(folder, budgets, () => new Date(Date.now() + 86_400_000))
  await later.reserve({ key: 'key-later', request: 'request', amount: 10 })
  await expect(later.reserve({ key: 'key-more', request: 'request', amount: 1 })).rejects.toThrow(
    '0 of the 10 credits of this day (UTC) are left',
  )
})

it('a reservation behind one that a crash cut short counts', async () => {
  server = await startFaultServer()
  const budgets = { session: undefined, daily: 10 }
  await new Ledger(folder, budgets).reserve({ key: 'key-1', request: 'request', amount: 4 })
  const path = join(folder, 'requests.jsonl')
  await appendFile(path, '{"key":"key-2","request":"requ')
  const next = new Ledger(folder, budgets)
  await next.reserve({ key: 'key-3', request: 'request', amount: 4 })
  expect(await next.requestOf('key-3')).toBe('request')
  await expect(new Ledger(folder, budgets).reserve({ key: 'key-4', request: 'request', amount: 4 })).rejects.toThrow(
    '2 of the 10 credits of this day (UTC) are left',
  )
})

it('calls at the same moment never exceed the budget of the session together', async () => {
  server = await startFaultServer()
  const ledger = new Ledger(folder, { session: 10, daily: undefined })
  const reserve = (key: string): Promise<void> => ledger.reserve({ key, request: 'request', amount: 4 })
  const outcomes = await Promise.allSettled(['key-1', 'key-2', 'key-3', 'key-4'].map(reserve))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await ledger.release('key-1', 'request')
  await reserve('key-5')
  await expect(reserve('key-6')).rejects.toThrow('2 of the 10 credits of this session are left')
})

it('a reservation that cannot be written is not counted', async () => {
  server = await startFaultServer()
  const blocked = join(folder, 'a file')
  await appendFile(blocked, '')
  const ledger = new Ledger(blocked, { session: 4, daily: undefined })
  await expect(ledger.reserve({ key: 'key-1', request: 'request', amount: 4 })).rejects.toThrow(/EEXIST|ENOTDIR/)
  await rm(blocked)
  await ledger.reserve({ key: 'key-2', request: 'request', amount: 4 })
})
