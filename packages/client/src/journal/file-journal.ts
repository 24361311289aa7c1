import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '../call/logger.js'
import { hasCode } from '../disk/error-code.js'
import { compactEntries } from './compact.js'
import { formatUnreadable, readEntryFile, setAside, writeWhole } from './entry-file.js'
import { entryParser } from './entry-parser.js'
import type { Journal, JournalEntry } from './journal.js'
import { isJournalLocked, takeJournalLock, type JournalLock } from './lock.js'
import { isRunning, thisProcess } from './owner.js'

export interface FileJournalOptions {
  /** Whether request bodies, and with them prompts, are written. Without them an intent cannot be replayed. Default true. */
  requests?: boolean | undefined
  /** Where lines that cannot be read are reported. Default: that of the client which reads the journal, else warnings on the console. */
  logger?: Logger | undefined
}

/** A journal in a file. */
export interface FileJournal extends Journal {
  runsElsewhere(owner: string): boolean
  /**
   * Rewrites the file with the entries that still say something: open intents, running tasks, and the latest `keep`
   * (default 1,000) tasks that have ended, without their requests. Lines that cannot be read are moved to `<path>.unreadable`,
   * with a warning. Safe while other processes write. False: another process is compacting, or the file cannot be replaced
   * now; the journal is as it was.
   */
  compact(options?: { keep?: number }): Promise<boolean>
}

const parseEntry = entryParser<JournalEntry>({
  intent: {
    key: 'name',
    model: 'name',
    hash: 'string?',
    body: 'string?',
    owner: 'string?',
    destination: 'string?',
    at: 'string',
  },
  submitted: { key: 'name', id: 'name', owner: 'string?', at: 'string' },
  rejected: { key: 'name', at: 'string' },
  refused: { key: 'name', at: 'string' },
  storing: {
    id: 'name',
    path: 'name',
    bytes: 'number',
    digest: 'name',
    contentType: 'string?',
    at: 'string',
  },
  ended: { id: 'name', status: 'string?', at: 'string' },
  forgotten: { key: 'name', at: 'string' },
})
const onConsole: Logger = { warn: (message) => console.warn(message) }

/** Milliseconds between two looks at a lock. */
const lockInterval = 5
/** How many writes may be lost to compactions before the next one is made under the lock. */
const lostWrites = 2

/**
 * A journal in a file, one JSON object per line, for Node. Each entry is on the disk (fsync) before its promise resolves. A last
 * line that a crash cut short is skipped; other lines that cannot be read are too, with a warning. The file is readable by its
 * owner only, since it holds prompts. Several processes may write to one file: each entry is one write at its end.
 */
export function fileJournal(path: string, { requests = true, logger }: FileJournalOptions = {}): FileJournal {
  const lockPath = `${path}.locks`
  const owner = thisProcess()
  let last: Promise<unknown> = Promise.resolve()

  /** Appends until the entry is in the file that the path names: a compaction may have replaced it during the write. */
  async function append(entry: JournalEntry): Promise<void> {
    // The line break comes first, so that a line that a crash or a full disk cut short spoils no other.
    const line = Buffer.from(`\n${JSON.stringify(owned(entry))}`)
    for (let attempt = 0; ; attempt++) {
      // A process that compacts again and again must not keep this one from writing for good.
      const lock = attempt < lostWrites ? undefined : await untilTaken(lockPath)
      try {
        if (!lock) await unlocked(lockPath)
        const file = await open(path, 'a', 0o600)
        try {
          await writeWhole(file, line)
          await file.sync()
          if (lock?.held()) return
          // A compaction that has read the file before this write has the lock until it has replaced it.
          await lock?.release()
          await unlocked(lockPath)
          if (await isSame(file, path)) return
        } finally {
          await file.close()
        }
      } finally {
        await lock?.release()
      }
    }
  }

  function owned(entry: JournalEntry): JournalEntry {
    if (entry.event === 'submitted') return { ...entry, owner }
    if (entry.event !== 'intent') return entry
    const { body, ...rest } = entry
    return { ...rest, ...(requests && body !== undefined && { body }), owner }
  }

  return {
    append: (entry) => {
      const done = last.then(() => append(entry))
      last = done.catch(() => undefined)
      return done
    },
    entries: async (reader = onConsole) => {
      await last
      const { entries, unreadable } = await readEntryFile(path, parseEntry)
      if (unreadable.length > 0)
        (logger ?? reader).warn?.(
          `the journal ${path} has ${formatUnreadable(unreadable)}: tasks may be missing from it`,
        )
      return entries
    },
    runsElsewhere: (other) => other !== owner && isRunning(other),
    compact: async ({ keep = 1_000 } = {}) => {
      await last
      return compact(path, lockPath, keep, logger ?? onConsole)
    },
  }
}

/**
 * Replaces the file by one with fewer entries. What others append meanwhile goes to the old file and is lost with it: they
 * see the lock after their write, wait for it to go, see another file under the path, and append again.
 */
async function compact(path: string, lockPath: string, keep: number, logger: Logger): Promise<boolean> {
  const lock = await takeJournalLock(lockPath)
  if (!lock) return false
  const replacement = `${path}.${process.pid}.new`
  try {
    const { entries, unreadable } = await readEntryFile(path, parseEntry)
    const file = await open(replacement, 'w', 0o600)
    try {
      const kept = compactEntries(entries, keep)
      await file.writeFile(kept.map((entry) => `\n${JSON.stringify(entry)}`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
    // They may be all that is left of a task. A compaction that fails after this leaves them in both places.
    if (unreadable.length > 0) await setAside(`${path}.unreadable`, unreadable)
    if (!lock.held()) return false
    await rename(replacement, path)
    if (unreadable.length > 0)
      logger.warn?.(
        `the journal ${path} had ${formatUnreadable(unreadable)}: tasks may be missing from it; they are kept in ${path}.unreadable`,
      )
    return true
  } catch (error) {
    // Windows does not replace a file that somebody has open.
    if (hasCode(error, 'EPERM', 'EBUSY')) return false
    throw error
  } finally {
    await rm(replacement, { force: true })
    await lock.release()
  }
}

/** The lock, which compactions cannot take meanwhile. */
async function untilTaken(lockPath: string): Promise<JournalLock> {
  for (;;) {
    const lock = await takeJournalLock(lockPath)
    if (lock) return lock
    await setTimeout(1)
  }
}

async function unlocked(lockPath: string): Promise<void> {
  while (await isJournalLocked(lockPath)) await setTimeout(lockInterval)
}

/** Whether an open file is the one that a path names. */
async function isSame(file: FileHandle, path: string): Promise<boolean> {
  const [own, named] = await Promise.all([
    file.stat({ bigint: true }),
    stat(path, { bigint: true }).catch(() => undefined),
  ])
  return named !== undefined && own.ino === named.ino && own.dev === named.dev
}
