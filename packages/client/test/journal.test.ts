import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, SubmitUnknownError, type ClientOptions } from '../src/index.js'
import { fileJournal, journalState, memoryJournal, type Journal } from '../src/journal/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
let folder: string
let path: string

beforeEach(async () => {
  server = await startFaultServer()
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-journal-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function client(options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1, ...options })
}

/** Runs the child up to a point and kills it there, without warning. */
async function killAt(point: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'journal-child.js'), server.baseUrl, path, point], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  expect(output.toString().trim()).toBe(point)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** What a next process finds after a kill at each point: `task` whether the service has one. */
const points: { point: string; task: boolean; open: number; running: number; ended: number }[] = [
  { point: 'before intent', task: false, open: 0, running: 0, ended: 0 },
  { point: 'after intent', task: false, open: 1, running: 0, ended: 0 },
  { point: 'before answer', task: false, open: 1, running: 0, ended: 0 },
  { point: 'after answer', task: true, open: 1, running: 0, ended: 0 },
  { point: 'before submitted', task: true, open: 1, running: 0, ended: 0 },
  { point: 'after submitted', task: true, open: 0, running: 1, ended: 0 },
  { point: 'before query', task: true, open: 0, running: 1, ended: 0 },
  { point: 'after query', task: true, open: 0, running: 1, ended: 0 },
  { point: 'before ended', task: true, open: 0, running: 1, ended: 0 },
  { point: 'after ended', task: true, open: 0, running: 0, ended: 1 },
]

/** What comes right before one step comes right after another: `MODEL_TASKS_LONG=1` kills at both. */
const isLong = process.env.MODEL_TASKS_LONG === '1'
const isTried = (point: string): boolean => isLong || point.startsWith('after') || point === 'before answer'

describe('a process killed', () => {
  for (const { point, task, open, running, ended } of points.filter((each) => isTried(each.point))) {
    it(`${point} loses nothing, and the next one pays for nothing twice`, async () => {
      await killAt(point)
      expect(server.tasks.size).toBe(task ? 1 : 0)
      const journal = fileJournal(path)
      const state = journalState(await journal.entries())
      expect([state.open.length, state.running.length, state.ended.length]).toEqual([open, running, ended])

      const posts = server.count('submit')
      const { handles, unresolved } = await client().resumeAll(journal)
      expect(server.count('submit')).toBe(posts)
      expect(unresolved).toHaveLength(open)
      for (const handle of handles) expect((await handle.wait()).status).toBe('completed')
      expect(journalState(await journal.entries()).running).toEqual([])
    })
  }

  for (const point of ['after intent', 'after answer', 'before submitted'].filter(isTried)) {
    it(`${point} is taken up under its key where the service declares idempotency`, async () => {
      await server.close()
      server = await startFaultServer({ extensions: ['idempotency'] })
      await killAt(point)
      const journal = fileJournal(path)
      const { handles, unresolved } = await client().resumeAll(journal)
      expect(unresolved).toEqual([])
      expect(handles).toHaveLength(1)
      expect(server.tasks.size).toBe(1)
      expect((await handles[0]?.wait())?.status).toBe('completed')
      const { open, running, ended } = journalState(await journal.entries())
      expect([open.length, running.length, ended.length]).toEqual([0, 0, 1])
    })
  }
})

describe('an entry', () => {
  it('is written before the POST, with the hash of the body as sent', async () => {
    const journal = memoryJournal()
    const counts: number[] = []
    const spy: Journal = {
      entries: () => journal.entries(),
      append: (entry) => {
        counts.push(server.count('submit'))
        return journal.append(entry)
      },
    }
    await client({ journal: spy }).run('sd_2.0_discount', { prompt: 'x' })
    expect(counts).toEqual([0, 1, 1])
    expect(await journal.entries()).toMatchObject([
      {
        event: 'intent',
        model: 'sd_2.0_discount',
        key: server.requests[0]?.headers['idempotency-key'],
        body: server.requests[0]?.body,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      { event: 'submitted' },
      { event: 'ended', status: 'completed' },
    ])
  })

  it('of a rejection closes the intent; an unclear outcome leaves it open', async () => {
    const journal = memoryJournal()
    server.next('submit', faults.status(402), faults.resetAfterAccept, faults.status(500))
    for (let count = 0; count < 3; count++)
      await client({ journal })
        .submit('sd_2.0_discount', { prompt: `boat ${count}` })
        .catch(() => undefined)
    expect((await journal.entries()).map(({ event }) => event)).toEqual(['intent', 'rejected', 'intent', 'intent'])
    expect(journalState(await journal.entries()).open).toHaveLength(2)
  })

  it('that cannot be written keeps the submit from being sent', async () => {
    const journal: Journal = {
      append: () => Promise.reject(new Error('disk full')),
      entries: () => Promise.resolve([]),
    }
    await expect(client({ journal }).submit('sd_2.0_discount', { prompt: 'x' })).rejects.toThrow('disk full')
    expect(server.count('submit')).toBe(0)
  })

  it('that was cut short by a crash is skipped, and the next one is whole', async () => {
    const journal = fileJournal(path)
    await client({ journal }).submit('sd_2.0_discount', { prompt: 'x' })
    await appendFile(path, '\n{"event":"intent","key":"cut')
    await client({ journal: fileJournal(path) }).submit('sd_2.0_discount', { prompt: 'y' })
    expect((await journal.entries()).map(({ event }) => event)).toEqual(['intent', 'submitted', 'intent', 'submitted'])
  })
})

describe('the file', () => {
  it('is for its owner only, holds no key of the service, and can leave prompts out', async () => {
    await client({ journal: fileJournal(path, { requests: false }) }).submit('sd_2.0_discount', {
      prompt: 'A secret boat',
    })
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain('secret boat')
    expect(text).not.toContain(server.apiKey)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('takes many at once, each whole', async () => {
    const journal = fileJournal(path)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        journal.append({ event: 'ended', id: `t${index}`, status: 'completed', at: '' }),
      ),
    )
    expect(journalState(await journal.entries()).ended).toHaveLength(50)
  })

  it('that is not there is empty', async () => {
    expect(await fileJournal(join(folder, 'none')).entries()).toEqual([])
  })
})

it('a line in the middle that cannot be read is told, one that a crash cut short is not', async () => {
  const told: string[] = []
  const logger = { warn: (message: string): unknown => told.push(message) }
  const journal = fileJournal(path)
  const entry = { event: 'submitted', key: 'k', id: 't1', at: '' } as const
  await journal.append(entry)
  await appendFile(path, '\n{"event":"submitted","key":')
  expect(await journal.entries(logger)).toHaveLength(1)
  expect(told).toEqual([])
  await journal.append({ ...entry, id: 't2' })
  await appendFile(path, '\n7\n')
  const { handles } = await client({ logger }).resumeAll(journal)
  expect(handles.map(({ id }) => id)).toEqual(['t1', 't2'])
  expect(told).toEqual([`the journal ${path} has 2 unreadable lines (3, 5): tasks may be missing from it`])
  await fileJournal(path, { logger }).entries()
  expect(told).toHaveLength(2)
})

it.each([
  { event: 'submitted', key: 'k', id: 5, at: '' },
  { event: 'submitted', key: 'k', id: '', at: '' },
  { event: 'submitted', key: 'k', id: 't9' },
  { event: 'intent', key: 'k', at: '' },
  { event: 'intent', key: 'k', model: 'm', body: {}, at: '' },
  { event: 'ended', at: '' },
  { event: 'toString', key: 'k', at: '' },
  { event: ['submitted'] },
])('a line such as %j hides no task of another line', async (line) => {
  const told: string[] = []
  const journal = fileJournal(path, { logger: { warn: (message) => told.push(message) } })
  const entry = { event: 'submitted', key: 'k1', id: 't1', at: '' } as const
  await journal.append(entry)
  await appendFile(path, `\n${JSON.stringify(line)}`)
  await journal.append({ ...entry, key: 'k2', id: 't2' })
  const { handles, unresolved } = await client().resumeAll(journal)
  expect(handles.map(({ id }) => id)).toEqual(['t1', 't2'])
  expect(unresolved).toEqual([])
  expect(told[0]).toBe(`the journal ${path} has 1 unreadable line (3): tasks may be missing from it`)
})

it('what was given up is not resumed, before and after compaction, until something is known of it again', async () => {
  const journal = fileJournal(path)
  const intent = { event: 'intent', model: 'sd_2.0_discount', hash: '', body: '{}', at: '' } as const
  for (const key of ['k1', 'k2', 'k3']) await journal.append({ ...intent, key })
  for (const id of ['t1', 't2']) await journal.append({ event: 'submitted', key: id.replace('t', 'k'), id, at: '' })
  for (const key of ['k1', 'k3']) await journal.append({ event: 'forgotten', key, at: '' })
  for (const compacts of [false, true]) {
    if (compacts) expect(await journal.compact()).toBe(true)
    const { handles, unresolved } = await client().resumeAll(journal)
    expect({ left: handles.map(({ id }) => id), unresolved }).toEqual({ left: ['t2'], unresolved: [] })
    const ended = journalState(await journal.entries()).ended.map(({ id, status }) => `${id} ${status}`)
    expect(ended).toEqual(['t1 forgotten'])
  }
  await journal.append({ event: 'submitted', key: 'k3', id: 't3', at: '' })
  expect((await client().resumeAll(journal)).handles.map(({ id }) => id)).toEqual(['t2', 't3'])
})

it('compacting keeps aside what it cannot read, byte by byte, and says where; what a later version wrote stays', async () => {
  const told: string[] = []
  const journal = fileJournal(path, { logger: { warn: (message) => told.push(message) } })
  await journal.append({ event: 'submitted', key: 'k1', id: 't1', at: '' })
  const damaged = Buffer.concat([Buffer.from('{"event":"submitted","key":"k9","id":"t'), Buffer.of(0xff, 0xfe, 0)])
  await appendFile(path, Buffer.concat([Buffer.from('\n'), damaged, Buffer.from('\n{"event":"later","id":"t9"}')]))
  await journal.append({ event: 'submitted', key: 'k2', id: 't2', at: '' })
  expect(await journal.compact()).toBe(true)
  expect(told).toEqual([
    `the journal ${path} had 1 unreadable line (3): tasks may be missing from it; they are kept in ${path}.unreadable`,
  ])
  expect(await readFile(`${path}.unreadable`)).toEqual(Buffer.concat([damaged, Buffer.from('\n')]))
  expect((await readFile(path, 'utf8')).split('\n')[2]).toBe('{"event":"later","id":"t9"}')
  expect((await stat(`${path}.unreadable`)).mode & 0o777).toBe(0o600)
  expect((await journal.entries()).map((entry) => 'id' in entry && entry.id)).toEqual(['t1', 't2'])
  expect(await journal.compact()).toBe(true)
  expect(told.slice(1)).toEqual([`the journal ${path} has 1 unreadable line (3): tasks may be missing from it`])
})

it('a text that is damaged is not taken for another one', async () => {
  const journal = fileJournal(path, { logger: {} })
  await journal.append({ event: 'intent', key: 'k', model: 'm', hash: '', body: '{"prompt":"é"}', at: '' })
  const bytes = await readFile(path)
  bytes[bytes.indexOf('é')] = 0xff
  await writeFile(path, bytes)
  await journal.append({ event: 'submitted', key: 'k2', id: 't2', at: '' })
  expect(await journal.entries()).toMatchObject([{ event: 'submitted', id: 't2' }])
})

it('a replay that fails keeps a caller neither from the other intents nor from the tasks', async () => {
  await server.close()
  server = await startFaultServer({ extensions: ['idempotency'] })
  const journal = memoryJournal()
  const intent = { event: 'intent', model: 'sd_2.0_discount', hash: '', at: new Date().toISOString() } as const
  await journal.append({ event: 'submitted', key: 'k0', id: 't0', at: '' })
  await journal.append({ ...intent, key: 'k1', body: 'not JSON' })
  await journal.append({ ...intent, key: 'k2', body: '{"model":"sd_2.0_discount","prompt":"rejected"}' })
  await journal.append({ ...intent, key: 'k3', body: '{"model":"sd_2.0_discount","prompt":"x"}' })
  const findings = [{ rule: 'x', severity: 'error', path: '', message: 'no', source: 's' }]
  server.next('submit', faults.status(400, { findings }))
  const { handles, unresolved } = await client().resumeAll(journal, { sameAccount: true })
  expect(handles.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k0', 'k3'])
  expect(unresolved.map(({ intent: { key }, error }) => [key, (error as Error).name])).toEqual([
    ['k1', 'SyntaxError'],
    ['k2', 'SubmitUnknownError'],
  ])
})

it('a replay that is unclear again stays unresolved', async () => {
  await server.close()
  server = await startFaultServer({ extensions: ['idempotency'] })
  const journal = memoryJournal()
  await journal.append({
    event: 'intent',
    key: 'k1',
    model: 'sd_2.0_discount',
    hash: '',
    body: '{"model":"sd_2.0_discount","prompt":"x","duration":5}',
    at: new Date().toISOString(),
  })
  server.next('submit', ...Array.from({ length: 9 }, () => faults.resetAfterReading))
  const { handles, unresolved } = await client().resumeAll(journal, { sameAccount: true })
  expect(handles).toEqual([])
  expect(unresolved[0]?.error).toBeInstanceOf(SubmitUnknownError)
})
