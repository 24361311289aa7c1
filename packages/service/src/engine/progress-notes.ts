import type { Clock } from '../clock.js'
import type { TaskStore } from '../store/task-store.js'

const smallestStep = 0.01
const shortestInterval = 200

/** Keeps a task's progress in the store, seldom enough that it costs nothing. */
export class ProgressNotes {
  private fraction = 0
  private notedAt = -Infinity

  constructor(
    private readonly store: TaskStore,
    private readonly clock: Clock,
    private readonly id: string,
  ) {}

  /** Notes a fraction from 0 to 1. Losing one does no harm, so nobody waits for it. */
  note(fraction: number): void {
    const bounded = Math.min(1, Math.max(0, fraction))
    const now = this.clock.now()
    if (!(bounded >= this.fraction + smallestStep) || now < this.notedAt + shortestInterval) return
    this.fraction = bounded
    this.notedAt = now
    this.store.noteProgress(this.id, bounded).catch(() => undefined)
  }
}
