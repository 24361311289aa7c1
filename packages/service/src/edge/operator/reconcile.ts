import type { TaskFilter, TaskSearch } from '../../keep/store/task-search.js'
import type { TaskView } from '../../domain/task/record.js'
import { upstreamIdOf } from '../../domain/provider/reference.js'
import type { InvoiceLine } from './invoice.js'

/** What an upstream charged for and no account did. */
export interface PaidThere {
  line: InvoiceLine
  /** The task here; undefined where none is known under that ID. */
  task: TaskView | undefined
  /** One under that ID in a queue that was not named, such as that of another key of the same account. */
  elsewhere?: TaskView
}

/** What differs between an upstream's list and what accounts were charged. */
export interface Reconciled {
  matched: number
  paidThere: PaidThere[]
  /** Tasks that accounts paid for and that the list does not have. */
  chargedHere: TaskView[]
  /** Tasks of which no one knows whether the upstream has them: one of them may be what it charged for. */
  unknown: TaskView[]
}

const pageSize = 500
/** How far from the tasks of the list others are looked for: a day's list may begin with a task of the evening before. */
const slack = 3_600_000

/**
 * Compares a list of what an upstream has charged for with the tasks of its queues, one per key, in both directions. Tasks that the list
 * lacks are looked for among those that were submitted in the time of those it has, or in the time given.
 */
export async function reconcile(
  {
    queues,
    lines,
    since,
    before,
  }: { queues: readonly string[]; lines: readonly InvoiceLine[]; since?: number; before?: number },
  search: Pick<TaskSearch, 'withReference' | 'search'>,
): Promise<Reconciled> {
  const result: Reconciled = { matched: 0, paidThere: [], chargedHere: [], unknown: [] }
  const times: number[] = []
  const listed = new Set<string>()
  const isListed = (reference: string): boolean => listed.has(reference) || listed.has(upstreamIdOf(reference))
  for (const line of lines) {
    if (listed.has(line.reference)) continue
    listed.add(line.reference)
    const named = await search.withReference(line.reference, pageSize)
    const task = named.find(({ queue }) => queues.includes(queue))
    const [elsewhere] = task === undefined ? named : []
    if (task !== undefined) times.push(task.created)
    if (task !== undefined && (task.amount > 0 || task.ended === undefined)) result.matched += 1
    else result.paidThere.push({ line, task, ...(elsewhere === undefined ? {} : { elsewhere }) })
  }
  const from = since ?? least(times)
  const to = before ?? greatest(times)
  if (from === undefined || to === undefined) return result
  for (const queue of queues)
    for await (const task of tasksOf({ queue, since: Math.max(0, from - slack), before: to + slack }, search)) {
      const { reference } = task.submission
      if (reference === undefined) {
        if (mayHave(task)) result.unknown.push(task)
      } else if (task.ended !== undefined && task.amount > 0 && !isListed(reference)) result.chargedHere.push(task)
    }
  return result
}

async function* tasksOf(filter: TaskFilter, search: Pick<TaskSearch, 'search'>): AsyncGenerator<TaskView> {
  let after: string | undefined
  do {
    const page = await search.search(filter, { limit: pageSize, after })
    yield* page.tasks
    after = page.next
  } while (after !== undefined)
}

function mayHave({ submission, errorClass }: TaskView): boolean {
  return submission.state === 'sent' || errorClass === 'unknown-outcome'
}

function least(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other))
}

function greatest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.max(one, other)) + 1
}
