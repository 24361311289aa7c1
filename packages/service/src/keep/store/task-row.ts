import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'
import {
  taskKinds,
  taskStatuses,
  type StoredFile,
  type Submission,
  type TaskRecord,
  type TaskResult,
  type TaskView,
  type UpstreamUsage,
} from '../../domain/task/record.js'
import type { TaskMemory } from '../../domain/task/memory.js'
import { isCandidate, isTried } from '../../domain/task/fallback.js'
import type { Death } from './fuse.js'
import type { CountDifference } from './task-counts.js'
import type { TaskDetails } from './task-store.js'
import {
  maxLead,
  type AskedTask,
  type DeadLetter,
  type PolledState,
  type QueueFigures,
  type Refusal,
} from './task-queue.js'
import { integer, number, present, text, word, yes, type Row } from './columns.js'

/** The columns of the table `task` that a view takes. */
export const viewColumns = `id, account, model, kind, status, created, progress, amount, queue, faults, submission, submission_at, submission_reference, submission_doubt, submission_identity, submission_attempts, cancel_reason, deaths,
  result_file, result_type, result_bytes, result_seconds, error, upstream_word, upstream_fields, result_others, upstream_usage, ended, error_class, accepted_at, api_key, routing, trace, price, fallbacks, tried`

/** A row of the table `task` as a record. */
export function taskFromRow(row: Row): TaskRecord {
  const task: TaskRecord = Object.assign(viewFromRow(row), { parameters: objectFrom(row, 'parameters') })
  if (present(row, 'idempotency_key'))
    task.idempotency = { key: text(row, 'idempotency_key'), bodyHash: text(row, 'idempotency_hash') }
  return task
}

/** The same without its parameters. */
export function viewFromRow(row: Row): TaskView {
  const task: TaskView = {
    id: text(row, 'id'),
    account: text(row, 'account'),
    model: text(row, 'model'),
    kind: word(row, 'kind', taskKinds),
    status: word(row, 'status', taskStatuses),
    created: number(row, 'created'),
    progress: number(row, 'progress'),
    amount: integer(row, 'amount'),
    queue: text(row, 'queue'),
    faults: number(row, 'faults'),
    submission: submissionFromRow(row),
  }
  if (number(row, 'deaths') > 0) task.deaths = number(row, 'deaths')
  if (present(row, 'result_file')) task.result = resultFromRow(row)
  if (present(row, 'error')) task.error = text(row, 'error')
  if (present(row, 'cancel_reason')) task.cancelReason = text(row, 'cancel_reason')
  if (present(row, 'ended')) task.ended = number(row, 'ended')
  if (present(row, 'error_class')) task.errorClass = text(row, 'error_class')
  if (present(row, 'api_key')) task.key = text(row, 'api_key')
  if (present(row, 'routing')) task.routing = text(row, 'routing')
  if (present(row, 'trace')) task.trace = text(row, 'trace')
  if (present(row, 'price')) task.price = integer(row, 'price')
  if (present(row, 'fallbacks')) task.fallbacks = listFrom(row, 'fallbacks', isCandidate)
  if (present(row, 'tried')) task.tried = listFrom(row, 'tried', isTried)
  if (present(row, 'upstream_word')) task.upstreamWord = text(row, 'upstream_word')
  if (present(row, 'upstream_fields')) task.upstreamFields = objectFrom(row, 'upstream_fields')
  if (present(row, 'upstream_usage')) task.upstreamUsage = usageFrom(row)
  return task
}

/** The columns `ended` and `parameters` of the table `task`: when it ended, and those parameters that have one of these names. */
export function detailsFromRow(row: Row, names: readonly string[]): TaskDetails {
  const given = objectFrom(row, 'parameters')
  const parameters = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
  return { ...(present(row, 'ended') ? { ended: number(row, 'ended') } : {}), parameters }
}

/** A view with the column `since_asked`, which is null where the time is not known, and negative where it is ahead of now. */
export function askedFromRow(row: Row): AskedTask {
  const since = present(row, 'since_asked') ? number(row, 'since_asked') : -Infinity
  return Object.assign(viewFromRow(row), { sinceAsked: Math.max(0, since), isAgeUnknown: since < -maxLead })
}

/** What the columns `price`, `fallbacks` and `tried` hold. */
export function fallbackColumns({
  price,
  fallbacks,
  tried,
}: Pick<TaskRecord, 'price' | 'fallbacks' | 'tried'>): [number | null, string | null, string | null] {
  return [price ?? null, jsonOf(fallbacks), jsonOf(tried)]
}

function jsonOf(list: readonly unknown[] | undefined): string | null {
  return list === undefined ? null : JSON.stringify(list)
}

/** A column that holds a list as JSON. */
function listFrom<T>(row: Row, column: string, isOne: (value: unknown) => value is T): T[] {
  const kept: unknown = parseJson(text(row, column))
  if (Array.isArray(kept) && kept.every(isOne)) return kept
  throw new Error(`column ${column} does not hold the list that it is for`)
}

/** V8 would quote the text it cannot read, and a prompt has no place in a log. */
function objectFrom(row: Row, column: string): JsonObject {
  try {
    const value = parseJson(text(row, column))
    if (isJsonObject(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Error(`column ${column} does not hold a JSON object`)
}

function submissionFromRow(row: Row): Submission {
  const submission: Submission = { state: word(row, 'submission', ['none', 'sent', 'accepted'] as const) }
  if (present(row, 'accepted_at')) submission.acceptedAt = number(row, 'accepted_at')
  if (present(row, 'submission_at')) submission.at = number(row, 'submission_at')
  if (present(row, 'submission_reference')) submission.reference = text(row, 'submission_reference')
  const attempts = number(row, 'submission_attempts')
  if (attempts > 0) submission.attempts = attempts
  if (present(row, 'submission_identity')) submission.identity = text(row, 'submission_identity')
  if (present(row, 'submission_doubt')) submission.doubt = text(row, 'submission_doubt')
  return submission
}

function resultFromRow(row: Row): TaskResult {
  const result: TaskResult = {
    file: text(row, 'result_file'),
    contentType: text(row, 'result_type'),
    bytes: number(row, 'result_bytes'),
  }
  if (present(row, 'result_seconds')) result.seconds = number(row, 'result_seconds')
  const others = otherFiles(row)
  if (others.length > 0) result.others = others
  return result
}

/** The files of a task beside the first. */
function otherFiles(row: Row): StoredFile[] {
  return membersOf(row, 'result_others', 'files').map(({ file, contentType, bytes }) => {
    if (typeof file !== 'string' || typeof contentType !== 'string' || typeof bytes !== 'number')
      throw new Error('column result_others does not hold files')
    return { file, contentType, bytes }
  })
}

/** What the upstream counted for a task. */
export function usageFrom(row: Row): UpstreamUsage[] {
  return membersOf(row, 'upstream_usage', 'counted').flatMap(({ unit, amount }) =>
    typeof unit === 'string' && typeof amount === 'number' ? [{ unit, amount }] : [],
  )
}

/** The objects of a list that a column holds in a member of an object. */
function membersOf(row: Row, column: string, member: string): JsonObject[] {
  const list = present(row, column) ? objectFrom(row, column)[member] : undefined
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** The keys of all files of a task. */
export function filesOfRow(row: Row): string[] {
  return [text(row, 'result_file'), ...otherFiles(row).map(({ file }) => file)]
}

/** What `result_others` holds. */
export function otherFilesColumn({ others = [] }: Pick<TaskResult, 'others'>): string | null {
  return others.length === 0 ? null : JSON.stringify({ files: others })
}

/** What `upstream_usage` holds. */
export function usageColumn(usage: readonly UpstreamUsage[] = []): string | null {
  return usage.length === 0 ? null : JSON.stringify({ counted: usage })
}

/** A row of a queue's figures. */
export function figuresFromRow(row: Row): QueueFigures {
  return {
    queue: text(row, 'queue'),
    account: text(row, 'account'),
    waiting: number(row, 'waiting'),
    delayed: number(row, 'delayed'),
    oldest: present(row, 'oldest') ? number(row, 'oldest') : undefined,
    running: number(row, 'running'),
    retries: number(row, 'retries'),
    dead: number(row, 'dead'),
  }
}

/** A row of what differs between kept counts and tasks. */
export function differenceFromRow(row: Row): CountDifference {
  return {
    queue: text(row, 'queue'),
    account: present(row, 'account') ? text(row, 'account') : undefined,
    waiting: number(row, 'waiting'),
    sent: number(row, 'sent'),
    running: number(row, 'running'),
    dead: number(row, 'dead'),
    faults: number(row, 'faults'),
  }
}

/** A row of the table `task` as a dead letter. */
export function deadLetterFromRow(row: Row): DeadLetter {
  return {
    id: text(row, 'id'),
    queue: text(row, 'queue'),
    account: text(row, 'account'),
    model: text(row, 'model'),
    reason: text(row, 'dead_reason'),
    since: number(row, 'dead_since'),
    retries: number(row, 'faults'),
  }
}

/** A row of a task whose process ended while it handled the files. */
export function deathFromRow(row: Row): Death {
  return {
    task: text(row, 'id'),
    queue: text(row, 'queue'),
    times: number(row, 'deaths'),
    setAside: yes(row, 'set_aside'),
  }
}

/** The column `refusals` of the table `task`: JSON, or what a driver makes of it. */
export const refusalsFromRow = (row: Row | undefined): Refusal[] => keptList(row, 'refusals', isRefusal)

/** The column `polled` of the table `task`, likewise. */
export const polledFromRow = (row: Row | undefined): PolledState[] => keptList(row, 'polled', isPolledState)

function keptList<T>(row: Row | undefined, name: string, isOne: (value: unknown) => value is T): T[] {
  const column = row?.[name]
  const kept: unknown = typeof column === 'string' ? parseJson(column) : column
  return Array.isArray(kept) ? kept.filter(isOne) : []
}

function isPolledState(value: unknown): value is PolledState {
  const { at, state, progress = 0 } = Object(value) as Partial<Record<keyof PolledState, unknown>>
  return typeof at === 'number' && typeof state === 'string' && typeof progress === 'number'
}

function isRefusal(value: unknown): value is Refusal {
  const { upstream, at, proof } = Object(value) as Partial<Record<keyof Refusal, unknown>>
  return typeof upstream === 'string' && typeof at === 'number' && typeof proof === 'string'
}

/** What is known of what happened to a task, as columns. */
export const memoryColumns = `cancel_reason, EXISTS (SELECT 1 FROM rewind WHERE rewind.at >= task.created) AS rewound`

/** What these columns say; of a task that is not there, nothing. */
export function memoryFromRow(row: Row): TaskMemory {
  return { cancelled: present(row, 'cancel_reason'), rewound: yes(row, 'rewound') }
}
