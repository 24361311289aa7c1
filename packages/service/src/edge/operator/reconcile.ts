import type { TaskSearch } from '../../keep/store/task-search.js'
import type { TaskView } from '../../domain/task/record.js'
import { upstreamIdOf } from '../../run/provider/mapped/reference.js'
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
  const listed = new Set(lines.map(({ reference }) => reference))
  const found = await tasksOf(listed, queue, search)
  const told = new Set<string>()
  for (const line of lines) {
    if (told.has(line.reference)) continue
    told.add(line.reference)
    const task = found.get(line.reference)
    if (task !== undefined) times.push(task.created)
    if (task !== undefined && (task.amount > 0 || task.ended === undefined)) result.matched += 1
    else result.paidThere.push({ line, task })
  }
  const from = since ?? least(times)
  const to = before ?? greatest(times)
  if (from === undefined || to === undefined) return result
  for await (const task of allTasks({ queue, since: Math.max(0, from - slack), before: to + slack }, search)) {
    const { reference } = task.submission
    if (reference === undefined) {
      if (mayHave(task)) result.unknown.push(task)
    } else if (task.ended !== undefined && task.amount > 0 && !listed.has(upstreamIdOf(reference)))
      result.chargedHere.push(task)
  }
  return result
}

/**
 * The tasks of a queue by what the upstream calls them. Those of an upstream that is spoken to by a protocol are kept with
 * their kind and model before that ID: they are looked for among all tasks of the queue.
 */
async function tasksOf(
  ids: ReadonlySet<string>,
  queue: string,
  search: Pick<TaskSearch, 'withReference' | 'search'>,
): Promise<Map<string, TaskView>> {
  const found = new Map<string, TaskView>()
  for (const id of ids) {
    const task = (await search.withReference(id, pageSize)).find((one) => one.queue === queue)
    if (task !== undefined) found.set(id, task)
  }
  if (found.size === ids.size) return found
  for await (const task of allTasks({ queue }, search)) {
    const { reference } = task.submission
    const id = reference === undefined ? undefined : upstreamIdOf(reference)
    if (id !== undefined && ids.has(id) && !found.has(id)) found.set(id, task)
    if (found.size === ids.size) break
  }
  return found
}

async function* allTasks(
  filter: { queue: string; since?: number; before?: number },
  search: Pick<TaskSearch, 'search'>,
): AsyncGenerator<TaskView> {
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
