import { open, readFile, type FileHandle } from 'node:fs/promises'
import type { Journal, JournalEntry } from './journal.js'

export interface FileJournalOptions {
  /** Whether request bodies, and with them prompts, are written. Without them an intent cannot be replayed. Default true. */
  requests?: boolean
}

/**
 * A journal in a file, one JSON object a line, for Node. Each entry is on the disk (fsync) before its promise resolves; a line
 * that a crash cut short is passed over. The file is readable by its owner only, since it holds prompts.
 * Several processes may write to one file.
 */
export function fileJournal(path: string, { requests = true }: FileJournalOptions = {}): Journal {
  let last: Promise<unknown> = Promise.resolve()

  async function append(entry: JournalEntry): Promise<void> {
    const file = await open(path, 'a+', 0o600)
    try {
      const line = JSON.stringify(!requests && entry.event === 'intent' ? { ...entry, body: undefined } : entry)
      await file.appendFile(`${await endsInLine(file) ? '' : '\n'}${line}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  return {
    append: entry => {
      const done = last.then(() => append(entry))
      last = done.catch(() => undefined)
      return done
    },
    entries: async () => {
      await last
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text.split('\n').flatMap(parseEntry)
    },
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

function parseEntry(line: string): JournalEntry[] {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null && 'event' in entry ? [entry as JournalEntry] : []
  } catch {
    return []
  }
}
