import { setMaxListeners } from 'node:events'
import type { RequestedTask, ToldLimit, UpstreamProvider } from '../../domain/provider/provider.js'
import { differenceOf, isOutOfReach, unknownSince, type Difference } from '../provider/upstream-identity.js'
import { ReleaseProof } from '../../domain/money/release-proof.js'
import type { ProviderLane } from '../../domain/provider/provider-set.js'
import type { AskedTask, Held, Place } from '../../keep/store/task-queue.js'
import type { TaskRecord, TaskView } from '../../domain/task/record.js'
import { Breaker, type BreakerState } from './breaker.js'
import type { Seen } from './engine.js'
import { endOf } from './followed-end.js'
import { Collector } from './collector.js'
import type { Movable, Why } from './fail-over.js'
import { Follower } from './follower.js'
import type { Handling } from './handling.js'
import type { LaneWork } from './lane.js'
import { Pace } from './pace.js'
import { PausedModels, type PausedModel } from './paused-models.js'
import { Refusals } from './refusals.js'
import { RepeatOrder } from './repeat-order.js'
import { mayRunElsewhere, type RunParts } from './run-parts.js'
import { finish } from './store-result.js'
import { Speeds } from './speeds.js'
import { Submitter, type Accepted } from './submitter.js'
import { UpstreamCancels } from './upstream-cancels.js'
import { unlessAborted } from './unless-aborted.js'

/** Tasks that are being submitted at a time, besides what the pace allows. */
const submitsAtATime = 64
const unknownModel =
  'an upstream does not take a model under the ID that it is sent; tasks of the model go to other upstreams or wait. Correct modelIds of this upstream'
/** Tasks whose delays are ended at a time. */
const delayWindow = 500
/** How long a task waits that its upstream cannot be asked for as it is now, until it is looked at again, in milliseconds. */
const returnDelay = 60_000
/** How long a task is held that another service may run, in milliseconds. */
const unrunnableTime = 1000
/** How long an upstream may take to answer a submission that says nothing of it, in milliseconds: giving up before may leave a purchase unseen. */
const submitTime = 60_000

/** What the lanes of a service know of each other. */
export interface Neighbours {
  /** Where else this task would be submitted: to another upstream that can carry it, or as another model where all of its own are down. */
  alternative(queue: string, task: Movable): Place | undefined
  /** Where a task goes that its own model will not make, which is known and not only unavailable where that is said. */
  fallback(task: Movable, why?: Why): Place | undefined
  /** Moves waiting tasks of an upstream that is paused until then to others that can carry them. */
  failOver(queue: string, until: number, owner: string): Promise<void>
  /** Takes waiting tasks of full upstreams over to one that has room and nothing to do. Answers how many. */
  relieve(queue: string, room: number, owner: string): Promise<number>
  /** Handles the files of all of them. */
  readonly handling: Handling
  /** A task was moved to a queue. */
  wake(queue: string): void
}

/** The lane of an upstream. */
export type UpstreamLane = ProviderLane & { provider: UpstreamProvider }

/** Forwards tasks to one upstream: submits, polls, fetches the file. */
export class UpstreamWork implements LaneWork {
  readonly interruptible = true
  readonly graceTime: number
  readonly resumes = true
  readonly #parts: RunParts
  #lane: UpstreamLane
  readonly #neighbours: Neighbours
  readonly #wake: () => void
  readonly #breaker: Breaker
  readonly #refusals: Refusals
  readonly #models: PausedModels
  readonly #repeats = new RepeatOrder()
  readonly #speeds = new Speeds()
  readonly #pace: Pace
  readonly #submitter: Submitter
  readonly #follower: Follower
  readonly #cancels: UpstreamCancels
  readonly #collector: Collector
  readonly #closing = new AbortController()
  #delaysEnded = false
  #wasFull = false

  constructor(parts: RunParts, lane: UpstreamLane, neighbours: Neighbours, wake: () => void) {
    const { queue, provider, pollDeadline, requestsPerSecond, identity } = lane
    const { clock, random, log, runs, tasks, asked, unknownOutcomeDeadline } = parts
    const pace = (this.#pace = new Pace(clock, requestsPerSecond, provider.limits))
    this.#parts = parts
    this.#lane = lane
    this.graceTime = provider.submitTime ?? submitTime
    this.#neighbours = neighbours
    this.#collector = new Collector(parts, provider, neighbours.handling)
    this.#wake = wake
    // Every submission under way listens to it.
    setMaxListeners(0, this.#closing.signal)
    this.#breaker = new Breaker({
      clock,
      random,
      onPause: ({ reason, error, until }) => {
        log.error('an upstream is paused; its tasks wait, and it is asked again with one task at a time', {
          upstream: queue,
          reason,
          error,
          until: new Date(until).toISOString(),
        })
      },
      onResume: () => {
        log.info('an upstream takes tasks again', { upstream: queue })
        this.#repeats.clear()
        wake()
      },
    })
    this.#refusals = new Refusals({
      random,
      onCause: ({ id, account }) => {
        log.info(
          'an upstream rejects a task and takes others; what it rejects of its account waits alone for an hour',
          {
            upstream: queue,
            account,
            task: id,
          },
        )
      },
    })
    this.#models = new PausedModels({
      clock,
      random,
      onPause: ({ until, ...paused }) => {
        log.error(unknownModel, { upstream: queue, ...paused, until: new Date(until).toISOString() })
      },
      onResume: (model) => {
        log.info('an upstream takes tasks of a model again', { upstream: queue, model })
        wake()
      },
    })
    this.#submitter = new Submitter({
      queue,
      provider,
      identity,
      breaker: this.#breaker,
      refusals: this.#refusals,
      models: this.#models,
      pace,
      runs,
      tasks,
      asked,
      clock,
      log,
      unknownOutcomeDeadline,
      closing: this.#closing.signal,
      alternative: (task) => neighbours.alternative(queue, task),
      fallback: (task, why) => neighbours.fallback(task, why),
      moved: (to) => {
        neighbours.wake(to)
      },
    })
    this.#cancels = new UpstreamCancels({
      ...{ queue, provider, tasks, log, identity, closing: this.#closing.signal },
      knows: (id) => this.#follower.knows(id),
    })
    this.#follower = new Follower({ queue, provider, runs, clock, random, log, pace, pollDeadline })
  }

  get concurrency(): number {
    return this.#lane.concurrency
  }

  change({ concurrency, requestsPerSecond, models }: ProviderLane): void {
    this.#lane = { ...this.#lane, concurrency, requestsPerSecond, models }
    this.#pace.change(requestsPerSecond)
  }

  room(running: number): number {
    const { submitting } = this.#submitter
    const paced = Math.min(submitsAtATime, Math.max(1, Math.ceil(this.#lane.requestsPerSecond)))
    const allowed = Math.min(this.#breaker.allowance(submitting), this.#taken - submitting)
    return Math.min(this.concurrency - running, paced - submitting, allowed)
  }

  /** How many more submits the upstream takes, as far as it says. */
  get #taken(): number {
    return this.#lane.provider.limits?.room('submit') ?? Infinity
  }

  get limits(): readonly ToldLimit[] {
    return this.#lane.provider.limits?.told ?? []
  }

  /** Not an async function, whose frame would keep the parameters for as long as the task runs upstream. */
  run(task: TaskRecord, held: Held, signal: AbortSignal): Promise<void> {
    if (task.cancelReason !== undefined) return this.#endUnasked(task, held)
    const unable = this.#unableTo(task)
    return unable === undefined ? this.#submit(task, held, signal) : this.#passOn(task, held, unable, signal)
  }

  /** Why this upstream does not carry a task any more that it could carry when it was accepted: the settings have changed. */
  #unableTo(task: RequestedTask): string | undefined {
    const { models, provider } = this.#lane
    return models?.includes(task.model) === false
      ? `no upstream takes ${task.model} any more`
      : provider.unsupported?.(task)[0]?.message
  }

  #submit(task: TaskRecord, held: Held, signal: AbortSignal, sinceFirst = 0): Promise<void> {
    const { parameters: _, ...view } = task
    const { clock, times } = this.#parts
    const sent = clock.elapsed()
    return this.#submitter.submit(task, held, signal, sinceFirst).then((accepted) => {
      this.#wake()
      if (accepted === undefined) return undefined
      times.started(this.#lane.queue, clock.now() - view.created)
      return this.#follow(view, { ...accepted, sent, first: this.#follower.interval }, held, signal)
    })
  }

  async #passOn(task: TaskRecord, held: Held, error: string, signal: AbortSignal): Promise<void> {
    const { runs, clock } = this.#parts
    const to = this.#neighbours.alternative(this.#lane.queue, task) ?? this.#neighbours.fallback(task)
    if (to !== undefined) {
      if (await runs.transfer(held, to)) this.#neighbours.wake(to.queue)
    } else if (mayRunElsewhere(this.#parts, task)) {
      // Kept for a moment, or this process would take all such tasks again and again.
      await clock.delay(unrunnableTime, signal)
      await runs.release(held, 0)
    } else
      await runs.finish(held, {
        status: 'failed',
        error,
        credits: ReleaseProof.neverAsked(task.submission) ?? 'charged',
        because: 'unroutable',
      })
  }

  /** A task is to be cancelled, and the upstream that it was to be cancelled at has proved since that it had not taken it. */
  async #endUnasked({ submission, cancelReason = 'cancelled' }: TaskRecord, held: Held): Promise<void> {
    const credits = ReleaseProof.neverAsked(submission) ?? 'charged'
    await this.#parts.runs.finish(held, { status: 'failed', error: cancelReason, credits, because: 'cancelled' })
  }

  inTurn(tasks: readonly AskedTask[]): AskedTask[] {
    return this.#repeats.sorted(tasks)
  }

  async resume(task: AskedTask, held: Held, signal: AbortSignal): Promise<void> {
    const { reference } = task.submission
    const accepted =
      reference === undefined
        ? await this.#submitter.recover(task)
        : { reference, cancelling: task.cancelReason !== undefined }
    if (accepted === undefined) {
      await this.#askAgain(task, held, signal)
      return
    }
    const { clock } = this.#parts
    const difference = differenceOf(task.submission.identity, this.#lane.identity)
    if (difference !== undefined && isOutOfReach(accepted.reference, difference)) {
      await this.#awaitReturn(accepted, difference, held)
      return
    }
    const sent = clock.elapsed() - task.sinceAsked
    await this.#follow(task, { ...accepted, sent, first: this.#follower.intervalAfterResume, difference }, held, signal)
  }

  /** Nothing that is answered now is known to be about the task: it waits until the upstream is what it was, or its caller gives it up. */
  async #awaitReturn({ cancelling }: Accepted, difference: Difference, held: Held): Promise<void> {
    this.#follower.reportDifference(held.id, difference)
    if (!cancelling) await this.#parts.runs.release(held, returnDelay)
    else
      await finish(this.#parts, held, {
        status: 'failed',
        error: unknownSince(difference, this.#lane.queue),
        word: 'accepted',
        credits: 'charged',
        because: 'lost',
      })
  }

  async #askAgain(asked: AskedTask, held: Held, signal: AbortSignal): Promise<void> {
    // A repeat would make what is no longer wanted, where the first request did not arrive.
    if (asked.cancelReason !== undefined) {
      await this.#submitter.awaitDeadline(asked, held, `is not submitted again, since it is to be cancelled`)
      return
    }
    if (!(await this.#submitter.resume(asked, held))) return
    if (this.#breaker.state !== undefined) this.#repeats.tried(asked)
    const task = await this.#parts.tasks.read(held.id)
    if (task === undefined) return
    // What the upstream may have goes to no other.
    if (this.#unableTo(task) !== undefined) await this.#submitter.awaitDeadline(asked, held)
    else await this.#submit(task, held, signal, asked.sinceAsked)
  }

  speed(model: string): number | undefined {
    return this.#speeds.of(model)
  }

  async beforeClaim(owner: string, room: number): Promise<void> {
    const { provider, queue } = this.#lane
    if (!this.#delaysEnded) await this.#endDelays()
    if (this.#breaker.wantsProbe) {
      const stays = await unlessAborted(provider.probe?.() ?? Promise.resolve(undefined), this.#closing.signal)
      this.#breaker.probed(stays)
    }
    const isFull = this.#taken <= 0
    if (this.#wasFull && !isFull) this.#wake()
    this.#wasFull = isFull
    const { state } = this.#breaker
    if (state !== undefined && this.#breaker.paused) await this.#neighbours.failOver(queue, state.until, owner)
    if (state === undefined && (await this.#neighbours.relieve(queue, room, owner)) > 0) this.#wake()
  }

  /** What the upstream was paused for may have been corrected since: a process that starts knows of no pause. */
  async #endDelays(): Promise<void> {
    for (let full = true; full && !this.#closing.signal.aborted;)
      full = (await this.#parts.queue.endDelays(this.#lane.queue, delayWindow)) >= delayWindow
    this.#delaysEnded = true
  }

  hold(words: string | undefined): void {
    this.#breaker.hold(words)
  }

  get newFirst(): boolean {
    return this.#breaker.newFirst
  }

  get last(): readonly string[] {
    return this.#refusals.last
  }

  get paused(): BreakerState | undefined {
    return this.#breaker.state
  }

  get pausedModels(): readonly PausedModel[] {
    return this.#models.list
  }

  isOpen(model: string): boolean {
    return this.#breaker.allowance(this.#submitter.submitting) > 0 && this.#models.isOpen(model)
  }

  get pollLateness(): number {
    return this.#follower.lateness
  }

  wakePoll(id: string): void {
    this.#follower.wake(id)
  }

  seen(id: string): Seen | undefined {
    return this.#follower.seen(id)
  }

  async cancel(id: string, reference: string): Promise<boolean> {
    const ended = await this.#cancels.ask(id, reference)
    if (!ended) this.#follower.giveUp(id)
    return ended
  }

  close(): void {
    this.#closing.abort(new Error('the service is stopping'))
    this.#follower.close()
  }

  async #follow(
    view: TaskView,
    how: Accepted & { sent: number; first: number; difference?: Difference | undefined },
    held: Held,
    signal: AbortSignal,
  ): Promise<void> {
    // A caller may have asked since the task was claimed, when no follower could have given it up.
    const cancelling =
      how.cancelling ||
      (how.difference !== undefined && (await this.#parts.tasks.read(view.id))?.cancelReason !== undefined)
    if (cancelling && (await this.#cancels.ask(view.id, how.reference))) return
    const last = await this.#follower.follow(held, { ...how, cancelling, trace: view.trace }, signal)
    if (last === undefined) return
    const end = await endOf(view, how.reference, last, { ...this.#parts, collector: this.#collector, held, signal })
    const { clock, times } = this.#parts
    if (end.status === 'completed') this.#speeds.note(view.model, clock.elapsed() - how.sent)
    if ((await finish(this.#parts, held, end)) && end.status === 'completed')
      times.completed(this.#lane.queue, clock.now() - view.created)
    await this.#lane.provider.forget?.(how.reference)
  }
}
