import { Poller } from '../../base/poller.js'
import type { ToldLimit } from '../../domain/provider/provider.js'
import type { ProviderLane } from '../../domain/provider/provider-set.js'
import type { AskedTask, Held } from '../../keep/store/task-queue.js'
import type { TaskRecord, TaskView } from '../../domain/task/record.js'
import { backoff } from './backoff.js'
import type { BreakerState } from './breaker.js'
import type { LaneHealth, Seen } from './engine.js'
import { OutageNote, storeOutage } from './outage-note.js'
import type { PausedModel } from './paused-models.js'
import type { RunParts } from './run-parts.js'

/** How often a lane sees to what time alone brings, as the end of a pause, in milliseconds. */
const pollInterval = 1000
/** How often tasks that this process owns in the store, and does not run, are looked for, in milliseconds. */
const reconcileInterval = 30_000
/** Accepted tasks that are claimed at a time. */
const claimWindow = 500
const [firstRetry, maxRetry] = [1000, 300_000]
/** Internal errors after which a task is set aside: with the pauses above, more than an hour of trying. */
const faultLimit = 20
const storeRetry = 1000
/** What the log says of a run that rejected, by what became of its task. */
const failedRun = {
  released: 'a task could not be run and will be tried again',
  dead: 'a task could not be run again and again and was set aside; "queue retry" puts it back',
  lost: 'a run failed whose task is no longer held here',
}

/** What a lane does with its tasks. */
export interface LaneWork {
  /** How many tasks may run at a time in all processes; undefined: each process has its own bound. */
  readonly concurrency: number | undefined
  /** How many more tasks can be taken while so many run here. */
  room(running: number): number
  /** Runs a task that no upstream has. Resolves when it has ended or been released; rejects for internal errors. */
  run(task: TaskRecord, held: Held, signal: AbortSignal): Promise<void>
  /** Whether upstreams may have tasks of the queue, which `resume` continues. */
  readonly resumes: boolean
  /** Whether new tasks are claimed before those that upstreams may have: there is room for one. */
  readonly newFirst: boolean
  /** Accounts whose new tasks are claimed after those of all others. */
  readonly last: readonly string[]
  /** Tasks that upstreams may have, in the order in which they are resumed. */
  inTurn?(tasks: readonly AskedTask[]): AskedTask[]
  /** Runs a task on which an upstream was asked before. */
  resume?(task: AskedTask, held: Held, signal: AbortSignal): Promise<void>
  /** Called at each look, before tasks are claimed. `owner`: as whom this process claims. `room`: how many more can be taken. */
  beforeClaim?(owner: string, room: number): Promise<void>
  /** Milliseconds from the submission of a task of the model to its file, as measured lately. */
  speed(model: string): number | undefined
  /** Submits nothing until this is called without words, which say who wants that and why. */
  hold(words: string | undefined): void
  /** Cancels a task at its upstream. */
  cancel?(id: string, reference: string): Promise<boolean>
  /** Polls a task that is followed here as soon as that is allowed. */
  wakePoll(id: string): void
  /** What the upstream said last about a task that is followed here. */
  seen(id: string): Seen | undefined
  /** Whether a run that is aborted loses no work. */
  readonly interruptible: boolean
  /** How long what would be lost may go on when the service stops, unless the operator has set another time, in milliseconds. */
  readonly graceTime: number
  /** Why nothing is submitted, where the upstream is paused. */
  readonly paused: BreakerState | undefined
  /** The models that the upstream does not know. */
  readonly pausedModels: readonly PausedModel[]
  /** Whether a new task of the model would be submitted. */
  isOpen(model: string): boolean
  /** How late polls were sent after they were due: the largest of the last minute, in milliseconds. */
  readonly pollLateness: number
  /** What the upstream has said of how many requests it takes. */
  readonly limits: readonly ToldLimit[]
  /** Takes other limits and models; the upstream is asked as before. */
  change(lane: ProviderLane): void
  /** Waits for nothing any more: what is still to come of runs that were aborted goes unheard. */
  close(): void
}

/** One queue in one process: claims its tasks and follows each run, so that a task is never held without being run. */
export class Lane {
  readonly #parts: RunParts
  readonly #owner: () => string | undefined
  #work: LaneWork
  /** What was replaced, and has not heard yet what it waits for. */
  readonly #replaced = new Map<LaneWork, Promise<void>>()
  readonly #poller: Poller
  readonly #outage: OutageNote
  readonly #runs = new Map<string, { held: Held; abort: AbortController; ended: Promise<void> }>()
  #reconciledAt = -Infinity
  #held: { words: string; since: number } | undefined
  #leaving = false
  /** Whether the last claim took none of those that wait, or as many as there was room for. */
  #full = false
  /** Whether there may be tasks to claim: only then is the store asked. */
  #woken = true

  constructor(
    readonly queue: string,
    parts: RunParts,
    owner: () => string | undefined,
    makeWork: (wake: () => void) => LaneWork,
  ) {
    this.#parts = parts
    this.#outage = new OutageNote(parts.log, storeOutage)
    this.#owner = owner
    this.#work = makeWork(() => {
      this.wake()
    })
    this.#poller = new Poller(parts.clock, pollInterval, () => this.#poll())
  }

  start(): void {
    this.#poller.start()
  }

  /** Looks for tasks at once. */
  wake(): void {
    this.#woken = true
    this.#poller.wake()
  }

  /** Takes other limits and models; the upstream is asked as before. */
  change(lane: ProviderLane): void {
    this.#leaving = false
    this.#work.change(lane)
    this.wake()
  }

  /**
   * Has the tasks run otherwise from now on, as after a restart: those that an upstream may have are resumed by the new work,
   * each once nothing is under way for it any more. Resolves when the work of before has heard all that it waits for.
   */
  replace(makeWork: (wake: () => void) => LaneWork): Promise<void> {
    const before = this.#work
    this.#leaving = false
    this.#work = makeWork(() => {
      this.wake()
    })
    if (this.#held !== undefined) this.#work.hold(this.#held.words)
    this.abortAll('the settings of the upstream have changed')
    const heard = this.#ended().then(() => {
      this.#replaced.delete(before)
      before.close()
    })
    this.#replaced.set(before, heard)
    this.wake()
    return heard
  }

  /** Takes no new task from now on. Those that an upstream has or may have are followed to their ends. */
  leave(): void {
    this.#leaving = true
  }

  /** Whether it takes no new task, and only follows those that there are. */
  get leaving(): boolean {
    return this.#leaving
  }

  /** Has nothing new begun until this is called without words. What runs goes on. */
  hold(words: string | undefined): void {
    if (this.#held?.words === words) return
    this.#held = words === undefined ? undefined : { words, since: this.#parts.clock.now() }
    this.#work.hold(words)
    this.wake()
  }

  /** Whether the task is run here. */
  has(id: string): boolean {
    return this.#runs.has(id)
  }

  /** Stops work on a task, where it is run here. */
  abort(id: string, reason: string): void {
    this.#runs.get(id)?.abort.abort(new Error(reason))
  }

  /** Stops work on all tasks. */
  abortAll(reason: string): void {
    for (const id of [...this.#runs.keys()]) this.abort(id, reason)
  }

  /** Asks the upstream to cancel a task. Answers whether the task has ended so. */
  async cancelUpstream(id: string, reference: string): Promise<boolean> {
    return (await this.#work.cancel?.(id, reference)) === true
  }

  /** Polls a task as soon as that is allowed, where it is followed here. */
  wakePoll(id: string): void {
    this.#work.wakePoll(id)
  }

  /** What the upstream said last about a task, where it is followed here. */
  seen(id: string): Seen | undefined {
    return this.#work.seen(id)
  }

  /** Whether the upstream is paused, for all models or for this one. */
  paused(model: string): boolean {
    return this.#work.paused !== undefined || this.#work.pausedModels.some((one) => one.model === model)
  }

  /** Whether a new task of the model would be submitted. Asked with each submit. */
  isOpen(model: string): boolean {
    return this.#held === undefined && !this.#leaving && this.#work.isOpen(model)
  }

  /** Whether a task of the model waits for longer than a rate limit lasts. */
  isDown(model: string): boolean {
    return !this.isOpen(model) && this.health().paused?.reason !== 'rate-limited'
  }

  /** Whether tasks may wait here although another upstream has room. */
  get isFull(): boolean {
    return this.#full || this.#work.room(this.#runs.size) <= 0
  }

  /** Milliseconds from the submission of a task of the model to its file, as measured lately. */
  speed(model: string): number | undefined {
    return this.#work.speed(model)
  }

  health(): LaneHealth {
    const { pausedModels, pollLateness, limits } = this.#work
    const held = this.#held
    const paused =
      held === undefined
        ? this.#work.paused
        : { reason: 'operator' as const, error: held.words, since: held.since, until: this.#parts.clock.now() }
    return { queue: this.queue, running: this.#runs.size, paused, pausedModels, pollLateness, limits }
  }

  /** Accepts no more tasks. What would be lost gets up to `timeout` milliseconds, and nothing is waited for longer. */
  async stop(timeout = this.#work.graceTime): Promise<void> {
    const reason = 'the service is stopping'
    const ended = Promise.all([this.#poller.stop(), this.#ended(), ...this.#replaced.values()])
    if (this.#work.interruptible) this.abortAll(reason)
    const enough = new AbortController()
    await Promise.race([ended, this.#parts.clock.delay(timeout, enough.signal)])
    enough.abort()
    this.abortAll(reason)
    for (const work of [this.#work, ...this.#replaced.keys()]) work.close()
    await ended
  }

  /** Resolves once everything that runs now has ended. */
  async #ended(): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => run.ended))
  }

  async #poll(): Promise<void> {
    const owner = this.#owner()
    if (owner === undefined) return
    try {
      await this.#reconcile(owner)
      await this.#work.beforeClaim?.(owner, this.#work.room(this.#runs.size))
      if (this.#woken) {
        this.#woken = false
        const claims = [() => this.#claimAsked(owner), () => this.#claimNew(owner)]
        for (const claim of this.#work.newFirst ? claims.reverse() : claims) await claim()
      }
      this.#outage.over()
    } catch (error) {
      this.#woken = true
      // The answer of a claim may have been lost after its commit.
      this.#reconciledAt = -Infinity
      this.#outage.note({ queue: this.queue, error })
    }
  }

  async #claimAsked(owner: string): Promise<void> {
    const { queue } = this.#parts
    for (let full = this.#work.resumes; full && !this.#poller.stopped;) {
      const tasks = await queue.claimAsked(owner, this.queue, claimWindow)
      // What is claimed and not begun is given back when this process leaves.
      if (this.#poller.stopped) return
      const work = this.#work
      for (const task of work.inTurn?.(tasks) ?? tasks)
        this.#begin(task, owner, work, (held, signal) => work.resume?.(task, held, signal) ?? Promise.resolve())
      full = tasks.length === claimWindow
    }
  }

  async #claimNew(owner: string): Promise<void> {
    const room = this.#held === undefined && !this.#leaving ? this.#work.room(this.#runs.size) : 0
    if (room <= 0 || this.#poller.stopped) return
    const { concurrency, last } = this.#work
    const request = { queue: this.queue, room, concurrency, last }
    const { clock, times, queue } = this.#parts
    const asked = clock.elapsed()
    const claimed = await queue.claim(owner, request)
    times.claimed(clock.elapsed() - asked)
    this.#full = claimed.length === room || (claimed.length === 0 && (await this.#anyDue()))
    if (this.#poller.stopped) return
    for (const task of claimed) {
      // The parameters may be megabytes: nothing here refers to them once the run has released them.
      const { id, faults } = task
      this.#begin({ id, faults }, owner, this.#work, this.#work.run.bind(this.#work, task))
    }
  }

  /** Whether tasks wait for room. Where the store does not say, none do: what it keeps from being looked for is noted elsewhere. */
  async #anyDue(): Promise<boolean> {
    return (await this.#parts.queue.due([this.queue]).catch(() => [])).length > 0
  }

  #begin(
    { id, faults }: Pick<TaskView, 'id' | 'faults'>,
    owner: string,
    work: LaneWork,
    run: (held: Held, signal: AbortSignal) => Promise<void>,
  ): void {
    const held = { id, owner }
    const abort = new AbortController()
    const before = this.#runs.get(id)
    // A run that has lost the task, and has not noticed yet, ends before the next one of the same task begins.
    before?.abort.abort(new Error('the task was claimed anew'))
    const ended = (before?.ended ?? Promise.resolve())
      .then(() => run(held, abort.signal))
      .catch((error: unknown) => this.#fail(held, faults, error, abort.signal))
      .then(() => {
        if (this.#runs.get(id)?.held === held) this.#runs.delete(id)
        // What replaced work has left is given back at once.
        if (work !== this.#work) this.#reconciledAt = -Infinity
        this.wake()
      })
    this.#runs.set(id, { held, abort, ended })
  }

  async #fail(held: Held, faults: number, error: unknown, signal: AbortSignal): Promise<void> {
    const { runs, log, random, clock } = this.#parts
    // Aborted: the task is not ours any more, or is given back with all others when the process leaves.
    if (signal.aborted) return
    const reason = error instanceof Error ? error.message : String(error)
    const delay = backoff(faults + 1, firstRetry, maxRetry, random)
    for (;;) {
      try {
        const outcome = await runs.fail(held, { reason, delay, limit: faultLimit })
        log.error(failedRun[outcome], { task: held.id, queue: this.queue, error })
        return
      } catch (failure) {
        this.#outage.note({ queue: this.queue, error: failure })
        await clock.delay(storeRetry, signal)
        if (signal.aborted) return
      }
    }
  }

  /** Gives back what the store says is held here and is not: a claim whose answer was lost would never be run. */
  async #reconcile(owner: string): Promise<void> {
    const now = this.#parts.clock.elapsed()
    if (now < this.#reconciledAt + reconcileInterval) return
    await this.#parts.queue.releaseExcept(owner, this.queue, [...this.#runs.keys()])
    this.#reconciledAt = now
  }
}
