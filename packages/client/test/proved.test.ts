/** What a submit that failed proved: the error, its JSON and the journal say the same, for every way to fail. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ModelTasks, ModelTasksError, type ClientOptions } from '../src/index.js'
import { memoryJournal, type Journal } from '../src/journal/index.js'
import { faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
beforeEach(async () => {
  server = await startFaultServer({ extensions: ['assets'] })
})
afterEach(() => server.close())

interface Case {
  what: string
  proved: 'not sent' | 'rejected' | 'may exist'
  error: Record<string, unknown>
  fault?: Fault
  options?: ClientOptions
  input?: { prompt: string; first_image?: Blob[] }
}

const findings = [{ rule: 'x', severity: 'error', path: '', message: 'no', source: 's' }]
const cases: Case[] = [
  { what: 'an invalid request', proved: 'not sent', error: { name: 'RequestInvalidError' }, input: { prompt: '' } },
  { what: 'a deadline before the POST', proved: 'not sent', error: { code: 'deadline' }, options: { timeout: 0 } },
  {
    what: 'an abort before the POST',
    proved: 'not sent',
    error: { name: 'AbortError' },
    options: { signal: AbortSignal.abort() },
  },
  {
    what: 'a connection that is not accepted',
    proved: 'not sent',
    error: { name: 'ConnectionError', nothingSent: true },
    options: { baseUrl: 'http://127.0.0.1:1/api', fetch: () => Promise.reject(refused()) },
  },
  {
    what: 'a key that cannot be had',
    proved: 'not sent',
    error: { code: 'connection', message: expect.stringContaining('nothing was sent (no key today)') },
    options: { apiKey: () => Promise.reject(new Error('no key today')) },
  },
  {
    what: 'an upload that fails',
    proved: 'not sent',
    error: { name: 'ApiError', status: 413 },
    fault: faults.status(413),
    input: { prompt: 'x', first_image: [new Blob(['GIF89a'], { type: 'image/gif' })] },
    options: { validate: 'off' },
  },
  {
    what: '400 with findings',
    proved: 'rejected',
    error: { name: 'RequestInvalidError' },
    fault: faults.status(400, { findings }),
  },
  { what: '402', proved: 'rejected', error: { status: 402 }, fault: faults.status(402) },
  { what: '429', proved: 'rejected', error: { name: 'RateLimitError' }, fault: faults.status(429) },
  { what: '408', proved: 'may exist', error: { status: 408 }, fault: faults.status(408) },
  { what: '303', proved: 'may exist', error: { status: 303 }, fault: faults.status(303) },
  {
    what: '503 with Retry-After',
    proved: 'may exist',
    error: { status: 503 },
    fault: faults.status(503, {}, { 'retry-after': '0' }),
  },
  {
    what: '202 with a location',
    proved: 'may exist',
    error: { name: 'SubmitUnknownError' },
    fault: faults.status(202, '', { location: '/jobs/7' }),
  },
  {
    what: 'a success of no known status without an ID',
    proved: 'may exist',
    error: { name: 'SubmitUnknownError', status: 299 },
    fault: faults.status(299, '{}'),
  },
  { what: 'a reset', proved: 'may exist', error: { name: 'SubmitUnknownError' }, fault: faults.resetAfterReading },
]

function refused(): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('ECONNREFUSED'), { syscall: 'connect' }) })
}

for (const { what, proved, error: expected, fault, options, input = { prompt: 'x' } } of cases)
  it(`${what}: ${proved}`, async () => {
    const journal = memoryJournal()
    if (fault) server.next(input.first_image ? 'other' : 'submit', fault)
    const { baseUrl, apiKey } = server
    const client = new ModelTasks({ baseUrl, apiKey, journal, retries: 0, logger: {}, ...options })
    const error: unknown = await client.submit('sd_2.0_discount', input).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ModelTasksError)
    expect(error).toMatchObject({ ...expected, proved, taskMayExist: proved === 'may exist' })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ proved, taskMayExist: proved === 'may exist' })
    // An abort does not wait for the journal.
    await expect
      .poll(async () => (await journal.entries()).map(({ event }) => event).join())
      .toMatch(proved === 'may exist' ? /^intent$/ : /^(intent,rejected)?$/)
    const { unresolved } = await new ModelTasks({ baseUrl, apiKey, logger: {} }).resumeAll(journal)
    expect(unresolved).toHaveLength(proved === 'may exist' ? 1 : 0)
  })

it('a journal that cannot be written sends nothing, and says so', async () => {
  const { baseUrl, apiKey } = server
  const full = { ...memoryJournal(), append: () => Promise.reject(new Error('ENOSPC: no space left on device')) }
  const warnings: string[] = []
  const logger = { warn: (message: string) => warnings.push(message) }
  const client = new ModelTasks({ baseUrl, apiKey, journal: full, logger })
  const error: unknown = await client.submit('sd_2.0_discount', { prompt: 'x' }).catch((reason: unknown) => reason)
  expect(warnings).toEqual([])
  expect(error).toMatchObject({
    code: 'journal-failed',
    proved: 'not sent',
    summary: 'nothing was sent: the intent to submit cannot be recorded (ENOSPC: no space left on device)',
    hint: expect.stringContaining('Make the journal writable for this user') as string,
  })
  expect(server.requests).toEqual([])
})

it('a task that the journal does not record is named', async () => {
  const { baseUrl, apiKey } = server
  const journal = memoryJournal()
  const full: Journal = {
    ...journal,
    append: (entry) =>
      entry.event === 'intent' ? journal.append(entry) : Promise.reject(new Error('ENOSPC: no space left on device')),
  }
  const warnings: string[] = []
  const logger = { warn: (message: string) => warnings.push(message) }
  const client = new ModelTasks({ baseUrl, apiKey, journal: full, logger })
  const { id } = await client.submit('sd_2.0_discount', { prompt: 'x' })
  expect(warnings).toEqual([
    `a listener threw: Error: task ${id} is not recorded in the journal (ENOSPC: no space left on device)`,
  ])
})

it('an error that is about no submit is inconclusive', async () => {
  server.next('query', faults.status(401))
  const { baseUrl, apiKey } = server
  const error: unknown = await new ModelTasks({ baseUrl, apiKey }).query('t1').catch((reason: unknown) => reason)
  expect(error).not.toHaveProperty('proved')
  expect(error).not.toHaveProperty('taskMayExist')
})
