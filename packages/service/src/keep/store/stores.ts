import type { Durations } from '../../base/durations.js'
import type { AccountStore } from './account-store.js'
import type { BudgetStore } from './budget-store.js'
import type { EventStore } from './event-store.js'
import type { ConsoleSessions } from './console-sessions.js'
import type { KeyStore } from './key-store.js'
import type { AssetStore } from './asset-store.js'
import type { RestoredTasks } from './restored-tasks.js'
import type { OperatorStore } from './operator-store.js'
import type { ProcessStore } from './process-store.js'
import type { TaskSearch } from './task-search.js'
import type { TaskQueue, TaskRuns } from './task-queue.js'
import type { TaskStore } from './task-store.js'
import type { DatabaseHome, TimelineWatch } from './timeline.js'
import type { ValueListStore } from './value-list-store.js'
import type { WaitingLines } from './waiting-lines.js'
import type { WebhookDeliveries } from './webhook-deliveries.js'

/** What is known of the connections to a database. */
export interface ConnectionFigures {
  waits: Durations
  waiting: () => number
}

/** All stores of one database. */
export interface Stores {
  tasks: TaskStore
  search: TaskSearch
  operator: OperatorStore
  processes: ProcessStore
  accounts: AccountStore
  keys: KeyStore
  budgets: BudgetStore
  assets: AssetStore
  deliveries: WebhookDeliveries
  events: EventStore
  sessions: ConsoleSessions
  queue: TaskQueue
  lines: WaitingLines
  restored: RestoredTasks
  valueLists: ValueListStore
  runs: TaskRuns
  /** Whether several services may share the database. */
  shared: boolean
  /** How statements wait for a connection, and how many do now. Absent where there are no connections. */
  connections?: ConnectionFigures
  /** The secret that all services of this database sign result URLs with, made by the first that asks. Absent where one service has the database to itself. */
  urlSecret?(): Promise<Buffer>
  /** The database's own time, in milliseconds since the Unix epoch. Absent where one service has the database to itself. */
  databaseTime?: () => Promise<number>
  /** Which database answers, where that can change while the service runs, as by a failover. */
  timeline?: TimelineWatch
  /** On which server it was used last. Absent where the database is a file. */
  home?: DatabaseHome
  /** Writes something that changes nothing. Rejects when the database cannot be written to. */
  tryWrite(): Promise<void>
  /** Waits for what has begun, and lets go of the database. */
  close(): Promise<void>
}
