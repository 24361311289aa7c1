import type { JsonObject, JsonValue } from '../../base/json.js'
import type { TaskKind, UpstreamUsage } from '../task/record.js'
import type { SentProof } from '../task/sent.js'
import type { PastTask } from './history.js'

/** What a provider is asked to make. */
export interface ProviderTask {
  id: string
  model: string
  kind: TaskKind
  /** The parameters as sent, without `model`. */
  parameters: JsonObject
  /** The trace that it belongs to (W3C Trace Context). */
  traceparent?: string
}

/** What a provider is told about a task, and nothing else. */
export function providerTask({ id, model, kind, parameters }: ProviderTask): ProviderTask {
  return { id, model, kind, parameters }
}

/** A task that an upstream may be asked for now. */
export interface SentTask extends ProviderTask {
  readonly sent: SentProof
}

/** What an upstream is asked for, with the proof that it was noted for this task. */
export function sentTask(task: ProviderTask & { trace?: string }, sent: SentProof): SentTask {
  if (sent.task !== task.id) throw new TypeError(`the proof is of ${sent.task} and not of ${task.id}`)
  return { ...providerTask(task), sent, ...(task.trace === undefined ? {} : { traceparent: task.trace }) }
}

/** A request before it is a task. */
export type RequestedTask = Pick<ProviderTask, 'model' | 'kind' | 'parameters'>

/** What a task would be made by. */
export type RequestedModel = Pick<RequestedTask, 'model' | 'kind'>

/** The values that can stand at a place of a request at the moment, of a list that upstreams add to. */
export interface CurrentValues {
  /** Pattern of JSON pointers into the parameters; `*` stands for every item of a list. */
  path: string
  /** Of the list, such as `voices`. */
  name: string
  values: readonly string[]
  /** When the list was read, in milliseconds since the Unix epoch. */
  readAt: number
}

/** Something a request asks for that an upstream has no place for. */
export interface Unsupported {
  /** JSON pointer into the request. */
  path: string
  parameter: string
  /** What was asked for; null where something is missing. */
  value: JsonValue
  /** Names the parameter, the upstream, the value and the reason. */
  message: string
}

/** A file in the folder the provider was given. */
export interface ResultFile {
  path: string
  contentType: string
  bytes: number
  /** Nothing but the end of the connection says that this is all: only the format of the file can prove it. */
  unframed?: boolean
}

/** The files of a finished task, the first of them here. */
export interface ProducedFile extends ResultFile {
  /** Length of a video in seconds. */
  seconds?: number
  /** The other files, where the task made several. */
  others?: ResultFile[]
  /** What the upstream counted for the task, such as its cost, in the upstream's own units. */
  usage?: UpstreamUsage[]
  /** What the answer that named the file holds besides the fields that this service fills itself. */
  fields?: JsonObject
}

/** Who runs tasks: this process, or an upstream. */
export type Provider = LocalProvider | UpstreamProvider

interface ProviderBase {
  readonly name: string
  /** Whether it can use the assets uploaded to this service. If not, this service offers no asset library. */
  readonly takesAssets: boolean
  close(): Promise<void>
}

/** Renders tasks in this process. Nothing exists outside it, so a render that was cut off begins again. */
export interface LocalProvider extends ProviderBase {
  readonly kind: 'local'
  /** How many tasks it renders at a time in one process. */
  readonly concurrency: number
  /** Renders a task. Rejects when aborted, and for internal errors, after which the task is tried again. */
  render(task: ProviderTask, render: Render): Promise<RenderOutcome>
}

/** How a task is rendered. */
export interface Render {
  /** A folder of this task alone, for the file. */
  directory: string
  /** Aborts when the service stops or the task was cancelled; `render` then rejects. */
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(fraction: number): void
}

/** How a render ended. */
export type RenderOutcome = { status: 'completed'; file: ProducedFile } | { status: 'failed'; error: string }

/** How an upstream keeps idempotency keys. */
export interface KeptKeys {
  /** For how long each is kept at least after its submit, in milliseconds. */
  time: number
  /** Before when keys may be lost, in milliseconds since the Unix epoch by the upstream's clock; undefined: none is. */
  since: number | undefined
  /** Whether the upstream says so now. Where it cannot be asked, this is the most that may hold, and no repeat is sent. */
  heard: boolean
}

/**
 * Forwards tasks to one upstream. The port is small on purpose: an implementation says what an answer of the upstream
 * proves, and the engine decides everything else (when to ask, again or elsewhere, how long to wait, what to store).
 */
export interface UpstreamProvider extends ProviderBase {
  readonly kind: 'upstream'
  /**
   * For which submits a repeat buys once; `false`: for none, and no task is submitted again after an unknown answer. Never
   * rejects.
   */
  keptKeys(): Promise<KeptKeys | false>
  /** What of a request the upstream cannot carry; empty when it can carry all of it. Absent where every valid request can be submitted. */
  unsupported?(request: RequestedTask): readonly Unsupported[]
  /**
   * The lists that this upstream adds to, for the places of a model, as they were read last; a list of which nothing is known is
   * not among them. Waits for one that was never read, until the signal aborts. Absent where it has no such lists. Never rejects.
   */
  valueLists?(model: RequestedModel, signal: AbortSignal): Promise<readonly CurrentValues[]>
  /**
   * What has to be at the upstream before a task is submitted, such as its files. Nothing is submitted meanwhile, so a
   * service that is killed in the middle has not submitted the task. Absent: nothing.
   */
  prepare?(task: ProviderTask, signal: AbortSignal): Promise<Prepared>
  /** Submits a task once, with the files that were uploaded for it. Rejects only for internal errors before anything was sent; anything that the upstream does is an answer. */
  submit(task: SentTask, files?: UploadedFiles): Promise<SubmitAnswer>
  /** How long a submit may take to be answered, in milliseconds. Absent: a minute. */
  readonly submitTime?: number
  /** How often an accepted task should be polled, and for how long, in milliseconds. Absent: nothing is known of it. */
  readonly polling?: { interval: number; deadline: number }
  /** What its answers say of how many requests it takes. Absent: they do not say it. */
  readonly limits?: RequestLimits
  /** How many tasks one request of `poll` can ask for; may change once the upstream has declared more. */
  readonly pollBatch: number
  /** Asks once for the state of up to `pollBatch` tasks. Never rejects; answers one snapshot for each reference. `trace`: the `traceparent` of the task, where it is one. */
  poll(references: readonly string[], signal: AbortSignal, trace?: string): Promise<ReadonlyMap<string, Snapshot>>
  /** Fetches the file of a task whose snapshot said `completed`. Rejects with `ResultGone` when it proves that there is none any more, with `ResultMissing` when there is none at the moment or something else in its place; other errors are transient. */
  collect(task: CollectTask, directory: string, signal: AbortSignal): Promise<ProducedFile>
  /** The reference of a task whose answer was kept here before its acceptance was noted; undefined when there is none. */
  recover?(task: Pick<ProviderTask, 'id' | 'kind' | 'model'>): Promise<string | undefined>
  /** The task has ended here: what the provider kept for it can go. */
  forget?(reference: string): Promise<void>
  /** Asks a paused upstream something harmless, so that no task is risked to find out. Never rejects. */
  probe?(): Promise<ProbeProblem | undefined>
  /** Asks, without buying anything, whether the upstream knows what these Model IDs are sent as. Absent: there is nothing to ask. Never rejects. */
  testModels?(models: readonly string[]): Promise<ReadonlyMap<string, ModelVerdict>>
  /** Judges a request that claims to be a webhook of the upstream. Absent: it sends none. Never rejects. */
  judgeWebhook?(received: ReceivedWebhook): Promise<WebhookVerdict>
  /**
   * Every task that the upstream lists and that was submitted since a time, in milliseconds since the Unix epoch. Absent: it lists none.
   * Throws `HistoryError` where the list cannot be read to its end.
   */
  history?(since: number, signal: AbortSignal): AsyncIterable<PastTask>
  /** Asks the upstream once to cancel a task. Absent: it cannot be asked. Never rejects. */
  cancel?(reference: string): Promise<CancelAnswer>
}

/** What an upstream counts apart. */
export type LimitedRequests = 'submit' | 'poll'

/** How many requests an upstream takes, as its latest answers have it. */
export interface RequestLimits {
  /** How many more it takes now; Infinity where it does not say. */
  room(requests: LimitedRequests): number
  /** Takes the room for one request: answers 0, or how many milliseconds to wait before asking again. */
  take(requests: LimitedRequests): number
  /** What it has said, for an operator. */
  readonly told: readonly ToldLimit[]
}

/** What an upstream has said of requests of one kind. */
export interface ToldLimit {
  requests: LimitedRequests
  /** How many it takes between two resets; absent where it does not say so. */
  limit?: number | undefined
  /** How many it takes before the next reset. */
  remaining: number
  /** Milliseconds until that; 0 once it is over. */
  resetIn: number
}

/** What names each uploaded file at the upstream, by what names it in the request. */
export type UploadedFiles = ReadonlyMap<string, string>

/**
 * Whether a task can be submitted now; its answer proves that it was not. After one without a pause the task's own file
 * may be the cause; `own`: it is, and the upstream was not asked.
 */
export type Prepared =
  | { files: UploadedFiles }
  | (Extract<SubmitAnswer, { answer: 'not-accepted' | 'rejected' }> & { own?: true })

/** Polls of an upstream under way at a time, each of up to a batch of tasks. */
export const pollsAtATime = 64

/** How many files of one task are kept. */
export const maxFiles = 32

/** How long fetching a file may take, in milliseconds. */
export const downloadTimeout = 15 * 60_000

/** A completed task whose file is fetched. */
export interface CollectTask {
  id: string
  model: string
  kind: TaskKind
  reference: string
  snapshot: Snapshot
  /** Leaves out those of several files that are missing, so that the others are kept. */
  partial?: boolean
  /** The trace that it belongs to. */
  traceparent?: string | undefined
}

/** What the answer to a submit proves. */
export type SubmitAnswer =
  /** The upstream has the task, under this reference of its own. */
  | { answer: 'accepted'; reference: string }
  /** The upstream has proved that it has not taken the task: asking again, here or elsewhere, cannot buy twice. */
  | { answer: 'not-accepted'; error: string; pause?: Pause | undefined }
  /**
   * The upstream has not taken the task, since it has no model of the ID that it was sent, or none for this key: that is
   * about a setting, so that no task of the model can be submitted until it is corrected.
   */
  | { answer: 'unknown-model'; error: string; sentAs: string }
  /** The upstream will never take this task, because of what is in it. */
  | { answer: 'rejected'; error: string }
  /** Nothing is proved: the upstream may have taken the task. */
  | { answer: 'unknown'; error: string; pause?: Pause | undefined }

/** What the answer to a cancel proves. */
export type CancelAnswer =
  /** The upstream has cancelled the task before it made anything, and charges nothing for it. */
  | { answer: 'cancelled'; proof: string }
  /** The upstream has not cancelled the task, or says nothing of it: it goes on, and may be made and charged. */
  | { answer: 'goes-on'; reason: string }

/** What one poll proves about one task. */
export type Snapshot =
  /** `unknown`: nothing is known of what the status means. */
  | { state: 'running'; status: string; progress?: number | undefined; unknown?: true | undefined }
  /** `status`: the upstream's own word. `fields`: what its answer holds besides the fields that this service fills itself. */
  | {
      state: 'completed'
      status?: string
      fields?: JsonObject
      resultUrl?: string
      seconds?: number | undefined
    }
  /**
   * `usage`: what the upstream counted for the task all the same. `cost`: it charges for it, or was asked to cancel it and
   * does not say whether it does; absent: nothing.
   */
  | {
      state: 'failed'
      error: string
      status?: string
      fields?: JsonObject
      usage?: UpstreamUsage[]
      cost?: 'some' | 'unknown'
    }
  /** The upstream says that it has no such task. */
  | { state: 'missing'; error: string }
  /** Nothing was learnt about the task. */
  | { state: 'fault'; error: string; pause?: Pause | undefined }

/**
 * What a probe found. With a pause: the upstream has to stay paused. Without one it has no such address, which says nothing
 * of the key or of tasks: only a task can tell.
 */
export interface ProbeProblem {
  pause?: Pause | undefined
  error: string
}

/** What is known of a model's ID at an upstream without buying anything. */
export type ModelVerdict =
  | { model: 'known' }
  /** The upstream has none of that ID. `asked`: the request that says so. */
  | { model: 'unknown'; asked: string }
  /** Its list has none of that ID, and leaves out models that can be used: these. */
  | { model: 'unlisted'; asked: string; omits: string }
  | { model: 'untested'; reason: string }

/** A webhook as it arrived. */
export interface ReceivedWebhook {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** What is known of a request that claims to be a webhook. None of them says anything about the task. */
export type WebhookVerdict =
  /** It comes from the upstream; where webhooks are not signed, from who knows the URL. */
  | { verdict: 'genuine' }
  /** It asks for an answer that proves that this service wants webhooks. */
  | { verdict: 'challenge'; answer: JsonValue }
  | { verdict: 'forged'; reason: string }
  /** The keys that signatures are checked with cannot be had. */
  | { verdict: 'unverifiable'; error: string }

/** Why an upstream should not be asked for a while, for any task. */
export interface Pause {
  reason: PauseReason
  /** How long the upstream asked for, in milliseconds. */
  retryAfter?: number | undefined
}

/**
 * `credentials`: 401. `payment`: 402. `forbidden`: 403. `misconfigured`: no tasks are taken at its address.
 * `unavailable`: 503, or another failure of the server when only the key was tested. `rate-limited`: 429. `unreachable`: nothing could be sent.
 */
export type PauseReason =
  | 'credentials'
  | 'payment'
  | 'forbidden'
  | 'misconfigured'
  | 'unavailable'
  | 'rate-limited'
  | 'unreachable'

/**
 * The upstream completed the task and does not serve its file now, which servers that lag behind do as well: it says so, or
 * serves what is provably no such file. The message says why: it is the task's error once this has been said often enough.
 */
export class ResultMissing extends Error {
  override readonly name = 'ResultMissing'

  /** Whether other files of the task are there. */
  readonly partial: boolean
  /** Whether something else came in its place, which says little of the file: a gateway in maintenance answers with a page too. */
  readonly replaced: boolean

  constructor(
    message: string,
    { partial = false, replaced = false, ...options }: ErrorOptions & { partial?: boolean; replaced?: boolean } = {},
  ) {
    super(message, options)
    this.partial = partial
    this.replaced = replaced
  }
}

/** The upstream completed the task and proved that its file cannot be had. The message says why. */
export class ResultGone extends Error {
  override readonly name = 'ResultGone'
}
