import { link, lstat, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from './error-code.js'
import { destinationChanged } from './part.js'
import { syncFile } from './sync-file.js'

/** What was at a path when a transfer to it began. */
export interface Destination {
  /** The path itself, or what a symbolic link there leads to. */
  readonly path: string
  /** Tells one state of a file from another; undefined while there is none. */
  readonly found: string | undefined
}

/** Looks at a path before anything is received for it. Throws where there is something that is not a file. */
export async function inspect(path: string): Promise<Destination> {
  const target = await realpath(path).catch(() => path)
  return { path: target, found: await stateOf(target) }
}

/**
 * Gives a whole file its name. A file that was there from the beginning is replaced; one that has appeared or changed since
 * is not: that is an error with the code EDESTINATIONCHANGED, unless it holds the same bytes.
 */
export async function place(file: string, { path, found }: Destination): Promise<void> {
  const now = await stateOf(path)
  if (now === found && (found === undefined ? await linked(file, path) : await renamed(file, path)))
    return syncFolder(path)
  if (!(await sameBytes(file, path)))
    throw Object.assign(new Error('another file has appeared there since the download began'), {
      code: destinationChanged,
    })
  await rm(file)
}

async function stateOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (found && !found.isFile())
    throw Object.assign(new Error('there is something that is not a file'), { code: 'EISDIR' })
  return found && [found.dev, found.ino, found.size, found.mtimeNs].join()
}

async function renamed(file: string, path: string): Promise<true> {
  await rename(file, path)
  return true
}

/** Gives the file a name that is still free, in one step. False when it is not; a file system without links renames. */
async function linked(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    return renamed(file, path)
  }
  await rm(file)
  return true
}

/** Makes a new name durable, where the platform can. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path)).catch(() => undefined)
  if (!folder) return
  await syncFile(folder).catch(() => undefined)
  await folder.close()
}

async function sameBytes(one: string, other: string): Promise<boolean> {
  const files = await Promise.all([open(one), open(other)])
  try {
    const buffers = [Buffer.alloc(2 ** 20), Buffer.alloc(2 ** 20)] as const
    for (let at = 0; ;) {
      const [a, b] = await Promise.all(files.map((file, index) => filled(file, buffers[index] ?? buffers[0], at)))
      if (a === undefined || b === undefined || !a.equals(b)) return false
      if (a.length === 0) return true
      at += a.length
    }
  } finally {
    await Promise.all(files.map((file) => file.close()))
  }
}

async function filled(file: Awaited<ReturnType<typeof open>>, buffer: Buffer, at: number): Promise<Buffer> {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, at + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
