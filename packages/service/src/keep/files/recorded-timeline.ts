import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { isSameTimeline, timelineName, type Timeline } from '../store/timeline.js'
import type { FileStore } from '../../domain/files/file-store.js'

/** The folder of the marks in the file store, beside the record. No backup holds it. */
const folder = 'timelines'

/** How long a process goes by what it has read of the marks, in milliseconds. */
const checkInterval = 10_000

/** After a mark, no process that works on another database submits anything: it has read the mark by then. In milliseconds. */
export const fenceTime = 1.5 * checkInterval

/** How far a service has come with a database: tasks that an upstream may have been asked for are being set aside, or are. */
type Step = 'begun' | 'held'

interface Mark {
  key: string
  order: number
  timeline: Timeline
  step: Step
}

const nameForm = new RegExp(`^${folder}/(\\d+)-([0-9a-f]{12})-(\\d+)-(\\d+)-(begun|held)-[0-9a-f]+\\.txt$`)

/**
 * For which database the record of what upstreams are asked is written: the last that has marked itself there. A process that
 * works on another one, such as the former primary, submits nothing.
 */
export class RecordedTimeline {
  readonly #files: Pick<FileStore, 'list' | 'putStream' | 'remove'>
  readonly #installation: string
  readonly #elapsed: () => number
  #own: Timeline | undefined
  #checked = -Infinity

  constructor(parts: {
    files: Pick<FileStore, 'list' | 'putStream' | 'remove'>
    installation: string
    elapsed: () => number
  }) {
    this.#files = parts.files
    this.#installation = parts.installation
    this.#elapsed = parts.elapsed
  }

  /** The database that marked itself last; undefined where none has. */
  async last(): Promise<Pick<Mark, 'timeline' | 'step'> | undefined> {
    return (await this.#marks()).at(-1)
  }

  /** Marks a database as the one that the record is written for from now on. */
  async mark(timeline: Timeline, step: Step): Promise<void> {
    const before = await this.#marks()
    const order = (before.at(-1)?.order ?? 0) + 1
    const { system, number } = timeline
    const key = `${folder}/${order}-${this.#installation}-${system}-${number}-${step}-${randomBytes(4).toString('hex')}.txt`
    await this.#files.putStream(key, Readable.from(['.']), 'text/plain')
    for (const mark of before) await this.#files.remove(mark.key)
  }

  /** Says which database this process works on: from now on `expect` holds for it. */
  work(timeline: Timeline): void {
    this.#own = timeline
  }

  /** Rejects where another database has marked itself since. Reads the marks where that is ten seconds ago. */
  async expect(): Promise<void> {
    if (this.#own === undefined || this.#elapsed() - this.#checked < checkInterval) return
    const asked = this.#elapsed()
    const last = await this.last()
    if (last !== undefined && !isSameTimeline(last.timeline, this.#own))
      throw new Error(
        `a service goes on with another database (${timelineName(last.timeline)}; here ${timelineName(this.#own)}); stop this one`,
      )
    this.#checked = asked
  }

  async #marks(): Promise<Mark[]> {
    const marks: Mark[] = []
    for await (const key of this.#files.list(folder)) {
      const [, order, installation, system = '', number, step] = nameForm.exec(key) ?? []
      if (installation !== this.#installation) continue
      marks.push({ key, order: Number(order), timeline: { system, number: Number(number) }, step: step as Step })
    }
    return marks.sort((one, other) => one.order - other.order)
  }
}
