import type { JournalEntry } from './journal.js'
import { journalState } from './state.js'

/**
 * The entries that still say something, in their order: open intents whole, running tasks, and the latest `keep` tasks
 * that have ended, without their requests.
 */
export function compactEntries(entries: readonly JournalEntry[], keep: number): JournalEntry[] {
  const { open, running, ended } = journalState(entries)
  const openKeys = new Set(open.map(({ key }) => key))
  const unfinished = new Set(running.map(({ id }) => id))
  const ids = new Set([...unfinished, ...(keep > 0 ? ended.slice(-keep) : []).map(({ id }) => id)])
  const keys = new Set(entries.flatMap((entry) => (entry.event === 'submitted' && ids.has(entry.id) ? entry.key : [])))
  return entries.flatMap((entry): JournalEntry[] => {
    if (entry.event === 'submitted' || entry.event === 'ended') return ids.has(entry.id) ? [entry] : []
    if (entry.event === 'forgotten') return keys.has(entry.key) ? [entry] : []
    if (entry.event === 'storing') return unfinished.has(entry.id) ? [entry] : []
    if (entry.event !== 'intent') return []
    // Every attempt of it: how many there were says what a rejection proves.
    if (openKeys.has(entry.key)) return [entry]
    const { body: _, ...rest } = entry
    return keys.has(entry.key) ? [rest] : []
  })
}
