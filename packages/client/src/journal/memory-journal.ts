import type { Journal, JournalEntry } from './journal.js'
import { JournalReader } from './state.js'

/** A journal that lasts as long as the process: for tests, and as the shape of one for another store. */
export function memoryJournal(): Journal {
  const entries: JournalEntry[] = []
  const reader = new JournalReader()
  return {
    append: (entry) => {
      entries.push(entry)
      reader.add(entry)
      return Promise.resolve()
    },
    entries: () => Promise.resolve([...entries]),
    identical: (request) => Promise.resolve(reader.identical(request)),
  }
}
