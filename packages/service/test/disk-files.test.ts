import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { bytesOf, concurrentFilesContract, fileStoreContract } from './contracts/file-store.js'
import { temporaryFolder } from './support/folder.js'

fileStoreContract('Disk', () => new DiskFileStore(temporaryFolder()))
concurrentFilesContract('Disk', () => new DiskFileStore(temporaryFolder()))

/** A store on a file system that answers that to a hard link. */
const linkless = (code: string): DiskFileStore =>
  new DiskFileStore(temporaryFolder(), async () => {
    throw Object.assign(new Error(`${code}: link`), { code })
  })

fileStoreContract('Disk without hard links', () => linkless('EPERM'))

function fileOf(content: string): string {
  const path = join(temporaryFolder(), 'out.mp4')
  writeFileSync(path, content)
  return path
}

// exFAT and FAT answer EPERM, network file systems the others, and a file of too many names the last.
test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
  'a result is stored, and not replaced, where a hard link is answered with %s',
  async (code) => {
    const files = linkless(code)
    expect(await files.putFile('results/task_1.mp4', fileOf('first'))).toEqual({ bytes: 5 })
    expect(await files.putFile('results/task_1.mp4', fileOf('the second'))).toEqual({ bytes: 5 })
    expect(String(await bytesOf(files, 'results/task_1.mp4'))).toBe('first')
  },
)

test('a link that fails for another reason stores nothing, and is an error', async () => {
  const files = linkless('EIO')
  await expect(files.putFile('results/task_1.mp4', fileOf('first'))).rejects.toThrow('EIO')
  expect(await files.size('results/task_1.mp4')).toBeUndefined()
})
