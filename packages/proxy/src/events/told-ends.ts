import type { Task } from '@model-tasks/client'
import { ask } from '../ask.js'
import type { Parts } from '../parts.js'
import type { EventListener } from './event-streams.js'
import { beginText, comment, eventText } from './event-text.js'

/** Milliseconds after which a stream says that it lives, and asks again what it could not learn. */
const interval = 15_000

/** A task that a user has named: its ID at the service, and the one that the user has. */
export interface NamedTask {
  id: string
  signed: string
}

/** The body of one stream: tells the end of each task once, and ends with the last, with its reader, or with what `isAllowed` answers. */
export class ToldEnds {
  readonly body: ReadableStream<Uint8Array>
  readonly listener: EventListener
  readonly #parts: Pick<Parts, 'service' | 'now'>
  readonly #tasks: readonly NamedTask[]
  readonly #told: Set<number>
  readonly #isAllowed: () => Promise<boolean>
  readonly #onEnd: () => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  /** Those of which it is not known whether they had ended before the stream began, by their numbers. */
  readonly #unknown: Set<number>
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(
    parts: Pick<Parts, 'service' | 'now'>,
    tasks: readonly NamedTask[],
    told: Set<number>,
    isAllowed: () => Promise<boolean>,
    onEnd: () => void,
  ) {
    this.#parts = parts
    this.#tasks = tasks
    this.#told = told
    this.#isAllowed = isAllowed
    this.#onEnd = onEnd
    this.#unknown = new Set(tasks.map((_, index) => index + 1).filter((number) => !told.has(number)))
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
        this.#write(beginText(told))
      },
      cancel: () => this.end(),
    })
    this.listener = {
      onEvent: ({ timestamp, data }) => {
        const number = tasks.findIndex(({ id }) => id === data.id) + 1
        if (number > 0) void this.#tell(number, data, timestamp)
      },
      onOver: () => this.end(),
    }
  }

  /** Begins once the listener misses no event any more: tells what had ended before. */
  begin(): void {
    if (this.#controller === undefined) return
    this.#timer = setInterval(() => void this.#beat(), interval)
    void this.#askUnknown()
  }

  end(): void {
    const controller = this.#controller
    if (controller === undefined) return
    this.#controller = undefined
    clearInterval(this.#timer)
    this.#onEnd()
    try {
      controller.close()
    } catch {
      // The reader has left.
    }
  }

  async #beat(): Promise<void> {
    if (!(await this.#isAllowed())) {
      this.end()
      return
    }
    // Nothing gathers for a reader that does not read.
    if ((this.#controller?.desiredSize ?? 0) > 0) this.#write(comment)
    await this.#askUnknown()
  }

  /** What fails is asked again with the next beat: a stream that ended instead would come back at once. */
  async #askUnknown(): Promise<void> {
    for (const number of [...this.#unknown]) {
      const { id } = this.#tasks[number - 1] as NamedTask
      const answer = await ask(this.#parts.service, `/tasks/${encodeURIComponent(id)}`).catch(() => undefined)
      if (this.#controller === undefined) return
      const { status, json } = answer ?? {}
      if (status !== 200 && status !== 404) return
      this.#unknown.delete(number)
      const task = Object(json) as Task
      if (status === 200 && (task.status === 'completed' || task.status === 'failed'))
        await this.#tell(number, task, new Date(this.#parts.now()).toISOString())
    }
  }

  async #tell(number: number, task: Task, timestamp: string): Promise<void> {
    this.#unknown.delete(number)
    if (!(await this.#isAllowed())) {
      this.end()
      return
    }
    if (this.#told.has(number) || this.#controller === undefined) return
    this.#told.add(number)
    this.#write(eventText({ ...task, id: this.#tasks[number - 1]?.signed ?? '' }, timestamp, this.#told))
    if (this.#told.size === this.#tasks.length) this.end()
  }

  #write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
  }
}
