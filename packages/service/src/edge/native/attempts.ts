import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import { SentAnswers } from './sent-answers.js'

/** So long after the first attempt a request may be its repeat, in milliseconds: the most patient package repeats for an hour. */
const longestRepeat = 2 * 60 * 60_000

/** What an attempt of another service, whose connections this one does not see, takes at most: an image is waited for. */
const longestAttempt = 6 * 60_000

/** A submit of a client that sends no Idempotency-Key. */
export interface Attempt {
  account: string
  /** The same for the same request under the same API key. */
  request: string
  /** How many attempts its client says that it has made before; undefined: it does not say. */
  count: number | undefined
  /** Resolves with whether the answer left over the caller's connection whole, and said what came of the request. */
  delivered: Promise<boolean>
}

/** What folding takes. */
export interface AttemptParts {
  tasks: Pick<TaskStore, 'keysBeginning' | 'renameKey'>
  /** Whether several services share the database. */
  shared: boolean
  /** For how long after an answer an equal request is its repeat, in milliseconds; 0: for no time. */
  repeatWindow: number
  clock: Pick<Clock, 'now'>
  log: Log
}

/** An attempt of this process whose answer is under way, or whose task is not known yet. */
interface Open {
  connected: boolean
  /** Resolves once it is noted what became of its answer. */
  noted: Promise<void>
}

/**
 * Folds a repeat onto an attempt whose answer was not delivered. Each attempt has an idempotency key of its own, which is
 * forgotten once its answer was delivered: what is left under a request belongs to callers that have no answer, also after a kill.
 * So two equal requests that are both answered stay two tasks, also when they arrive at the same time. A client that counts its repeats
 * says with one that the attempt before it was not answered, also where the answer was lost on the way.
 */
export class Attempts {
  readonly #parts: AttemptParts
  readonly #process = randomBytes(9).toString('base64url')
  /** By key. */
  readonly #open = new Map<string, Open>()
  readonly #sent: SentAnswers

  constructor(parts: AttemptParts) {
    this.#parts = parts
    this.#sent = new SentAnswers(parts.repeatWindow, () => parts.clock.now())
  }

  /**
   * The task of an attempt before this one whose answer was not delivered, by `found`; else what `submit` answers, which it submits under
   * the key that it gets. Rejects as they do.
   */
  async run<T extends { id: string }>(
    attempt: Attempt,
    submit: (key: string) => Promise<T>,
    found: (id: string) => Promise<T>,
  ): Promise<T> {
    const prefix = `attempt:${attempt.request}:`
    await this.#gone(prefix)
    const key = `${prefix}${this.#process}:${randomBytes(9).toString('base64url')}`
    const open: Open = { connected: true, noted: Promise.resolve() }
    this.#open.set(key, open)
    const answered = this.#earlier(attempt, prefix, key).then((id) => (id === undefined ? submit(key) : found(id)))
    open.noted = this.#end(attempt, key, { open, answered })
    return answered
  }

  /** Waits for attempts whose callers have gone: until then their tasks cannot be found. */
  async #gone(prefix: string): Promise<void> {
    const gone = [...this.#open].filter(([key, { connected }]) => key.startsWith(prefix) && !connected)
    await Promise.all(gone.map(([, { noted }]) => noted))
  }

  /** Takes over the task of an attempt whose answer was not delivered; undefined: there is none. */
  async #earlier({ account, request, count }: Attempt, prefix: string, key: string): Promise<string | undefined> {
    const { tasks, clock } = this.#parts
    const free = async () =>
      (await tasks.keysBeginning(account, prefix)).find((row) => {
        const age = clock.now() - row.created
        return age <= longestRepeat && !this.#isUnderWay(row.key.slice(prefix.length), row.key, age)
      })
    // What another one has taken, or renamed, meanwhile is not found again under that name.
    for (let row = await free(); row !== undefined; row = await free())
      if (await tasks.renameKey(account, row.key, key)) return row.task
    return this.#sent.take(request, count)
  }

  #isUnderWay(name: string, key: string, age: number): boolean {
    if (name.startsWith(`${this.#process}:`)) return this.#open.get(key)?.connected === true
    return this.#parts.shared && !name.startsWith('lost:') && age < longestAttempt
  }

  async #end(
    { account, request, count, delivered }: Attempt,
    key: string,
    { open, answered }: { open: Open; answered: Promise<{ id: string }> },
  ): Promise<void> {
    const { tasks, log } = this.#parts
    const wasDelivered = await delivered
    open.connected = wasDelivered
    const task = await answered.catch(() => undefined)
    if (wasDelivered && task !== undefined) this.#sent.note({ request, count, task: task.id })
    const lost = `attempt:${request}:lost:${randomBytes(9).toString('base64url')}`
    try {
      await tasks.renameKey(account, key, wasDelivered ? undefined : lost)
      this.#open.delete(key)
    } catch (error) {
      // What was delivered stays known here as such. What was lost is found under its first name.
      if (!wasDelivered) this.#open.delete(key)
      log.warn('it could not be noted whether an answer was delivered', { delivered: wasDelivered, error })
    }
  }
}

/** What is the same for the same request: of one caller, on one path, with one parsed body and the headers that name its model. */
export function requestDigest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
}
