import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link as systemLink, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFile } from '../../base/sync-file.js'
import { fileFolders } from './copy-files.js'
import type { ByteRange, FileStore } from '../../domain/files/file-store.js'
import { checkedFolder, checkedKey } from './key.js'

/** Links a file to another name, or rejects as `link` of `node:fs/promises` does. */
type Link = typeof systemLink

/** Files in a folder of the disk. */
export class DiskFileStore implements FileStore {
  readonly folder: string | undefined
  readonly #root: string
  readonly #link: Link

  constructor(root: string, link: Link = systemLink) {
    this.folder = root
    this.#root = root
    this.#link = link
  }

  async putFile(key: string, path: string): Promise<{ bytes: number }> {
    const target = await this.#makeRoom(key)
    await syncToDisk(path)
    // Asked before it is there for all: another service that shares the folder may remove it at once.
    const { size } = await stat(path)
    const isNew = await placed(path, target, this.#link).catch(async (error: unknown) => {
      if (!hasCode(error, 'EXDEV')) throw error
      const part = partOf(target)
      try {
        await copyFile(path, part)
        await syncToDisk(part)
        return await placed(part, target, this.#link)
      } finally {
        await rm(part, { force: true })
      }
    })
    await syncToDisk(dirname(target))
    const bytes = isNew ? size : await this.size(key)
    // What was there has been removed meanwhile.
    if (bytes === undefined) return this.putFile(key, path)
    await rm(path, { force: true })
    return { bytes }
  }

  async putStream(key: string, stream: Readable): Promise<{ bytes: number }> {
    const target = await this.#makeRoom(key)
    const part = partOf(target)
    try {
      await pipeline(stream, createWriteStream(part))
      await syncToDisk(part)
      const { size } = await stat(part)
      await rename(part, target)
      await syncToDisk(dirname(target))
      return { bytes: size }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  async size(key: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#pathOf(key))))?.size
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    // Opened before it is answered: from here on it can be read to its end, also when it is removed meanwhile.
    const file = await unlessMissing(open(this.#pathOf(key)))
    if (file === undefined) return undefined
    return range === undefined
      ? file.createReadStream()
      : createReadStream('', { fd: file, start: range.start, end: range.end })
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true })
  }

  async *list(folder: string): AsyncGenerator<string> {
    // What is being written is not a file yet.
    for (const name of await this.#names(folder)) if (!name.endsWith('.part')) yield `${folder}/${name}`
  }

  async removeUnfinished(before: number): Promise<void> {
    for (const folder of fileFolders)
      for (const name of await this.#names(folder)) {
        const path = join(this.#root, folder, name)
        if (name.endsWith('.part') && (await isOlder(path, before))) await rm(path, { force: true })
      }
  }

  close(): void {
    // Nothing is held open.
  }

  async #names(folder: string): Promise<string[]> {
    return (await unlessMissing(readdir(join(this.#root, checkedFolder(folder))))) ?? []
  }

  async #makeRoom(key: string): Promise<string> {
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  #pathOf(key: string): string {
    return join(this.#root, checkedKey(key))
  }
}

/** What a file is called while it is written. */
const partOf = (target: string): string => `${target}.${randomUUID()}.part`

/** What file systems answer that have no hard links. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Links a file to a name, unless another file has it: that one stays. Answers whether the name is this file’s. */
async function placed(path: string, target: string, link: Link): Promise<boolean> {
  try {
    await link(path, target)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    if (!withoutLinks.some((code) => hasCode(error, code))) throw error
    // Between the two, another process may place its own.
    if ((await unlessMissing(stat(target))) !== undefined) return false
    await rename(path, target)
    return true
  }
}

/** Resolves once the disk holds what was written to a file, or which names a folder has. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path)
  try {
    await syncFile(file)
  } finally {
    await file.close()
  }
}

/** False also where it is gone by now: another service may share the folder. */
async function isOlder(path: string, before: number): Promise<boolean> {
  const found = await unlessMissing(stat(path))
  return found !== undefined && found.mtimeMs < before
}

/** What is found; undefined when nothing is there. */
function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
