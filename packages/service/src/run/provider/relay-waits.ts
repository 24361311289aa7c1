import type { ModelTasks } from '@model-tasks/client'
import { pollsAtATime, type Snapshot } from '../../domain/provider/provider.js'
import type { DeclaredByUpstream } from './declared-by-upstream.js'
import type { RelayReader, RelayTask } from './relay-reader.js'

/** The longest wait that is asked for, in seconds: progress within a status ends none, and is to be seen now and then. */
const longestWait = 20
/** Polls that wait at a time. The others are answered at once, so that tasks beyond this number are polled as often as without waits. */
const waitsAtATime = pollsAtATime * 0.75
/** Statuses that are remembered; a task whose status is forgotten is polled once without a wait. */
const mostStatuses = 10_000

/**
 * Polls an upstream of this interface. Where it declares that it takes `Prefer: wait`, a poll of a task whose status is known waits there until
 * the task has another one: a gateway behind a gateway hears of an end at once, and with fewer requests.
 */
export class RelayWaits {
  readonly #client: ModelTasks
  readonly #declared: DeclaredByUpstream
  readonly #read: RelayReader
  readonly #statuses = new Map<string, string>()
  #waiting = 0
  #hasLearnt = false

  constructor(client: ModelTasks, declared: DeclaredByUpstream, read: RelayReader) {
    this.#client = client
    this.#declared = declared
    this.#read = read
  }

  /** Asks for the state of a task. Throws what `query` of the client throws. */
  async poll(reference: string, signal: AbortSignal): Promise<Snapshot> {
    const seen = this.#statuses.get(reference)
    this.#statuses.delete(reference)
    const seconds = seen === undefined || this.#waiting >= waitsAtATime ? 0 : this.#longest
    const task = await (seconds > 0
      ? this.#wait(reference, `wait=${seconds}; seen=${seen}`, signal)
      : this.#client.query(reference, { signal }))
    const snapshot = this.#read(task)
    if (snapshot.state === 'running' && /^\w+$/.test(task.status)) this.#note(reference, task.status)
    // A service that has started follows tasks before it submits one.
    if (!this.#hasLearnt) this.#declared.learn()
    this.#hasLearnt = true
    return snapshot
  }

  get #longest(): number {
    return Math.floor(Math.min(this.#declared.longestWait, longestWait))
  }

  async #wait(reference: string, prefer: string, signal: AbortSignal): Promise<RelayTask> {
    this.#waiting += 1
    try {
      return await this.#client.query(reference, { signal, headers: { prefer } })
    } finally {
      this.#waiting -= 1
    }
  }

  #note(reference: string, status: string): void {
    if (this.#statuses.size >= mostStatuses) this.#statuses.clear()
    this.#statuses.set(reference, status)
  }
}
