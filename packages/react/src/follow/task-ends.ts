import type { ModelTasks } from '@model-tasks/client'
import { persist, type Declared } from './connection.js'

/** Milliseconds in which the tasks of a page that loads come together. */
const gathering = 100
/** Tasks of one stream; a proxy takes no more. */
const maxTasks = 32

/**
 * The ends of the tasks that a page follows, as the service streams them: one stream for all, where it declares one, while the page is
 * visible. Browsers have few connections to a host, and hidden tabs need none. Without the stream an end is seen by waiting alone.
 */
export class TaskEnds {
  readonly #client: ModelTasks
  readonly #declared: Declared
  readonly #wakes = new Map<string, Set<() => void>>()
  #stream: AbortController | undefined
  #due: ReturnType<typeof setTimeout> | undefined

  constructor(client: ModelTasks, declared: Declared) {
    this.#client = client
    this.#declared = declared
  }

  /** Calls `wake` when the task ends, until the function that is returned is called. The task is one that this user may read: the stream takes no other. */
  hear(id: string, wake: () => void): () => void {
    const all = this.#wakes
    const wakes = all.get(id) ?? new Set()
    all.set(id, wakes.add(wake))
    document.addEventListener('visibilitychange', this.#renew)
    this.#renew()
    return () => {
      wakes.delete(wake)
      if (wakes.size > 0 || all.get(id) !== wakes) return
      all.delete(id)
      if (all.size > 0) return
      document.removeEventListener('visibilitychange', this.#renew)
      this.#renew()
    }
  }

  /** Opens the stream anew, once for all that comes together. */
  readonly #renew = (): void => {
    clearTimeout(this.#due)
    this.#due = setTimeout(() => {
      this.#stream?.abort()
      const tasks = [...this.#wakes.keys()].slice(-maxTasks)
      if (tasks[0] && !document.hidden) void this.#follow(tasks, (this.#stream = new AbortController()))
    }, gathering)
  }

  async #follow(tasks: readonly string[], { signal }: AbortController): Promise<void> {
    try {
      const declared = await this.#declared.get(() => undefined, signal)
      if (!declared?.extensions.includes('events')) return
      await persist(
        async () => {
          for await (const { data } of this.#client.events({ tasks }, { signal }))
            this.#wakes.get(data.id)?.forEach((wake) => wake())
        },
        () => undefined,
        signal,
      )
    } catch {
      // Each task is waited for as well.
    }
  }
}
