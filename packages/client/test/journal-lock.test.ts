import disk from 'node:fs/promises'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileJournal, type JournalEntry } from '../src/journal/index.js'
import { takeJournalLock } from '../src/journal/lock.js'

/** Called after each opening of the journal for a write. */
let opened = async (): Promise<void> => undefined

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-lock-'))
  path = join(folder, 'journal.jsonl')
  const { open } = disk
  vi.spyOn(disk, 'open').mockImplementation(async (path, flags, mode) => {
    const file = await open(path, flags, mode)
    if (flags === 'a') await opened()
    return file
  })
  syncBuiltinESMExports()
})
afterEach(async () => {
  opened = async () => undefined
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true })
})

const isLocked = (): Promise<boolean> =>
  readdir(`${path}.locks`).then(
    (claims) => claims.length > 0,
    () => false,
  )
const entry: JournalEntry = { event: 'submitted', key: 'k', id: 't1', at: '' }

it('a process that replaces the file during each write of another keeps it waiting for two of them', async () => {
  await writeFile(path, '')
  let writes = 0
  let compactions = 0
  // What a compaction does, which respects the lock: the file under the path is another one.
  opened = async () => {
    if (++writes > 10 || (await isLocked())) return
    compactions++
    await copyFile(path, `${path}.new`)
    await rename(`${path}.new`, path)
  }
  const journal = fileJournal(path)
  await journal.append(entry)
  expect({ writes, compactions }).toEqual({ writes: 3, compactions: 2 })
  expect(await journal.entries()).toMatchObject([{ event: 'submitted', id: 't1' }])
  expect(await isLocked()).toBe(false)
})

it('a write goes on while another process may compact, and is carried over', async () => {
  const lock = await takeJournalLock(`${path}.locks`)
  await fileJournal(path).append(entry)
  expect(await fileJournal(path).entries()).toHaveLength(1)
  await lock?.release()
})

it('what is written at each step of a compaction is in the journal afterwards, once', async () => {
  const journal = fileJournal(path)
  const writer = fileJournal(path)
  await journal.append({ ...entry, id: 't0' })
  let written = 0
  const write = async (): Promise<void> => {
    await writer.append({ event: 'submitted', key: `k${++written}`, id: `w${written}`, at: '' })
  }
  for (const step of ['link', 'rename', 'rm'] as const) {
    const real = disk[step] as (...given: unknown[]) => Promise<void>
    for (const when of ['before', 'after'])
      for (let time = 0; time < 2; time++) {
        let met = false
        vi.spyOn(disk, step).mockImplementation(async (...given: unknown[]) => {
          if (met) return real(...given)
          met = true
          if (when === 'before') await write()
          await real(...given)
          if (when === 'after') await write()
        })
        syncBuiltinESMExports()
        expect(await journal.compact()).toBe(true)
        expect(met).toBe(true)
        vi.spyOn(disk, step).mockImplementation(real)
        syncBuiltinESMExports()
      }
  }
  const ids = (await journal.entries()).map((each) => 'id' in each && each.id)
  expect([...ids].sort()).toEqual(['t0', ...Array.from({ length: written }, (_, index) => `w${index + 1}`)].sort())
  expect(await readdir(folder)).toEqual(['journal.jsonl'])
})

it('what was written while a compaction was killed is read, and carried over by the next one', async () => {
  const journal = fileJournal(path)
  await journal.append({ ...entry, id: 't1' })
  const { rename: real } = disk
  // Killed right after the new file has its name: nothing after that is done.
  vi.spyOn(disk, 'rename').mockImplementation(async (from, to) => {
    await fileJournal(path).append({ ...entry, key: 'k2', id: 't2' })
    await real(from, to)
    throw new Error('killed')
  })
  vi.spyOn(disk, 'rm').mockResolvedValue()
  syncBuiltinESMExports()
  await expect(journal.compact()).rejects.toThrow('killed')
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await rm(`${path}.locks`, { recursive: true, force: true })
  const ids = async (): Promise<unknown> => (await journal.entries()).map((each) => 'id' in each && each.id)
  expect(await ids()).toEqual(['t1', 't2'])
  expect(await journal.compact()).toBe(true)
  expect(await ids()).toEqual(['t1', 't2'])
  expect(await readdir(folder)).toEqual(['journal.jsonl'])
})

it('a lock of another host keeps a compaction away, and no write', async () => {
  const journal = fileJournal(path)
  await journal.append(entry)
  await mkdir(`${path}.locks`)
  const owner = `another-host/${'0'.repeat(32)}/4026531836/${'0'.repeat(12)} ${process.pid} 1`
  await writeFile(join(`${path}.locks`, encodeURIComponent(`0000000000000000 ${owner}`)), '1')
  expect(await journal.compact({ keep: 0 })).toBe(false)
  await journal.append({ ...entry, id: 't2' })
  expect(await journal.entries()).toHaveLength(2)
})

it('a compaction leaves the journal to another that is under way', async () => {
  const journal = fileJournal(path)
  await journal.append(entry)
  const lock = await takeJournalLock(`${path}.locks`)
  expect(await journal.compact({ keep: 0 })).toBe(false)
  await lock?.release()
  expect(await journal.compact({ keep: 0 })).toBe(true)
  expect(await readdir(folder)).toEqual(['journal.jsonl'])
})

it.each([
  ['EPERM', false],
  ['EBUSY', false],
  ['EIO', true],
])('a compaction whose file cannot be put in place (%s) leaves the journal as it was', async (code, isError) => {
  const journal = fileJournal(path)
  await journal.append(entry)
  vi.spyOn(disk, 'rename').mockRejectedValue(Object.assign(new Error(code), { code }))
  syncBuiltinESMExports()
  const compacted = journal.compact()
  await (isError ? expect(compacted).rejects.toThrow(code) : expect(compacted).resolves.toBe(false))
  expect(await readdir(folder)).toEqual(['journal.jsonl'])
  expect(await journal.entries()).toHaveLength(1)
})

// exFAT and FAT answer EPERM, network and user-space file systems the others.
it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
  'where a hard link is answered with %s, a journal is not compacted, and stays as it was',
  async (code) => {
    const journal = fileJournal(path)
    await journal.append(entry)
    vi.spyOn(disk, 'link').mockRejectedValue(Object.assign(new Error(code), { code }))
    syncBuiltinESMExports()
    expect(await journal.compact({ keep: 0 })).toBe(false)
    expect(await readdir(folder)).toEqual(['journal.jsonl'])
    expect(await journal.entries()).toHaveLength(1)
  },
)

it('a lock whose folder goes while it is taken is taken in a new one; any other error is one', async () => {
  const { mkdir: make } = disk
  let failures = 0
  vi.spyOn(disk, 'mkdir').mockImplementation(async (name, options) => {
    const made = await make(name, options)
    if (String(name).endsWith('.locks') && failures++ < 2) await rm(String(name), { recursive: true })
    return made
  })
  syncBuiltinESMExports()
  const lock = await takeJournalLock(`${path}.locks`)
  expect(lock).toBeDefined()
  expect(failures).toBe(3)
  await lock?.release()
  vi.spyOn(disk, 'open').mockRejectedValue(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
  syncBuiltinESMExports()
  await expect(takeJournalLock(`${path}.locks`)).rejects.toThrow('EACCES')
})

it('many who take and release it at once meet no error', async () => {
  const folder = `${path}.locks`
  let taken = 0
  const takeAndRelease = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) {
      const lock = await takeJournalLock(folder)
      if (lock !== undefined) taken++
      await lock?.release()
    }
  }
  await Promise.all(Array.from({ length: 8 }, takeAndRelease))
  expect(taken).toBeGreaterThan(0)
  expect(await isLocked()).toBe(false)
})

it('a lock of which nothing shows whether its process runs is told of once, with its process and host', async () => {
  const warnings: string[] = []
  const journal = fileJournal(path, { logger: { warn: (message) => warnings.push(message) } })
  await journal.append(entry)
  await mkdir(`${path}.locks`)
  // As an earlier version wrote it, in a container that is gone.
  const claim = join(`${path}.locks`, encodeURIComponent('0000000000000000 some-host 4194304 1'))
  await writeFile(claim, '1')
  // It may be at work.
  expect(await journal.compact()).toBe(false)
  expect(warnings).toEqual([])
  const before = new Date(Date.now() - 120_000)
  await utimes(claim, before, before)
  for (let time = 0; time < 2; time++) expect(await journal.compact()).toBe(false)
  expect(warnings).toEqual([
    `the journal ${path} is not compacted, since process 4194304 on some-host may be at it; once that process has ended, delete ${claim}`,
  ])
  await rm(claim)
  expect(await journal.compact()).toBe(true)
})
