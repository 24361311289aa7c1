import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { storeResult, withFolder } from '../src/run/engine/store-result.js'
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
    await writeFile(join(directory, 'out'), '')
    return before
  })
  expect(seen).toEqual([])
  await expect(withFolder({ workDirectory }, 'task_2', () => Promise.reject(error))).rejects.toBe(error)
  expect(await readdir(workDirectory)).toEqual([])
})
