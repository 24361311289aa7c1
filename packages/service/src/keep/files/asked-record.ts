import { randomBytes } from 'node:crypto'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'
import { textLines } from '../../base/text-lines.js'
import { isCandidate, isTried, type Fallback } from '../../domain/task/fallback.js'
import { isTaskKind, type TaskRecord } from '../../domain/task/record.js'
import type { Clock } from '../../base/clock.js'
import { syncToDisk } from './disk.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { RecordWriter } from './record-writers.js'
import type { RecordedTimeline } from './recorded-timeline.js'

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

/** An entry of the record. */
interface Entry extends Asked {
  /** With the first attempt, unless it is too large: a database that has lost the task gets it back. */
  submitted?: Submitted | undefined
}

/** What the record says, as it is read after a restore. */
export interface AskedFacts {
  /** From when on it holds everything, in milliseconds since the Unix epoch; undefined where this installation has no record. */
  since: number | undefined
  /** The latest attempt of each task. */
  latest: ReadonlyMap<string, Asked>
  /** Whether the only record that is there is that of another installation. */
  foreign: boolean
  /** Which record it is; undefined for one of an earlier version. */
  record: string | undefined
  /** When a database was last brought back by it elsewhere, in milliseconds since the Unix epoch; undefined: never. */
  used?: number | undefined
}

/** The folder of the record in the file store. No backup holds it: it says what happened since. */
const folder = 'asked'
const day = 86_400_000
/** How long an entry is kept at least, and how long one part of the record is written to, in milliseconds. */
const [keptTime, partTime] = [35 * day, day]
/** How large one part of it becomes, and what a caller has submitted may be to stand in it, in characters. */
const [maxPart, maxSubmitted] = [4 * 1024 * 1024, 256 * 1024]
/**
 * Which installation writes it stands in each name; names of earlier versions do not say. What a marker ends with is the ID of
 * the record: a copy of a service that runs elsewhere, as a trial, has the same installation and a record of its own.
 */
const nameForm = new RegExp(`^${folder}/(since|part|used)-(\\d{1,16})-(?:([0-9a-f]{12})-)?([0-9a-f]+)\\.`)

/**
 * What upstreams were asked for, beside the database: a backup or a standby knows nothing of what came after it, and
 * would ask again. Each entry is durable before the request is sent. On a disk it is appended to a file, one flush for
 * all that come meanwhile; in a bucket each flush is an object. What is older than 35 days goes, and the record says
 * from when on it is whole.
 */
export class AskedRecord {
  readonly #files: FileStore
  readonly #now: () => number
  readonly #kept: number
  readonly #installation: string
  readonly #writer: RecordWriter | undefined
  readonly #timeline: Pick<RecordedTimeline, 'expect'> | undefined
  #waiting: { line: string; done: () => void; failed: (error: unknown) => void }[] = []
  #flushing = false
  #nextPrune = -Infinity
  #part: { file: FileHandle; size: number; begun: number } | undefined
  #id = randomBytes(4).toString('hex')

  /**
   * `installation`: the ID of the one whose record this is.
   * `keepTasks`: how long tasks are kept, in milliseconds; for longer the record keeps no entry. `clock`: by which a service shows
   * in a bucket that it runs. `timeline`: for which database it is written, where that can change.
   */
  constructor(parts: {
    files: FileStore
    installation: string
    now: () => number
    keepTasks?: number | undefined
    clock?: Clock
    timeline?: Pick<RecordedTimeline, 'expect'> | undefined
  }) {
    this.#files = parts.files
    this.#installation = parts.installation
    this.#now = parts.now
    this.#timeline = parts.timeline
    this.#kept = Math.min(keptTime, parts.keepTasks ?? Infinity)
    if (parts.files.folder === undefined && parts.clock !== undefined)
      this.#writer = new RecordWriter(parts.files, parts.installation, parts.clock)
  }

  /**
   * Begins the record where there is none, as of a time from which on every process writes to it, and removes what is too
   * old. A record that names no installation, of an earlier version, becomes that of this one. Answers the ID of the record.
   */
  async open(wholeFrom: number): Promise<string> {
    const { markers } = await this.#names()
    const known = idOf(markers)
    if (known === undefined) await this.#mark(markers.length === 0 ? wholeFrom : newestOf(markers))
    else this.#id = known
    await this.prune()
    await this.#writer?.start()
    return this.#id
  }

  /** Removes what is too old, at most once a day. */
  async prune(): Promise<void> {
    if (this.#now() < this.#nextPrune) return
    this.#nextPrune = this.#now() + day
    const { markers, parts } = await this.#names()
    const old = this.#now() - this.#kept
    const aged: Name[] = []
    // A part goes by what it holds: one of an earlier version was written to for as long as its service ran.
    for (const part of parts) if (part.at < old - partTime && (await this.#newestIn(part.key)) < old) aged.push(part)
    // The marker comes first: a record that lacks something never says that it is whole.
    if (aged.length > 0) await this.#mark(old)
    for (const { key } of aged) await this.#files.remove(key)
    const newest = newestOf(markers)
    for (const { key, at } of markers) if (at < newest) await this.#files.remove(key)
  }

  /**
   * Notes that an upstream is about to be asked, with what was submitted. Resolves once that is durable; nothing may be asked
   * where it rejects, as it does in a service that works on a database which another one has taken the place of.
   */
  note(asked: Asked, submitted?: Submitted): Promise<void> {
    const words = submitted === undefined || asked.attempt > 1 ? undefined : wordsOf(submitted)
    const line = JSON.stringify(asked)
    const entry =
      words === undefined || words.length > maxSubmitted ? line : `${line.slice(0, -1)},"submitted":${words}}`
    return new Promise((done, failed) => {
      this.#waiting.push({ line: `${entry}\n`, done, failed })
      void this.#flush()
    })
  }

  async close(): Promise<void> {
    await this.#closePart()
    await this.#writer?.stop()
  }

  async #closePart(): Promise<void> {
    await this.#part?.file.close()
    this.#part = undefined
  }

  /** One flush at a time, of all that has come during the one before. */
  async #flush(): Promise<void> {
    if (this.#flushing) return
    this.#flushing = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      const text = batch.map(({ line }) => line).join('')
      try {
        await this.#timeline?.expect()
        await (this.#files.folder === undefined
          ? this.#put(text)
          : this.#append(join(this.#files.folder, folder), text))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    this.#flushing = false
  }

  /** When an upstream was asked last, as a part says; a part that holds no entry says nothing. */
  async #newestIn(key: string): Promise<number> {
    let newest = -Infinity
    for await (const { at } of entriesIn(this.#files, key)) newest = Math.max(newest, at)
    return newest
  }

  async #put(text: string): Promise<void> {
    await this.#files.putStream(this.#partKey(), Readable.from([text]), 'application/jsonl')
  }

  async #append(directory: string, text: string): Promise<void> {
    if (this.#part !== undefined && (this.#part.size > maxPart || this.#now() - this.#part.begun >= partTime))
      await this.#closePart()
    this.#part ??= await this.#newPart(directory)
    try {
      await this.#part.file.appendFile(text)
      await this.#part.file.datasync()
      this.#part.size += text.length
    } catch (error) {
      // Half a line may be there: what comes next begins a part of its own.
      await this.#closePart().catch(() => undefined)
      throw error
    }
  }

  async #newPart(directory: string): Promise<{ file: FileHandle; size: number; begun: number }> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const file = await open(join(directory, this.#partKey().slice(folder.length + 1)), 'ax', 0o600)
    await syncToDisk(directory)
    return { file, size: 0, begun: this.#now() }
  }

  #partKey(): string {
    return `${folder}/part-${this.#now()}-${this.#installation}-${randomBytes(6).toString('hex')}.jsonl`
  }

  async #mark(since: number): Promise<void> {
    await this.#files.putStream(
      `${folder}/since-${Math.max(0, Math.round(since))}-${this.#installation}-${this.#id}.txt`,
      Readable.from(['.']),
      'text/plain',
    )
  }

  #names(): Promise<Names> {
    return namesIn(this.#files, this.#installation)
  }
}

interface Name {
  key: string
  at: number
  /** Undefined in names of earlier versions. */
  installation: string | undefined
  /** What the name ends with. */
  id: string
}
/** The names of an installation's record, and whether there are some of another one's. */
interface Names extends Record<'markers' | 'parts' | 'uses', Name[]> {
  others: boolean
}

/** What a service of another installation has written is none of this one's: it is inconclusive about its tasks. */
async function namesIn(files: Pick<FileStore, 'list'>, own: string): Promise<Names> {
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

const newestOf = (names: readonly Name[]): number => Math.max(...names.map(({ at }) => at))

/** The ID of the record that these markers are of. Services that began one at the same time each wrote a marker: the newest stays. */
const idOf = (markers: readonly Name[]): string | undefined =>
  markers.filter(({ installation }) => installation !== undefined).toSorted((one, other) => other.at - one.at)[0]?.id

/** The entries of one part. A line that was cut off was never answered for, and counts for nothing. */
async function* entriesIn(files: Pick<FileStore, 'read'>, key: string): AsyncGenerator<Entry> {
  const bytes = await files.read(key)
  if (bytes === undefined) return
  for await (const line of textLines(bytes)) {
    const entry = entryOf(line)
    if (entry !== undefined) yield entry
  }
}

/**
 * Reads the record of an installation. One that names no installation, of an earlier version, may be that of any: what it
 * holds was asked, and what it lacks is inconclusive.
 */
export async function readAsked(files: Pick<FileStore, 'list' | 'read'>, installation: string): Promise<AskedFacts> {
  const { markers, parts, uses, others } = await namesIn(files, installation)
  const record = idOf(markers)
  const used = uses.length === 0 ? undefined : newestOf(uses)
  const latest = new Map<string, Asked>()
  for (const { key } of parts)
    for await (const { submitted: _, ...asked } of entriesIn(files, key))
      if ((latest.get(asked.task)?.attempt ?? 0) <= asked.attempt) latest.set(asked.task, asked)
  const since = record === undefined ? undefined : newestOf(markers)
  return { since, latest, foreign: others && markers.length === 0 && parts.length === 0, record, used }
}

/**
 * Notes in a record that a database is brought back by it elsewhere, `at` that time: a service that runs there has a record of
 * its own, and this one lacks what is asked for from then on.
 */
export async function noteUse(files: Pick<FileStore, 'putStream'>, installation: string, at: number): Promise<void> {
  const key = `${folder}/used-${at}-${installation}-${randomBytes(4).toString('hex')}.txt`
  await files.putStream(key, Readable.from(['.']), 'text/plain')
}

function wordsOf({ account, model, kind, parameters, created, amount, ...more }: Submitted): string {
  const { price, fallbacks, key, routing, trace, idempotency } = more
  const named = { price, fallbacks, key, routing, trace, idempotency }
  return JSON.stringify({ account, model, kind, parameters, created, amount, ...named })
}

/** What was submitted for these tasks, as far as the record says so. */
export async function readSubmitted(
  files: Pick<FileStore, 'list' | 'read'>,
  { tasks, installation }: { tasks: ReadonlySet<string>; installation: string },
): Promise<Map<string, Submitted>> {
  const found = new Map<string, Submitted>()
  if (tasks.size === 0) return found
  for (const { key } of (await namesIn(files, installation)).parts)
    for await (const { task, submitted } of entriesIn(files, key))
      if (submitted !== undefined && tasks.has(task)) found.set(task, submitted)
  return found
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
