import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Clock } from '../../base/clock.js'
import { isJsonObject, parseJson } from '../../base/json.js'
import { Poller } from '../../base/poller.js'
import type { FileStore } from '../../domain/files/file-store.js'

/** How often a process renews its mark, and after how long one that is not renewed is removed at the next start, in milliseconds. */
const [beatInterval, keptTime] = [15_000, 86_400_000]
/** For how many of these intervals a mark is watched, and how often, in milliseconds. */
const [watchedBeats, watchInterval] = [2.5, 1000]

/** Not that of the record, which may have many parts. */
const folder = 'running'

/** What a mark holds. It has to change for its process to count as alive: no clock is compared with another. */
interface Mark {
  /** How often it is renewed, in milliseconds. */
  interval: number
  /** How often it was. */
  beat: number
  /** In milliseconds since the Unix epoch, by the clock of the process. */
  at: number
}

/**
 * Shows in a bucket that this process writes to the record of what upstreams were asked. A data folder has a lock of the
 * operating system for that, which a bucket has not.
 */
export class RecordWriter {
  readonly #files: FileStore
  readonly #prefix: string
  readonly #key: string
  readonly #clock: Clock
  readonly #interval: number
  readonly #poller: Poller
  #beats = 0

  constructor(files: FileStore, installation: string, clock: Clock, interval = beatInterval) {
    this.#files = files
    this.#prefix = prefixOf(installation)
    this.#key = `${this.#prefix}${randomBytes(6).toString('hex')}.json`
    this.#clock = clock
    this.#interval = interval
    // Where the bucket does not take the mark, it takes no entry of the record either, and nothing is asked.
    this.#poller = new Poller(clock, interval, () => this.#beat().catch(() => undefined))
  }

  /** Resolves once the mark is there. Rejects where it cannot be written. */
  async start(): Promise<void> {
    for await (const { key, mark } of marksIn(this.#files, this.#prefix))
      if (mark.at < this.#clock.now() - keptTime) await this.#files.remove(key)
    await this.#beat()
    this.#poller.start()
  }

  /** Removes the mark: nothing is asked any more. */
  async stop(): Promise<void> {
    await this.#poller.stop()
    await this.#files.remove(this.#key).catch(() => undefined)
  }

  async #beat(): Promise<void> {
    this.#beats += 1
    const mark: Mark = { interval: this.#interval, beat: this.#beats, at: this.#clock.now() }
    await this.#files.putStream(this.#key, Readable.from([JSON.stringify(mark)]), 'application/json')
  }
}

/**
 * Whether a process writes to the record of an installation. Marks that do not change while they are watched are those of
 * processes that were killed, and are removed; without a mark nothing is waited for.
 */
export async function isBeingWritten(
  files: Pick<FileStore, 'list' | 'read' | 'remove'>,
  installation: string,
  clock: Pick<Clock, 'delay' | 'elapsed'>,
): Promise<boolean> {
  const first = await readMarks(files, installation)
  const longest = Math.max(0, ...[...first.values()].map(({ interval }) => interval))
  const until = clock.elapsed() + watchedBeats * Math.min(longest, beatInterval)
  while (first.size > 0 && clock.elapsed() < until) {
    await clock.delay(Math.min(watchInterval, longest))
    for (const [key, { beat }] of await readMarks(files, installation)) if (first.get(key)?.beat !== beat) return true
  }
  for (const key of first.keys()) await files.remove(key)
  return false
}

const prefixOf = (installation: string): string => `${folder}/${installation}-`

async function readMarks(files: Pick<FileStore, 'list' | 'read'>, installation: string): Promise<Map<string, Mark>> {
  const marks = new Map<string, Mark>()
  for await (const { key, mark } of marksIn(files, prefixOf(installation))) marks.set(key, mark)
  return marks
}

async function* marksIn(files: Pick<FileStore, 'list' | 'read'>, prefix: string) {
  for await (const key of files.list(folder)) {
    const bytes = key.startsWith(prefix) ? await files.read(key) : undefined
    if (bytes !== undefined) yield { key, mark: markOf(await text(bytes)) }
  }
}

function markOf(words: string): Mark {
  const value = parseJson(words)
  const { interval, beat, at } = isJsonObject(value) ? value : {}
  return { interval: Number(interval), beat: Number(beat), at: Number(at) }
}
