import { setMaxListeners } from 'node:events'
import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import { pollsAtATime, type Snapshot, type UpstreamProvider } from '../../domain/provider/provider.js'
import { unknownSince, type Difference } from '../provider/upstream-identity.js'
import type { Held, TaskRuns } from '../../keep/store/task-queue.js'
import { Absence } from './absence.js'
import { backoff } from './backoff.js'
import type { Pace } from './pace.js'
import type { Seen } from './engine.js'
import { maxInterval, PollCondition } from './poll-condition.js'
import { PollSchedule } from './poll-schedule.js'
import { ProgressNotes } from './progress-notes.js'

/**
 * Milliseconds between the answer to a poll of a task and the next, unless the upstream recommends more (interface:
 * Limits, Polling interval: 5 to 10 s).
 */
const usualInterval = 5000
/** Milliseconds between two polls of a task whose upstream tells by webhooks when it has changed. */
const trustedInterval = 30_000
/** Milliseconds that a poll waits for others that fall due, where the upstream answers several in one request. */
const gatherTime = 250
/** Seconds for which it is told how late polls were. */
const latenessWindow = 60
/** How long the polls of a task have failed at least when it ends at its deadline without an answer, in milliseconds: the service may have been down until just before. */
const unansweredTime = 300_000

/** A snapshot that ends the following of a task. */
export type LastSnapshot =
  | Extract<Snapshot, { state: 'completed' | 'failed' }>
  /** The task cannot be followed any more, and nothing is known of its end. */
  | { state: 'lost'; error: string; status: string; fields?: undefined }

/** What a follower works with. */
export interface FollowerParts {
  queue: string
  provider: Pick<UpstreamProvider, 'poll' | 'pollBatch' | 'polling'>
  runs: Pick<TaskRuns, 'noteProgress'>
  clock: Clock
  random: () => number
  log: Log
  pace: Pace
  /** How long after its submission a task is polled, in milliseconds. */
  pollDeadline: number
}

/** A task as it is to be followed. */
export interface FollowedTask {
  reference: string
  /** When it was submitted, in monotonic time. */
  sent: number
  /** Milliseconds to its first poll. */
  first: number
  difference?: Difference | undefined
  /** A caller wants it cancelled. */
  cancelling: boolean
  /** The `traceparent` that it belongs to. */
  trace?: string | undefined
}

/** One entry of the schedule. It counts while its task is due then: a task that is polled earlier leaves one behind. */
interface Turn {
  task: Followed
  due: number
}

interface Followed {
  held: Held
  /** When it is polled next, in monotonic time; not at all while a poll is under way. */
  due: number
  /** Before that it is not polled, even when it is asked for, in monotonic time. */
  earliest: number
  /** Its upstream has told of it since its last poll was sent, and before that poll. */
  woken: boolean
  hastened: boolean
  reference: string
  /** The `traceparent` that it belongs to. */
  trace: string | undefined
  /** When the task ends with what was seen last, in monotonic time. */
  deadline: number
  seen: Seen
  progress: ProgressNotes
  faults: number
  missing: Absence | undefined
  /** Polls in a row that said nothing of the task. */
  unanswered: Absence | undefined
  /** What of the upstream has changed since the task was submitted, as long as it says nothing of the task. */
  difference: Difference | undefined
  /** A caller wants it cancelled: it is not waited for where nothing can be learnt of it. */
  cancelling: boolean
  signal: AbortSignal
  resolve(last: LastSnapshot | undefined): void
}

/**
 * Polls the accepted tasks of one upstream: each 5 s after its last answer, or what the upstream recommends, never
 * earlier, several in a request where the upstream takes that. One timer and one schedule in memory serve all of them,
 * and the store is not asked.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #schedule = new PollSchedule<Turn>()
  readonly #followed = new Map<string, Followed>()
  /** How late polls of a second were at most, by its place in the window. */
  readonly #latest = new Map<number, { second: number; lateness: number }>()
  readonly #abort = new AbortController()
  readonly #condition: PollCondition
  #wake = new AbortController()
  #polling = 0
  #looping = false
  /** The upstream told of the last task that ended before a poll found it out: polls are only needed for what it forgets. */
  #told = false

  constructor(parts: FollowerParts) {
    this.#parts = parts
    this.#condition = new PollCondition(parts)
    // Every poll under way listens to it.
    setMaxListeners(0, this.#abort.signal)
  }

  /** Polls a task until its end, which it answers; undefined when the signal aborted. */
  follow(held: Held, how: FollowedTask, signal: AbortSignal): Promise<LastSnapshot | undefined> {
    const { clock, runs, pollDeadline } = this.#parts
    const { reference, trace, sent, first, difference, cancelling } = how
    return new Promise((resolve) => {
      const done = (last: LastSnapshot | undefined): void => {
        signal.removeEventListener('abort', aborted)
        if (this.#followed.get(held.id) === followed) {
          this.#followed.delete(held.id)
          this.#condition.forget(held.id)
        }
        resolve(last)
      }
      const aborted = (): void => {
        done(undefined)
      }
      if (signal.aborted) {
        resolve(undefined)
        return
      }
      signal.addEventListener('abort', aborted, { once: true })
      const progress = new ProgressNotes(runs, clock, held)
      const now = clock.elapsed()
      const followed: Followed = {
        held,
        due: Infinity,
        earliest: now + Math.min(first, usualInterval),
        woken: false,
        hastened: false,
        reference,
        trace,
        deadline: sent + pollDeadline,
        seen: { status: 'accepted' },
        progress,
        faults: 0,
        missing: undefined,
        unanswered: undefined,
        difference,
        cancelling,
        signal,
        resolve: done,
      }
      this.#followed.set(held.id, followed)
      this.#add(followed, now + first)
    })
  }

  /** What the upstream said last about a task; undefined when it is not followed here. */
  seen(id: string): Seen | undefined {
    return this.#followed.get(id)?.seen
  }

  /**
   * Polls a task as soon as that is allowed: 5 s after the answer to its last poll, and after a fault no earlier than
   * without this. Where that poll finds that the task has ended, the tasks of this upstream are polled more rarely, until
   * one ends that it did not tell of.
   */
  wake(id: string): void {
    const task = this.#followed.get(id)
    if (task === undefined) return
    task.woken = true
    const due = Math.max(this.#parts.clock.elapsed(), task.earliest)
    if (due < task.due) this.#add(task, due)
  }

  /** The interval between polls, in milliseconds. */
  get interval(): number {
    return Math.max(usualInterval, this.#parts.provider.polling?.interval ?? 0)
  }

  /**
   * Milliseconds to the first poll of a task that another process may have polled just now. Many come at once after a
   * start: spread out by a millisecond each, they are not all polled in the same second from then on.
   */
  get intervalAfterResume(): number {
    return this.interval + this.#parts.random() * Math.min(this.interval, this.#followed.size)
  }

  /** How late polls were sent after they were due: the largest of the last minute, in milliseconds. */
  get lateness(): number {
    const since = this.#parts.clock.elapsed() / 1000 - latenessWindow
    const latest = [...this.#latest.values()].filter(({ second }) => second >= since)
    return Math.max(0, ...latest.map(({ lateness }) => lateness))
  }

  /** Stops polling. */
  close(): void {
    this.#abort.abort()
    this.#wake.abort()
  }

  #add(task: Followed, due: number): void {
    if (this.#abort.signal.aborted) return
    const next = this.#schedule.next
    task.due = due
    this.#schedule.add({ task, due }, due)
    if (!this.#looping) void this.#loop()
    else if (next === undefined || due < next) this.#wake.abort()
  }

  async #loop(): Promise<void> {
    const { clock, provider, pace } = this.#parts
    this.#looping = true
    const { signal } = this.#abort
    for (let next = this.#schedule.next; next !== undefined && !signal.aborted; next = this.#schedule.next) {
      const now = clock.elapsed()
      const from = Math.max(next + (provider.pollBatch > 1 ? gatherTime : 0), this.#condition.pausedUntil)
      if (from > now || this.#polling >= pollsAtATime) {
        this.#wake = new AbortController()
        await clock.delay(from > now ? from - now : this.interval, this.#wake.signal)
        continue
      }
      const [first, ...others] = this.#take(now)
      if (first === undefined) continue
      await pace.acquire('poll', signal)
      this.#noteLateness(clock.elapsed(), next)
      void this.#poll(first, others)
    }
    this.#looping = false
  }

  /** The tasks that are polled next, each of which is in no other poll meanwhile. */
  #take(now: number): Followed[] {
    const tasks: Followed[] = []
    for (const { task, due } of this.#schedule.take(now, this.#parts.provider.pollBatch)) {
      if (task.due !== due || task.signal.aborted) continue
      task.due = -Infinity
      task.hastened = task.woken
      task.woken = false
      tasks.push(task)
    }
    return tasks
  }

  async #poll(first: Followed, others: readonly Followed[]): Promise<void> {
    const { provider, clock } = this.#parts
    const tasks = [first, ...others]
    this.#polling += 1
    const asked = clock.elapsed()
    const snapshots = await provider.poll(
      tasks.map(({ reference }) => reference),
      this.#abort.signal,
      // A request about several tasks belongs to no trace of one.
      others.length === 0 ? first.trace : undefined,
    )
    this.#polling -= 1
    for (const task of tasks) {
      if (task.signal.aborted) continue
      const snapshot = snapshots.get(task.reference) ?? { state: 'fault', error: 'the answer does not name the task' }
      const last = this.#judge(task, snapshot, asked)
      if (last === undefined) this.#addAfterPoll(task)
      else this.#end(task, last)
    }
    if (this.#polling === pollsAtATime - 1) this.#wake.abort()
  }

  /** After faults a task is polled later and later, even when it is asked for; otherwise soon where its upstream tells of it. */
  #addAfterPoll(task: Followed): void {
    const { clock, random } = this.#parts
    const now = clock.elapsed()
    const failures = Math.max(task.faults, task.missing?.times ?? 0)
    if (failures > 0) {
      task.earliest = now + Math.max(this.interval, backoff(failures, this.interval, maxInterval, random))
      this.#add(task, task.earliest)
      return
    }
    task.earliest = now + usualInterval
    const interval = this.#told ? Math.max(this.interval, trustedInterval) : this.interval
    this.#add(task, task.woken ? task.earliest : now + interval)
  }

  #end(task: Followed, last: LastSnapshot): void {
    this.#told = task.woken || task.hastened
    task.resolve(last)
  }

  /** How a task ends with this snapshot, which was asked for then; undefined while it does not. */
  #judge(task: Followed, snapshot: Snapshot, asked: number): LastSnapshot | undefined {
    const { clock, queue } = this.#parts
    if (snapshot.state !== 'missing' && snapshot.state !== 'fault') this.#noteKnown(task)
    if (snapshot.state === 'fault') this.#noteFault(task, snapshot)
    else {
      task.faults = 0
      this.#condition.noteAnswer(task.held.id)
    }
    if (snapshot.state === 'completed' || snapshot.state === 'failed') return snapshot
    const isConclusive = snapshot.state === 'running' || this.#isUnanswered(task, asked)
    if (snapshot.state === 'running') {
      task.seen = snapshot.unknown === true ? { status: snapshot.status, unknown: true } : { status: snapshot.status }
      task.progress.notePoll(snapshot.status, snapshot.progress)
    }
    if (task.difference !== undefined) return this.#waitFor(task, task.difference, snapshot, asked)
    if (snapshot.state === 'missing' && this.#isGone(task, snapshot.error, asked))
      return {
        state: 'lost',
        error: `the upstream ${queue} no longer knows the task: ${snapshot.error}`,
        status: task.seen.status,
      }
    if (clock.elapsed() < task.deadline || !isConclusive) return undefined
    return {
      state: 'lost',
      error: `the upstream ${queue} did not end the task before the polling deadline; last seen: ${task.seen.status}${task.seen.unknown === true ? ', a status that is in no table' : ''}. It may still be running there, as ${task.reference}`,
      status: task.seen.status,
    }
  }

  /** A task that was submitted under another identity is waited for: that the upstream does not know it is inconclusive. */
  #waitFor(task: Followed, difference: Difference, snapshot: Snapshot, asked: number): LastSnapshot | undefined {
    if (snapshot.state !== 'missing') return undefined
    task.missing ??= new Absence(this.#parts.clock.elapsed())
    const isUnknown = task.missing.isProvedBy(asked)
    this.#condition.reportDifference(task.held.id, difference)
    return isUnknown && task.cancelling ? this.#givenUp(task, difference) : undefined
  }

  /** Says once why tasks wait that were submitted under another identity. */
  reportDifference(id: string, difference: Difference): void {
    this.#condition.reportDifference(id, difference)
  }

  /** Gives up a task that is to be cancelled, where it is followed here and nothing can be learnt of it as whom the upstream is asked now. */
  giveUp(id: string): void {
    const task = this.#followed.get(id)
    if (task?.difference !== undefined) task.resolve(this.#givenUp(task, task.difference))
  }

  #givenUp({ seen }: Followed, difference: Difference): LastSnapshot {
    return { state: 'lost', error: unknownSince(difference, this.#parts.queue), status: seen.status }
  }

  /** Whether a task is followed here and nothing of the upstream has changed since it said something of the task. */
  knows(id: string): boolean {
    const task = this.#followed.get(id)
    return task !== undefined && task.difference === undefined
  }

  /** The upstream has said something of a task. */
  #noteKnown(task: Followed): void {
    task.missing = undefined
    task.unanswered = undefined
    task.difference = undefined
    this.#condition.noteKnown()
  }

  /** Whether polls have said nothing of a task for long enough that it ends at its deadline. */
  #isUnanswered(task: Followed, asked: number): boolean {
    task.unanswered ??= new Absence(this.#parts.clock.elapsed(), unansweredTime)
    return task.unanswered.isProvedBy(asked)
  }

  /** Whether a task that the upstream says not to know counts as gone. */
  #isGone(task: Followed, error: string, asked: number): boolean {
    task.missing ??= new Absence(this.#parts.clock.elapsed())
    if (!task.missing.isProvedBy(asked)) return false
    return this.#followed.size === 1 || this.#condition.knowsTasks(task.missing.since, error)
  }

  #noteFault(task: Followed, { error, pause }: Extract<Snapshot, { state: 'fault' }>): void {
    task.faults += 1
    const asked = pause === undefined ? undefined : { retryAfter: pause.retryAfter ?? 0 }
    this.#condition.noteFault({ task: task.held.id, times: task.faults, error, pause: asked }, this.interval)
  }

  /** The largest of each second, which takes the place of one that is a window ago. */
  #noteLateness(now: number, due: number): void {
    const second = Math.floor(now / 1000)
    const before = this.#latest.get(second % latenessWindow)
    const least = before?.second === second ? before.lateness : 0
    this.#latest.set(second % latenessWindow, { second, lateness: Math.max(least, now - due) })
  }
}
