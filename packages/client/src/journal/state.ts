import { isConclusive } from '../policy/again.js'
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

/**
 * Reads a journal's entries: which intents are open, which tasks run, which have ended. Where one submit was sent again under its
 * key, each attempt has its intent: that one of several was rejected is inconclusive about the others (`isConclusive`).
 */
export function journalState(entries: readonly JournalEntry[]): JournalState {
  const reader = new JournalReader()
  for (const entry of entries) reader.add(entry)
  return reader.state
}

/** What is kept of one submit while its outcome is not known. */
interface Open {
  /** The first attempt, which counts for the age of the key, with what later ones add to its scope. */
  readonly intent: IntentEntry
  readonly attempts: number
}

/** Reads entries one after the other, oldest first, and keeps only what they say in the end. */
export class JournalReader {
  readonly #open = new Map<string, Open>()
  readonly #intents = new Map<string, Omit<IntentEntry, 'body'>>()
  readonly #running = new Map<string, RunningTask>()
  readonly #ended = new Map<string, JournalState['ended'][number]>()

  get state(): JournalState {
    return {
      open: Array.from(this.#open.values(), ({ intent }) => intent),
      running: [...this.#running.values()],
      ended: [...this.#ended.values()],
    }
  }

  /** The intent of a submit that is open or whose task runs, without its body. */
  intentOf(key: string): Omit<IntentEntry, 'body'> | undefined {
    return this.#intents.get(key)
  }

  add(entry: JournalEntry): void {
    switch (entry.event) {
      case 'intent': {
        const { key } = entry
        const earlier = this.#open.get(key)
        this.#open.set(key, {
          intent: earlier ? { ...earlier.intent, ...entry, at: earlier.intent.at } : entry,
          attempts: (earlier?.attempts ?? 0) + 1,
        })
        const { body: _, ...rest } = entry
        this.#intents.set(key, rest)
        return
      }
      case 'submitted': {
        const { id, key, owner } = entry
        const intent = this.#intents.get(key)
        this.#open.delete(key)
        if (!this.#ended.has(id)) this.#running.set(id, { id, key, model: intent?.model, owner })
        return
      }
      case 'rejected':
      case 'refused':
        if (isConclusive((this.#open.get(entry.key)?.attempts ?? 1) > 1, 'rejected')) this.#open.delete(entry.key)
        return
      case 'ended':
        this.#end(entry.id, entry.status)
        return
      case 'forgotten':
        this.#open.delete(entry.key)
        for (const { id, key } of [...this.#running.values()]) if (key === entry.key) this.#end(id, 'forgotten')
        return
      default:
    }
  }

  #end(id: string, status: string): void {
    const known = this.#running.get(id)
    this.#ended.set(id, { id, status, model: (known ?? this.#ended.get(id))?.model })
    this.#running.delete(id)
    if (known) this.#intents.delete(known.key)
  }
}
