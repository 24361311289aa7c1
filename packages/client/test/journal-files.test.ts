/** What a journal says, how its file is read, what a compaction keeps, and what is resumed of it. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AbortedError, ModelTasks } from '../src/index.js'
import {
  compactEntries,
  entryParser,
  fileJournal,
  formatUnreadable,
  journalState,
  memoryJournal,
  readEntryFile,
  setAside,
  thisProcess,
  writeWhole,
  type Journal,
  type JournalEntry,
  type UnreadableLine,
} from '../src/journal/index.js'
import { beginSubmission, recordEnd } from '../src/journal/record.js'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-journal-files-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const at = '2026-01-01T00:00:00.000Z'
const intent = (key: string, more: object = {}): JournalEntry => ({
  ...{ event: 'intent', key, model: `m-${key}`, hash: '', body: '{}', at },
  ...more,
})
const submitted = (key: string, more: object = {}): JournalEntry => ({
  ...{ event: 'submitted', key, id: `t-${key}`, at },
  ...more,
})
const ended = (key: string, status = 'completed'): JournalEntry => ({ event: 'ended', id: `t-${key}`, status, at })
const storing = (key: string): JournalEntry => ({
  ...{ event: 'storing', id: `t-${key}`, path: '/a', bytes: 1, digest: 'd', at },
})
const line = (number: number, text = ''): UnreadableLine => ({
  ...{ number, offset: 0, entriesBefore: 0, bytes: new TextEncoder().encode(text) },
})

describe('a journal says', () => {
  it('which submits are open, which tasks run and whose they are, and which have ended', () => {
    const entries = [
      ...[intent('a'), intent('b'), intent('c'), intent('d'), intent('e'), intent('f')],
      ...[submitted('a', { owner: 'host 1 2' }), submitted('b'), { event: 'rejected', key: 'c', at } as const],
      ...[{ event: 'refused', key: 'd', at } as const, storing('a'), storing('f'), ended('b'), submitted('b')],
      ...[submitted('x'), ended('y', 'failed'), ended('b', 'failed')],
    ]
    expect(journalState(entries)).toEqual({
      open: [intent('e'), intent('f')],
      running: [
        { id: 't-a', key: 'a', model: 'm-a', owner: 'host 1 2' },
        { id: 't-x', key: 'x', model: undefined, owner: undefined },
      ],
      ended: [
        { id: 't-b', status: 'failed', model: 'm-b' },
        { id: 't-y', status: 'failed', model: undefined },
      ],
    })
  })

  it('that a submit is answered, also where a compaction has put its intent behind the answer', () => {
    const entries = [
      ...[submitted('a'), intent('a', { request: 'r-a' }), submitted('b'), ended('b'), intent('b')],
      ...[
        intent('c', { at: '2026-01-01T00:00:01.000Z' }),
        submitted('d'),
        intent('d', { at: '2026-01-01T00:00:01.000Z' }),
      ],
    ]
    const { open, running, ended: over } = journalState(entries)
    expect(
      open.map(({ key }) => key),
      'a later attempt is one of its own',
    ).toEqual(['c', 'd'])
    expect(running).toMatchObject([
      { id: 't-a', key: 'a', model: 'm-a' },
      { id: 't-d', key: 'd' },
    ])
    expect(over).toMatchObject([{ id: 't-b' }])
    expect(compactEntries(entries, 0).map(({ event }) => event)).toEqual([
      ...['submitted', 'intent', 'intent', 'submitted', 'intent'],
    ])
  })

  it('as much after a compaction, which keeps the latest ends and no requests of theirs', () => {
    const entries = [
      ...[intent('a'), submitted('a'), storing('a'), intent('b'), submitted('b'), storing('b'), ended('b')],
      ...[intent('c'), submitted('c'), ended('c'), intent('d'), { event: 'rejected', key: 'd', at } as const],
      intent('e'),
    ]
    const { body: _, ...bare } = intent('c') as JournalEntry & { body: string }
    const { body: __, ...running } = intent('a') as JournalEntry & { body: string }
    const kept = [running, submitted('a'), storing('a'), bare, submitted('c'), ended('c'), intent('e')]
    expect(compactEntries(entries, 1)).toStrictEqual(kept)
    expect(compactEntries(entries, 0)).toStrictEqual([running, submitted('a'), storing('a'), intent('e')])
    expect(compactEntries(entries, 9)).toHaveLength(10)
  })
})

describe('a file of entries', () => {
  const parse = entryParser<{ event: 'a'; name: string; count?: number }>({
    a: { name: 'name', text: 'string?', count: 'number?', size: 'number?' },
  })

  it.each([
    ['{"event":"a","name":"n"}', true],
    ['{"event":"a","name":"n","text":"","count":0,"more":[]}', true],
    ['{"event":"a","name":""}', false],
    ['{"event":"a","name":7}', false],
    ['{"event":"a"}', false],
    ['{"event":"a","name":"n","text":null}', false],
    ['{"event":"a","name":"n","count":"1"}', false],
    ['{"event":"a","name":"n","text":1}', false],
    ['{"event":"b","name":"n"}', false],
    ['{"event":["a"],"name":"n"}', false],
    ['{"name":"n"}', false],
    ['null', false],
    ['"event"', false],
    ['{', false],
  ])('%s holds one: %s', (text, expected) => expect(parse(text) !== undefined).toBe(expected))

  it('is read line by line; what is not an entry is told with its place', async () => {
    const entry = '{"event":"a","name":"é"}'
    await writeFile(path, `\n${entry}\n \nno\n${entry}\n`)
    const read = await readEntryFile(path, parse)
    expect(read).toMatchObject({ entries: [{ name: 'é' }, { name: 'é' }], cut: undefined, ended: true })
    expect(read.unreadable).toEqual([{ number: 4, offset: 29, entriesBefore: 1, bytes: Buffer.from('no') }])
  })

  it('whose last line has no end is not ended; when it holds no entry it was cut', async () => {
    await writeFile(path, '{"event":"a","name":"n"}\n{"ev')
    expect(await readEntryFile(path, parse)).toMatchObject({
      ...{ entries: [{ name: 'n' }], unreadable: [], ended: false },
      cut: { number: 2, offset: 25, entriesBefore: 1, bytes: Buffer.from('{"ev') },
    })
    await writeFile(path, '{"event":"a","name":"n"}')
    expect(await readEntryFile(path, parse)).toMatchObject({ entries: [{}], cut: undefined, ended: false })
    await writeFile(path, Buffer.of(0xff))
    expect(await readEntryFile(path, parse)).toMatchObject({ entries: [], cut: { number: 1 }, ended: false })
    await writeFile(path, '')
    expect(await readEntryFile(path, parse)).toEqual({
      ...{ entries: [], unreadable: [], cut: undefined, ended: true, size: 0 },
    })
  })

  it('that is not there is empty; one that cannot be read is an error', async () => {
    expect(await readEntryFile(join(folder, 'none'), parse)).toMatchObject({ entries: [], ended: true })
    await expect(readEntryFile(folder, parse)).rejects.toThrow('EISDIR')
  })

  it.each([
    [[3], '1 unreadable line (3)'],
    [[3, 5], '2 unreadable lines (3, 5)'],
    [[1, 2, 3, 4, 5], '5 unreadable lines (1, 2, 3, 4, 5)'],
    [[1, 2, 3, 4, 5, 6], '6 unreadable lines (1, 2, 3, 4, 5, …)'],
  ])('lines %j are called %s', (numbers, expected) =>
    expect(formatUnreadable(numbers.map((number) => line(number)))).toBe(expected),
  )

  it('sets lines aside after those that are there, for its owner only', async () => {
    await setAside(path, [line(1, 'a'), line(2, 'b')])
    await setAside(path, [line(1, 'c')])
    expect(await readFile(path, 'utf8')).toBe('a\nb\nc\n')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('of which a write was cut short by a full disk says so', async () => {
    const written = (bytesWritten: number): FileHandle =>
      ({ write: () => Promise.resolve({ bytesWritten }) }) as unknown as FileHandle
    await expect(writeWhole(written(2), new Uint8Array(3))).rejects.toThrow('only 2 of 3 bytes could be written')
    await expect(writeWhole(written(3), new Uint8Array(3))).resolves.toBeUndefined()
  })
})

describe('a journal in a file', () => {
  it('knows its own process, and the others that run', () => {
    const journal = fileJournal(path)
    expect(journal.runsElsewhere(thisProcess())).toBe(false)
    const [host, , start] = thisProcess().split(' ')
    expect(journal.runsElsewhere(`${host} ${2 ** 30} ${start}`)).toBe(false)
  })

  it('writes who submits and who continues, and the request where that is wanted', async () => {
    const journal = fileJournal(path)
    const bare = fileJournal(path, { requests: false })
    for (const entry of [intent('a'), submitted('a'), ended('a')]) await journal.append(entry)
    await bare.append(intent('b'))
    const owner = thisProcess()
    const { body: _, ...rest } = intent('b', { owner }) as JournalEntry & { body: string }
    expect(await journal.entries()).toStrictEqual([intent('a', { owner }), submitted('a', { owner }), ended('a'), rest])
    const none = { ...(intent('c') as JournalEntry & { body?: string }) }
    delete none.body
    await journal.append(none)
    expect(await readFile(path, 'utf8')).not.toContain('undefined')
    expect((await journal.entries()).at(-1)).not.toHaveProperty('body')
  })

  it('of which one write fails takes the next', async () => {
    const journal = fileJournal(join(folder, 'none', 'journal.jsonl'))
    await expect(journal.append(ended('a'))).rejects.toThrow('ENOENT')
    await expect(journal.entries()).resolves.toEqual([])
  })

  it('reports lines that it cannot read to its own logger, else to that of its reader, else on the console', async () => {
    await writeFile(path, '\nno\n')
    const [own, reader] = [vi.fn(), vi.fn()]
    const console_ = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    await fileJournal(path, { logger: { warn: own } }).entries({ warn: reader })
    expect([own, reader, console_].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
    await fileJournal(path).entries({ warn: reader })
    expect(reader).toHaveBeenCalledOnce()
    await fileJournal(path).entries({})
    await fileJournal(path).entries()
    expect(console_).toHaveBeenCalledOnce()
    expect(await fileJournal(path, { logger: {} }).compact()).toBe(true)
    expect(console_).toHaveBeenCalledOnce()
  })

  it('is compacted to the latest ends, for its owner only, and nothing is left beside it', async () => {
    const journal = fileJournal(path)
    for (const key of ['a', 'b', 'c']) for (const entry of [submitted(key), ended(key)]) await journal.append(entry)
    await journal.append(intent('d'))
    const sizes: number[] = []
    for (const options of [undefined, { keep: 2 }, { keep: 0 }]) {
      expect(await journal.compact(options)).toBe(true)
      sizes.push((await journal.entries()).length)
    }
    expect(sizes).toEqual([7, 5, 1])
    expect(await readdir(folder)).toEqual(['journal.jsonl'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('keeps the latest thousand ends where nothing else is said', async () => {
    const lines = Array.from({ length: 1_001 }, (_, index) => JSON.stringify(ended(String(index))))
    await writeFile(path, lines.join('\n'))
    const journal = fileJournal(path)
    await journal.compact()
    expect((await journal.entries())[0]).toMatchObject({ id: 't-1' })
    expect(await journal.entries()).toHaveLength(1_000)
  })

  it('is not compacted while another does so, nor where its file cannot be read', async () => {
    const journal = fileJournal(path)
    await journal.append(ended('a'))
    const both = await Promise.all([journal.compact(), journal.compact()])
    expect(both).toContain(true)
    await expect(fileJournal(folder).compact()).rejects.toThrow('EISDIR')
    expect(await readdir(folder)).toEqual(['journal.jsonl'])
  })
})

describe('what is recorded of a submit', () => {
  const failing = (fails: (event: string) => boolean): { journal: Journal; events: string[] } => {
    const events: string[] = []
    const append = (entry: JournalEntry): Promise<void> => {
      events.push(entry.event)
      return fails(entry.event) ? Promise.reject(new Error('disk full')) : Promise.resolve()
    }
    return { journal: { append, entries: () => Promise.resolve([]) }, events }
  }
  const accepted = { proved: 'accepted', id: 't1' } as never
  const rejected = { proved: 'rejected' } as never
  const mayExist = { proved: 'may exist' } as never

  it('is its intent, before anything else, and what it proved', async () => {
    const { journal, events } = failing(() => false)
    const { intent: recorded, end } = beginSubmission(journal, 'k', 'm', { prompt: 'x' })
    await recorded
    await end(mayExist)
    expect(events).toEqual(['intent'])
    await end(accepted)
    await end(rejected)
    expect(events).toEqual(['intent', 'submitted', 'rejected'])
  })

  it('is nothing where the intent cannot be written: nothing is sent either', async () => {
    const { journal, events } = failing(() => true)
    const { intent: recorded, end } = beginSubmission(journal, 'k', 'm', {})
    await expect(recorded).rejects.toMatchObject({
      message: expect.stringContaining(
        'nothing was sent: the intent to submit cannot be recorded (disk full)',
      ) as string,
      code: 'journal-failed',
      cause: { message: 'disk full' },
    })
    await expect(end(rejected)).resolves.toBeUndefined()
    expect(events).toEqual(['intent', 'rejected'])
  })

  it('and a task that cannot be recorded is named', async () => {
    const { end } = beginSubmission(failing((event) => event !== 'intent').journal, 'k', 'm', {})
    await expect(end(accepted)).rejects.toMatchObject({
      message: 'task t1 is not recorded in the journal (disk full)',
      cause: { message: 'disk full' },
    })
    await expect(end(rejected)).rejects.toThrow('disk full')
  })

  it('is its end once, and again where that could not be written', async () => {
    let full = true
    const { journal, events } = failing(() => full)
    const task = { id: 't1', status: 'completed', object: 'video', created: 1, model: 'm' }
    await expect(recordEnd(journal, task)).rejects.toThrow('disk full')
    full = false
    for (let time = 0; time < 3; time++) await recordEnd(journal, task)
    expect(events).toEqual(['ended', 'ended'])
    await recordEnd(failing(() => false).journal, task)
    for (let other = 0; other < 9_999; other++) await recordEnd(journal, { ...task, id: `u${other}` })
    await recordEnd(journal, task)
    expect(events).toHaveLength(10_001)
    await recordEnd(journal, { ...task, id: 'one more' })
    await recordEnd(journal, task)
    expect(events).toHaveLength(10_003)
  })
})

describe('what is resumed', () => {
  const make = (extensions: string[] = ['idempotency'], fetch_?: typeof fetch): ModelTasks =>
    new ModelTasks({
      ...{ baseUrl: 'http://127.0.0.1:9/api', apiKey: 'k', logger: {} },
      fetch: fetch_ ?? (() => Promise.resolve(Response.json({ object: 'capabilities', extensions }))),
    })
  /** A journal of which some owners run elsewhere. */
  async function journalOf(entries: JournalEntry[]): Promise<Journal & { written: JournalEntry[] }> {
    const journal = memoryJournal()
    for (const entry of entries) await journal.append(entry)
    const written: JournalEntry[] = []
    return {
      written,
      entries: () => journal.entries(),
      append: (entry) => (written.push(entry), journal.append(entry)),
      runsElsewhere: (owner) => Promise.resolve(owner.startsWith('runs')),
    }
  }
  const left = [
    ...[submitted('a', { owner: 'runs' }), submitted('b', { owner: 'ended' }), submitted('c')],
    ...[intent('d', { owner: 'runs' }), intent('e', { owner: 'ended' })],
  ]

  it('leaves to others that run what is theirs, and makes the rest its own', async () => {
    const journal = await journalOf(left)
    const { handles, elsewhere, unresolved } = await make([]).resumeAll(journal)
    expect(handles.map(({ id, idempotencyKey }) => `${id} ${idempotencyKey}`)).toEqual(['t-b b', 't-c c'])
    expect(elsewhere.map(({ key }) => key)).toEqual(['a', 'd'])
    expect(unresolved).toMatchObject([{ intent: intent('e', { owner: 'ended' }), error: { proved: 'may exist' } }])
    expect(journal.written).toMatchObject([{ event: 'submitted', key: 'b', id: 't-b' }])
    expect(Date.parse((journal.written[0] as { at: string }).at)).toBeGreaterThan(0)
  })

  it('takes over what others run where that is wanted', async () => {
    const journal = await journalOf(left)
    const { handles, elsewhere, unresolved } = await make([]).resumeAll(journal, { takeOver: true })
    expect(handles.map(({ id }) => id)).toEqual(['t-a', 't-b', 't-c'])
    expect(elsewhere).toEqual([])
    expect(unresolved.map(({ intent: { key } }) => key)).toEqual(['d', 'e'])
    expect(journal.written.map((entry) => 'key' in entry && entry.key)).toEqual(['a', 'b'])
  })

  it('knows no others where the journal does not', async () => {
    const journal = memoryJournal()
    for (const entry of left) await journal.append(entry)
    expect((await make([]).resumeAll(journal)).handles.map(({ id }) => id)).toEqual(['t-a', 't-b', 't-c'])
  })

  it('sends nothing again without its request', async () => {
    const { body: _, ...bare } = intent('a') as JournalEntry & { body: string }
    const journal = await journalOf([bare])
    const asked: string[] = []
    const client = make(['idempotency'], (url, init) => {
      asked.push(`${init?.method} ${new Request(url).url}`)
      return Promise.resolve(Response.json({ object: 'capabilities', extensions: ['idempotency'] }))
    })
    const { unresolved } = await client.resumeAll(journal, { sameAccount: true })
    expect(unresolved).toMatchObject([{ intent: bare, error: { name: 'SubmitUnknownError' } }])
    expect(asked).toEqual(['GET http://127.0.0.1:9/api/v2/model-center/capabilities'])
  })

  it('ends at an abort', async () => {
    const abort = new AbortController()
    const journal = await journalOf([
      intent('a', { body: '{"model":"m-a","prompt":"x"}', at: new Date().toISOString() }),
    ])
    const aborting: Journal = { ...journal, append: (entry) => (abort.abort(), journal.append(entry)) }
    await expect(make().resumeAll(aborting, { signal: abort.signal, sameAccount: true })).rejects.toBeInstanceOf(
      AbortedError,
    )
  })
})
