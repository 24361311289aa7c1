import { open } from 'node:fs/promises'
import type { Logger } from '../call/logger.js'
import { compactJournal } from './compact-file.js'
import { formatUnreadable, writeWhole } from './entry-file.js'
import { entryParser, type EntryShapes } from './entry-parser.js'
import { isNamed, readJournal } from './journal-files.js'
import { JournalIndex } from './journal-index.js'
import type { Journal, JournalEntry, UnendedSubmit } from './journal.js'
import { takeJournalLock } from './lock.js'
import { isRunning, thisProcess } from './owner.js'
import { realPath } from '../disk/real-path.js'
import { syncFile } from '../disk/sync-file.js'

export interface FileJournalOptions {
  /** Whether request bodies, and with them prompts, are written. Without them an intent cannot be replayed. Default true. */
  requests?: boolean | undefined
  /** Where lines that cannot be read are reported. Default: that of the client which reads the journal, else warnings on the console. */
  logger?: Logger | undefined
}

/** A journal in a file. */
export interface FileJournal extends Journal {
  read(visit: (entry: JournalEntry) => void, logger?: Logger): Promise<void>
  identical(request: string): Promise<readonly UnendedSubmit[]>
  runsElsewhere(owner: string): boolean
  /**
   * Rewrites the file with the entries that still say something: open intents, running tasks, and the latest `keep`
   * (default 1,000) tasks that have ended, without their requests. Lines of a later version stay as they are; those that cannot be
   * read are moved to `<path>.unreadable`, with a warning. Safe while other processes write, also on other hosts. False: another process is compacting, or the file cannot be replaced
   * now; the journal is as it was.
   */
  compact(options?: { keep?: number }): Promise<boolean>
}

const shapes: EntryShapes<JournalEntry> = {
  intent: {
    key: 'name',
    model: 'name',
    hash: 'string?',
    body: 'string?',
    owner: 'string?',
    service: 'string?',
    account: 'string?',
    credential: 'string?',
    request: 'string?',
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
  ended: { id: 'name', status: 'string?', amount: 'number?', at: 'string' },
  forgotten: { key: 'name', at: 'string' },
}
const parseEntry = entryParser<JournalEntry>(shapes)
const onConsole: Logger = { warn: (message) => console.warn(message) }

/** How many writes may meet a compaction before the next one is made under the lock, if that can be had. */
const lostWrites = 2

/**
 * A journal in a file, one JSON object per line, for Node. Each entry is on the disk (fsync) before its promise resolves. A last
 * line that a crash cut short is skipped; other lines that cannot be read are too, with a warning. The file is readable by its
 * owner only, since it holds prompts. Several processes may write to one file: each entry is one write at its end. A relative path is that
 * of the folder in which the process is when this is called.
 */
export function fileJournal(file: string, { requests = true, logger }: FileJournalOptions = {}): FileJournal {
  const path = realPath(file)
  const lockPath = `${path}.locks`
  const owner = thisProcess()
  const index = new JournalIndex(path, parseEntry)
  let last: Promise<unknown> = Promise.resolve()

  /** Does one thing after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Appends until the entry is in the file that the path names: a compaction may have replaced it during the write. */
  async function append(entry: JournalEntry): Promise<void> {
    // The line break comes first, so that a line that a crash or a full disk cut short spoils no other.
    const line = Buffer.from(`\n${JSON.stringify(owned(entry))}`)
    for (let attempt = 0; ; attempt++) {
      // A process that compacts again and again must not keep this one from writing for good.
      const lock = attempt < lostWrites ? undefined : await takeJournalLock(lockPath)
      const file = await open(path, 'a', 0o600)
      try {
        await writeWhole(file, line)
        await syncFile(file)
        if (await isNamed(file, path)) return
      } finally {
        await file.close()
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

  async function read(visit: (entry: JournalEntry) => void, reader: Logger): Promise<void> {
    await last
    const unreadable = await readJournal(path, parseEntry, visit)
    if (unreadable.length > 0)
      (logger ?? reader).warn?.(`the journal ${path} has ${formatUnreadable(unreadable)}: tasks may be missing from it`)
  }

  return {
    append: (entry) => inTurn(() => append(entry)),
    entries: async (reader = onConsole) => {
      const entries: JournalEntry[] = []
      await read((entry) => entries.push(entry), reader)
      return entries
    },
    read: (visit, reader = onConsole) => read(visit, reader),
    identical: (request) => inTurn(() => index.identical(request)),
    runsElsewhere: (other) => other !== owner && isRunning(other),
    compact: async ({ keep = 1_000 } = {}) => {
      await last
      return compactJournal(path, { lockPath, keep, logger: logger ?? onConsole, shapes })
    },
  }
}
