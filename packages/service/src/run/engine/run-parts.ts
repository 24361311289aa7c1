import type { Clock } from '../../base/clock.js'
import type { AskedRecord } from '../../keep/files/asked-record.js'
import type { FileStore } from '../../domain/files/file-store.js'
import type { Log } from '../../base/log.js'
import type { OperatorStore } from '../../keep/store/operator-store.js'
import type { TaskQueue, TaskRuns } from '../../keep/store/task-queue.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { TaskView } from '../../domain/task/record.js'
import type { RunTimes } from './run-times.js'

/** What running tasks takes. */
export interface RunParts {
  tasks: Pick<TaskStore, 'read' | 'memoryOf' | 'endCancelled'>
  queue: TaskQueue
  runs: TaskRuns
  operator: Pick<OperatorStore, 'holds'>
  files: FileStore
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  log: Log
  times: RunTimes
  /** What upstreams were asked for, beside the database. */
  asked: Pick<AskedRecord, 'note'>
  /** Where each task gets a folder of its own while its file is made. */
  workDirectory: string
  /** How long a task whose submission has an unknown outcome is kept before it fails, in milliseconds. */
  unknownOutcomeDeadline: number
  /**
   * How long after its submission a task that cannot be run here is left to other services of the database, in milliseconds:
   * while they are replaced one by one, one of them may have newer settings. 0 where there are no others.
   */
  rolloutTime: number
}

/** Whether a task that cannot be run here may be run by another service of the database. */
export function mayRunElsewhere(
  { clock, rolloutTime }: Pick<RunParts, 'clock' | 'rolloutTime'>,
  { created }: Pick<TaskView, 'created'>,
): boolean {
  return clock.now() - created < rolloutTime
}
