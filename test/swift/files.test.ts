/** Files on an S3 that is not the one the other tests use: OpenStack Swift, which verifies every signature. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openS3Files, type S3FileStore } from '../../packages/service/src/keep/files/s3-store.js'
import { S3Files } from '../../packages/service/src/keep/files/s3.js'
import type { S3Settings } from '../../packages/service/src/keep/files/s3-store.js'
import { SettingsError } from '../../packages/service/src/settings/settings-error.js'
import {
  bytesOf,
  concurrentFilesContract,
  fileStoreContract,
} from '../../packages/service/test/contracts/file-store.js'
import { temporaryFolder } from '../../packages/service/test/support/folder.js'
import { startSwift, type Swift } from './swift.js'

const mebibyte = 1024 * 1024
let swift: Swift

beforeAll(async () => {
  swift = await startSwift()
})

async function open(settings: S3Settings = swift.settings()): Promise<S3FileStore> {
  const files = await openS3Files(settings)
  onTestFinished(() => {
    files.close()
  })
  return files
}

fileStoreContract('S3 of Swift', () => open())
concurrentFilesContract('S3 of Swift', () => open())

test('a large file goes up in parts, comes back the same, whole and in ranges, and leaves no part when it is removed', async () => {
  const [files, before] = [await open(), swift.stored()]
  const content = randomBytes(12 * mebibyte)
  const path = join(temporaryFolder(), 'large.mp4')
  writeFileSync(path, content)
  expect(await files.putFile('results/task_1.mp4', path, 'video/mp4')).toEqual({ bytes: content.length })
  expect(swift.stored() - before, 'three parts and the list of them').toBe(4)
  expect(await files.size('results/task_1.mp4')).toBe(content.length)
  expect((await bytesOf(files, 'results/task_1.mp4')).equals(content)).toBe(true)
  const range = { start: 5 * mebibyte - 3, end: 10 * mebibyte + 3 }
  const part = await bytesOf(files, 'results/task_1.mp4', range)
  expect(part.equals(content.subarray(range.start, range.end + 1))).toBe(true)
  await files.remove('results/task_1.mp4')
  expect(swift.stored()).toBe(before)
})

test('an upload in parts that fails is aborted: no file is there, and no part of it', async () => {
  const [files, before] = [await open(), swift.stored()]
  let during = 0
  const failing = Readable.from(
    (async function* () {
      for (let count = 0; count < 40; count += 1) {
        yield Buffer.alloc(mebibyte)
        during = Math.max(during, swift.stored())
      }
      throw new Error('connection lost')
    })(),
  )
  await expect(files.putStream('assets/asset_1', failing, 'video/mp4')).rejects.toThrow('connection lost')
  expect(during, 'parts were there').toBeGreaterThan(before + 1)
  expect(swift.stored()).toBe(before)
})

test('more keys than one page of a list holds are all listed', async () => {
  const files = await open()
  const keys = Array.from({ length: 12 }, (_, index) => `held/task_${index + 10}.json`)
  for (const key of keys) await files.putStream(key, Readable.from(['x']), 'application/json')
  const listed: string[] = []
  for await (const key of files.list('held')) listed.push(key)
  expect(listed).toEqual(keys)
})

const rejected: [string, (settings: S3Settings) => S3Settings, RegExp][] = [
  [
    'whose secret is another',
    (settings) => ({ ...settings, credentials: { accessKeyId: 'service:tester', secretAccessKey: 'hush-hush' } }),
    /cannot be used: s3:PutObject: SignatureDoesNotMatch, .*status 403; check that/,
  ],
  [
    'that does not know the key',
    (settings) => ({ ...settings, credentials: { accessKeyId: 'service:stranger', secretAccessKey: 'hush-hush' } }),
    // Swift does not tell which of the two is wrong.
    /cannot be used: s3:PutObject: SignatureDoesNotMatch, .*status 403; check that/,
  ],
  [
    'in another region',
    (settings) => ({ ...settings, region: 'eu-central-1' }),
    /cannot be used: s3:PutObject: AuthorizationHeaderMalformed, .*status 400; check that/,
  ],
  [
    'that is not there',
    (settings) => ({ ...settings, bucket: 'another' }),
    /cannot be used: s3:PutObject: NoSuchBucket, .*status 404; check that/,
  ],
]

test.each(rejected)('a bucket %s stops the start with one line and no secret', async (_which, change, line) => {
  const opened = new S3Files(change(swift.settings())).open()
  await expect(opened).rejects.toThrow(SettingsError)
  await expect(opened).rejects.toThrow(line)
  await expect(opened).rejects.toThrow(/^MODEL_TASKS_CONFIG: s3: (?!.*(?:hush-hush|the-secret))[^\n]*$/)
})

test.each([3600, -3600])('a store whose clock differs by %i s from ours is used all the same', async (ahead) => {
  const other = await startSwift({ ahead })
  const settings = other.settings()
  const files = await new S3Files(settings).open()
  onTestFinished(() => {
    files.close()
  })
  await files.putStream('results/task_1.mp4', Readable.from(['moving pictures']), 'video/mp4')
  expect(String(await bytesOf(files, 'results/task_1.mp4'))).toBe('moving pictures')
  expect(await other.keys(settings.prefix)).toEqual(['results/task_1.mp4'])
})
