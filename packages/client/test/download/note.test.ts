/** What is noted beside the part of a download, and the digests of its bytes. */
import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHasher } from '../../src/disk/node.js'
import { readNote, writeNote } from '../../src/disk/note.js'
import { RunningHashes } from '../../src/disk/running-hashes.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-note-'))
})
afterEach(() => rm(folder, { recursive: true }))

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

describe('a note', () => {
  const note = { taskId: 't1', inode: '1', modified: '2', synced: 3, version: { digests: {}, validator: '"one"' } }

  it.each<[object | string, boolean]>([
    [note, true],
    ['', false],
    ['null', false],
    ['"text"', false],
    [{ ...note, taskId: 1 }, false],
    [{ ...note, inode: 1 }, false],
    [{ ...note, modified: 2 }, false],
    [{ ...note, synced: 1.5 }, false],
    [{ ...note, version: null }, false],
    [{ ...note, version: 'one' }, false],
    [{ ...note, version: {} }, false],
    [{ ...note, version: { digests: null } }, false],
    [{ ...note, version: { digests: 'one' } }, false],
  ])('%j is one: %s', async (content, expected) => {
    await writeFile(join(folder, 'note'), typeof content === 'string' ? content : JSON.stringify(content))
    expect(await readNote(join(folder, 'note'))).toEqual(expected ? note : undefined)
  })

  it('that is not there is none', async () => expect(await readNote(join(folder, 'none'))).toBeUndefined())

  it('has one size for any content; a version that does not fit is left out', async () => {
    const file = await open(join(folder, 'note'), 'w')
    const long = (length: number): object => ({ ...note, version: { digests: {}, validator: 'x'.repeat(length) } })
    const fits = 4096 - JSON.stringify(long(0)).length
    for (const [written, expected] of [
      [note, note],
      [long(fits), long(fits)],
      [long(fits + 1), { ...note, version: { digests: {} } }],
      [note, note],
    ] as [typeof note, object][]) {
      await writeNote(file, written)
      expect((await stat(join(folder, 'note'))).size).toBe(4096)
      expect(await readNote(join(folder, 'note'))).toEqual(expected)
    }
    await file.close()
  })
})

describe('a digest', () => {
  it('is that of the bytes in the file, also of those from before', async () => {
    const bytes = Buffer.alloc(2_500_000, 7)
    await writeFile(join(folder, 'a'), bytes)
    const file = await open(join(folder, 'a'))
    const hashes = new RunningHashes()
    expect(await hashes.digest('sha-256', file, 2_200_000)).toBe(sha256(bytes.subarray(0, 2_200_000)))
    hashes.update(bytes.subarray(2_200_000))
    expect(await hashes.digest('sha-256', file, bytes.length)).toBe(sha256(bytes))
    // Fewer bytes than there should be.
    expect(await new RunningHashes().digest('sha-256', file, 3_000_000)).toBe(sha256(bytes))
    hashes.reset(['md5'])
    expect(await hashes.digest('sha-256', file, 0)).toBe(sha256(''))
    expect(await hashes.digest('md5', file, 0)).toBe(createHash('md5').digest('base64'))
    await file.close()
  })

  it('is told of bytes as they come, more than once', () => {
    const hasher = createHasher('sha-256')
    hasher?.update(Buffer.from('ab'))
    expect(hasher?.digest()).toBe(sha256('ab'))
    hasher?.update(Buffer.from('c'))
    expect(hasher?.digest()).toBe(sha256('abc'))
  })
})
