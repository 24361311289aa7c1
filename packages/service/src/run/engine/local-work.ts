import { ReleaseProof } from '../../domain/money/release-proof.js'
import { providerTask, type LocalProvider } from '../../domain/provider/provider.js'
import type { Held, TaskEnd } from '../../keep/store/task-queue.js'
import type { ProviderLane } from '../../domain/provider/provider-set.js'
import type { TaskRecord } from '../../domain/task/record.js'
import type { Handling } from './handling.js'
import type { LaneWork } from './lane.js'
import { ProgressNotes } from './progress-notes.js'
import type { RunParts } from './run-parts.js'
import { finish, storeResult, withFolder } from './store-result.js'

/** The lane of this process. */
export type LocalLane = Pick<ProviderLane, 'queue'> & { provider: LocalProvider }

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
  readonly limits = []
  readonly #parts: RunParts
  readonly #provider: LocalProvider
  readonly #handling: Handling
  readonly #queue: string

  constructor(parts: RunParts, { queue, provider }: LocalLane, handling: Handling) {
    this.#parts = parts
    this.#queue = queue
    this.#provider = provider
    this.#handling = handling
  }

  // It has no upstream, of which there would be something to say.
  change(): void {}
  hold(): void {}
  wakePoll(): void {}
  seen(): undefined {}
  speed(): undefined {}
  close(): void {}

  isOpen(): boolean {
    return true
  }

  room(running: number): number {
    return this.#provider.concurrency - running
  }

  async run(task: TaskRecord, held: Held, signal: AbortSignal): Promise<void> {
    const { runs, clock, times } = this.#parts
    const progress = new ProgressNotes(runs, clock, held)
    const render = async (directory: string): Promise<void> => {
      signal.throwIfAborted()
      times.started(this.#queue, clock.now() - task.created)
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
      if ((await finish(this.#parts, held, end)) && end.status === 'completed')
        times.completed(this.#queue, clock.now() - task.created)
    }
    await this.#handling.run(task, held, signal, () => withFolder(this.#parts, task.id, render))
  }
}
