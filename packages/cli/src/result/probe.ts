import { randomBytes } from 'node:crypto'
import { open, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Space below which nothing is paid for, in bytes. */
const minSpace = 1024 * 1024

/**
 * Writes a small file beside `path` and removes it. Throws what the system says where the folder takes no file, the name
 * is too long, or the disk has less than 1 MiB left.
 */
export async function probeFile(path: string): Promise<void> {
  // A download writes beside what a symbolic link leads to.
  const target = await realpath(path).catch(() => path)
  // A name of its own, as long as the longest that a download gives its parts.
  const name = `${target}.${randomBytes(19).toString('hex')}.probe.tmp`
  await (await open(name, 'wx')).close()
  try {
    await writeFile(name, Buffer.alloc(4096), { flush: true })
  } finally {
    await rm(name, { force: true })
  }
  const space = await statfs(dirname(target)).catch(() => undefined)
  // Some file systems report no size at all; such a one says nothing about its space.
  if (space !== undefined && space.blocks > 0 && space.bavail * space.bsize < minSpace)
    throw new Error(`ENOSPC: less than 1 MiB is left on the disk, ${space.bavail * space.bsize} bytes`)
}
