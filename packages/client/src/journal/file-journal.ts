import { open, readFile, type FileHandle } from 'node:fs/promises'
import type { Logger } from '../call/options.js'
import type { Journal, JournalEntry } from './journal.js'

export interface FileJournalOptions {
  /** Whether request bodies, and with them prompts, are written. Without them an intent cannot be replayed. Default true. */
  requests?: boolean | undefined
  /** Where lines that cannot be read are told of. Default: that of the client which reads the journal, else warnings on the console. */
  logger?: Logger | undefined
}

/**
 * A journal in a file, one JSON object a line, for Node. Each entry is on the disk (fsync) before its promise resolves. A last line
 * that a crash cut short is passed over; other lines that cannot be read are too, with a warning. The file is readable by its owner only, since it holds prompts.
 * Several processes may write to one file.
 */
export function fileJournal(path: string, { requests = true, logger }: FileJournalOptions = {}): Journal {
  let last: Promise<unknown> = Promise.resolve()

  async function append(entry: JournalEntry): Promise<void> {
    const file = await open(path, 'a+', 0o600)
    try {
      const line = JSON.stringify(!requests && entry.event === 'intent' ? { ...entry, body: undefined } : entry)
      await file.appendFile(`${(await endsInLine(file)) ? '' : '\n'}${line}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  return {
    append: (entry) => {
      const done = last.then(() => append(entry))
      last = done.catch(() => undefined)
      return done
    },
    entries: async (reader: Logger = { warn: (message) => console.warn(message) }) => {
      await last
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const lines = text.split('\n').map((line) => ({ line, entry: parseEntry(line) }))
      const unreadable = lines
        .slice(0, -1)
        .flatMap(({ line, entry }, index) => (entry || !line.trim() ? [] : [index + 1]))
      if (unreadable.length > 0) {
        ;(logger ?? reader).warn?.(
          `the journal ${path} has ${unreadable.length} unreadable line${unreadable.length > 1 ? 's' : ''} (${unreadable.slice(0, 5).join(', ')}${unreadable.length > 5 ? ', …' : ''}): tasks may be missing from it`,
        )
      }
      return lines.flatMap(({ entry }) => entry ?? [])
    },
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null && 'event' in entry ? (entry as JournalEntry) : undefined
  } catch {
    return undefined
  }
}
