import type { TaskRecord, TaskResult, TaskView, UpstreamUsage } from '../../domain/task/record.js'
import type { JsonObject } from '../../base/json.js'
import type { Fallback } from '../../domain/task/fallback.js'
import type { SentProof } from '../../domain/task/sent.js'
import type { Death } from './fuse.js'
import type { CountDifference } from './task-counts.js'
import type { ReleaseProof } from '../../domain/money/release-proof.js'
import type { ErrorClass } from '../../domain/task/error-class.js'

/** Adds to the reason for the upstream of a task that it moves to another queue. SQL of both stores, where `queue` is the one before. */
export const movedTo = (queue: string): string =>
  `routing = substr(coalesce(routing, queue) || '; then ' || ${queue}, 1, 500)`

/** What changes of a task that another model is to make: SQL of both stores, where a value is null in a task that keeps its model. */
export const fellBack = (model: string, price: string, left: string, tried: string): string =>
  `model = coalesce(${model}, model), price = coalesce(${price}, price), fallbacks = nullif(coalesce(${left}, fallbacks), '[]'), tried = coalesce(${tried}, tried)`

/** The values for `fellBack`, in its order. Escaped in JSON, words of an upstream hold no U+0000, which PostgreSQL does not keep. */
export function fallbackValues(
  fallback: Fallback | undefined,
): [string, number, string, string] | [null, null, null, null] {
  if (fallback === undefined) return [null, null, null, null]
  const { model, amount, left, tried } = fallback
  return [model, amount, JSON.stringify(left), JSON.stringify(tried)]
}

/** A task that a process runs, and as whom: every write of the run is rejected once the task has another owner. */
export interface Held {
  readonly id: string
  readonly owner: string
}

/** What becomes of the credits that a failed task holds: given back on proof, and else spent. */
export type HoldEnd = ReleaseProof | 'charged'

/**
 * How a run ended. `word`: the upstream's own word for the state in which it was seen last. `fields`: what the upstream's
 * answer held besides the fields that this service fills itself.
 */
export type TaskEnd = {
  word?: string | undefined
  fields?: JsonObject | undefined
  usage?: UpstreamUsage[] | undefined
} & (
  | { status: 'completed'; result: TaskResult }
  | { status: 'failed'; error: string; credits: HoldEnd; because: ErrorClass }
)

/** What a poll of a task was answered where that had changed: another state, or progress of a tenth and more. */
export interface PolledState {
  /** When it was noted, in milliseconds since the Unix epoch. */
  at: number
  /** The upstream's own word. */
  state: string
  /** From 0 to 1, where the upstream tells it. */
  progress?: number
}

/** An upstream proved that it had not taken a task. */
export interface Refusal {
  upstream: string
  /** When it was asked, in milliseconds since the Unix epoch. */
  at: number
  /** What it answered. */
  proof: string
}

/**
 * What a run writes. Each method answers false, and has changed nothing, when the task has ended or has another owner;
 * that is checked in the statement that writes. It resolves once the change is durable, except `noteProgress`.
 */
export interface TaskRuns {
  /**
   * Notes, before the upstream of the task's queue is asked, that it will be, and when by the store's clock, the first time
   * that counts; and as whom. The proof without which no submit compiles; undefined also when the task was accepted.
   */
  noteSent(held: Held, identity?: string): Promise<SentProof | undefined>
  /**
   * Notes that the upstream proved it had not taken the task, keeps the proof, and releases the task to a queue; with `fallback`, to
   * be made by another model. False also once the task was sent again since that attempt: a note that is written late, or twice, says
   * nothing about a later request.
   */
  noteRefused(held: Held & { attempt: number }, refusal: Refusal, next: Place & { delay: number }): Promise<boolean>
  /**
   * Notes the upstream's reference of a task it was asked for. Every process that learns it may, also one that has lost the task
   * since: it is a fact about the upstream and stays true. Answers whether a caller has asked to cancel the task meanwhile;
   * undefined when the task has ended, has a reference, or was not sent to that queue's upstream, and when another task
   * that was sent to it as the same has this reference: then it is not that of this task.
   */
  noteAccepted(id: string, queue: string, reference: string): Promise<{ cancelling: boolean } | undefined>
  /**
   * Notes, before the files of a task are handled, that this process does so: where it ends without a word meanwhile, that is
   * counted as a death of the task.
   */
  noteHandling(held: Held): Promise<boolean>
  /**
   * Notes that a process has outlived its handling of a task, so that no death is counted. Also one that has lost the task:
   * a death that was counted because the process fell silent is taken back, unless somebody else has handled the task since.
   */
  endHandling(held: Held): Promise<void>
  /**
   * Raises the progress of a running task; a smaller value changes nothing. `polled`: what its upstream answered, which is kept
   * beside what it had answered before unless that is the same, the latest 20. May be lost.
   */
  noteProgress(held: Held, fraction: number, polled?: Omit<PolledState, 'at'>): Promise<void>
  /** Ends a task and settles or releases its credits. */
  finish(held: Held, end: TaskEnd): Promise<boolean>
  /**
   * Gives a task back. No process claims it before `delay` milliseconds have passed; meanwhile it takes no slot. `doubt`: what
   * came back from its upstream and is inconclusive; without one, what was noted before stays.
   */
  release(held: Held, delay: number, doubt?: string): Promise<boolean>
  /** Gives a task back into another queue, which no upstream has; with `fallback`, to be made by another model. False also when an upstream has or may have it. */
  transfer(held: Held, to: Place): Promise<boolean>
  /** Gives a task back after an internal error, which is counted; at `limit` the task becomes a dead letter instead. */
  fail(held: Held, fault: { reason: string; delay: number; limit: number }): Promise<'released' | 'dead' | 'lost'>
}

/** Where a task goes that its upstream has not taken, and with which other model. */
export interface Place {
  queue: string
  fallback?: Fallback | undefined
}

/** What a process learns with a heartbeat. */
export interface Beat {
  /** Tasks that it held and that somebody else has ended. It holds them no more. */
  ended: string[]
  /** Tasks whose upstream has told another process of them since its last heartbeat. */
  woken: string[]
}

/** What a sweep has changed. */
export interface Swept {
  /** Tasks that can be claimed again: those of processes that are gone, and those whose pause after a death is over. */
  freed: number
  /** Tasks whose files a process was handling when it ended, since the last sweep of this process. */
  deaths: Death[]
}

/** What a claim asks for. */
export interface ClaimRequest {
  queue: string
  /** How many tasks this process can take. */
  room: number
  /** How many tasks of the queue may run at a time in all processes; undefined: as many as there is room for. */
  concurrency: number | undefined
  /** Accounts that come after all others, regardless of their share; each after the one before it. */
  last?: readonly string[]
}

/** A task on which an upstream was asked before. */
export interface AskedTask extends TaskView {
  /**
   * Milliseconds since the upstream was first asked. The store's clock has measured both ends: that of a process may be ahead,
   * and would end a paid task too early. 0 where that is not known.
   */
  sinceAsked: number
  /** Nothing shows how long ago that was: the clock was ahead then, or was another one. */
  isAgeUnknown?: boolean
}

/** By how much a time may be ahead of now, in milliseconds, since clocks differ: one that is further ahead says nothing of when it was. */
export const maxLead = 300_000

/** What is said of when upstreams were asked, where that is ahead of `now`: that they were by now, or that it is not known. */
export const askedByNow = (now: string): string =>
  `task SET submission_at = CASE WHEN submission = 'sent' AND submission_at > ${now} + ${maxLead} THEN NULL ELSE ${now} END
    WHERE stage IN ('sent', 'accepted') AND submission_at > ${now}`

/** What waits, runs and is set aside in a queue for an account. */
export interface QueueFigures {
  queue: string
  account: string
  /** Tasks that could run now if there were room. */
  waiting: number
  /** Tasks that are not due yet: of unknown outcome, or after a failure. */
  delayed: number
  /** When the task that has its turn first was submitted, or an older one of unknown outcome, in milliseconds since the Unix epoch. */
  oldest: number | undefined
  running: number
  /** Internal errors counted on tasks that have not ended. */
  retries: number
  dead: number
}

/** A task that was set aside after too many internal errors, or because its handling ended the process. */
export interface DeadLetter {
  id: string
  queue: string
  account: string
  model: string
  reason: string
  /** When it was set aside, in milliseconds since the Unix epoch. */
  since: number
  retries: number
}

/** Longer than any task waits before it is tried or looked at again, in milliseconds: the clock has been set back since. */
export const longestDelay = 3_600_000
/** The same for a task that its upstream has or may have and that has met no internal error: it only waits for its next poll, or for when it may be asked for again. */
export const longestPollDelay = 60_000

/** Which waiting tasks are to go from one queue to another. */
export interface MoveRequest {
  from: string
  to: string
  models: readonly string[]
  /** How many at most. */
  limit: number
  /** Leaves out those that the upstream of the other queue has declined. */
  exceptRefused?: boolean
}

/**
 * Which task is run next, by whom. The task's row is the job: there is no second record of it.
 *
 * A process joins under an identity and shows by `beat` that it lives. It claims tasks as that identity, each of which
 * it then owns. An owner without a live heartbeat is swept: its tasks are free again. Claim and sweep exclude each other
 * by a lock on the owner's heartbeat, and a sweep looks for owners without a heartbeat rather than for the tasks of those
 * it removed, so that no order of the two can leave a task with an owner that is gone.
 *
 * States of a task that has not ended:
 *
 *     waiting --claim--> held --noteSent--> held, sent --noteAccepted--> held, accepted --finish--> ended
 *        ^                 |                    |                            |
 *        +-----release-----+----noteRefused-----+       release, sweep: accepted, not held --claimAsked--> held
 *     held --fail or sweep, at the limit--> dead --retry--> waiting
 */
export interface TaskQueue {
  /** How long a process counts as alive after a heartbeat, in milliseconds. */
  readonly lifetime: number
  /** Registers this process. Answers its identity, which no other process has or had. What a clock that was set back keeps waiting waits for `longestDelay` from now on at most, a poll or a repeat for `longestPollDelay`; an upstream that was asked in what is the future now counts as asked at this moment, so that no deadline is further away than it was. */
  join(): Promise<string>
  /** Shows that the process lives. Answers undefined when it has been swept: then it holds nothing and has to join again. */
  beat(owner: string): Promise<Beat | undefined>
  /**
   * Lets the holder of a task of a queue learn with its next heartbeat that the task's upstream has told of it: once,
   * however often this is called meanwhile. Nothing follows where the task is not held.
   */
  wakeOwner(queue: string, id: string): Promise<void>
  /**
   * Frees the tasks of owners without a live heartbeat; those that are at their last death become dead letters, and come back
   * when their pause is over, as long as they have one.
   */
  sweep(): Promise<Swept>
  /** Frees all tasks of a process, none of which has ended it, and removes its heartbeat. */
  leave(owner: string): Promise<void>
  /** Compares the counts by which claims go with the tasks, corrects them, and answers what differed: nothing, unless somebody else has written to the database. */
  repairCounts(): Promise<CountDifference[]>

  /** Which of these queues hold tasks that `claim` or `claimAsked` may find due: all others need not be asked for. */
  due(queues: readonly string[]): Promise<string[]>
  /**
   * Takes tasks of a queue that are due and that no upstream has or may have: queued -> processing. Free places go to the
   * account with the fewest tasks in the queue for its weight that run, or may run; within
   * an account to the oldest. No account gets more than its limit over all queues and processes, however many claim at a time.
   */
  claim(owner: string, request: ClaimRequest): Promise<TaskRecord[]>
  /** Takes up to `limit` tasks of a queue that are due, that an upstream has or may have, and that are not held. They need no room: they are there already. */
  claimAsked(owner: string, queue: string, limit: number): Promise<AskedTask[]>
  /** Gives back the tasks that an owner holds in a queue, except these: the answer of a claim may have been lost. */
  releaseExcept(owner: string, queue: string, ids: readonly string[]): Promise<void>
  /** Moves waiting tasks, which no upstream has or may have, to another queue. Answers how many. */
  move(request: MoveRequest): Promise<number>

  /** Up to `limit` tasks behind this one, by ID, that wait in a queue and that another model may make. */
  waitingWithFallbacks(queue: string, after: string, limit: number): Promise<TaskRecord[]>
  /** Moves a task, as it was read, that waits in its queue and that no upstream has or may have, as `transfer` does with one that is held. */
  divert(task: Pick<TaskRecord, 'id' | 'queue' | 'model'>, to: Place): Promise<boolean>

  /**
   * Makes tasks of a queue due that wait because of their upstream: not those that it has, nor those with internal errors.
   * Changes up to twice `limit`; answers how many: fewer than `limit` when all have been seen.
   */
  endDelays(queue: string, limit: number): Promise<number>

  /** Names of the queues that hold tasks which have not ended. */
  queues(): Promise<string[]>
  /**
   * Figures of each queue and account with tasks that have not ended: of the `most` pairs with the most tasks, the
   * fullest first within a queue, and behind them of all others of the queue, added up as `otherAccounts`.
   */
  figures(most: number): Promise<QueueFigures[]>
  /** Who has proved that it had not taken a task, the latest 20, oldest first. */
  refusals(id: string): Promise<Refusal[]>
  /** What polls of a task were answered, where that had changed, the latest 20, oldest first. */
  polled(id: string): Promise<PolledState[]>
  /** Tasks that were set aside, the longest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>
  /** Puts a dead letter back into its queue, with no errors and no deaths counted. False when it is none. */
  retry(id: string): Promise<boolean>
  /** Completes a dead letter with files that are in the store. False when it is none. */
  deliver(id: string, result: TaskResult): Promise<boolean>
  /**
   * Ends those of the dead letters that were set aside longer than `age` milliseconds ago, as failed with their reason. Those that
   * an upstream may have are charged as they were held; those that it completed, and whose file was never had, are not. Answers how
   * many.
   */
  expireDeadLetters(age: number, ids: readonly string[]): Promise<number>
  /** Sets an account's weight in the fair share, and how many of its tasks may run at a time. False when there is no such account. */
  setShare(account: string, share: { weight: number; limit: number | undefined }): Promise<boolean>
}
