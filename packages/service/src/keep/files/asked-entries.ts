import { randomBytes } from 'node:crypto'
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'
import { textLines } from '../../base/text-lines.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { isCandidate, isTried, type Fallback } from '../../domain/task/fallback.js'
import { isTaskKind, type TaskRecord } from '../../domain/task/record.js'

/** An upstream is about to be asked for a task. */
export interface Asked {
  task: string
  /** Which time it is that an upstream is asked for the task and none has it, from 1. */
  attempt: number
  upstream: string
  /** As whom it is asked; undefined where that is not known, as in entries of earlier versions. */
  identity?: string | undefined
  /** In milliseconds since the Unix epoch. */
  at: number
  /** Where another model is asked for than the caller did: which, for what price, and why. */
  fallback?: AskedFallback | undefined
}

/** What of a task is another than when it was submitted. */
export type AskedFallback = Pick<Fallback, 'model' | 'amount' | 'tried'>

/** What the record says of a task that another model makes than its caller asked for. */
export function askedFallback({ model, amount, price = amount, tried }: TaskRecord): AskedFallback | undefined {
  return tried === undefined ? undefined : { model, amount: price, tried }
}

/** What a caller has submitted: all that a task is made of. */
export type Submitted = Pick<
  TaskRecord,
  | 'account'
  | 'model'
  | 'kind'
  | 'parameters'
  | 'created'
  | 'amount'
  | 'price'
  | 'fallbacks'
  | 'key'
  | 'routing'
  | 'trace'
  | 'idempotency'
>

/** How far a record has come, a line behind the entries: the database had this high-water mark durably before they were written. */
export interface WatermarkLine {
  record: string
  watermark: number
}

/** An entry of the record. */
export interface Entry extends Asked {
  /** With the first attempt, unless it is too large: a database that has lost the task gets it back. */
  submitted?: Submitted | undefined
}

/** The folder of the record in the file store. No backup holds it: it says what happened since. */
export const folder = 'asked'
/** How long one part of the record is written to on a disk, in milliseconds. */
export const partTime = 86_400_000
/**
 * Which installation writes it stands in each name; names of earlier versions do not say. What a marker ends with is the ID of
 * the record: a copy of a service that runs elsewhere, as a trial, has the same installation and a record of its own.
 */
const nameForm = new RegExp(`^${folder}/(since|part|used)-(\\d{1,16})-(?:([0-9a-f]{12})-)?([0-9a-f]+)\\.`)
/** What a part ends with: random digits, and behind them with which mark of which record it began. Names of earlier versions have the first alone. */
const partIdForm = /^[0-9a-f]{12}([0-9a-f]{14})([0-9a-f]+)$/

/** What the name of a new part ends with. */
export function partId(begun: WatermarkLine | undefined): string {
  const random = randomBytes(6).toString('hex')
  return begun === undefined ? random : `${random}${begun.watermark.toString(16).padStart(14, '0')}${begun.record}`
}

/** With which mark a part began. By it parts are in order, however the clocks of processes differ. Undefined in names of earlier versions. */
export function begunWith({ id }: Name): WatermarkLine | undefined {
  const [, mark, record] = partIdForm.exec(id) ?? []
  return record === undefined ? undefined : { record, watermark: Number.parseInt(mark ?? '', 16) }
}

export interface Name {
  key: string
  at: number
  /** Undefined in names of earlier versions. */
  installation: string | undefined
  /** What the name ends with. */
  id: string
}

/** The names of an installation's record, and whether there are some of another one's. */
export interface Names extends Record<'markers' | 'parts' | 'uses', Name[]> {
  others: boolean
}

/** What a service of another installation has written is none of this one's: it is inconclusive about its tasks. */
export async function namesIn(files: Pick<FileStore, 'list'>, own: string): Promise<Names> {
  const names: Names = { markers: [], parts: [], uses: [], others: false }
  const lists = { since: names.markers, part: names.parts, used: names.uses } as const
  for await (const key of files.list(folder)) {
    const [, kind, at, installation, id = ''] = nameForm.exec(key) ?? []
    if (kind === undefined) continue
    if (installation !== undefined && installation !== own) names.others = true
    else lists[kind as keyof typeof lists].push({ key, at: Number(at), installation, id })
  }
  return names
}

export const newestOf = (names: readonly Name[]): number => Math.max(...names.map(({ at }) => at))

/** The ID of the record that these markers are of. Services that began one at the same time each wrote a marker: the newest stays. */
export const idOf = (markers: readonly Name[]): string | undefined =>
  markers.filter(({ installation }) => installation !== undefined).toSorted((one, other) => other.at - one.at)[0]?.id

/** The entries of one part. A line that was cut off was never answered for, and counts for nothing. */
export async function* entriesIn(files: Pick<FileStore, 'read'>, key: string): AsyncGenerator<Entry> {
  const bytes = await files.read(key)
  if (bytes === undefined) return
  for await (const line of textLines(bytes)) {
    const entry = entryOf(line)
    if (entry !== undefined) yield entry
  }
}

/** How much of the end of a part is read for its last mark, in bytes. */
const markRoom = 1024

/** The last high-water mark that a part names; undefined in a part of an earlier version. It is behind the entries, so that these are not read. */
export async function lastMarkIn(
  files: Pick<FileStore, 'size' | 'read'>,
  key: string,
): Promise<WatermarkLine | undefined> {
  const size = (await files.size(key)) ?? 0
  if (size === 0) return undefined
  const bytes = await files.read(key, { start: Math.max(0, size - markRoom), end: size - 1 })
  let last: WatermarkLine | undefined
  if (bytes !== undefined) for await (const line of textLines(bytes)) last = markOf(line) ?? last
  return last
}

function markOf(line: string): WatermarkLine | undefined {
  try {
    const value = parseJson(line)
    const { record, watermark } = isJsonObject(value) ? value : {}
    return typeof record === 'string' && typeof watermark === 'number' ? { record, watermark } : undefined
  } catch {
    return undefined
  }
}

function entryOf(line: string): Entry | undefined {
  try {
    const value = parseJson(line)
    const { task, attempt, upstream, identity, at, fallback, submitted } = isJsonObject(value) ? value : {}
    return typeof task === 'string' &&
      typeof attempt === 'number' &&
      typeof upstream === 'string' &&
      typeof at === 'number'
      ? {
          ...{ task, attempt, upstream, at },
          identity: typeof identity === 'string' ? identity : undefined,
          fallback: isJsonObject(fallback) ? fallbackOf(fallback) : undefined,
          submitted: isJsonObject(submitted) ? submittedOf(submitted) : undefined,
        }
      : undefined
  } catch {
    return undefined
  }
}

function fallbackOf({ model, amount, tried }: JsonObject): AskedFallback | undefined {
  const list: readonly unknown[] | undefined = Array.isArray(tried) ? tried : undefined
  return typeof model === 'string' && typeof amount === 'number' && list?.every(isTried) === true
    ? { model, amount, tried: list }
    : undefined
}

/** Undefined where a member is missing or is of another type, as after a version that writes other ones. */
function submittedOf(value: JsonObject): Submitted | undefined {
  const { account, model, kind, parameters, created, amount, key, routing, trace, idempotency } = value
  const { price, fallbacks } = value
  const candidates: readonly unknown[] | undefined = Array.isArray(fallbacks) ? fallbacks : undefined
  if (typeof account !== 'string' || typeof model !== 'string' || typeof kind !== 'string' || !isTaskKind(kind))
    return undefined
  if (!isJsonObject(parameters) || typeof created !== 'number' || typeof amount !== 'number') return undefined
  const submitted: Submitted = { account, model, kind, parameters, created, amount }
  if (typeof key === 'string') submitted.key = key
  if (typeof price === 'number') submitted.price = price
  if (candidates?.every(isCandidate) === true) submitted.fallbacks = candidates
  if (typeof routing === 'string') submitted.routing = routing
  if (typeof trace === 'string') submitted.trace = trace
  const { key: name, bodyHash } = isJsonObject(idempotency) ? idempotency : {}
  if (typeof name === 'string' && typeof bodyHash === 'string') submitted.idempotency = { key: name, bodyHash }
  return submitted
}
