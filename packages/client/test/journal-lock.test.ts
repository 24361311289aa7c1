import disk from 'node:fs/promises'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileJournal, thisProcess, type JournalEntry } from '../src/journal/index.js'
import { isJournalLocked, takeJournalLock } from '../src/journal/lock.js'

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

const isLocked = (): Promise<boolean> => isJournalLocked(`${path}.locks`)
const entry: JournalEntry = { event: 'submitted', key: 'k', id: 't1', at: '' }

it('a process that compacts during each write of another keeps it waiting for two of them', async () => {
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

it('a write whose lock is void writes again where its file was replaced meanwhile', async () => {
  await writeFile(path, '')
  let writes = 0
  let moment = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => moment)
  opened = async () => {
    if (++writes > 3) return
    // A disk that takes minutes: another process has taken the lock over.
    moment += 60_000
    await copyFile(path, `${path}.new`)
    await rename(`${path}.new`, path)
  }
  const journal = fileJournal(path)
  await journal.append(entry)
  expect(writes).toBe(4)
  expect(await journal.entries()).toMatchObject([{ event: 'submitted', id: 't1' }])
})

it('a write whose lock was taken over waits for the compaction that took it', async () => {
  await writeFile(path, '')
  let writes = 0
  let moment = performance.now()
  let compaction = Promise.resolve()
  vi.spyOn(performance, 'now').mockImplementation(() => moment)
  opened = async () => {
    if (++writes > 3) return
    await copyFile(path, `${path}.new`)
    if (writes < 3) return rename(`${path}.new`, path)
    moment += 60_000
    // The claim of another writer of this process.
    await mkdir(`${path}.locks`, { recursive: true })
    await writeFile(join(`${path}.locks`, encodeURIComponent(`0000000000000000 ${thisProcess()}`)), '')
    const { size } = await stat(path)
    compaction = (async () => {
      while ((await stat(path)).size === size) await new Promise(setImmediate)
      for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
      await rename(`${path}.new`, path)
      await rm(`${path}.locks`, { recursive: true })
    })()
  }
  const journal = fileJournal(path)
  await journal.append(entry)
  await compaction
  expect(writes).toBe(4)
  expect(await journal.entries()).toMatchObject([{ event: 'submitted', id: 't1' }])
})

it('a write waits for a compaction that is under way', async () => {
  await writeFile(path, '')
  const lock = await takeJournalLock(`${path}.locks`)
  let written = false
  const append = fileJournal(path)
    .append(entry)
    .then(() => (written = true))
  // Longer than the journal waits between two looks.
  for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate)
  expect(written).toBe(false)
  expect((await stat(path)).size).toBe(0)
  await lock?.release()
  await append
  expect(await fileJournal(path).entries()).toHaveLength(1)
})

it('a compaction leaves the journal to another that is under way, and to one that has taken its lock over', async () => {
  const journal = fileJournal(path)
  await journal.append(entry)
  const lock = await takeJournalLock(`${path}.locks`)
  expect(await journal.compact({ keep: 0 })).toBe(false)
  await lock?.release()
  let moment = Math.ceil(performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => (moment += 30_000))
  const { ino } = await stat(path)
  expect(await journal.compact({ keep: 0 })).toBe(false)
  expect((await stat(path)).ino).toBe(ino)
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
