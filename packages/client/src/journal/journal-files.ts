import { randomBytes } from 'node:crypto'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openIfPresent, visitEntries, type UnreadableLine } from './entry-file.js'

/** A file that a compaction has replaced, or was about to, when its process was killed: what was appended to it from `offset` on is not in the new one. */
export interface ReplacedFile {
  readonly path: string
  readonly offset: number
}

/** The name under which a compaction keeps the file that it replaces until all of it has been carried over. */
export function replacedName(path: string, offset: number): string {
  return `${path}.${offset}.${randomBytes(6).toString('hex')}.old`
}

/** The files that compactions have left behind. */
export async function replacedFiles(path: string): Promise<ReplacedFile[]> {
  const prefix = `${basename(path)}.`
  const names = await readdir(dirname(path)).catch(() => [])
  return names.flatMap((name) => {
    const found = name.startsWith(prefix) ? /^(\d+)\.[0-9a-f]{12}\.old$/.exec(name.slice(prefix.length)) : null
    return found ? [{ path: join(dirname(path), name), offset: Number(found[1]) }] : []
  })
}

/** Visits every entry of a journal, also those in files that compactions have left behind. Answers the lines that cannot be read. */
export async function readJournal<E>(
  path: string,
  parse: (line: string) => E | undefined,
  visit: (entry: E) => void,
): Promise<readonly UnreadableLine[]> {
  const file = await openIfPresent(path)
  try {
    const { unreadable } = file ? await visitEntries(file, parse, visit) : { unreadable: [] }
    for (const replaced of await replacedFiles(path)) {
      const old = await openIfPresent(replaced.path)
      try {
        if (old && !(file && (await isSameFile(file, old))))
          await visitEntries(old, parse, visit, { from: replaced.offset })
      } finally {
        await old?.close()
      }
    }
    return unreadable
  } finally {
    await file?.close()
  }
}

/** Whether an open file is the one that a path names. Opens it, since only that asks again on a volume of the network. */
export async function isNamed(file: FileHandle, path: string): Promise<boolean> {
  const named = await openIfPresent(path)
  try {
    return named !== undefined && (await isSameFile(file, named))
  } finally {
    await named?.close()
  }
}

export async function isSameFile(one: FileHandle, other: FileHandle): Promise<boolean> {
  const [own, its] = await Promise.all([one.stat({ bigint: true }), other.stat({ bigint: true })])
  return own.ino === its.ino && own.dev === its.dev
}

/** Appends to an open file what another holds from an offset on. Answers where that ends. */
export async function carryOver(from: FileHandle, offset: number, to: FileHandle): Promise<number> {
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  for (let position = offset; ;) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return position
    await to.writeFile(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}

/** `work` with an open file, which is closed afterwards. */
export async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
