import type { Clock } from '../clock.js'
import type { TaskStore } from '../store/task-store.js'

const smallestStep = 0.01
const shortestInterval = 200

/** Keeps a task's progress in the store, seldom enough that it costs nothing. */
export class ProgressNotes {
  readonly #store: TaskStore
  readonly #clock: Clock
  readonly #id: string

  #fraction = 0
  #notedAt = -Infinity

  constructor(store: TaskStore, clock: Clock, id: string) {
    this.#store = store
    this.#clock = clock
    this.#id = id
  }

  /** Notes a fraction from 0 to 1. Losing one does no harm, so nobody waits for it. */
  note(fraction: number): void {
    const bounded = Math.min(1, Math.max(0, fraction))
    const now = this.#clock.now()
    if (!(bounded >= this.#fraction + smallestStep) || now < this.#notedAt + shortestInterval) return
    this.#fraction = bounded
    this.#notedAt = now
    this.#store.noteProgress(this.#id, bounded).catch(() => undefined)
  }
}
