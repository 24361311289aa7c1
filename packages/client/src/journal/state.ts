import type { IntentEntry, JournalEntry } from './journal.js'

/** A task that was submitted and not seen to end. */
export interface RunningTask {
  id: string
  key: string
  model: string | undefined
  /** The process that submitted or resumed it last, where the journal records it. */
  owner: string | undefined
}

/** What a journal says about its submits. */
export interface JournalState {
  /** Submits whose outcome was never recorded, oldest first. */
  open: IntentEntry[]
  /** Tasks that were submitted and not seen to end, oldest first. */
  running: RunningTask[]
  /** Tasks that were seen to end, or given up (`forgotten`). */
  ended: { id: string; status: string; model: string | undefined }[]
}

/** Reads a journal's entries: which intents are open, which tasks run, which have ended. */
export function journalState(entries: readonly JournalEntry[]): JournalState {
  const intents = new Map<string, IntentEntry>()
  const models = new Map<string, string>()
  const running = new Map<string, RunningTask>()
  const ended = new Map<string, JournalState['ended'][number]>()
  for (const entry of entries) {
    if (entry.event === 'intent') {
      intents.set(entry.key, entry)
      models.set(entry.key, entry.model)
    } else if (entry.event === 'submitted') {
      const { id, key, owner } = entry
      intents.delete(key)
      if (!ended.has(id)) running.set(id, { id, key, model: models.get(key), owner })
    } else if (entry.event === 'ended') {
      const { id, status } = entry
      ended.set(id, { id, status, model: (running.get(id) ?? ended.get(id))?.model })
      running.delete(id)
    } else if (entry.event === 'forgotten') {
      intents.delete(entry.key)
      for (const { id, key, model } of [...running.values()]) {
        if (key !== entry.key) continue
        running.delete(id)
        ended.set(id, { id, status: 'forgotten', model })
      }
    } else if (entry.event !== 'storing') {
      intents.delete(entry.key)
    }
  }
  return { open: [...intents.values()], running: [...running.values()], ended: [...ended.values()] }
}
