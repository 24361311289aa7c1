/** What a process that was killed has left beside a destination: bytes with a note of them, or one without the other. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { openPart } from '../../src/disk/node.js'
import type { Part } from '../../src/disk/part.js'
import type { Fault } from '../../src/testing/index.js'
import { etag, scene } from './support.js'

const now = scene()
const half = 30_000
/** No process has this ID: it is beyond the largest that systems give. */
const gone = String(2 ** 30)

/** Receives half of the result as a process that is then killed. Returns its part file. */
async function killed(taskId: string, change: (part: Part) => Promise<void> = async () => undefined): Promise<string> {
  const part = await openPart(now.path, taskId, true)
  await part.restart({ validator: etag, total: now.server.result.length, digests: {} })
  await part.write(now.server.result.subarray(0, half))
  await change(part)
  await part.release()
  const left = part.file.replace(`-${process.pid}-`, `-${gone}-`)
  const free = part.file.replace(/\.[^.]+\.part$/, '.part')
  await rename(`${free}.json`, `${left}.json`)
  await rename(free, left)
  return left
}

/** Sends what is asked for, under the ETag of these tests. */
const honest: Fault = ({ request, response }) => {
  const { result } = now.server
  const first = Number(/\d+/.exec(request.headers.range ?? '0')?.[0])
  const range = { 'content-range': `bytes ${first}-${result.length - 1}/${result.length}` }
  response.writeHead(first ? 206 : 200, { etag, 'content-type': 'video/mp4', ...(first && range) })
  response.end(result.subarray(first))
}

async function expectWhole(taskId: string, ranges: (string | undefined)[]): Promise<void> {
  const handle = await now.completed()
  const part = await killed(taskId === '' ? handle.id : taskId)
  expect(part).toContain(gone)
  now.server.next('result', honest, honest)
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.ranges()).toEqual(ranges)
}

it('bytes of which a note says what they are, are continued', async () => {
  await expectWhole('', [`bytes=${half}-`])
  expect(await now.files()).toEqual(['boat.mp4'])
})

it('bytes of another task are left alone', async () => {
  await expectWhole('another', [undefined])
  expect(await now.files()).toHaveLength(3)
})

const damages: Record<string, (part: string) => Promise<void>> = {
  'a note without its bytes': (part) => rm(part),
  'bytes without their note': (part) => rm(`${part}.json`),
  'a note that was written in part': (part) => truncate(`${part}.json`, 20),
  'a note that is not one': (part) => writeFile(`${part}.json`, '{"taskId":5}'),
  'fewer bytes than the note vouches for': (part) => truncate(part, half - 1),
  'another file under the name of the bytes': async (part) => {
    await copyFile(part, `${part}.copy`)
    await rename(`${part}.copy`, part)
  },
}
for (const [name, damage] of Object.entries(damages))
  it(`${name}: the file is received from its beginning, and nothing is left`, async () => {
    const handle = await now.completed()
    await damage(await killed(handle.id))
    await handle.download(now.path)
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(now.ranges()).toEqual([undefined])
    expect(await now.files()).toEqual(['boat.mp4'])
  })

it('bytes after those that the note vouches for are received again', async () => {
  const handle = await now.completed()
  const part = await killed(handle.id)
  await writeFile(part, Buffer.alloc(1000), { flag: 'a' })
  now.server.next('result', honest)
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.ranges()).toEqual([`bytes=${half}-`])
})

it('a whole file that somebody has written to since is received from its beginning', async () => {
  const handle = await now.completed()
  const whole = (part: Part): Promise<void> => part.write(now.server.result.subarray(half))
  const part = await killed(handle.id, whole)
  await utimes(part, 1, 1)
  await handle.download(now.path)
  expect(now.ranges()).toEqual([undefined])
  // And one that is as it was is not received again.
  await rm(now.path)
  await killed(handle.id, whole)
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.ranges()).toEqual([undefined])
})

it('a note without its bytes is removed when the file has arrived, too', async () => {
  const handle = await now.completed()
  const { bytes } = await handle.download(now.path)
  await rm(await killed(handle.id))
  const digest = createHash('sha256').update(now.server.result).digest('base64')
  await handle.download(now.path, { whole: { bytes, digest } })
  expect(now.server.count('result')).toBe(1)
  expect(await now.files()).toEqual(['boat.mp4'])
})

it('files with names of another form are not parts', async () => {
  const handle = await now.completed()
  await mkdir(dirname(now.path))
  const names = [
    'boat.mp4.part',
    'boat.mp4.x.part',
    'other.mp4.5bce98f7-1073741824-e35b602d.part',
    'boat.mp4.5bce98f7-1-e35b602d.part',
  ]
  for (const name of names) await writeFile(`${dirname(now.path)}/${name}`, 'mine')
  await handle.download(now.path)
  expect(await now.files()).toEqual(['boat.mp4', ...names].sort())
})
