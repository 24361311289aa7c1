import { randomBytes } from 'node:crypto'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '../../base/clock.js'
import { syncFile } from '../../base/sync-file.js'
import type { FileStore } from '../../domain/files/file-store.js'
import {
  entriesIn,
  folder,
  idOf,
  namesIn,
  newestOf,
  partId,
  partTime,
  type Asked,
  type Name,
  type Names,
  type Submitted,
  type WatermarkLine,
} from './asked-entries.js'
import { syncToDisk } from './disk.js'
import { RecordWriter } from './record-writers.js'
import type { RecordedTimeline } from './recorded-timeline.js'
import type { Watermark } from '../store/watermark.js'

/** How often it is looked for what is too old, and how long an entry is kept at least, in milliseconds. */
const [day, keptTime] = [86_400_000, 35 * 86_400_000]
/** How large one part of it becomes, and what a caller has submitted may be to stand in it, in characters. */
const [maxPart, maxSubmitted] = [4 * 1024 * 1024, 256 * 1024]
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
  readonly #watermark: Pick<Watermark, 'raise'> | undefined
  #waiting: { line: string; done: () => void; failed: (error: unknown) => void }[] = []
  #flushing = false
  #nextPrune = -Infinity
  #part: { file: FileHandle; size: number; begun: number } | undefined
  #id = randomBytes(4).toString('hex')

  /**
   * `installation`: the ID of the one whose record this is.
   * `keepTasks`: how long tasks are kept, in milliseconds; for longer the record keeps no entry. `clock`: by which a service shows
   * in a bucket that it runs. `timeline`: for which database it is written, where that can change. `watermark`: of that database,
   * by which it shows later that it was set back.
   */
  constructor(parts: {
    files: FileStore
    installation: string
    now: () => number
    keepTasks?: number | undefined
    clock?: Clock
    timeline?: Pick<RecordedTimeline, 'expect'> | undefined
    watermark?: Pick<Watermark, 'raise'> | undefined
  }) {
    this.#files = parts.files
    this.#installation = parts.installation
    this.#now = parts.now
    this.#timeline = parts.timeline
    this.#watermark = parts.watermark
    this.#kept = Math.min(keptTime, parts.keepTasks ?? Infinity)
    if (parts.files.folder === undefined && parts.clock !== undefined)
      this.#writer = new RecordWriter(parts.files, parts.installation, parts.clock)
  }

  /**
   * Begins the record where there is none, as of a time from which on every process writes to it, and removes what is too
   * old. A record that names no installation, of an earlier version, becomes that of this one. Answers the ID of the record.
   */
  async open(wholeFrom: number): Promise<string> {
    const names = await this.#names()
    const { markers } = names
    const known = idOf(markers)
    if (known === undefined) await this.#begin(markers.length === 0 ? wholeFrom : newestOf(markers))
    else this.#id = known
    await this.#removeAged(names)
    await this.#writer?.start()
    return this.#id
  }

  /** Removes what is too old, at most once a day. */
  async prune(): Promise<void> {
    if (this.#now() >= this.#nextPrune) await this.#removeAged(await this.#names())
  }

  async #removeAged({ markers, parts }: Names): Promise<void> {
    this.#nextPrune = this.#now() + day
    const old = this.#now() - this.#kept
    const aged: Name[] = []
    // A part goes by what it holds: one of an earlier version was written to for as long as its service ran.
    for (const part of parts) if (part.at < old - partTime && (await this.#newestIn(part.key)) < old) aged.push(part)
    // The marker comes first: a record that lacks something never says that it is whole.
    if (aged.length > 0) await this.#begin(old)
    for (const { key } of aged) await this.#files.remove(key)
    const newest = newestOf(markers)
    for (const { key, at } of markers) if (at < newest) await this.#files.remove(key)
  }

  /**
   * Notes that an upstream is about to be asked, with what was submitted. Resolves once that is durable; nothing may be asked
   * where it rejects, as it does in a service that works on a database which another one has taken the place of, or that was set
   * back while it ran.
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
      try {
        await this.#timeline?.expect()
        const mark = await this.#mark()
        const text = batch.map(({ line }) => line).join('') + (mark === undefined ? '' : `${JSON.stringify(mark)}\n`)
        await (this.#files.folder === undefined
          ? this.#put(text, mark)
          : this.#append(join(this.#files.folder, folder), text, mark))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    this.#flushing = false
  }

  /** The line behind entries that names the high-water mark of the database. It is raised before they are written, for these alone: a copy of before lacks it. */
  async #mark(): Promise<WatermarkLine | undefined> {
    if (this.#watermark === undefined) return undefined
    return { record: this.#id, watermark: await this.#watermark.raise(this.#id) }
  }

  /** When an upstream was asked last, as a part says; a part that holds no entry says nothing. */
  async #newestIn(key: string): Promise<number> {
    let newest = -Infinity
    for await (const { at } of entriesIn(this.#files, key)) newest = Math.max(newest, at)
    return newest
  }

  async #put(text: string, mark: WatermarkLine | undefined): Promise<void> {
    await this.#files.putStream(this.#partKey(mark), Readable.from([text]), 'application/jsonl')
  }

  async #append(directory: string, text: string, mark: WatermarkLine | undefined): Promise<void> {
    if (this.#part !== undefined && (this.#part.size > maxPart || this.#now() - this.#part.begun >= partTime))
      await this.#closePart()
    this.#part ??= await this.#newPart(directory, mark)
    try {
      await this.#part.file.appendFile(text)
      await syncFile(this.#part.file, 'datasync')
      this.#part.size += text.length
    } catch (error) {
      // Half a line may be there: what comes next begins a part of its own.
      await this.#closePart().catch(() => undefined)
      throw error
    }
  }

  async #newPart(
    directory: string,
    mark: WatermarkLine | undefined,
  ): Promise<{ file: FileHandle; size: number; begun: number }> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const file = await open(join(directory, this.#partKey(mark).slice(folder.length + 1)), 'ax', 0o600)
    await syncToDisk(directory).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    return { file, size: 0, begun: this.#now() }
  }

  #partKey(mark: WatermarkLine | undefined): string {
    return `${folder}/part-${this.#now()}-${this.#installation}-${partId(mark)}.jsonl`
  }

  async #begin(since: number): Promise<void> {
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

function wordsOf({ account, model, kind, parameters, created, amount, ...more }: Submitted): string {
  const { price, fallbacks, key, routing, trace, idempotency } = more
  const named = { price, fallbacks, key, routing, trace, idempotency }
  return JSON.stringify({ account, model, kind, parameters, created, amount, ...named })
}
