import { open, type FileHandle } from 'node:fs/promises'
import { syncFile } from '../disk/sync-file.js'

/** A line that holds no entry. */
export interface UnreadableLine {
  /** From 1. */
  readonly number: number
  /** Where it begins in the file, in bytes. */
  readonly offset: number
  /** How many entries come before it. */
  readonly entriesBefore: number
  readonly bytes: Uint8Array
}

/** What a file of entries holds beside its entries. */
export interface EntryLines {
  /** Lines that hold something else. */
  readonly unreadable: readonly UnreadableLine[]
  /** A last line without an end that holds no entry: a write that a crash cut short, so that no caller was told that it is there. */
  readonly cut: UnreadableLine | undefined
  /** Whether the file is empty, or its last line has an end. */
  readonly ended: boolean
  /** Where what was read ends, in bytes. */
  readonly size: number
}

/** What a file of entries holds, one JSON object per line. */
export interface EntryFile<E> extends EntryLines {
  /** The entries, oldest first. */
  readonly entries: E[]
}

const lineFeed = 10
const chunkSize = 1024 * 1024
/** Bytes of a line at most: far more than any request has. */
const maxLine = 512 * 1024 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a file of entries; one that is not there is empty. Empty lines are passed over. */
export async function readEntryFile<E>(path: string, parse: (line: string) => E | undefined): Promise<EntryFile<E>> {
  const entries: E[] = []
  const file = await openIfPresent(path)
  if (!file) return { entries, unreadable: [], cut: undefined, ended: true, size: 0 }
  try {
    return { entries, ...(await visitEntries(file, parse, (entry) => entries.push(entry))) }
  } finally {
    await file.close()
  }
}

/** Opens a file to read it; undefined when it is not there. */
export function openIfPresent(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/**
 * Visits the entries of an open file in their order, from an offset to another, line by line: of a file of any size, what is
 * held is one line. Throws for a line of more than 512 MiB.
 */
export async function visitEntries<E>(
  file: FileHandle,
  parse: (line: string) => E | undefined,
  visit: (entry: E, line: Uint8Array) => void,
  { from = 0, to = Infinity }: { from?: number; to?: number } = {},
): Promise<EntryLines> {
  const unreadable: UnreadableLine[] = []
  let entriesBefore = 0
  let number = 0
  let offset = from
  const take = (bytes: Uint8Array): UnreadableLine | undefined => {
    number++
    const text = decode(bytes)
    const entry = text?.trim() ? parse(text) : undefined
    const line = entry === undefined && text?.trim() !== '' ? { number, offset, entriesBefore, bytes } : undefined
    if (entry !== undefined) {
      entriesBefore++
      visit(entry, bytes)
    }
    return line
  }
  let parts: Buffer[] = []
  let held = 0
  for (let position = from; ;) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(chunkSize),
      0,
      Math.min(chunkSize, to - position),
      position,
    )
    if (bytesRead === 0) break
    position += bytesRead
    let start = 0
    for (;;) {
      const end = buffer.subarray(0, bytesRead).indexOf(lineFeed, start)
      const part = buffer.subarray(start, end < 0 ? bytesRead : end)
      parts.push(part)
      held += part.length
      if (held > maxLine) throw new Error(`line ${number + 1} has more than ${maxLine} bytes`)
      if (end < 0) break
      const line = take(Buffer.concat(parts))
      if (line) unreadable.push(line)
      offset += held + 1
      parts = []
      held = 0
      start = end + 1
    }
  }
  const cut = take(Buffer.concat(parts))
  return { unreadable, cut, ended: held === 0, size: offset + held }
}

/** The text of a line; undefined when it is not UTF-8, so that no damaged prompt is taken for another one. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Words for unreadable lines, such as `2 unreadable lines (3, 5)`. */
export function formatUnreadable(lines: readonly UnreadableLine[]): string {
  const numbers = lines.slice(0, 5).map(({ number }) => number)
  return `${lines.length} unreadable line${lines.length > 1 ? 's' : ''} (${numbers.join(', ')}${lines.length > 5 ? ', …' : ''})`
}

/** Appends lines to a file that only its owner can read, and resolves once they are on the disk. */
export async function setAside(path: string, lines: readonly UnreadableLine[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await writeWhole(file, Buffer.concat(lines.flatMap(({ bytes }) => [bytes, Buffer.of(lineFeed)])))
    await syncFile(file)
  } finally {
    await file.close()
  }
}

/** One write, which the system does not mix with those of others. Throws where only a part could be written, as on a disk that is nearly full. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  const { bytesWritten } = await file.write(bytes)
  if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written`)
}
