import type { JsonObject } from '../../base/json.js'
import type { ReleaseProof } from '../../domain/money/release-proof.js'
import type { TaskMemory } from '../../domain/task/memory.js'
import type { OwnedTask } from '../../domain/task/owned.js'
import type { BudgetState } from '../../domain/money/budget.js'
import type { IdempotencyKey, TaskRecord, TaskStatus, TaskView } from '../../domain/task/record.js'

/** A task about to be accepted. */
export interface NewTask {
  task: TaskRecord
  /** Present when the client sent an `Idempotency-Key`. */
  idempotency?: IdempotencyKey
}

/** What of a submit shows whether it repeats another. */
export interface Repeatable extends Pick<NewTask, 'idempotency'> {
  task: Pick<TaskRecord, 'account'>
}

/** What became of a submit. Only `accepted` changed anything. */
export type SubmitOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'replayed'; task: OwnedTask }
  | { outcome: 'key-conflict' }
  | { outcome: 'no-credits'; available: number; needed: number }
  | { outcome: 'over-budget'; budget: BudgetState; needed: number }

/**
 * What became of a cancel. `cancelled`: the task has failed. `noted`: an upstream has or may have it, so that it goes on
 * until that proves something. `ended`: it had ended before, or is unknown.
 */
export type CancelOutcome = 'cancelled' | 'noted' | 'ended'

/** Which tasks of an account to list. */
export interface TaskQuery {
  limit: number
  /** Only tasks older than this one. */
  after?: string
  status?: TaskStatus
  model?: string
}

/** What views leave out of a task: when it ended, in milliseconds since the Unix epoch, and those of its parameters that were asked for. */
export interface TaskDetails {
  ended?: number
  parameters: JsonObject
}

/** A page of tasks. */
export interface TaskPage {
  tasks: OwnedTask[]
  /** The `after` of the next page; undefined when there is none. */
  next?: string
}

/** An idempotency key, and what was submitted under it. */
export interface SubmittedKey {
  key: string
  /** The ID of the task. */
  task: string
  /** In milliseconds since the Unix epoch. */
  created: number
}

/** The texts that begin with a prefix of visible ASCII are from it on, and before this. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\x7f`
}

/**
 * Keeps tasks, the credits they hold and the keys they were submitted under.
 * Every method that changes something resolves only once the change is durable. A terminal state never changes;
 * credits are held with the task, and settled or released exactly once, with its end.
 */
export interface TaskStore {
  /** Accepts a task, or says why not, in one step. */
  submit(entry: NewTask): Promise<SubmitOutcome>
  /** What a submit under an Idempotency-Key that was used before answers; undefined when the key is new or there is none. */
  repeatOf(entry: Repeatable): Promise<SubmitOutcome | undefined>
  /** The task, when this account owns it and this process has it in memory as it was stored last. */
  recall(account: string, id: string): OwnedTask | undefined
  /** The task that this account submitted under an idempotency key; undefined when there is none, or the key was forgotten. */
  findByKey(account: string, key: string): Promise<OwnedTask | undefined>
  /** The first hundred of an account's idempotency keys that begin like this, in the order of their names; of those that were forgotten, none. */
  keysBeginning(account: string, prefix: string): Promise<SubmittedKey[]>
  /** Gives an idempotency key another name, or forgets it. False when there is none. */
  renameKey(account: string, key: string, to: string | undefined): Promise<boolean>
  /** The task, when this account owns it. */
  find(account: string, id: string): Promise<OwnedTask | undefined>
  /** The details of those of these tasks that this account owns, by their IDs, with the parameters that have one of these names and that they were given. */
  details(account: string, ids: readonly string[], parameters: readonly string[]): Promise<Map<string, TaskDetails>>
  /** Of these tasks, of any account, those whose status is another one now, or that are gone. */
  changed(seen: ReadonlyMap<string, TaskStatus>): Promise<string[]>
  /** The task with its parameters, of any account. */
  read(id: string): Promise<TaskRecord | undefined>
  /** What is known of what happened to a task of any account. */
  memoryOf(id: string): Promise<TaskMemory>
  /** An account's tasks, newest first, at most `limit`. */
  list(account: string, query: TaskQuery): Promise<TaskPage>
  /** The latest tasks of all accounts, newest first; of a status, those that were submitted last, or that ended so last. */
  latest(limit: number, status?: TaskStatus): Promise<TaskView[]>
  /**
   * Cancels a task, regardless of the process that runs it. One that no upstream has or may have fails at once, and its credits are released;
   * its holder learns that with its next heartbeat. Of any other is noted that it is to be cancelled, and why.
   */
  cancel(id: string, reason: string): Promise<CancelOutcome>
  /**
   * Fails a task that its upstream has proved to have cancelled under this reference, regardless of its holder, and releases its
   * credits. False when it had ended before, or has another reference.
   */
  endCancelled(id: string, cancelled: { reference: string; reason: string; proof: ReleaseProof }): Promise<boolean>
  /** Results of tasks that were made and ended before the time given and of which no receiver has yet to be told, oldest first, without the first `skip`. */
  agedResults(before: number, limit: number, skip: number): Promise<{ id: string; files: string[] }[]>
  /** Takes the result from an ended task, whose file is gone; the task itself stays as it is. */
  forgetResult(id: string): Promise<void>
  /** Forgets up to `limit` idempotency keys of tasks that were made and ended before the time given: a repeat of one that runs would make another. Answers how many. */
  forgetKeys(before: number, limit: number): Promise<number>
  /**
   * Forgets up to `limit` tasks that were made and ended before the time given, oldest first: the task, its callback and
   * its entries in the ledger, in place of which what it has cost is kept by account and day. Passes over those that have
   * a result, and those of which somebody has yet to be told. Answers how many: fewer than there are where it takes long.
   * Each call goes on behind what the one before removed, until one removes none.
   */
  forgetTasks(before: number, limit: number): Promise<number>
}
