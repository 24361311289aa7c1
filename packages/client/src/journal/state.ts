import { isConclusive } from '../policy/again.js'
import type { IntentEntry, JournalEntry, RejectedEntry, UnendedSubmit } from './journal.js'

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
  /** When the latest attempt was recorded. */
  readonly latest: string
  /** Whether there was more than one attempt. */
  readonly repeated: boolean
}

/** Reads entries one after the other, oldest first, and keeps only what they say in the end. */
export class JournalReader {
  readonly #open = new Map<string, Open>()
  readonly #intents = new Map<string, Omit<IntentEntry, 'body'>>()
  readonly #running = new Map<string, RunningTask>()
  readonly #ended = new Map<string, JournalState['ended'][number] & { key: string | undefined }>()
  /** When the answer of each submit was recorded whose task is known here, by key. */
  readonly #answered = new Map<string, string>()
  readonly #ids = new Map<string, string>()
  readonly #keys = new Map<string, Set<string>>()
  readonly #maxEnded: number

  /** `maxEnded`: how many of the tasks that have ended are remembered, the latest of them. */
  constructor(maxEnded = Infinity) {
    this.#maxEnded = maxEnded
  }

  get state(): JournalState {
    return {
      open: Array.from(this.#open.values(), ({ intent }) => intent),
      running: [...this.#running.values()],
      ended: Array.from(this.#ended.values(), ({ key: _, ...task }) => task),
    }
  }

  /** The intent of a submit that is open or whose task runs, without its body. */
  intentOf(key: string): Omit<IntentEntry, 'body'> | undefined {
    return this.#intents.get(key)
  }

  /** The submits of this request that are open or whose task runs, oldest first. */
  identical(request: string): UnendedSubmit[] {
    return [...(this.#keys.get(request) ?? [])].flatMap((key) => {
      const intent = this.#intents.get(key)
      return intent ? { intent, id: this.#ids.get(key) } : []
    })
  }

  add(entry: JournalEntry): void {
    switch (entry.event) {
      case 'intent':
        this.#intend(entry)
        return
      case 'submitted': {
        const { id, key, owner, at } = entry
        const intent = this.#intents.get(key)
        this.#open.delete(key)
        this.#answered.set(key, at)
        const over = this.#ended.get(id)
        if (over) {
          over.key = key
          return this.#drop(key)
        }
        this.#running.set(id, { id, key, model: intent?.model, owner })
        this.#ids.set(key, id)
        return
      }
      case 'rejected':
      case 'refused':
        this.#reject(entry)
        return
      case 'ended':
        this.#end(entry.id, entry.status)
        return
      case 'forgotten':
        if (this.#open.delete(entry.key)) this.#drop(entry.key)
        for (const { id, key } of [...this.#running.values()]) if (key === entry.key) this.#end(id, 'forgotten')
        return
      default:
    }
  }

  #intend(entry: IntentEntry): void {
    const { body: _, ...rest } = entry
    const { key, at, request, model } = rest
    if (this.#isAnswered(rest)) {
      const task = this.#running.get(this.#ids.get(key) ?? '')
      if (!task) return
      this.#running.set(task.id, { ...task, model })
    } else {
      const earlier = this.#open.get(key)
      // A compaction may have left the same line twice; an attempt has a time of its own.
      const isRepeat = earlier !== undefined && earlier.latest !== at
      this.#open.set(key, {
        intent: earlier ? { ...earlier.intent, ...entry, at: earlier.intent.at } : entry,
        latest: at,
        repeated: isRepeat || earlier?.repeated === true,
      })
    }
    this.#intents.set(key, rest)
    if (request !== undefined) this.#keys.set(request, (this.#keys.get(request) ?? new Set()).add(key))
  }

  /** What was appended during a compaction, the intent or its copy, may stand behind the answer that it got. */
  #isAnswered({ key, at }: Pick<IntentEntry, 'key' | 'at'>): boolean {
    const answered = this.#answered.get(key)
    return answered !== undefined && !(Date.parse(at) > Date.parse(answered))
  }

  #reject({ key, at }: RejectedEntry): void {
    const open = this.#open.get(key)
    // One from before the latest attempt is about an earlier one.
    if (!open || Date.parse(at) < Date.parse(open.latest)) return
    if (!isConclusive(open.repeated, 'rejected')) return
    this.#open.delete(key)
    this.#drop(key)
  }

  #end(id: string, status: string): void {
    const known = this.#running.get(id)
    const earlier = known ?? this.#ended.get(id)
    this.#ended.set(id, { id, status, model: earlier?.model, key: earlier?.key })
    this.#running.delete(id)
    if (known) this.#drop(known.key)
    if (this.#ended.size <= this.#maxEnded) return
    const [oldest] = this.#ended.values()
    this.#ended.delete(oldest?.id ?? '')
    this.#answered.delete(oldest?.key ?? '')
  }

  /** Forgets a submit of which nothing is left to be done. */
  #drop(key: string): void {
    const { request } = this.#intents.get(key) ?? {}
    this.#intents.delete(key)
    this.#ids.delete(key)
    const keys = request === undefined ? undefined : this.#keys.get(request)
    keys?.delete(key)
    if (request !== undefined && keys?.size === 0) this.#keys.delete(request)
  }
}
