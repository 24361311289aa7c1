import type { Asked, Submitted } from '../files/asked-entries.js'
import type { AskedFacts } from '../files/read-asked.js'
import type { HoldEnd } from './task-queue.js'
import type { NewTask } from './task-store.js'

/** Why a task is set aside after a restore, as dead letters say. */
export const restoredReason =
  'restored: nothing proves that no upstream was asked for it since the backup, or since the standby fell behind; see "restored list"'

/** What an operator decides of a task that may have been sent. */
export type Decision =
  /** The upstream has it under this reference; without one, it is asked again where that buys once, and else waited for. */
  | { to: 'adopt'; reference: string | undefined }
  /** No upstream was asked for it: it is submitted. */
  | { to: 'release' }
  | { to: 'fail'; credits: HoldEnd }

/** A task that has not ended and that no upstream is known to have, as a restored database says. */
export interface UnprovenTask {
  id: string
  created: number
  /** How often an upstream was asked for it while none had it. */
  attempts: number
}

/** A request that an upstream may have got since a database was saved. */
export interface Sent extends Pick<Asked, 'at' | 'identity' | 'fallback'> {
  upstream: string | undefined
}

/** Tasks of a database that may be behind what happened. */
export interface RestoredTasks {
  /** Unproven tasks behind this one, by ID. */
  unproven(after: string, limit: number): Promise<UnprovenTask[]>
  /**
   * Sets a task aside as one that may have been sent, `to` that upstream and as whom, where that is known. What the database
   * says of an attempt that is over is not said of this one. No process claims it any more.
   */
  setAside(id: string, to: Sent): Promise<boolean>
  /**
   * Writes a task that the database has lost, with its credits held and its idempotency key, set aside as one that was sent.
   * False, and nothing has changed, where its account is not there or lacks the credits, or the key belongs to another task.
   */
  revive(entry: NewTask, to: Asked): Promise<boolean>
  /** Which of these tasks the database lacks. */
  missing(ids: readonly string[]): Promise<string[]>
  /** Notes that keys of submits from before `at`, in milliseconds since the Unix epoch, may be lost. */
  noteLostKeys(at: number): Promise<void>
  /** The latest time so noted; undefined: every key that is kept long enough is there. */
  lostKeys(): Promise<number | undefined>
  /**
   * Notes that the database was set back: what happened since to a task that was made until `at`, in milliseconds since the Unix epoch,
   * it may have forgotten, such as a cancel or its end.
   */
  noteRewind(at: number): Promise<void>
  /** The latest time so noted; 0 where there is none. */
  rewound(): Promise<number>
  /** Notes that a service of this database writes to that record of what upstreams are asked. Noted before anything is in it. */
  noteRecord(id: string): Promise<void>
  /** The records so noted; none in a database of a version that noted none. */
  records(): Promise<ReadonlySet<string>>
  /**
   * Raises the high-water mark of a record that is noted, durably, and answers it: entries that are written from then on name it.
   * Undefined, and nothing has changed, where it is lower than `known`: the database was set back since.
   */
  raiseWatermark(record: string, known: number): Promise<number | undefined>
  /** How far a record has come as this database knows it; 0 where it knows nothing of it. */
  watermark(record: string): Promise<number>
  /** Notes that the database has been told what the record says until this mark. */
  noteWatermark(record: string, mark: number): Promise<void>
  /** When its newest task was made, in milliseconds since the Unix epoch; 0 where there is none. */
  newest(): Promise<number>
  /**
   * Carries out a decision on a task that is set aside so. False, and nothing has changed, when it is not, or is to be submitted and
   * an upstream has accepted it meanwhile.
   */
  decide(id: string, decision: Decision): Promise<boolean>
}

/**
 * Whether the record proves that no upstream was asked for a task that the database does not know of: it is whole since
 * the task was made, or since the database was saved, and holds no later attempt. What was there when a database was brought
 * back by it elsewhere may have been asked for by the service that runs there.
 */
export function isCleared(task: UnprovenTask, { since, latest, used }: AskedFacts, taken: number | undefined): boolean {
  const [begun, saved] = [since ?? Infinity, taken ?? -Infinity]
  if (task.created <= (used ?? -Infinity)) return false
  const whole = begun <= task.created || begun <= saved
  return whole && (latest.get(task.id)?.attempt ?? 0) <= task.attempts
}

const window = 500

/** Sets aside every unproven task that the record does not clear. Answers how many, and how many it cleared. */
export async function holdRestored(
  restored: RestoredTasks,
  facts: AskedFacts,
  { taken, now }: { taken: number | undefined; now: number },
): Promise<{ held: number; cleared: number }> {
  let [held, cleared, after] = [0, 0, '']
  for (let full = true; full;) {
    const tasks = await restored.unproven(after, window)
    full = tasks.length === window
    for (const task of tasks) {
      after = task.id
      if (isCleared(task, facts, taken)) cleared += 1
      else {
        if (await restored.setAside(task.id, facts.latest.get(task.id) ?? { upstream: undefined, at: now })) held += 1
      }
    }
  }
  return { held, cleared }
}

/**
 * What upstreams were asked for and the database knows nothing of, oldest first: it was asked for later than the newest
 * task that there is was made, or after `since`, from when on nothing has aged. What was asked for before both and is not there
 * any more was deleted as it aged. The newest alone does not tell: its time may be of a clock that was ahead.
 */
export async function missingTasks(restored: RestoredTasks, { latest }: AskedFacts, since: number): Promise<Asked[]> {
  const from = Math.min(await restored.newest(), since)
  const later = [...latest.values()].filter(({ at }) => at >= from).sort((one, other) => one.at - other.at)
  const missing: Asked[] = []
  for (let index = 0; index < later.length; index += window) {
    const part = later.slice(index, index + window)
    const ids = new Set(await restored.missing(part.map(({ task }) => task)))
    missing.push(...part.filter(({ task }) => ids.has(task)))
  }
  return missing
}

/**
 * Brings tasks back that the database has lost, set aside, the oldest first, so that a run that was cut off goes on with the
 * next one. Only those that were asked for after `since` are known to be lost: others may have ended and aged. Answers those
 * that stay lost.
 */
export async function reviveMissing(
  restored: Pick<RestoredTasks, 'revive'>,
  missing: readonly Asked[],
  submitted: ReadonlyMap<string, Submitted>,
  since: number,
): Promise<Asked[]> {
  const lost: Asked[] = []
  for (const asked of missing) {
    const entry = asked.at > since ? submitted.get(asked.task) : undefined
    if (entry === undefined || !(await restored.revive(entryOf(asked, entry), asked))) lost.push(asked)
  }
  return lost
}

/** A task as its upstream was asked for it last. One that another model makes goes to no further one, as when it is set aside. */
function entryOf({ task: id, upstream: queue, fallback }: Asked, { idempotency, ...submitted }: Submitted): NewTask {
  const submission = { state: 'sent' } as const
  const { fallbacks: _, ...first } = submitted
  const made = fallback ? { ...first, model: fallback.model, price: fallback.amount, tried: fallback.tried } : submitted
  const task = { ...made, id, queue, status: 'processing', progress: 0, faults: 0, submission } as const
  return idempotency === undefined ? { task } : { task, idempotency }
}
