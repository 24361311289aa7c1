import type { FileHandle } from 'node:fs/promises'
import { readFile } from 'node:fs/promises'
import type { Version } from './part.js'

/** What is known of a part file, in a file beside it. */
export interface Note {
  readonly taskId: string
  /** The inode of the part file: a note that came beside another file describes nothing. */
  readonly inode: string
  /** Bytes that had reached the disk when this was written. Those after them are not trusted: a power cut may leave zeros. */
  readonly synced: number
  /** When the part file was written to last, by the clock of its disk, in nanoseconds. */
  readonly modified: string
  readonly version: Version
}

/** A note has one size, so that writing it again needs no space on a full disk. */
const size = 4096

/** Writes a note over the one before. A version that does not fit is left out, so that the part is not continued. */
export async function writeNote(file: FileHandle, note: Note): Promise<void> {
  const full = Buffer.from(JSON.stringify(note))
  const text = full.length <= size ? full : Buffer.from(JSON.stringify({ ...note, version: { digests: {} } }))
  await file.write(Buffer.concat([text, Buffer.alloc(Math.max(0, size - text.length), ' ')]), 0, size, 0)
}

/** The note in a file; undefined when there is none that can be read. */
export async function readNote(path: string): Promise<Note | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isNote(note) ? note : undefined
  } catch {
    return undefined
  }
}

function isNote(value: unknown): value is Note {
  return (
    isObject(value) &&
    typeof value.taskId === 'string' &&
    typeof value.inode === 'string' &&
    typeof value.modified === 'string' &&
    Number.isSafeInteger(value.synced) &&
    isObject(value.version) &&
    isObject(value.version.digests)
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
