/** Several downloads at once: of one task to one path, of two tasks to one path, in one process. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StorageError, type WholeFile } from '../../src/index.js'
import type { Fault } from '../../src/testing/index.js'
import { openPart } from '../../src/disk/node.js'
import { answer, failed, scene } from './support.js'

const now = scene()

/** Sends half of the result, and the rest when it is told to. */
function held(): { fault: Fault; started: Promise<void>; finish: () => void } {
  let finish = (): void => undefined
  let begun = (): void => undefined
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const fault: Fault = ({ response }) => {
    const { result } = now.server
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(result.length) })
    response.write(result.subarray(0, 20_000))
    finish = () => response.end(result.subarray(20_000))
    begun()
  }
  return { fault, started, finish: () => finish() }
}

it('calls for one task and path share one transfer', async () => {
  const handle = await now.completed()
  const { fault, started, finish } = held()
  now.server.next('result', fault)
  const progress = [0, 0, 0]
  const all = progress.map((_, index) =>
    handle.download(now.path, { onBytes: ({ bytes }) => (progress[index] = bytes) }),
  )
  await started
  finish()
  expect(new Set((await Promise.all(all)).map(({ bytes }) => bytes))).toEqual(new Set([65_536]))
  expect(progress).toEqual([65_536, 65_536, 65_536])
  expect(now.server.count('result')).toBe(1)
  expect(await now.files()).toEqual(['boat.mp4'])
})

it('one caller that leaves does not end the transfer of the others; the last one does', async () => {
  const handle = await now.completed()
  const { fault, started, finish } = held()
  now.server.next('result', fault)
  const leaving = new AbortController()
  const first = failed(handle.download(now.path, { signal: leaving.signal }))
  const second = handle.download(now.path)
  await started
  leaving.abort()
  expect((await first).name).toBe('AbortError')
  finish()
  expect((await second).bytes).toBe(65_536)
  expect(now.server.count('result')).toBe(1)

  const other = held()
  now.server.next('result', other.fault)
  const last = new AbortController()
  const third = failed(handle.download(now.path, { signal: last.signal }))
  await other.started
  last.abort()
  expect((await third).name).toBe('AbortError')
  // The next call does not join what is being stopped.
  expect((await handle.download(now.path)).bytes).toBe(65_536)
})

it('two tasks to one path never mix; the second does not replace the first behind its back', async () => {
  const [one, two] = [await now.completed(), await now.completed()]
  const { fault, started, finish } = held()
  now.server.next('result', fault)
  const slow = failed(one.download(now.path))
  await started
  const bytes = Buffer.from(now.server.result).reverse()
  now.server.next('result', answer(200, { etag: '"two"', 'content-length': '65536' }, bytes))
  await two.download(now.path)
  finish()
  const error = await slow
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({ code: 'destination-changed', taskId: one.id, path: now.path })
  expect(bytes.equals(await readFile(now.path))).toBe(true)
  // The whole result of the first is kept, and takes the path when that is asked for once more, without another transfer.
  const before = now.server.count('result')
  await one.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.server.count('result')).toBe(before)
  expect(await now.files()).toEqual(['boat.mp4'])
})

it('a file that is there is replaced only as a whole, and not at all where that is not wanted', async () => {
  const handle = await now.completed()
  await mkdir(join(now.folder, 'clips'))
  await writeFile(now.path, 'mine')
  const error = await failed(handle.download(now.path, { overwrite: false }))
  expect(error).toMatchObject({ name: 'StorageError', code: 'destination-exists', path: now.path })
  expect(now.server.count('result')).toBe(0)

  const { fault, started, finish } = held()
  now.server.next('result', fault)
  const download = handle.download(now.path)
  await started
  expect(await readFile(now.path, 'utf8')).toBe('mine')
  finish()
  await download
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
})

it('a file that appears just before the transfer begins is not replaced where that is not wanted', async () => {
  await mkdir(join(now.folder, 'clips'))
  await writeFile(now.path, 'precious')
  const part = await openPart(now.path, 't1', false)
  await part.write(now.server.result)
  await expect(part.finish(async () => undefined)).rejects.toMatchObject({ code: 'EDESTINATIONCHANGED' })
  expect(await readFile(now.path, 'utf8')).toBe('precious')
  expect(now.server.result.equals(await readFile((await part.release()) ?? ''))).toBe(true)
})

it('what another program writes there meanwhile is not replaced', async () => {
  const handle = await now.completed()
  const { fault, started, finish } = held()
  now.server.next('result', fault)
  const download = failed(handle.download(now.path))
  await started
  await writeFile(now.path, 'precious')
  finish()
  expect(await download).toMatchObject({ name: 'StorageError', code: 'destination-changed' })
  expect(await readFile(now.path, 'utf8')).toBe('precious')
})

describe('a result that is whole', () => {
  const digest = (): string => createHash('sha256').update(now.server.result).digest('base64')

  it('is told, to each caller that asks, before it appears; afterwards it is known by its length and digest', async () => {
    const handle = await now.completed()
    const told: [WholeFile, boolean][] = []
    const onWhole = async (file: WholeFile): Promise<void> => void told.push([file, existsSync(now.path)])
    await Promise.all([handle.download(now.path, { onWhole }), handle.download(now.path, { onWhole })])
    const whole = { path: now.path, bytes: 65_536, contentType: 'video/mp4', digest: digest() }
    expect(told).toEqual([
      [whole, false],
      [whole, false],
    ])
    const again = await handle.download(now.path, { whole, overwrite: false })
    expect(again).toEqual({ path: now.path, bytes: 65_536, contentType: 'video/mp4' })
    expect(now.server.count('result')).toBe(1)
  })

  it('that cannot be recorded is kept, and continued from', async () => {
    const handle = await now.completed()
    const error = await failed(handle.download(now.path, { onWhole: () => Promise.reject(new Error('no record')) }))
    expect(error).toMatchObject({ name: 'StorageError', code: 'storage-failed', taskId: handle.id })
    expect(error.message).toContain('no record; what was received is kept in ')
    expect(existsSync(now.path)).toBe(false)
    await handle.download(now.path)
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(now.server.count('result')).toBe(1)
  })

  it('is not recognised in a file of other bytes, nor behind a link', async () => {
    const handle = await now.completed()
    const whole = { bytes: 65_536, digest: digest() }
    await mkdir(join(now.folder, 'clips'))
    await writeFile(now.path, Buffer.alloc(65_536))
    const other = await failed(handle.download(now.path, { whole, overwrite: false }))
    expect(other).toMatchObject({ code: 'destination-exists' })
    await rm(now.path)
    await writeFile(join(now.folder, 'elsewhere.mp4'), now.server.result)
    await symlink(join(now.folder, 'elsewhere.mp4'), now.path)
    const link = await failed(handle.download(now.path, { whole, overwrite: false }))
    expect(link).toMatchObject({ code: 'destination-exists' })
    expect(now.server.count('result')).toBe(0)
  })
})
