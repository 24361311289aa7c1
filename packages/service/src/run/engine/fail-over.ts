import type { ProviderLane, ProviderSet } from '../../domain/provider/provider-set.js'
import type { RequestedTask } from '../../domain/provider/provider.js'
import type { RunParts } from './run-parts.js'

/** Waiting tasks that are moved away from a paused upstream at a time. */
const moveWindow = 200

/** What moving tasks between upstreams works with. */
export interface FailOverParts extends RunParts {
  providers: ProviderSet
  /** Every Model ID that tasks can have. */
  models: readonly string[]
  owner: () => string | undefined
  /** Whether a new task of a model would be submitted to the upstream of a queue. */
  isOpen: (queue: string, model: string) => boolean
  wake: (queue: string) => void
}

/** Finds other upstreams for the tasks of a paused one. */
export class FailOver {
  readonly #parts: FailOverParts

  constructor(parts: FailOverParts) {
    this.#parts = parts
  }

  /** The queue of another upstream that can carry a task and would be submitted it. */
  alternative(from: string, request: RequestedTask): string | undefined {
    return this.#open(from, this.#parts.providers.lanesThatCarry(request), request.model)
  }

  /** Moves waiting tasks of a paused upstream to others that can carry them. Tasks that none can carry wait until `until`. */
  async move(from: string, until: number): Promise<void> {
    const targets = this.#targets(from)
    if (targets.size === 0) return
    if (this.#parts.providers.isNarrow) await this.#moveEach(from, until)
    else await this.#moveModels(from, targets)
  }

  #open(from: string, lanes: readonly ProviderLane[], model: string): string | undefined {
    return lanes.find(({ queue }) => queue !== from && this.#parts.isOpen(queue, model))?.queue
  }

  /** Other queues -> the models of tasks that may go there. */
  #targets(from: string): Map<string, string[]> {
    const { models, providers } = this.#parts
    const targets = new Map<string, string[]>()
    for (const model of models) {
      const lanes = providers.lanesFor(model)
      const to = lanes.some(({ queue }) => queue === from) ? this.#open(from, lanes, model) : undefined
      if (to !== undefined) targets.set(to, [...(targets.get(to) ?? []), model])
    }
    return targets
  }

  async #moveModels(from: string, targets: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const { queue, wake } = this.#parts
    for (const [to, models] of targets) if ((await queue.move(from, to, models, moveWindow)) > 0) wake(to)
  }

  /** Which upstream can carry a task depends on its parameters, which only a claim reads. */
  async #moveEach(from: string, until: number): Promise<void> {
    const { queue, runs, clock, wake } = this.#parts
    const owner = this.#parts.owner()
    if (owner === undefined) return
    const request = { queue: from, room: moveWindow, concurrency: undefined }
    for (const task of await queue.claim(owner, request)) {
      const held = { id: task.id, owner }
      const to = this.alternative(from, task)
      if (to === undefined) await runs.release(held, Math.max(0, until - clock.now()))
      else if (await runs.transfer(held, to)) wake(to)
    }
  }
}
