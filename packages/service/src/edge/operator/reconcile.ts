import type { TaskSearch } from '../../keep/store/task-search.js'
import type { TaskView } from '../../domain/task/record.js'
import { upstreamIdOf } from '../../domain/provider/reference.js'
import type { InvoiceLine } from './invoice.js'

/** What an upstream charged for and no account did. */
export interface PaidThere {
  line: InvoiceLine
  /** The task here; undefined where none is known under that ID. */
  task: TaskView | undefined
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
 * Compares a list of what an upstream has charged for with the tasks of its queue, in both directions. Tasks that the list
 * lacks are looked for among those that were submitted in the time of those it has, or in the time given.
 */
export async function reconcile(
  { queue, lines, since, before }: { queue: string; lines: readonly InvoiceLine[]; since?: number; before?: number },
  search: Pick<TaskSearch, 'withReference' | 'search'>,
): Promise<Reconciled> {
  const result: Reconciled = { matched: 0, paidThere: [], chargedHere: [], unknown: [] }
  const times: number[] = []
  const listed = new Set<string>()
  const isListed = (reference: string): boolean => listed.has(reference) || listed.has(upstreamIdOf(reference))
  for (const line of lines) {
    if (listed.has(line.reference)) continue
    listed.add(line.reference)
    const task = (await search.withReference(line.reference, pageSize)).find((one) => one.queue === queue)
    if (task !== undefined) times.push(task.created)
    if (task !== undefined && (task.amount > 0 || task.ended === undefined)) result.matched += 1
    else result.paidThere.push({ line, task })
  }
  const from = since ?? least(times)
  const to = before ?? greatest(times)
  if (from === undefined || to === undefined) return result
  let after: string | undefined
  do {
    const filter = { queue, since: Math.max(0, from - slack), before: to + slack }
    const page = await search.search(filter, { limit: pageSize, after })
    for (const task of page.tasks) {
      const { reference } = task.submission
      if (reference === undefined) {
        if (mayHave(task)) result.unknown.push(task)
      } else if (task.ended !== undefined && task.amount > 0 && !isListed(reference)) result.chargedHere.push(task)
    }
    after = page.next
  } while (after !== undefined)
  return result
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
