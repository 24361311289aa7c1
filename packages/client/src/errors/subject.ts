import type { Task } from '@model-tasks/spec'
import type { Answer } from '../policy/answer.js'
import type { Clock } from '../policy/clock.js'
import type { Faults } from '../wait/snapshot.js'
import type { Proved } from './model-tasks-error.js'

/** The service an error is about: its address, and the API keys that must not appear in an error. */
export interface Service {
  readonly baseUrl: string
  readonly secrets: readonly string[]
  readonly clock: Pick<Clock, 'now' | 'date'>
}

/** What a failed request was about, as far as its error should say so. */
export interface Subject {
  taskId?: string | undefined
  task?: Task | undefined
  /** What it proved, where it was a submit. */
  proved?: Proved | undefined
  /** Those before it, of the wait that it belongs to. */
  faults?: Pick<Faults, 'known' | 'missingSince'> | undefined
  /** A string that must not appear in the message. */
  secret?: unknown
}

/** An answer as errors keep it: without the API keys. */
export type AnswerDetails = Answer & { readonly requestId: string | undefined }
