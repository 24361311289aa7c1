import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Answer, Clock } from '@model-tasks/client/policy'
import { readAnswer, type Operation, type Reading } from '@model-tasks/documents/upstreams/interpreter'
import type { FileStore } from '../../../domain/files/file-store.js'
import { parseJson } from '../../../base/json.js'
import { once, type Once } from '../../../base/once.js'
import type { Snapshot } from '../../../domain/provider/provider.js'
import type { Connection } from './connection.js'
import { snapshotOf } from './answers.js'
import { keyOf } from './held-files.js'

/** For how long an answer is tried to be kept, and when again, in milliseconds. */
const [keepTime, firstRetry, maxRetry] = [3_600_000, 1000, 30_000]

/**
 * Results of upstreams that answer a submit with the result itself, until their tasks have ended. Each is a file in the
 * file store, so that the next start or another service on the same store finishes the task, and a batch of images
 * fills no memory.
 */
export class HeldResults {
  readonly #store: Once<FileStore>

  /** `open`: opens the file store when it is needed first. */
  constructor(open: () => Promise<FileStore>) {
    this.#store = once(open)
  }

  /** Resolves when the file store answers. Rejects before anything is bought whose result would have no place. */
  async ready(taskId: string): Promise<void> {
    await this.has(taskId)
  }

  /**
   * Keeps an answer under the ID of our task, and returns that ID once it is durable. It was paid for and is nowhere else: where
   * the file store fails, it is tried again for an hour before this rejects.
   */
  async keep(taskId: string, answer: Answer, clock: Clock): Promise<string> {
    const until = clock.now() + keepTime
    for (let delay = firstRetry; ; delay = Math.min(2 * delay, maxRetry))
      try {
        const files = await this.#store()
        await files.putStream(keyOf(taskId), Readable.from([answer.body]), 'application/json')
        return taskId
      } catch (error) {
        if (clock.now() >= until) throw error
        await new Promise<void>((resolve) => clock.setTimeout(resolve, delay))
      }
  }

  /** Whether an answer is kept. */
  async has(taskId: string): Promise<boolean> {
    const files = await this.#store()
    return (await files.size(keyOf(taskId))) !== undefined
  }

  /** What the kept answer says; undefined when there is none. */
  async read(operation: Operation, taskId: string): Promise<Reading | undefined> {
    const files = await this.#store()
    const kept = await files.read(keyOf(taskId))
    return kept === undefined ? undefined : readAnswer(operation, parseJson(await text(kept)))
  }

  /**
   * The state of a task whose result was in the answer to its submit. That answer was kept before the task counted as accepted:
   * where it is not in this file store, it may be in that of another process, and nothing says that the task failed.
   */
  async snapshot(connection: Connection, operation: Operation, taskId: string): Promise<Snapshot> {
    const { title } = connection.mapping
    try {
      const reading = await this.read(operation, taskId)
      return reading === undefined ? { state: 'completed' } : snapshotOf(connection, operation, reading)
    } catch (error) {
      return { state: 'fault', error: `the answer of ${title} cannot be read: ${String(error)}` }
    }
  }

  /** Removes an answer whose task has ended. */
  async drop(taskId: string): Promise<void> {
    const files = await this.#store()
    await files.remove(keyOf(taskId))
  }

  async close(): Promise<void> {
    const files = await this.#store.made()?.catch(() => undefined)
    files?.close()
  }
}
