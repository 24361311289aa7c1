import type { TaskFilter, TaskSearch } from '../../keep/store/task-search.js'
import type { TaskView } from '../../domain/task/record.js'
import { upstreamIdOf } from '../../domain/provider/reference.js'
import { differenceOf, mayNameAnother, type Difference } from '../../run/provider/upstream-identity.js'
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
  /** The lines of each ID that has several: the upstream charged for it more than once, or in parts. */
  repeated: InvoiceLine[][]
  /** Tasks that accounts paid for and that the list does not have. */
  chargedHere: TaskView[]
  /** Tasks of which no one knows whether the upstream has them: one of them may be what it charged for. */
  unknown: TaskView[]
  /** Tasks that accounts paid for and that were submitted as somebody else, or elsewhere, than was asked for the list: it says nothing of them. */
  outside: TaskView[]
}

const pageSize = 500
/** How far from the tasks of the list others are looked for: a day's list may begin with a task of the evening before. */
const slack = 3_600_000

/** What is compared. */
export interface Compared {
  /** The queues of the upstream, one per key. */
  queues: readonly string[]
  /** What it has charged for. */
  lines: readonly InvoiceLine[]
  /** Tasks that it has and has not charged for yet. */
  running?: readonly string[]
  /**
   * From when on, and before when, in milliseconds since the Unix epoch, tasks of the queues have to be in the list. Absent: in the time
   * of those that it has, and an hour around it.
   */
  covers?: { from: number; to: number }
  /** As whom each queue was asked for the list, by `identityOf`. Absent: whom the list is of is not known here. */
  identities?: ReadonlyMap<string, string>
}

/** Compares a list of what an upstream has charged for with the tasks of its queues, in both directions. */
export async function reconcile(
  { queues, lines, running = [], covers, identities }: Compared,
  search: Pick<TaskSearch, 'withReference' | 'search'>,
): Promise<Reconciled> {
  const result: Reconciled = { matched: 0, paidThere: [], repeated: [], chargedHere: [], unknown: [], outside: [] }
  const times: number[] = []
  const listed = new Map<string, InvoiceLine[]>()
  const goesOn = new Set(running)
  const isListed = (reference: string): boolean =>
    [reference, upstreamIdOf(reference)].some((id) => listed.has(id) || goesOn.has(id))
  for (const line of lines) {
    const before = listed.get(line.reference)
    if (before !== undefined) {
      before.push(line)
      continue
    }
    listed.set(line.reference, [line])
    const named = await search.withReference(line.reference, pageSize)
    const task = named.find(
      (one) => queues.includes(one.queue) && isMeant(line.reference, differenceFrom(identities, one)),
    )
    const [elsewhere] = task === undefined ? named : []
    if (task !== undefined) times.push(task.created)
    if (task !== undefined && (task.amount > 0 || task.ended === undefined)) result.matched += 1
    else result.paidThere.push({ line, task, ...(elsewhere === undefined ? {} : { elsewhere }) })
  }
  result.repeated = [...listed.values()].filter(({ length }) => length > 1)
  const { from, to } = covers ?? around(times)
  for (const queue of queues)
    for await (const task of tasksOf({ queue, since: from, before: to }, search)) {
      const { reference } = task.submission
      if (reference === undefined) {
        if (mayHave(task)) result.unknown.push(task)
      } else if (task.ended !== undefined && task.amount > 0 && !isListed(reference)) {
        const isOutside = differenceFrom(identities, task) !== undefined
        result[isOutside ? 'outside' : 'chargedHere'].push(task)
      }
    }
  return result
}

/** In what the list is of somebody else than a task was submitted as; undefined where it is of the same, or that is not known. */
function differenceFrom(
  identities: Compared['identities'],
  { queue, submission: { identity = '' } }: TaskView,
): Difference | undefined {
  if (identities === undefined || [...identities.values()].includes(identity)) return undefined
  return differenceOf(identity === '' ? undefined : identity, identities.get(queue))
}

/** Whether a listed ID is that of a task here, and not one that another account or host has given out as well. */
function isMeant(reference: string, difference: Difference | undefined): boolean {
  return difference === undefined || !mayNameAnother(reference, difference)
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

function around(times: readonly number[]): { from: number; to: number } {
  if (times.length === 0) return { from: 0, to: 0 }
  const from = times.reduce((one, other) => Math.min(one, other))
  const to = times.reduce((one, other) => Math.max(one, other))
  return { from: Math.max(0, from - slack), to: to + 1 + slack }
}
