import type { Journal, JournalEntry } from './journal.js'

/** A journal that lasts as long as the process: for tests, and as the shape of one for another store. */
export function memoryJournal(): Journal {
  const entries: JournalEntry[] = []
  return {
    append: (entry) => {
      entries.push(entry)
      return Promise.resolve()
    },
    entries: () => Promise.resolve([...entries]),
  }
}
