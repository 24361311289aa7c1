import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bytesOf, fileStoreContract } from './contracts/file-store.js'
import { temporaryFolder } from './support/folder.js'
import { testS3, testS3Files } from './support/s3.js'

const mebibyte = 1024 * 1024
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

fileStoreContract('S3', () => testS3Files())

test('a large file goes up in parts and comes back the same', async () => {
  const s3 = await testS3()
  const files = await testS3Files(s3)
  const content = randomBytes(12 * mebibyte)
  const path = join(temporaryFolder(), 'large.mp4')
  writeFileSync(path, content)
  expect(await files.putFile('results/task_1.mp4', path, 'video/mp4')).toEqual({ bytes: content.length })
  expect(s3.requests.filter((request) => /^PUT .*partNumber=/.test(request))).toHaveLength(3)
  // s3rver answers before the last of the parts it joins is in its file.
  while ((await files.size('results/task_1.mp4')) !== content.length);
  expect(hashOf(await bytesOf(files, 'results/task_1.mp4'))).toBe(hashOf(content))
  expect(hashOf(await bytesOf(files, 'results/task_1.mp4', { start: 5 * mebibyte - 3, end: 5 * mebibyte + 3 }))).toBe(
    hashOf(content.subarray(5 * mebibyte - 3, 5 * mebibyte + 4)),
  )
  expect(
    [...s3.headers].filter((name) => /checksum|trailer|^expect$|^content-encoding$/.test(name)),
    'nothing that only AWS understands',
  ).toEqual([])
})

test('what the store makes of a condition is found out once, however many files come first', async () => {
  const s3 = await testS3()
  const files = await testS3Files(s3)
  const folder = temporaryFolder()
  await Promise.all(
    ['1', '2', '3'].map((name) => {
      writeFileSync(join(folder, name), name)
      return files.putFile(`results/task_${name}.mp4`, join(folder, name), 'video/mp4')
    }),
  )
  expect(s3.requests.filter((request) => /^PUT .*\/start\//.test(request))).toHaveLength(2)
  expect(s3.keys().filter((key) => key.startsWith('start/'))).toEqual([])
})

test('an upload in parts that fails is aborted, its own error is told, and no file is there', async () => {
  const s3 = await testS3()
  const files = await testS3Files(s3)
  const failing = Readable.from(
    (async function* () {
      for (let count = 0; count < 11; count += 1) yield Buffer.alloc(mebibyte)
      throw new Error('connection lost')
    })(),
  )
  // s3rver refuses the abort (405), which is how a failing abort is seen here; that it was sent is all that can be asked of it.
  await expect(files.putStream('assets/asset_1', failing, 'video/mp4')).rejects.toThrow('connection lost')
  expect(s3.requests.filter((request) => /^DELETE .*uploadId=/.test(request))).toHaveLength(1)
  expect(s3.keys()).toEqual([])
})

test('a stream whose upload fails is released', async () => {
  const s3 = await testS3()
  const files = await testS3Files(s3)
  await s3.stop()
  const stream = Readable.from([Buffer.alloc(mebibyte)])
  await expect(files.putStream('assets/asset_1', stream, 'video/mp4')).rejects.toThrow('ECONNREFUSED')
  expect(stream.destroyed).toBe(true)
})

test('keys lie below the prefix', async () => {
  const s3 = await testS3()
  const files = await testS3Files(s3, { prefix: 'model-tasks/here/' })
  await files.putStream('results/task_1.mp4', Readable.from(['x']), 'video/mp4')
  expect(s3.keys()).toEqual(['model-tasks/here/results/task_1.mp4'])
  expect(String(await bytesOf(files, 'results/task_1.mp4'))).toBe('x')
})

test('a fault of the bucket does not count as a missing file', async () => {
  const s3 = await testS3()
  const files = await testS3Files(s3)
  await s3.stop()
  await expect(files.size('results/task_1.mp4')).rejects.toThrow('ECONNREFUSED')
})
