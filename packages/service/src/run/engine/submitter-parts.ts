import type { UpstreamProvider } from '../../domain/provider/provider.js'
import type { TaskRecord } from '../../domain/task/record.js'
import type { Place } from '../../keep/store/task-queue.js'
import type { Breaker } from './breaker.js'
import type { Why } from './fail-over.js'
import type { Pace } from './pace.js'
import type { PausedModels } from './paused-models.js'
import type { Refusals } from './refusals.js'
import type { RunParts } from './run-parts.js'

/** What a submitter works with. */
export interface SubmitterParts extends Pick<
  RunParts,
  'runs' | 'tasks' | 'asked' | 'clock' | 'log' | 'unknownOutcomeDeadline'
> {
  queue: string
  provider: UpstreamProvider
  /** As whom the upstream is asked. */
  identity: string | undefined
  breaker: Breaker
  refusals: Refusals
  models: PausedModels
  pace: Pace
  /** Aborts once no answer is waited for any more, and nothing is stored. */
  closing: AbortSignal
  /** Where else this task would be submitted: to another upstream, or as another model where all of its own are down. */
  alternative: (task: TaskRecord) => Place | undefined
  /** Where a task goes that its own model will not make. */
  fallback: (task: TaskRecord, why: Why) => Place | undefined
  /** A task was moved to that queue. */
  moved: (queue: string) => void
}

/** When an upstream was asked, and first asked: for people, and to measure from. */
export interface Sent {
  at: number
  elapsed: number
  /** Milliseconds since the first time that it was asked for the task. */
  sinceFirst: number
}
