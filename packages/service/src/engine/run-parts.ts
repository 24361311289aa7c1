import type { Clock } from '../clock.js'
import type { FileStore } from '../files/file-store.js'
import type { Log } from '../log.js'
import type { TaskQueue, TaskRuns } from '../store/task-queue.js'
import type { TaskStore } from '../store/task-store.js'

/** What running tasks takes. */
export interface RunParts {
  tasks: Pick<TaskStore, 'read'>
  queue: TaskQueue
  runs: TaskRuns
  files: FileStore
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  log: Log
  /** Where each task gets a folder of its own while its file is made. */
  workDirectory: string
  /** How long a task whose submission has an unknown outcome is kept before it fails, in milliseconds. */
  unknownOutcomeDeadline: number
}
