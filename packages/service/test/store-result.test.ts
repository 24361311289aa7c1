import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import type { TaskEnd } from '../src/keep/store/task-queue.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { finish, storeResult, withFolder } from '../src/run/engine/store-result.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'

const error = new Error('the bucket is away')

/** A file store that fails so many times, and a produced file. */
async function producedFile(failures: number) {
  const [clock, folder, started] = [new ManualClock(), temporaryFolder(), [] as number[]]
  const path = join(folder, 'out.png')
  await writeFile(path, 'a picture')
  const disk = new DiskFileStore(join(folder, 'files'))
  const files = new Proxy(disk, {
    get: (store, name) => {
      if (name === 'putFile') {
        started.push(clock.elapsed())
        if (started.length <= failures) return () => Promise.reject(error)
      }
      const value: unknown = Reflect.get(store, name)
      return typeof value === 'function' ? value.bind(store) : value
    },
  })
  const lines: unknown[][] = []
  const log = { ...silentLog, error: (...line: unknown[]) => void lines.push(line) }
  const abort = new AbortController()
  const begun = clock.elapsed()
  const file = { path, contentType: 'image/png', bytes: 9 }
  let over = false
  const stored = storeResult({ files, clock, log }, 'task_1', file, abort.signal).finally(() => (over = true))
  stored.catch(() => undefined)
  const pass = async () => {
    for (let turns = 0; !over && turns < 1000; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (clock.waiting > 0) clock.advance(500)
    }
  }
  return { abort, clock, lines, stored, pass, times: () => started.map((time) => time - begun) }
}

test('a file that cannot be stored is tried again for half a minute, each time with a line', async () => {
  const { stored, pass, times, lines } = await producedFile(5)
  await pass()
  expect(await stored).toMatchObject({ contentType: 'image/png', bytes: 9 })
  expect(times()).toEqual([0, 1000, 3000, 7000, 15_000, 31_000])
  expect(lines).toEqual(
    Array.from({ length: 5 }, () => ['a file could not be stored and will be tried again', { task: 'task_1', error }]),
  )
})

test('after six tries in vain the run has failed with what the last one said', async () => {
  const { stored, pass, times } = await producedFile(6)
  await pass()
  await expect(stored).rejects.toBe(error)
  expect(times()).toHaveLength(6)
})

test('a task that is not wanted any more is not stored after the failure of a try', async () => {
  const { abort, stored, times, clock } = await producedFile(1)
  await expect.poll(() => clock.waiting).toBe(1)
  abort.abort(new Error('cancelled'))
  await expect(stored).rejects.toThrow('cancelled')
  expect(times()).toHaveLength(1)
})

test('work gets an empty folder of its own, which is gone afterwards, also after a failure', async () => {
  const workDirectory = temporaryFolder()
  await mkdir(join(workDirectory, 'task_1'))
  await writeFile(join(workDirectory, 'task_1', 'left'), 'of a run that was killed')
  const seen = await withFolder({ workDirectory }, 'task_1', async (directory) => {
    const before = await readdir(directory)
    expect((await stat(directory)).mode & 0o777, 'no other user reads it').toBe(0o700)
    await writeFile(join(directory, 'out'), '')
    return before
  })
  expect(seen).toEqual([])
  await expect(withFolder({ workDirectory }, 'task_2', () => Promise.reject(error))).rejects.toBe(error)
  expect(await readdir(workDirectory)).toEqual([])
})

test('work whose folder is gone already has not failed', async () => {
  const workDirectory = join(temporaryFolder(), 'work', 'of', 'a', 'process')
  expect(
    await withFolder({ workDirectory }, 'task_1', (directory) => rm(directory, { recursive: true })),
  ).toBeUndefined()
})

test('a result names the first file, the others in their order, and how long it plays', async () => {
  const folder = temporaryFolder()
  const files = new DiskFileStore(join(folder, 'files'))
  const file = async (name: string) => {
    await writeFile(join(folder, name), name)
    return { path: join(folder, name), contentType: 'image/png', bytes: name.length }
  }
  const parts = { files, clock: new ManualClock(), log: silentLog }
  const { signal } = new AbortController()
  const stored = (name: string, bytes: number) => ({ file: `results/${name}.png`, contentType: 'image/png', bytes })
  expect(await storeResult(parts, 'task_1', await file('one'), signal)).toStrictEqual(stored('task_1', 3))
  const [one, other, last] = [await file('one'), await file('other'), await file('the last')]
  expect(await storeResult(parts, 'task_1', { ...one, seconds: 0, others: [other, last] }, signal)).toStrictEqual({
    ...stored('task_1', 3),
    seconds: 0,
    others: [stored('task_1-2', 5), stored('task_1-3', 8)],
  })
})

/** Ends a task which the store says has ended, or has not, and answers what that removed. */
async function end(given: TaskEnd, ends: boolean, task?: Partial<TaskRecord>) {
  const [removed, noted]: [string[], string[]] = [[], []]
  const parts = {
    runs: { finish: async () => ends, endHandling: async ({ id }: { id: string }) => void noted.push(id) },
    tasks: { read: async () => task && newTask(task) },
    files: { remove: async (file: string) => void removed.push(file) },
  } as unknown as Parameters<typeof finish>[0]
  return [await finish(parts, { id: 'task_1', owner: 'me' }, given), removed, noted]
}

test('the files of a task that was cancelled before they were there are removed, and of no other', async () => {
  const file = (name: string) => ({ file: name, contentType: 'image/png', bytes: 1 })
  const completed: TaskEnd = { status: 'completed', result: { ...file('a'), others: [file('b')] } }
  const failed = { status: 'failed', error: 'cancelled', credits: 'charged', because: 'cancelled' } as const
  expect(await end(completed, true)).toEqual([true, [], []])
  expect(await end(completed, false, { status: 'failed' })).toEqual([false, ['a', 'b'], ['task_1']])
  expect(await end({ ...completed, result: file('a') }, false, { status: 'failed' })).toEqual([
    false,
    ['a'],
    ['task_1'],
  ])
  expect(await end(completed, false, { status: 'completed' }), 'by another process').toEqual([false, [], ['task_1']])
  expect(await end(completed, false, { status: 'processing' }), 'another process has it').toEqual([
    false,
    [],
    ['task_1'],
  ])
  expect(await end(completed, false), 'removed as too old').toEqual([false, [], ['task_1']])
  expect(await end(failed, false, { status: 'failed' })).toEqual([false, [], ['task_1']])
})
