import type { ProviderLane, ProviderSet } from '../../domain/provider/provider-set.js'
import type { RequestedTask } from '../../domain/provider/provider.js'
import { fallbackTo, type Candidate, type Tried, type WithFallbacks } from '../../domain/task/fallback.js'
import type { TaskRecord } from '../../domain/task/record.js'
import type { Place } from '../../keep/store/task-queue.js'
import { mayRunElsewhere, type RunParts } from './run-parts.js'

/** Waiting tasks that are moved away from a paused upstream at a time. */
const moveWindow = 200

/** A task that no upstream has or may have, as far as it decides where it goes. */
export type Movable = RequestedTask & WithFallbacks & Pick<TaskRecord, 'created'>

/** Why a model does not make a task. */
export type Why = Pick<Tried, 'reason' | 'message'>

/** What moving tasks between upstreams works with. */
export interface FailOverParts extends RunParts {
  providers: ProviderSet
  /** Every Model ID that tasks can have. */
  models: readonly string[]
  /** Whether a new task of a model would be submitted to the upstream of a queue. */
  isOpen: (queue: string, model: string) => boolean
  /** Whether the upstream of a queue takes no task of a model for longer than a rate limit lasts. */
  isDown: (queue: string, model: string) => boolean
  wake: (queue: string) => void
}

/** Finds other upstreams for the tasks of a paused one, and other models for those that name some. */
export class FailOver {
  readonly #parts: FailOverParts
  /** The last task of each queue that a look at those with fallbacks has come to. */
  readonly #seen = new Map<string, string>()

  constructor(parts: FailOverParts) {
    this.#parts = parts
  }

  /**
   * Where else a task would be submitted: to another upstream that can carry it; where all of its model are down, to one of
   * the first of its fallbacks that would be submitted.
   */
  alternative(from: string, task: Movable): Place | undefined {
    const lanes = this.#parts.providers.lanesThatCarry(task)
    const same = this.#open(from, lanes, task.model)
    if (same !== undefined) return { queue: same }
    if (!lanes.every(({ queue }) => this.#parts.isDown(queue, task.model))) return undefined
    if (lanes.length === 0 && mayRunElsewhere(this.#parts, task)) return undefined
    return this.#openFallback(task, unavailable(task.model))
  }

  /**
   * Where a task goes that its own model will not make: to the first of its fallbacks that would be submitted, else to the
   * first that waits for its upstream. `known`: why; where no upstream here takes its model, another service may have one.
   */
  fallback(task: Movable, known?: Why): Place | undefined {
    if (known === undefined && mayRunElsewhere(this.#parts, task)) return undefined
    const why = known ?? unavailable(task.model)
    const open = this.#openFallback(task, why)
    if (open !== undefined) return open
    for (const candidate of task.fallbacks ?? []) {
      const [lane] = this.#lanesOf(task, candidate)
      if (lane !== undefined) return this.#place(lane.queue, task, candidate, why)
    }
    return undefined
  }

  /** Moves waiting tasks of a paused upstream to others that can carry them. Tasks that none can carry wait until `until`. `owner`: as whom this process claims. */
  async move(from: string, until: number, owner: string): Promise<void> {
    const targets = this.#targets(from)
    if (targets.size > 0)
      await (this.#parts.providers.isNarrow ? this.#moveEach(from, until, owner) : this.#moveModels(from, targets))
    await this.#divert(from)
  }

  #open(from: string | undefined, lanes: readonly ProviderLane[], model: string): string | undefined {
    return lanes.find(({ queue }) => queue !== from && this.#parts.isOpen(queue, model))?.queue
  }

  #openFallback(task: Movable, why: Why): Place | undefined {
    for (const candidate of task.fallbacks ?? []) {
      const queue = this.#open(undefined, this.#lanesOf(task, candidate), candidate.model)
      if (queue !== undefined) return this.#place(queue, task, candidate, why)
    }
    return undefined
  }

  #lanesOf({ kind, parameters }: Movable, { model }: Candidate): readonly ProviderLane[] {
    return this.#parts.providers.lanesThatCarry({ model, kind, parameters })
  }

  #place(queue: string, task: Movable, candidate: Candidate, why: Why): Place {
    return { queue, fallback: fallbackTo(task, candidate, { ...why, at: this.#parts.clock.now() }) }
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
    for (const [to, models] of targets) if ((await queue.move({ from, to, models, limit: moveWindow })) > 0) wake(to)
  }

  /** Which upstream can carry a task depends on its parameters, which only a claim reads. */
  async #moveEach(from: string, until: number, owner: string): Promise<void> {
    const { queue, runs, clock, wake } = this.#parts
    const request = { queue: from, room: moveWindow, concurrency: undefined }
    for (const task of await queue.claim(owner, request)) {
      const held = { id: task.id, owner }
      const to = this.alternative(from, task)
      if (to === undefined) await runs.release(held, Math.max(0, until - clock.now()))
      else if (await runs.transfer(held, to)) wake(to.queue)
    }
  }

  /** Moves tasks that name other models, those that wait after a refusal too: a window at each call, and from the first again behind the last. */
  async #divert(from: string): Promise<void> {
    const { queue, wake } = this.#parts
    const waiting = await queue.waitingWithFallbacks(from, this.#seen.get(from) ?? '', moveWindow)
    this.#seen.set(from, waiting[moveWindow - 1]?.id ?? '')
    for (const task of waiting) {
      const to = this.alternative(from, task)
      if (to !== undefined && (await queue.divert(task, to))) wake(to.queue)
    }
  }
}

function unavailable(model: string): Why {
  return { reason: 'unavailable', message: `no upstream of ${model} took tasks` }
}
