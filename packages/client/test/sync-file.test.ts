import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { syncFile } from '../src/disk/sync-file.js'

/** A handle whose methods throw this, as those of Yarn's Plug'n'Play do. */
async function throwing(error: Error): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-sync-'))
  const handle = await open(join(folder, 'file'), 'w')
  onTestFinished(async () => {
    await handle.close()
    await rm(folder, { recursive: true })
  })
  const rejected = (): never => {
    throw error
  }
  return Object.assign(handle, { sync: rejected, datasync: rejected })
}

it.each(['sync', 'datasync'] as const)(
  'makes a file durable by its descriptor where its handle has no %s',
  async (how) => {
    const handle = await throwing(new Error('Method not implemented.'))
    await syncFile(handle, how)
    await handle.close()
    await expect(syncFile(handle, how), 'the descriptor is what is asked').rejects.toThrow(/fd/)
  },
)

it('throws what the system says', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC' })
  await expect(syncFile(await throwing(full))).rejects.toBe(full)
})
