import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks } from '../src/index.js'
import { fileJournal, journalState, memoryJournal, type JournalEntry } from '../src/journal/index.js'
import { thisProcess } from '../src/journal/owner.js'
import { startFaultServer } from '../src/testing/index.js'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-journal-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

function writer(name: string, count: number, bytes: number, ...more: string[]): ChildProcess {
  const script = join(import.meta.dirname, 'journal-writer.js')
  return spawn(process.execPath, [script, path, name, String(count), String(bytes), ...more], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}
const keysOf = (entries: JournalEntry[]): string[] =>
  entries.flatMap((entry) => (entry.event === 'intent' ? entry.key : [])).sort()
const expected = (names: string[], count: number): string[] =>
  names.flatMap((name) => Array.from({ length: count }, (_, index) => `${name}-${index}`)).sort()
const silent = { warn: () => undefined }

describe('three processes that write to one journal', () => {
  it('lose none of their entries of 8 MB', async () => {
    const names = ['a', 'b', 'c']
    const exits = await Promise.all(names.map((name) => once(writer(name, 2, 8_000_000), 'exit')))
    expect(exits).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    const warnings: string[] = []
    const entries = await fileJournal(path, { logger: { warn: (line) => warnings.push(line) } }).entries()
    expect(warnings).toEqual([])
    expect(keysOf(entries)).toEqual(expected(names, 2))
    expect(new Set(entries.map((entry) => (entry.event === 'intent' ? entry.body?.length : 0)))).toEqual(
      new Set([8_000_000]),
    )
  })

  it('lose none while another compacts whenever some have come', async () => {
    const writers = ['a', 'b', 'c'].map((name) => ({ name, child: writer(name, 0, 1_000, 'until told') }))
    const journal = fileJournal(path, { logger: silent })
    let size = 0
    // A compaction answers false while a writer has the lock, as one does whose writes have met several compactions.
    for (let compacted = 0; compacted < 5;) {
      await new Promise(setImmediate)
      const now = await stat(path).then(
        (file) => file.size,
        () => 0,
      )
      if (now < size + 15_000 || !(await journal.compact())) continue
      compacted++
      size = (await stat(path)).size
    }
    const counts = await Promise.all(
      writers.map(async ({ child }) => {
        child.stdin!.end()
        return Number(await text(child.stdout!))
      }),
    )
    expect([...new Set(keysOf(await journal.entries()))]).toEqual(
      writers.flatMap(({ name }, index) => expected([name], counts[index] ?? 0)).sort(),
    )
    expect(Math.min(...counts)).toBeGreaterThan(3)
  })

  it('of which one is killed in the middle of a write leave the entries of the others whole', async () => {
    const killed = writer('killed', 100, 8_000_000)
    const other = once(writer('other', 3, 1_000), 'exit')
    await expect
      .poll(() =>
        stat(path).then(
          ({ size }) => size,
          () => 0,
        ),
      )
      .toBeGreaterThan(8_000_000)
    killed.kill('SIGKILL')
    await Promise.all([once(killed, 'exit'), other])
    const keys = keysOf(await fileJournal(path, { logger: silent }).entries())
    expect(keys).toEqual(expect.arrayContaining(expected(['other'], 3)))
  })
})

describe('two processes that write while the file is cut back in the middle of an entry', () => {
  it('lose what was cut off and nothing else: what each writes after that is whole', async () => {
    const writers = ['a', 'b'].map((name) => ({ name, child: writer(name, 0, 1_000, 'until told') }))
    let before = Buffer.alloc(0)
    await expect
      .poll(async () => (before = await readFile(path).catch(() => before)).length, { interval: 1 })
      .toBeGreaterThan(8_000)
    const cut = before.length - 500
    await truncate(path, cut)
    const counts = await Promise.all(
      writers.map(async ({ child }) => {
        child.stdin!.end()
        return Number(await text(child.stdout!))
      }),
    )
    const warnings: string[] = []
    const entries = await fileJournal(path, { logger: { warn: (line) => warnings.push(line) } }).entries()
    expect(before.subarray(0, cut).equals((await readFile(path)).subarray(0, cut))).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('has 1 unreadable line (')])
    const keys = new Set(keysOf(entries))
    for (const [writer, { name }] of writers.entries()) {
      const kept = Array.from({ length: counts[writer] ?? 0 }, (_, index) => (keys.has(`${name}-${index}`) ? 'x' : '-'))
      expect(kept.join('')).toMatch(/^x*-*x{3,}$/)
    }
  })
})

describe('compaction', () => {
  it('keeps open intents whole, running tasks, and the latest ended ones without their requests', async () => {
    const journal = fileJournal(path)
    const at = ''
    const intent = (key: string): JournalEntry => ({
      event: 'intent',
      key,
      model: `m-${key}`,
      hash: '',
      body: '{}',
      at,
    })
    for (const key of ['open', 'rejected', 'running', 'old', 'new']) await journal.append(intent(key))
    await journal.append({ event: 'rejected', key: 'rejected', at })
    for (const key of ['running', 'old', 'new']) await journal.append({ event: 'submitted', key, id: `t-${key}`, at })
    for (const key of ['old', 'new']) await journal.append({ event: 'ended', id: `t-${key}`, status: 'completed', at })
    const before = journalState(await journal.entries())
    expect(await journal.compact({ keep: 1 })).toBe(true)
    const entries = await journal.entries()
    expect(entries.map((entry) => [entry.event, 'key' in entry ? entry.key : entry.id, 'body' in entry])).toEqual([
      ['intent', 'open', true],
      ['intent', 'running', false],
      ['intent', 'new', false],
      ['submitted', 'running', false],
      ['submitted', 'new', false],
      ['ended', 't-new', false],
    ])
    expect(journalState(entries)).toEqual({ ...before, ended: before.ended.slice(1) })
    expect(await journal.compact({ keep: 0 })).toBe(true)
    expect(journalState(await journal.entries())).toEqual({ ...before, ended: [] })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('is left to the process that is at it, unless that has ended', async () => {
    const journal = fileJournal(path)
    await journal.append({ event: 'rejected', key: 'k', at: '' })
    const child = writer('a', 0, 0, 'stay')
    await once(child.stdout!, 'data')
    const [place = ''] = thisProcess().split(' ')
    const [, started = ''] = (await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')).split(') ')
    const owner = [place, child.pid, started.split(' ')[19] ?? ''].join(' ')
    await mkdir(`${path}.locks`)
    await writeFile(join(`${path}.locks`, encodeURIComponent(`0123456789abcdef ${owner}`)), '.')
    expect(await journal.compact()).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await journal.compact()).toBe(true)
    expect(await journal.entries()).toEqual([])
    await expect(stat(`${path}.locks`)).rejects.toThrow('ENOENT')
  })
})

describe('two processes that compact again and again', () => {
  it('keep every line that a newer version writes meanwhile, as it is', async () => {
    const compactors = ['a', 'b'].map((name) => writer(name, 0, 0, 'compact'))
    const known = writer('known', 0, 1_000, 'until told')
    await Promise.all(compactors.map(({ stdout }) => once(stdout!, 'readable')))
    const journal = fileJournal(path, { logger: silent })
    const later = Array.from({ length: 300 }, (_, index) => ({
      event: 'later',
      id: `t${index}`,
      of: [null, { é: '\u2028' }],
    }))
    for (const entry of later) await journal.append(entry as unknown as JournalEntry)
    const told = [known, ...compactors].map((child) => (child.stdin!.end(), text(child.stdout!)))
    const written = Number(await told[0])
    await Promise.all(told)
    expect(await journal.compact({ keep: 0 })).toBe(true)
    const kept = (await readFile(path, 'utf8')).split('\n').filter((line) => line.includes('later'))
    expect([...new Set(kept)].sort()).toEqual(later.map((entry) => JSON.stringify(entry)).sort())
    expect([...new Set(keysOf(await journal.entries()))]).toEqual(expected(['known'], written))
  })
})

describe('what another process has submitted', () => {
  it('is left to it while it runs, and resumed once it has ended, or when the caller says so', async () => {
    const server = await startFaultServer()
    const child = writer('theirs', 2, 10, 'stay')
    await once(child.stdout!, 'data')
    const journal = fileJournal(path)
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10, journal })
    try {
      const mine = await client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
      const first = await client.resumeAll(journal)
      expect([first.handles, first.unresolved]).toEqual([[], []])
      expect(first.elsewhere.map(({ key }) => key)).toEqual(['theirs-0', 'theirs-1'])
      const all = await client.resumeAll(journal, { takeOver: true })
      expect([all.handles.map(({ id }) => id), all.unresolved.length]).toEqual([[mine.id], 2])
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const after = await client.resumeAll(journal)
    expect([after.handles.length, after.unresolved.length, after.elsewhere.length]).toEqual([0, 2, 0])
    await server.close()
  })

  it('belongs to the process that resumed it', async () => {
    const journal = fileJournal(path)
    const ended = `${(await import('node:os')).hostname()} 4194305 1`
    await writeFile(path, `${JSON.stringify({ event: 'submitted', key: 'k', id: 't1', at: '', owner: ended })}\n`)
    const server = await startFaultServer()
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey })
    expect((await client.resumeAll(journal)).handles.map(({ id }) => id)).toEqual(['t1'])
    const [task] = journalState(await journal.entries()).running
    expect(task?.owner).toMatch(new RegExp(` ${process.pid} `))
    expect(journal.runsElsewhere(ended)).toBe(false)
    expect(journal.runsElsewhere(task?.owner ?? '')).toBe(false)
    await server.close()
  })

  it('and journals without owners are resumed as ever; the word of earlier versions for a rejection is read', async () => {
    const journal = memoryJournal()
    await journal.append({ event: 'submitted', key: 'k', id: 't1', at: '' })
    await journal.append({ event: 'intent', key: 'r', model: 'm', hash: '', at: '' })
    await journal.append({ event: 'refused', key: 'r', at: '' })
    const { handles, unresolved } = await new ModelTasks({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k' }).resumeAll(
      journal,
    )
    expect([handles.length, unresolved.length]).toEqual([1, 0])
  })
})
