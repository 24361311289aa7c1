import type { JsonObject } from '../json.js'
import type { TaskKind } from '../task/record.js'

/** What a provider is asked to make. */
export interface ProviderTask {
  id: string
  model: string
  kind: TaskKind
  /** The parameters as sent, without `model`. */
  parameters: JsonObject
}

/** The answer to a submit. */
export type ProviderSubmission =
  | { answer: 'accepted'; reference: string }
  /** It was proved that the provider has not taken the task; asking again later may work. */
  | { answer: 'not-accepted'; error: string; retryAfter?: number }
  /** The provider will never take this task. */
  | { answer: 'refused'; error: string }
  /** The provider was asked and may have taken the task. */
  | { answer: 'unknown'; error: string }

/** How an accepted task ended. */
export type ProviderOutcome = { status: 'completed'; file: ProducedFile } | { status: 'failed'; error: string }

/** A finished file in the folder the provider was given. */
export interface ProducedFile {
  path: string
  contentType: string
  bytes: number
  /** Length of a video in seconds. */
  seconds?: number
}

/** How an accepted task is followed. */
export interface Follow {
  /** A folder of this task alone, for the file. */
  directory: string
  /** Aborts when the service stops or the task was cancelled; `follow` then rejects. */
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(fraction: number): void
}

/** Makes what tasks ask for: here, or by handing them on. */
export interface Provider {
  readonly name: string
  /**
   * Whether `follow` takes an accepted task up where it was, so that stopping in the middle loses no work. If not,
   * nothing exists outside this process, and a task begins again with a new submit.
   */
  readonly attachable: boolean
  /** Whether it can use the assets uploaded to this service. If not, this service offers no asset library. */
  readonly takesAssets: boolean
  /** How many tasks it follows at a time. */
  readonly concurrency: number
  /** Whether it makes anything for a model; left out: for every one. */
  takes?(model: string): boolean
  /**
   * Waits until there is room for a task and answers the place where `submit` is to take it, which is noted before, so
   * that a later start, whatever its settings, asks at no other. With a `place` it answers that one. Left out where
   * there is only one place and always room.
   */
  reserve?(task: ProviderTask, signal: AbortSignal, place: string | undefined): Promise<string | undefined>
  /** Gives back the room of a task that is no longer run, if it had any. */
  release?(id: string): void
  /** Whether submitting one task twice at that place is harmless. If not, a task is never submitted again after an unknown answer. */
  idempotent(place?: string): Promise<boolean>
  /** Hands a task over. Rejects only for faults of ours; whatever the provider does is an answer. */
  submit(task: ProviderTask, signal: AbortSignal, place?: string): Promise<ProviderSubmission>
  /** Follows an accepted task to its end; also after a restart. Rejects when aborted. */
  follow(task: ProviderTask, reference: string, follow: Follow): Promise<ProviderOutcome>
  /** Lets a cancelled task go, where the provider knows how. */
  cancel?(task: ProviderTask, reference: string): Promise<void>
  close(): Promise<void>
}
