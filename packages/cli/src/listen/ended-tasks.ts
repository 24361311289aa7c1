import type { CallOptions, ModelTasks } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import { clientFailure } from '../failure/client-failure.js'

/** Seconds by which a task may appear in the list later than its `created` says: several services may write it, each by its own clock. */
const overlap = 30

const openStatuses = ['queued', 'processing'] as const

/** How many tasks a service answers at once at most. */
const pageSize = 100

/**
 * The tasks of an account that end from now on, each once, by asking a service that has no stream of events. A task that is
 * begun and ends between two questions is found by the newest tasks, an older one by the list of those that have not ended.
 */
export class EndedTasks {
  readonly #client: Pick<ModelTasks, 'list' | 'query'>
  readonly #call: CallOptions
  /** Tasks that were seen and have not ended. */
  readonly #open = new Set<string>()
  /** When tasks were created that ended before, or were given out, as long as the list may show them as new. */
  readonly #handled = new Map<string, number>()
  /** When the newest task was created, in seconds; what the list shows before this, less the overlap, is known. */
  #newest = -Infinity

  constructor(client: Pick<ModelTasks, 'list' | 'query'>, call: CallOptions) {
    this.#client = client
    this.#call = call
  }

  /** Notes what has not ended yet. Every task that ends after this is given out by `next`. */
  async begin(): Promise<void> {
    // Queued twice: a task that is queued again meanwhile would be in neither list.
    for (const status of [...openStatuses, 'queued']) for await (const { id } of this.#list(status)) this.#open.add(id)
    for await (const task of this.#recent()) {
      if (!hasEnded(task)) this.#open.add(task.id)
      else if (!this.#open.has(task.id)) this.#handled.set(task.id, createdOf(task))
    }
  }

  /** The tasks that have ended since. Where it throws, the next call gives out what this one did not. */
  async *next(): AsyncGenerator<Task> {
    const older = new Set(this.#open)
    for await (const task of this.#recent(this.#newest)) {
      older.delete(task.id)
      if (this.#handled.has(task.id)) continue
      if (hasEnded(task)) yield this.#handle(task)
      else this.#open.add(task.id)
    }
    for (const [id, created] of this.#handled) if (created < this.#newest - overlap) this.#handled.delete(id)
    if (older.size === 0) return
    for (const status of openStatuses) for await (const { id } of this.#list(status)) older.delete(id)
    for (const id of older) {
      const task = await this.#query(id)
      if (task === undefined) this.#open.delete(id)
      else if (hasEnded(task)) yield this.#handle(task)
    }
  }

  #handle(task: Task): Task {
    this.#open.delete(task.id)
    this.#handled.set(task.id, createdOf(task))
    return task
  }

  /** The newest tasks, down to those created before `known`; by default, before the newest. */
  async *#recent(known?: number): AsyncGenerator<Task> {
    let newest = this.#newest
    for await (const task of this.#list()) {
      newest = Math.max(newest, createdOf(task))
      if (createdOf(task) < (known ?? newest) - overlap) break
      yield task
    }
    this.#newest = newest
  }

  #list(status?: string): AsyncIterable<Task> {
    return this.#client.list({ status, limit: pageSize }, this.#call)
  }

  /** Undefined where the service does not have it any more. */
  async #query(id: string): Promise<Task | undefined> {
    return this.#client.query(id, this.#call).catch((error: unknown) => {
      if (clientFailure(error)?.status === 404) return undefined
      throw error
    })
  }
}

function hasEnded({ status }: Task): boolean {
  return status === 'completed' || status === 'failed'
}

function createdOf({ created }: Task): number {
  return typeof created === 'number' ? created : Infinity
}
