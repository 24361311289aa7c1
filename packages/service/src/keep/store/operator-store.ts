import type { HoldEnd } from './task-queue.js'

/** Something that an operator did, of which a record is kept. */
export interface OperatorAction {
  /** In milliseconds since the Unix epoch. */
  at: number
  /** Who did it, as they signed in or as whom they ran the command. */
  who: string
  /** What was done, in one or two words. */
  action: string
  /** What it was done to: a task, an account, a key or an upstream. */
  subject: string
  detail?: string | undefined
}

/** An operator has nothing submitted to the upstream of a queue until they say otherwise. */
export interface UpstreamHold {
  queue: string
  since: number
  who: string
  reason: string
}

/** An entry of the ledger about a task. Micro-credits: what was added to what is available, and to what is held. */
export interface LedgerEntry {
  at: number
  kind: string
  available: number
  held: number
}

/** An event about the end of a task that waits for its receiver, or was given up. */
export interface StoryDelivery {
  receiver: string
  type: string
  attempts: number
  /** When it is sent next; undefined when it was given up. */
  due: number | undefined
  answer: string | undefined
}

/** What operators decide, the record of it, and what is kept about one task. */
export interface OperatorStore {
  note(action: OperatorAction): Promise<void>
  /** The latest, newest first; of one subject where it is given. */
  actions(limit: number, subject?: string): Promise<OperatorAction[]>
  /** Upstreams that an operator holds back. Read by every process every few seconds. */
  holds(): Promise<UpstreamHold[]>
  /** Holds an upstream back. False when it is held back already. */
  hold(hold: UpstreamHold): Promise<boolean>
  /** False when it was not held back. */
  endHold(queue: string): Promise<boolean>
  /**
   * Follows what the upstream of the task's queue has under this reference. False, and nothing has changed, when the
   * task has ended, has a reference, or is just being submitted. `identity`: as whom that upstream is asked now, where it is
   * known; a task that was sent keeps that of its submit.
   */
  adopt(id: string, reference: string, identity?: string): Promise<boolean>
  /**
   * Fails a task, also one that a process runs. False, and nothing has changed, when it has ended, or is to be charged and no upstream
   * has it or may have it, as one that proves meanwhile that it did not take it.
   */
  fail(id: string, error: string, credits: HoldEnd): Promise<boolean>
  /** Whether a task is a dead letter. */
  isSetAside(id: string): Promise<boolean>
  /** The entries of the ledger about a task, oldest first: none where the credits of its account are not counted. */
  ledgerOf(account: string, task: string): Promise<LedgerEntry[]>
  deliveriesOf(task: string): Promise<StoryDelivery[]>
}
