import type { JournalEntry } from './journal.js'
import { JournalReader } from './state.js'

/** What of an entry stays; undefined where nothing does. */
type Keep = (entry: JournalEntry) => JournalEntry | undefined

/** Finds out what of a journal still says something: first every entry is added, then each is asked for again. */
export class Compaction {
  readonly #reader = new JournalReader()
  readonly #keys = new Map<string, string>()

  add(entry: JournalEntry): void {
    this.#reader.add(entry)
    if (entry.event === 'submitted') this.#keys.set(entry.id, entry.key)
  }

  /** What stays of each entry, with the latest `keep` tasks that have ended. */
  keeping(keep: number): Keep {
    const { open, running, ended } = this.#reader.state
    const openKeys = new Set(open.map(({ key }) => key))
    const unfinished = new Set(running.map(({ id }) => id))
    const ids = new Set([...unfinished, ...(keep > 0 ? ended.slice(-keep) : []).map(({ id }) => id)])
    const keys = new Set([...ids].map((id) => this.#keys.get(id)))
    return (entry) => {
      switch (entry.event) {
        case 'submitted':
        case 'ended':
          return ids.has(entry.id) ? entry : undefined
        case 'forgotten':
          return keys.has(entry.key) ? entry : undefined
        case 'storing':
          return unfinished.has(entry.id) ? entry : undefined
        case 'intent': {
          // Every attempt of it: how many there were says what a rejection proves.
          if (openKeys.has(entry.key)) return entry
          const { body: _, ...rest } = entry
          return keys.has(entry.key) ? rest : undefined
        }
        default:
          return undefined
      }
    }
  }
}

/**
 * The entries that still say something, in their order: open intents whole, running tasks, and the latest `keep` tasks
 * that have ended, without their requests.
 */
export function compactEntries(entries: readonly JournalEntry[], keep: number): JournalEntry[] {
  const compaction = new Compaction()
  for (const entry of entries) compaction.add(entry)
  const kept = compaction.keeping(keep)
  return entries.flatMap((entry) => kept(entry) ?? [])
}
