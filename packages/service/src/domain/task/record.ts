import { isConclusive } from '@model-tasks/client/policy'
import type { ModelKind } from '@model-tasks/spec'
import type { JsonObject } from '../../base/json.js'
import type { WithFallbacks } from './fallback.js'

export type TaskKind = ModelKind
/** Every kind of the catalogue: a kind that is added there and not here does not compile. */
const kinds: Readonly<Record<TaskKind, true>> = { video: true, image: true, audio: true, mesh: true }
export const taskKinds: readonly TaskKind[] = Object.keys(kinds).filter(isTaskKind)

/** Whether a word is a kind of the catalogue. */
export function isTaskKind(word: string): word is TaskKind {
  return Object.hasOwn(kinds, word)
}

/** What is known of kinds, for those of which something is, in the order of the catalogue. */
export function byKind<Facts>(facts: { readonly [kind in TaskKind]?: Facts }): [kind: TaskKind, facts: Facts][] {
  return taskKinds.flatMap((kind) => (facts[kind] === undefined ? [] : [[kind, facts[kind]]]))
}

/** In the order in which a task goes through them. */
export const taskStatuses = ['queued', 'processing', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** A task as the store keeps it. Times are milliseconds since the Unix epoch. */
export interface TaskRecord extends WithFallbacks {
  id: string
  account: string
  kind: TaskKind
  /** The parameters as sent, without `model`. */
  parameters: JsonObject
  status: TaskStatus
  created: number
  /** From 0 to 1; never falls. */
  progress: number
  /** Micro-credits: what it holds while it runs, the highest price of its models; what it cost once it ended. */
  amount: number
  /** What it costs with the model that it has now, in micro-credits, where it has fallbacks and so may hold more. */
  price?: number
  /** The queue it waits or waited in, which is named after its upstream: it was submitted to no other since. */
  queue: string
  /** Internal errors while it was run. */
  faults: number
  /** Processes that ended while they handled its files; none when left out. */
  deaths?: number
  submission: Submission
  /** Why it is to be cancelled, where a caller has asked for that and an upstream has or may have it. */
  cancelReason?: string
  /** Only when completed. */
  result?: TaskResult
  /** Only when failed. */
  error?: string
  /** Why it failed, in one word of `ErrorClass`; absent from those that failed before that was kept. */
  errorClass?: string
  /** When it ended. */
  ended?: number
  /** The ID of the key that it was submitted with. */
  key?: string
  /** What its caller called the submit; absent where it had no name, and from tasks of earlier versions. */
  idempotency?: IdempotencyKey
  /** Why it went to its upstream, in words. */
  routing?: string
  /** The `traceparent` under which all that is done for the task is told, where its caller or this service traces. */
  trace?: string
  /** The upstream's own word for the state in which it was seen last; only when it ended as its upstream said. */
  upstreamWord?: string
  /** What the upstream counted for the task, such as its cost. */
  upstreamUsage?: UpstreamUsage[]
  /** What the upstream's answer held besides the fields that this service fills itself. */
  upstreamFields?: JsonObject
}

/** What a client calls a submit, and the hash of its body. */
export interface IdempotencyKey {
  key: string
  bodyHash: string
}

/** A task without what was asked for, which may be megabytes of base64 and is not needed to answer for it. */
export type TaskView = Omit<TaskRecord, 'parameters' | 'idempotency'>

/** What is known about the submission of a task to the upstream of its queue. */
export interface Submission {
  /**
   * `none`: no upstream has or may have the task. `sent`: it was asked and the answer is not known (yet).
   * `accepted`: it took the task, under `reference`.
   */
  state: 'none' | 'sent' | 'accepted'
  /** When the upstream was asked, by the store's clock, in milliseconds since the Unix epoch. */
  at?: number
  /** When the upstream took it, by the store's clock, in milliseconds since the Unix epoch. */
  acceptedAt?: number
  /** The upstream's own ID of the task. */
  reference?: string
  /** How often an upstream was asked for the task while none had it. */
  attempts?: number
  /** As whom the upstream was asked last. */
  identity?: string
  /** What came back when it was asked and is inconclusive, such as an HTML page. */
  doubt?: string
}

/** So much of a unit of the upstream's own. */
export interface UpstreamUsage {
  unit: string
  amount: number
}

/** A file in the file store. */
export interface StoredFile {
  /** Key in the file store. */
  file: string
  contentType: string
  bytes: number
}

/** The files of a completed task, the first of them here. */
export interface TaskResult extends StoredFile {
  /** The other files, where the task made several. */
  others?: StoredFile[]
  /** Length of a video in seconds. */
  seconds?: number
}

/** Whether a status is final. */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed'
}

/** Whether an earlier request may have created a task upstream, so that the rejection of a later one is inconclusive about it. */
export function isOpen({ submission }: { submission: Pick<Submission, 'state'> }): boolean {
  return !isConclusive(submission.state !== 'none', 'rejected')
}
