/** What a status of an upstream means for a task here. */
export type Meaning = 'running' | 'completed' | 'failed'

/** Statuses that upstreams use beside the four of the interface (States and transitions), in lower case. */
const common: Readonly<Record<string, Meaning>> = {
  queued: 'running',
  pending: 'running',
  created: 'running',
  submitted: 'running',
  accepted: 'running',
  waiting: 'running',
  in_queue: 'running',
  scheduled: 'running',
  preparing: 'running',
  starting: 'running',
  processing: 'running',
  running: 'running',
  in_progress: 'running',
  generating: 'running',
  completed: 'completed',
  complete: 'completed',
  succeeded: 'completed',
  success: 'completed',
  finished: 'completed',
  done: 'completed',
  failed: 'failed',
  failure: 'failed',
  fail: 'failed',
  error: 'failed',
  errored: 'failed',
  expired: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  aborted: 'failed',
  rejected: 'failed',
  timeout: 'failed',
  timed_out: 'failed',
  deleted: 'failed',
}

/** Statuses of an upstream -> what they mean. Those that it does not name have their common meaning. */
export type StatusTable = Readonly<Record<string, Meaning>>

/** What a status means; undefined when neither the upstream's table nor the common one has it. */
export function meaningOf(status: string, table: StatusTable = {}): Meaning | undefined {
  const name = status.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return own(table, status) ?? own(table, name) ?? own(common, name)
}

function own(table: StatusTable, key: string): Meaning | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
