import { loading, type TaskState } from '../state.js'

/** A state that hooks read, and the work that keeps it up to date: it runs while there are readers, and ends with the last of them. */
export class Observed {
  readonly #work: (signal: AbortSignal) => Promise<void>
  readonly #listeners = new Set<() => void>()
  #state: TaskState = loading
  #running: AbortController | undefined

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.restart()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  readonly state = (): TaskState => this.#state

  show(state: TaskState): void {
    this.#state = state
    this.#listeners.forEach((changed) => changed())
  }

  /** Begins the work anew, if someone reads. */
  restart(): void {
    this.stop()
    if (this.#listeners.size === 0) return
    const running = (this.#running = new AbortController())
    void this.#work(running.signal)
  }

  stop(): void {
    this.#running?.abort()
    this.#running = undefined
  }
}
