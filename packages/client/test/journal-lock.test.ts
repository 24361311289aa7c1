import { copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import type * as disk from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileJournal, thisProcess, type JournalEntry } from '../src/journal/index.js'
import { isJournalLocked } from '../src/journal/lock.js'

/** Called after each opening of the journal for a write. */
let opened = async (): Promise<void> => undefined

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof disk>()
  const open: typeof real.open = async (path, flags, mode) => {
    const file = await real.open(path, flags, mode)
    if (flags === 'a') await opened()
    return file
  }
  return { ...real, open, default: { ...real, open } }
})

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-lock-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(async () => {
  opened = async () => undefined
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
  vi.restoreAllMocks()
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
  vi.restoreAllMocks()
  expect(writes).toBe(4)
  expect(await journal.entries()).toMatchObject([{ event: 'submitted', id: 't1' }])
})
