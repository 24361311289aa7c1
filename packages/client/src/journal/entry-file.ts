import { open, readFile, type FileHandle } from 'node:fs/promises'

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

/** What a file of entries holds, one JSON object per line. */
export interface EntryFile<E> {
  /** The entries, oldest first. */
  readonly entries: E[]
  /** Lines that hold something else. */
  readonly unreadable: readonly UnreadableLine[]
  /** A last line without an end that holds no entry: a write that a crash cut short, so that nobody was told that it is there. */
  readonly cut: UnreadableLine | undefined
  /** Whether the file is empty, or its last line has an end. */
  readonly ended: boolean
}

const lineFeed = 10
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a file of entries; one that is not there is empty. Empty lines are passed over. */
export async function readEntryFile<E>(path: string, parse: (line: string) => E | undefined): Promise<EntryFile<E>> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const entries: E[] = []
  const unreadable: UnreadableLine[] = []
  for (let number = 1, offset = 0; ; number++) {
    const end = content.indexOf(lineFeed, offset)
    const bytes = content.subarray(offset, end < 0 ? content.length : end)
    const text = decode(bytes)
    const entry = text?.trim() ? parse(text) : undefined
    const line =
      entry === undefined && text?.trim() !== '' ? { number, offset, entriesBefore: entries.length, bytes } : undefined
    if (entry !== undefined) entries.push(entry)
    if (end < 0) return { entries, unreadable, cut: line, ended: bytes.length === 0 }
    if (line) unreadable.push(line)
    offset = end + 1
  }
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
    await file.sync()
  } finally {
    await file.close()
  }
}

/** One write, which the system does not mix with those of others. Throws where only a part could be written, as on a disk that is nearly full. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  const { bytesWritten } = await file.write(bytes)
  if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written`)
}
