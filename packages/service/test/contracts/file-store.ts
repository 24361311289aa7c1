import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { ByteRange, FileStore } from '../../src/domain/files/file-store.js'
import { temporaryFolder } from '../support/folder.js'

/** The bytes of a file, or of a range of it. */
export async function bytesOf(files: FileStore, key: string, range?: ByteRange): Promise<Buffer> {
  const found = await files.read(key, range)
  if (found === undefined) throw new Error(`there is no ${key}`)
  return buffer(found)
}

/** What every FileStore promises. */
export function fileStoreContract(name: string, open: () => FileStore | Promise<FileStore>): void {
  describe(`${name}: a file store`, () => {
    test('moves a finished file in', async () => {
      const files = await open()
      const path = join(temporaryFolder(), 'out.mp4')
      writeFileSync(path, 'moving pictures')
      expect(await files.putFile('results/task_1.mp4', path, 'video/mp4')).toEqual({ bytes: 15 })
      expect(existsSync(path)).toBe(false)
      expect(String(await bytesOf(files, 'results/task_1.mp4'))).toBe('moving pictures')
      expect(await files.size('results/task_1.mp4')).toBe(15)
    })

    test('reads a range, both ends included', async () => {
      const files = await open()
      await files.putStream('results/task_1.mp4', Readable.from(['0123456789']), 'video/mp4')
      expect(String(await bytesOf(files, 'results/task_1.mp4', { start: 2, end: 4 }))).toBe('234')
      expect(String(await bytesOf(files, 'results/task_1.mp4', { start: 9, end: 9 }))).toBe('9')
    })

    test('keeps nothing of a stream that fails', async () => {
      const files = await open()
      const failing = Readable.from(
        (async function* () {
          yield 'half'
          throw new Error('connection lost')
        })(),
      )
      await expect(files.putStream('assets/asset_1', failing, 'image/png')).rejects.toThrow('connection lost')
      expect(await files.size('assets/asset_1')).toBeUndefined()
    })

    test('writes a stream in the place of what is there, whole', async () => {
      const files = await open()
      for (const content of ['first', 'second time'])
        await files.putStream('running/one', Readable.from([content]), 'text/plain')
      expect(String(await bytesOf(files, 'running/one'))).toBe('second time')
    })

    test('keeps the file that is there under a key, and answers its size', async () => {
      const files = await open()
      const put = (content: string) => {
        const path = join(temporaryFolder(), 'out.mp4')
        writeFileSync(path, content)
        return files
          .putFile('results/task_1.mp4', path, 'video/mp4')
          .then((stored) => ({ stored, left: existsSync(path) }))
      }
      expect(await put('first')).toEqual({ stored: { bytes: 5 }, left: false })
      expect(await put('other')).toEqual({ stored: { bytes: 5 }, left: false })
      expect(await put('a longer one')).toEqual({ stored: { bytes: 5 }, left: false })
      expect(String(await bytesOf(files, 'results/task_1.mp4'))).toBe('first')
      await files.remove('results/task_1.mp4')
      expect((await put('anew')).stored).toEqual({ bytes: 4 })
    })

    test('lists the keys of a folder, and of no other', async () => {
      const files = await open()
      const listed = async (): Promise<string[]> => {
        const keys: string[] = []
        for await (const key of files.list('held')) keys.push(key)
        return keys.sort()
      }
      expect(await listed()).toEqual([])
      for (const key of ['held/task_1.json', 'held/task_2.json', 'results/task_1.png'])
        await files.putStream(key, Readable.from(['x']), 'application/json')
      expect(await listed()).toEqual(['held/task_1.json', 'held/task_2.json'])
    })

    test('removes', async () => {
      const files = await open()
      await files.putStream('results/task_1.mp4', Readable.from(['x']), 'video/mp4')
      await files.remove('results/task_1.mp4')
      await files.remove('results/task_1.mp4')
      expect(await files.size('results/task_1.mp4')).toBeUndefined()
      expect(await files.read('results/task_1.mp4')).toBeUndefined()
      expect(await files.read('results/task_1.mp4', { start: 0, end: 0 })).toBeUndefined()
    })

    test.each(['../tasks.db', 'results/../../tasks.db', '/etc/passwd', 'results/', 'results/a/b', 'results/.ssh', ''])(
      'rejects the key %j',
      async (key) => {
        await expect(Promise.resolve(open()).then((files) => files.size(key))).rejects.toThrow(
          'is not the key of a file',
        )
      },
    )
  })
}

/** What those promise besides that decide in one step which file is there. */
export function concurrentFilesContract(name: string, open: () => FileStore | Promise<FileStore>): void {
  test(`${name}: a file store keeps one of several files that are put under one key at the same time, whole`, async () => {
    const files = await open()
    const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(20_000))
    const stored = await Promise.all(
      contents.map((content) => {
        const path = join(temporaryFolder(), 'out.mp4')
        writeFileSync(path, content)
        return files.putFile('results/task_2.mp4', path, 'video/mp4')
      }),
    )
    expect(stored).toEqual(contents.map(() => ({ bytes: 20_000 })))
    expect(contents).toContain(String(await bytesOf(files, 'results/task_2.mp4')))
  })
}
