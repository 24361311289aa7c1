import { ReleaseProof } from '../../domain/money/release-proof.js'
import { Poller } from '../../base/poller.js'
import type { AskedTask, Held, Place } from '../../keep/store/task-queue.js'
import { OutcomeDeadlines } from './outcome-deadlines.js'
import type { Movable } from './fail-over.js'
import { mayRunElsewhere, type RunParts } from './run-parts.js'

/** How often queues without an upstream are polled, in milliseconds. */
const pollInterval = 60_000
/**
 * The same where one was removed by a reload, in milliseconds: processes take the settings over one after the other, so that some may
 * still send it tasks for a moment, and a claim passes over accounts whose tasks another process claims at that moment.
 */
const removedInterval = 2000
const window = 200

/** What the looks at stray queues work with. */
export interface StrayQueuesParts extends RunParts {
  owner: () => string | undefined
  /** Whether the settings know the upstream of a queue; whether the tasks that it has are followed here all the same, as after a reload without it. */
  known: (queue: string) => 'configured' | 'followed' | undefined
  /** These queues hold tasks that have not ended, and no others do. */
  onFilled: (queues: readonly string[]) => void
  /** Where a task goes that waits in such a queue; undefined: nowhere. */
  placeFor: (task: Movable) => Place | undefined
  wake: (queue: string) => void
}

/**
 * Sees to the tasks in queues whose upstream is not in the settings, as after it was taken out. Another process may
 * still have it, so nothing is hurried. Tasks that no upstream has move to one that takes them, or fail where there is
 * none; those of unknown outcome fail at their deadline; accepted ones wait until their upstream is put back.
 */
export class StrayQueues {
  readonly #parts: StrayQueuesParts
  readonly #poller: Poller
  readonly #deadlines: OutcomeDeadlines
  readonly #reported = new Set<string>()
  #interval = pollInterval

  constructor(parts: StrayQueuesParts) {
    this.#parts = parts
    this.#deadlines = new OutcomeDeadlines(parts.unknownOutcomeDeadline)
    this.#poller = new Poller(
      parts.clock,
      () => this.#interval,
      () =>
        this.#poll().catch((error: unknown) => {
          parts.log.error('queues without an upstream could not be looked at; it is tried again', { error })
        }),
    )
  }

  start(): void {
    this.#poller.start()
  }

  /** Looks at them at once. */
  wake(): void {
    this.#poller.wake()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #poll(): Promise<void> {
    const { queue, known, onFilled } = this.#parts
    const owner = this.#parts.owner()
    if (owner === undefined) return
    const names = await queue.queues()
    onFilled(names)
    this.#interval = names.some((name) => known(name) === 'followed') ? removedInterval : pollInterval
    for (const name of names) {
      const state = known(name)
      if (state === 'configured') continue
      if (state === undefined) this.#report(name)
      await this.#moveWaiting(owner, name)
      if (state === undefined) await this.#endUnknown(owner, name)
    }
  }

  #report(name: string): void {
    if (this.#reported.has(name)) return
    this.#reported.add(name)
    this.#parts.log.error(
      `the upstream ${name} is not in the settings; the tasks it has accepted wait until it is put back or they are cancelled`,
      { upstream: name },
    )
  }

  async #moveWaiting(owner: string, name: string): Promise<void> {
    const { queue, runs, placeFor, wake } = this.#parts
    for (let full = true; full && !this.#poller.stopped;) {
      const tasks = await queue.claim(owner, { queue: name, room: window, concurrency: undefined })
      full = tasks.length === window
      for (const task of tasks) {
        const { id, model } = task
        const to = placeFor(task)
        if (to !== undefined) {
          if (await runs.transfer({ id, owner }, to)) wake(to.queue)
        } else if (mayRunElsewhere(this.#parts, task)) {
          await runs.release({ id, owner }, 0)
          full = false
        } else
          await runs.finish(
            { id, owner },
            {
              status: 'failed',
              error: `no upstream takes ${model} any more`,
              credits: ReleaseProof.neverAsked(task.submission) ?? 'charged',
              because: 'unroutable',
            },
          )
      }
    }
  }

  async #endUnknown(owner: string, name: string): Promise<void> {
    const { queue } = this.#parts
    for (let full = true; full && !this.#poller.stopped;) {
      const tasks = await queue.claimAsked(owner, name, window)
      for (const task of tasks) await this.#wait(task, { id: task.id, owner }, name)
      full = tasks.length === window
    }
  }

  async #wait(task: AskedTask, held: Held, name: string): Promise<void> {
    const { runs, clock } = this.#parts
    const { submission, cancelReason } = task
    const left = this.#deadlines.left(task, clock.elapsed())
    if (submission.state === 'accepted' && cancelReason !== undefined && !mayRunElsewhere(this.#parts, task))
      await runs.finish(held, {
        status: 'failed',
        error: `${cancelReason}; the upstream ${name} has it and is not in the settings any more, so that nothing proves that it was not made`,
        credits: 'charged',
        because: 'cancelled',
      })
    else if (submission.state === 'accepted') await runs.release(held, pollInterval)
    else if (left > 0) await runs.release(held, Math.min(left, pollInterval))
    else
      await runs.finish(held, {
        status: 'failed',
        error: `outcome unknown: the task was sent to the upstream ${name}, which is not in the settings any more; it may have run there and was not submitted twice`,
        credits: 'charged',
        because: 'unknown-outcome',
      })
  }
}
