import { mkdir, open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Verdict } from '../media/whole/verdict.js'
import { inspect, place, type Destination } from './destination.js'
import { inodeOf, remove, takeKept } from './kept.js'
import { writeNote } from './note.js'
import { noteOf, PartNames } from './part-names.js'
import type { DigestAlgorithm, OpenPart, Part, Version } from './part.js'
import { RunningHashes } from './running-hashes.js'
import { syncFile } from './sync-file.js'

/** After so many bytes they are made durable, and the note says so. */
const syncEvery = 4 * 1024 * 1024

/** See `OpenPart`. */
export const openPart: OpenPart = async (path, taskId, overwrite) => {
  await mkdir(dirname(path), { recursive: true })
  const inspected = await inspect(path)
  // To a download that replaces nothing, anything that is there has appeared since it began.
  const destination = overwrite ? inspected : { ...inspected, found: undefined }
  // Beside the file itself: what a symbolic link leads to may be on another disk.
  const names = new PartNames(inspected.path, taskId)
  const kept = await takeKept(names, taskId)
  const file = await open(names.mine, kept ? 'r+' : 'wx+')
  const note = await open(noteOf(names.mine), 'w').catch(async (error: unknown) => {
    await file.close()
    if (!kept) await remove(names.mine).catch(() => undefined)
    throw error
  })
  const part = new FilePart({ file, note, names, destination, taskId, inode: await inodeOf(names.mine) }, kept)
  try {
    await part.sync()
  } catch (error) {
    // Such as on a disk that is full: each of the attempts that follow would leave two files open, and one on the disk.
    await part.release().catch(() => undefined)
    throw error
  }
  return part
}

interface Files {
  readonly file: FileHandle
  readonly note: FileHandle
  readonly names: PartNames
  readonly destination: Destination
  readonly taskId: string
  readonly inode: string
}

class FilePart implements Part {
  readonly #files: Files
  readonly #hashes = new RunningHashes()
  #version: Version
  #bytes: number
  #synced: number
  #closed = false
  #kept: string | undefined

  constructor(files: Files, kept: { synced: number; version: Version } | undefined) {
    this.#files = files
    this.#version = kept?.version ?? { digests: {} }
    this.#bytes = this.#synced = kept?.synced ?? 0
  }

  get bytes(): number {
    return this.#bytes
  }

  get version(): Version {
    return this.#version
  }

  get file(): string {
    return this.#files.names.mine
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let written = 0; written < chunk.byteLength;) {
      const rest = chunk.subarray(written)
      const { bytesWritten } = await this.#files.file.write(rest, 0, rest.byteLength, this.#bytes)
      this.#hashes.update(rest.subarray(0, bytesWritten))
      written += bytesWritten
      this.#bytes += bytesWritten
    }
    if (this.#bytes - this.#synced >= syncEvery) await this.sync()
  }

  async restart(version: Version): Promise<void> {
    await this.#files.file.truncate(0)
    this.#bytes = 0
    this.#version = version
    this.#hashes.reset(Object.keys(version.digests) as DigestAlgorithm[])
    // Before the first byte: the note must never describe bytes of another version.
    await this.sync()
  }

  digest(algorithm: DigestAlgorithm): Promise<string> {
    return this.#hashes.digest(algorithm, this.#files.file, this.#bytes)
  }

  async judge(object: string): Promise<Verdict> {
    const { judgeOpenFile } = await import('../media/whole/judge.js')
    return judgeOpenFile(this.#files.file, this.#bytes, object)
  }

  async finish(announce: () => Promise<void>): Promise<void> {
    const { names, destination } = this.#files
    this.#version = { ...this.#version, total: this.#bytes }
    await this.sync()
    await announce()
    await this.#close()
    try {
      await place(names.mine, destination)
    } catch (error) {
      await this.#keep()
      throw error
    }
    await remove(names.mine)
  }

  async discard(): Promise<void> {
    if (this.#closed) return
    await this.#close()
    await remove(this.#files.names.mine)
  }

  async release(): Promise<string | undefined> {
    if (this.#closed) return this.#kept
    if (this.#bytes === 0) {
      await this.discard()
      return undefined
    }
    // A disk that fails here still has what was durable before.
    await this.sync().catch(() => undefined)
    await this.#close()
    return this.#keep()
  }

  async #close(): Promise<void> {
    this.#closed = true
    await this.#files.file.close()
    await this.#files.note.close()
  }

  /** Lets anyone continue this part. The note first: a part without one is not continued. */
  async #keep(): Promise<string> {
    const { names } = this.#files
    await rename(noteOf(names.mine), noteOf(names.free))
    await rename(names.mine, names.free)
    this.#kept = names.free
    return names.free
  }

  /** Makes the bytes durable, then the note that vouches for them. */
  async sync(): Promise<void> {
    const { file, note, taskId, inode } = this.#files
    await syncFile(file, 'datasync')
    const modified = String((await file.stat({ bigint: true })).mtimeNs)
    await writeNote(note, { taskId, inode, synced: this.#bytes, modified, version: this.#version })
    this.#synced = this.#bytes
  }
}
