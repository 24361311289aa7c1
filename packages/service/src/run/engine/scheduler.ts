import { Poller } from '../../base/poller.js'
import type { Provider, RequestedTask } from '../../domain/provider/provider.js'
import type { ProviderLane, ProviderSet } from '../../domain/provider/provider-set.js'
import type { Engine, LaneHealth, Seen } from './engine.js'
import { tellingCharged } from './charged-ends.js'
import { expireDeadLetters } from './dead-letters.js'
import { DueQueues } from './due-queues.js'
import { FailOver } from './fail-over.js'
import { Handling } from './handling.js'
import { Lane, type LaneWork } from './lane.js'
import { LocalWork } from './local-work.js'
import { Membership } from './membership.js'
import { OperatorHolds } from './operator-holds.js'
import { Relief } from './relief.js'
import { Router, type Route } from './router.js'
import { StrayQueues } from './stray-queues.js'
import type { RunParts } from './run-parts.js'
import { UpstreamWork, type Neighbours } from './upstream-work.js'

/** How often dead letters that are too old are looked for, in milliseconds. */
const expiryInterval = 3_600_000

/** What a scheduler works with. */
export interface SchedulerParts extends RunParts {
  providers: ProviderSet
  /** Every Model ID that tasks can have. */
  models: readonly string[]
}

/**
 * Runs the tasks of the store, of which it is one process among possibly several: one lane per queue, so that a slow,
 * paused or broken upstream delays no other, under one heartbeat.
 */
export class Scheduler implements Engine {
  readonly #parts: SchedulerParts
  readonly #membership: Membership
  readonly #lanes = new Map<string, Lane>()
  readonly #neighbours: Neighbours
  /** Who runs the tasks of each lane now. */
  readonly #provided = new Map<string, Provider>()
  readonly #router: Router
  readonly #due: DueQueues
  readonly #stray: StrayQueues
  readonly #expiry: Poller
  readonly #holds: OperatorHolds
  #repairing: Promise<void> | undefined
  #resting: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(given: SchedulerParts) {
    const parts = (this.#parts = { ...given, runs: tellingCharged(given.runs, given.log) })
    const { queue, clock, log, providers } = parts
    this.#membership = new Membership({
      queue,
      clock,
      log,
      onLost: () => {
        for (const lane of this.#lanes.values()) lane.abortAll('this process has lost its tasks')
      },
      onEnded: (ids) => {
        for (const lane of this.#lanes.values()) for (const id of ids) lane.abort(id, 'the task was ended')
      },
      onWoken: (ids) => {
        for (const lane of this.#lanes.values()) for (const id of ids) lane.wakePoll(id)
      },
      onFreed: () => {
        for (const lane of this.#lanes.values()) lane.wake()
      },
    })
    const owner = (): string | undefined => this.#membership.owner
    const wake = (to: string): void => {
      this.wake(to)
    }
    const isOpen = (queue: string, model: string): boolean => this.#isOpen(queue, model)
    const isFull = (queue: string): boolean => this.#lanes.get(queue)?.isFull === true
    this.#router = new Router({
      ...parts,
      isOpen,
      isFull,
      speed: (queue, model) => this.#lanes.get(queue)?.speed(model),
    })
    const isDown = (queue: string, model: string): boolean => this.#lanes.get(queue)?.isDown(model) === true
    const failOver = new FailOver({ ...parts, wake, isOpen, isDown })
    const relief = new Relief({ ...parts, isFull })
    this.#neighbours = {
      alternative: (from, task) => failOver.alternative(from, task),
      fallback: (task, why) => failOver.fallback(task, why),
      failOver: (from, until, as) => failOver.move(from, until, as),
      relieve: (to, room, as) => relief.take(to, room, as),
      handling: new Handling(parts),
      wake,
    }
    for (const lane of providers.lanes) this.#add(lane)
    const queues = (): string[] => [...this.#lanes.keys()]
    this.#due = new DueQueues({ queue, clock, log, owner, wake, queues })
    this.#holds = new OperatorHolds({ ...parts, lanes: this.#lanes })
    this.#expiry = new Poller(clock, expiryInterval, () => expireDeadLetters(parts))
    this.#stray = new StrayQueues({
      ...parts,
      owner,
      known: (name) => {
        const lane = this.#lanes.get(name)
        return lane === undefined ? undefined : lane.leaving ? 'followed' : 'configured'
      },
      onFilled: (names) => {
        this.#forgetAllBut(names)
      },
      placeFor: (task) => {
        const queue = this.queueFor(task)
        return queue === undefined ? failOver.fallback(task) : { queue }
      },
      wake,
    })
  }

  async start(): Promise<void> {
    this.#expiry.start()
    await this.#membership.start()
    await this.#holds.start()
    this.#repairing = this.#repairCounts()
    for (const lane of this.#lanes.values()) lane.start()
    this.#due.start()
    this.#stray.start()
  }

  /**
   * Has the tasks run by the lanes that the providers have now. A lane with another provider goes on as after a restart. One that
   * is not there any more takes no new task, and follows those that its upstream has or may have to their ends.
   */
  async reload(): Promise<void> {
    const { providers } = this.#parts
    const added: Lane[] = []
    for (const lane of providers.lanes) {
      const running = this.#lanes.get(lane.queue)
      if (running === undefined) added.push(this.#add(lane))
      else if (this.#provided.get(lane.queue) === lane.provider) running.change(lane)
      else this.#replace(running, lane)
    }
    for (const [name, lane] of this.#lanes) if (!providers.lanes.some(({ queue }) => queue === name)) lane.leave()
    // What operators hold back is held back from the first.
    await this.#holds.read()
    if (this.#resting !== undefined) return
    for (const lane of added) lane.start()
    this.#stray.wake()
  }

  queueFor(request: RequestedTask): string | undefined {
    return this.#router.queueFor(request)
  }

  route(request: RequestedTask): Route | undefined {
    return this.#router.route(request)
  }

  wake(queue: string): void {
    this.#lanes.get(queue)?.wake()
  }

  async wakePoll(queue: string, id: string): Promise<void> {
    const lane = this.#lanes.get(queue)
    if (lane?.has(id) === true) lane.wakePoll(id)
    else await this.#parts.queue.wakeOwner(queue, id)
  }

  rereadHolds(): void {
    this.#holds.wake()
  }

  paused(queue: string, model: string): boolean {
    return this.#lanes.get(queue)?.paused(model) === true
  }

  seen(id: string): Seen | undefined {
    for (const lane of this.#lanes.values()) {
      const seen = lane.seen(id)
      if (seen !== undefined) return seen
    }
    return undefined
  }

  stop(id: string): void {
    for (const lane of this.#lanes.values()) lane.abort(id, 'the task was cancelled')
  }

  async cancel(id: string, requestId: string): Promise<boolean> {
    try {
      return await this.#cancelUpstream(id)
    } catch (error) {
      this.#parts.log.error('the upstream of a task could not be asked to cancel it; the task goes on', {
        requestId,
        task: id,
        error,
      })
      return false
    }
  }

  heartbeatAge(): number | undefined {
    return this.#membership.heartbeatAge
  }

  health(): LaneHealth[] {
    return [...this.#lanes.values()].map((lane) => lane.health())
  }

  async drain(timeout?: number): Promise<void> {
    await this.#rest(timeout)
    await this.#membership.giveBack()
  }

  close(timeout?: number): Promise<void> {
    this.#closing ??= this.#close(timeout)
    return this.#closing
  }

  #add(lane: ProviderLane): Lane {
    const owner = (): string | undefined => this.#membership.owner
    const added = new Lane(lane.queue, this.#parts, owner, this.#workOf(lane))
    this.#provided.set(lane.queue, lane.provider)
    this.#lanes.set(lane.queue, added)
    return added
  }

  #replace(running: Lane, lane: ProviderLane): void {
    const before = this.#provided.get(lane.queue)
    this.#provided.set(lane.queue, lane.provider)
    void running.replace(this.#workOf(lane)).then(() => before?.close())
  }

  /** Ends the lanes that were to follow their tasks to the ends, and have none any more. */
  #forgetAllBut(names: readonly string[]): void {
    for (const [name, lane] of this.#lanes) {
      if (!lane.leaving || lane.health().running > 0 || names.includes(name)) continue
      const provider = this.#provided.get(name)
      this.#lanes.delete(name)
      this.#provided.delete(name)
      void lane.stop(0).then(() => provider?.close())
    }
  }

  #workOf(lane: ProviderLane): (wake: () => void) => LaneWork {
    const { provider } = lane
    return (wake) =>
      provider.kind === 'local'
        ? new LocalWork(this.#parts, { ...lane, provider }, this.#neighbours.handling)
        : new UpstreamWork(this.#parts, { ...lane, provider }, this.#neighbours, wake)
  }

  /** It is not awaited: with wrong counts tasks wait longer than they have to, or more of them run than they should. */
  async #repairCounts(): Promise<void> {
    const { queue, log } = this.#parts
    try {
      for (const difference of await queue.repairCounts())
        log.error('a kept count of tasks was not what the tasks say and was corrected; claims go by it', {
          ...difference,
        })
    } catch (error) {
      log.error('the kept counts of tasks could not be compared with the tasks; the next start tries again', { error })
    }
  }

  #isOpen(queue: string, model: string): boolean {
    return this.#lanes.get(queue)?.isOpen(model) !== false
  }

  async #close(timeout: number | undefined): Promise<void> {
    await Promise.all([this.#holds.stop(), this.#expiry.stop(), this.#repairing])
    await this.#rest(timeout)
    await this.#membership.close()
    const lanes = this.#parts.providers.lanes
    const left = [...this.#provided.values()].filter((provider) => lanes.every((lane) => lane.provider !== provider))
    await Promise.all(left.map((provider) => provider.close()))
  }

  /** Begins nothing more. */
  #rest(timeout: number | undefined): Promise<void> {
    this.#resting ??= Promise.all([this.#due.stop(), this.#stray.stop()]).then(async () => {
      await Promise.all([...this.#lanes.values()].map((lane) => lane.stop(timeout)))
    })
    return this.#resting
  }

  async #cancelUpstream(id: string): Promise<boolean> {
    const task = await this.#parts.tasks.read(id)
    const reference = task?.submission.reference
    if (task === undefined || reference === undefined) return false
    const ended = (await this.#lanes.get(task.queue)?.cancelUpstream(id, reference)) === true
    if (ended) this.stop(id)
    else await this.wakePoll(task.queue, id)
    return ended
  }
}
