import { ReleaseProof } from '../../domain/money/release-proof.js'
import { providerTask, type LocalProvider } from '../../domain/provider/provider.js'
import type { Held, TaskEnd } from '../../keep/store/task-queue.js'
import type { TaskRecord } from '../../domain/task/record.js'
import type { Handling } from './handling.js'
import type { LaneWork } from './lane.js'
import { ProgressNotes } from './progress-notes.js'
import type { RunParts } from './run-parts.js'
import { finish, storeResult, withFolder } from './store-result.js'

/** Runs tasks in this process. */
export class LocalWork implements LaneWork {
  readonly concurrency = undefined
  readonly interruptible = false
  readonly graceTime = 5000
  readonly resumes = false
  readonly newFirst = false
  readonly last = []
  readonly paused = undefined
  readonly pausedModels = []
  readonly pollLateness = 0
  readonly #parts: RunParts
  readonly #provider: LocalProvider
  readonly #handling: Handling

  constructor(parts: RunParts, provider: LocalProvider, handling: Handling) {
    this.#parts = parts
    this.#provider = provider
    this.#handling = handling
  }

  isOpen(): boolean {
    return true
  }

  room(running: number): number {
    return this.#provider.concurrency - running
  }

  async run(task: TaskRecord, held: Held, signal: AbortSignal): Promise<void> {
    const { runs, clock } = this.#parts
    const progress = new ProgressNotes(runs, clock, held)
    const render = async (directory: string): Promise<void> => {
      signal.throwIfAborted()
      const outcome = await this.#provider.render(providerTask(task), {
        directory,
        signal,
        onProgress: (fraction) => {
          progress.note(fraction)
        },
      })
      const end: TaskEnd =
        outcome.status === 'failed'
          ? { ...outcome, credits: ReleaseProof.rendered(outcome), because: 'upstream' }
          : { status: 'completed', result: await storeResult(this.#parts, task.id, outcome.file, signal) }
      await finish(this.#parts, held, end)
    }
    await this.#handling.run(task, held, signal, () => withFolder(this.#parts, task.id, render))
  }
}
