import type { IntentEntry, JournalEntry } from './journal.js'

/** What a journal says about one submit. */
export interface JournalState {
  /** Submits whose outcome was never written down, oldest first. */
  open: IntentEntry[]
  /** Tasks that were submitted and not seen to end, oldest first. */
  running: { id: string; key: string; model: string | undefined }[]
  /** Tasks that were seen to end. */
  ended: { id: string; status: string; model: string | undefined }[]
}

/** Reads a journal's entries: which intents are open, which tasks run, which have ended. */
export function journalState(entries: readonly JournalEntry[]): JournalState {
  const intents = new Map<string, IntentEntry>()
  const models = new Map<string, string>()
  const running = new Map<string, JournalState['running'][number]>()
  const ended = new Map<string, JournalState['ended'][number]>()
  for (const entry of entries) {
    if (entry.event === 'intent') {
      intents.set(entry.key, entry)
      models.set(entry.key, entry.model)
    } else if (entry.event === 'submitted') {
      intents.delete(entry.key)
      if (!ended.has(entry.id)) running.set(entry.id, { id: entry.id, key: entry.key, model: models.get(entry.key) })
    } else if (entry.event === 'refused') {
      intents.delete(entry.key)
    } else {
      ended.set(entry.id, {
        id: entry.id,
        status: entry.status,
        model: (running.get(entry.id) ?? ended.get(entry.id))?.model,
      })
      running.delete(entry.id)
    }
  }
  return { open: [...intents.values()], running: [...running.values()], ended: [...ended.values()] }
}
