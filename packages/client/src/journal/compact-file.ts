import { link, rename, rm, type FileHandle } from 'node:fs/promises'
import type { Logger } from '../call/logger.js'
import { hasCode } from '../disk/error-code.js'
import { Compaction } from './compact.js'
import { formatUnreadable, setAside, visitEntries, type UnreadableLine } from './entry-file.js'
import { entryParser, isLaterEntry, type EntryShapes } from './entry-parser.js'
import { carryOver, isNamed, isSameFile, replacedFiles, replacedName, withFile } from './journal-files.js'
import type { JournalEntry } from './journal.js'
import type { Claim } from './claims.js'
import { takeJournalLock } from './lock.js'
import { formatOwner } from './owner.js'
import { syncFile } from '../disk/sync-file.js'

/** How a journal is compacted. */
export interface CompactOptions {
  readonly lockPath: string
  /** How many tasks that have ended stay. */
  readonly keep: number
  readonly logger: Logger
  readonly shapes: EntryShapes<JournalEntry>
}

/** What of each line stays, in the order of the lines. */
interface Pass {
  readonly unreadable: readonly UnreadableLine[]
  /** Where the last line that was read whole ends, in bytes. */
  readonly end: number
}

/** Written at once, in bytes. */
const batch = 1024 * 1024

/**
 * Replaces the file of a journal by one with fewer entries. The lock is for those who compact alone; a writer takes none.
 * What is appended to the old file while this runs is carried over: up to the moment at which the new file takes its name
 * before that, the rest after it, from a second name that the old file has until then. A process that is killed in between leaves that
 * name, from which others read and the next compaction carries over; a process that has written since sees that the path names
 * another file and writes again.
 */
export async function compactJournal(path: string, options: CompactOptions): Promise<boolean> {
  const lock = await takeJournalLock(options.lockPath, (claim) => warnBlocked(path, claim, options.logger))
  if (!lock) return false
  const replacement = `${path}.${process.pid}.new`
  try {
    return await withFile(path, 'a+', (file) => replace(path, file, replacement, options))
  } catch (error) {
    // Windows does not replace a file that somebody has open; some file systems have no hard links.
    if (hasCode(error, 'EPERM', 'EBUSY', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) return false
    throw error
  } finally {
    await rm(replacement, { force: true })
    await lock.release()
  }
}

/** How long a compaction takes at most, in milliseconds, before a process that is kept from another one is told. */
const patience = 60_000
/** The claims of which this process has told. */
const told = new Set<string>()

/** Says, once, which process keeps a journal from being compacted where nothing shows whether it still runs: it would for good. */
function warnBlocked(path: string, { owner, file, age }: Claim, logger: Logger): void {
  if (age < patience || told.has(file)) return
  told.add(file)
  logger.warn?.(
    `the journal ${path} is not compacted, since ${formatOwner(owner)} may be at it; once that process has ended, delete ${file}`,
  )
}

async function replace(path: string, file: FileHandle, replacement: string, options: CompactOptions): Promise<boolean> {
  const { logger } = options
  await takeIn(path, file)
  const { unreadable, end } = await withFile(replacement, 'w', async (fresh) => {
    const pass = await writeKept(file, fresh, options)
    try {
      return { ...pass, end: await carryOver(file, pass.end, fresh) }
    } finally {
      await syncFile(fresh)
    }
  })
  // They may be all that is left of a task. A compaction that fails after this leaves them in both places.
  if (unreadable.length > 0) await setAside(`${path}.unreadable`, unreadable)
  const old = replacedName(path, end)
  await link(path, old)
  // Somebody who did not see the lock may have replaced it.
  const isSame = await withFile(old, 'r', (linked) => isSameFile(file, linked))
  if (!isSame) {
    await rm(old)
    return false
  }
  try {
    await rename(replacement, path)
  } catch (error) {
    await rm(old)
    throw error
  }
  await withFile(path, 'a', async (fresh) => {
    await carryOver(file, end, fresh)
    await syncFile(fresh)
  })
  await rm(old)
  if (unreadable.length > 0)
    logger.warn?.(
      `the journal ${path} had ${formatUnreadable(unreadable)}: tasks may be missing from it; they are kept in ${path}.unreadable`,
    )
  return true
}

/** Carries over what compactions have left behind whose process was killed. */
async function takeIn(path: string, file: FileHandle): Promise<void> {
  for (const replaced of await replacedFiles(path)) {
    await withFile(replaced.path, 'r', async (old) => {
      if (await isSameFile(old, file)) return
      await carryOver(old, replaced.offset, file)
      await syncFile(file)
    })
    if (await isNamed(file, path)) await rm(replaced.path)
  }
}

/** Writes what stays of each line, in two passes: what a line is worth shows only once all are read. */
async function writeKept(file: FileHandle, fresh: FileHandle, { keep, shapes }: CompactOptions): Promise<Pass> {
  const parse = entryParser<JournalEntry>(shapes)
  const compaction = new Compaction()
  const { unreadable, cut, size } = await visitEntries(file, parse, (entry) => compaction.add(entry))
  // A line that is being written is carried over, with the line break before it.
  const end = cut ? Math.max(0, cut.offset - 1) : size
  const kept = compaction.keeping(keep)
  let lines: string[] = []
  let length = 0
  const parts: string[] = []
  const later = (text: string): string | undefined => (isLaterEntry(shapes, text) ? text : undefined)
  const flush = (): void => {
    parts.push(lines.join(''))
    lines = []
    length = 0
  }
  const add = (line: string | undefined): void => {
    if (line === undefined) return
    lines.push(`\n${line}`)
    length += line.length
    if (length > batch) flush()
  }
  // Read as text, so that the lines of a later version stay where they are among the others.
  await visitEntries(
    file,
    (text) => {
      const entry = parse(text)
      const left = entry && kept(entry)
      return { line: entry ? left && JSON.stringify(left) : later(text) }
    },
    ({ line }) => add(line),
    { to: end },
  )
  flush()
  for (const part of parts) await fresh.writeFile(part)
  return { unreadable: unreadable.filter(({ bytes }) => later(Buffer.from(bytes).toString()) === undefined), end }
}
