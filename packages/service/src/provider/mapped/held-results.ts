import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '@model-tasks/client/policy'
import { readAnswer, type Operation, type Reading } from '@model-tasks/spec/upstreams/interpreter'
import { parseJson } from '../../json.js'
import type { Snapshot } from '../provider.js'
import type { Connection } from './exchange.js'
import { jsonOf, snapshotOf } from './answers.js'

/**
 * Results of upstreams that answer a submit with the result itself, until their tasks have ended. Each is a file, so
 * that a service that stops in between still has it at its next start, and a batch of images fills no memory.
 */
export class HeldResults {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Keeps an answer under the ID of our task, and returns that ID once it is on the disk. */
  async keep(taskId: string, answer: Answer): Promise<string> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const path = this.#path(taskId)
    await writeFile(`${path}.part`, JSON.stringify(jsonOf(answer)), { mode: 0o600, flush: true })
    await rename(`${path}.part`, path)
    return taskId
  }

  /** What the kept answer says; undefined when there is none. */
  async read(operation: Operation, taskId: string): Promise<Reading | undefined> {
    const text = await readFile(this.#path(taskId), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    return text === undefined ? undefined : readAnswer(operation, parseJson(text))
  }

  /** The state of a task whose result was in the answer to its submit. */
  async snapshot(connection: Connection, operation: Operation, taskId: string): Promise<Snapshot> {
    const { title } = connection.mapping
    try {
      const reading = await this.read(operation, taskId)
      if (reading !== undefined) return snapshotOf(connection, reading)
      return {
        state: 'failed',
        error: `${title} answered with the result, which is not in this service's folder any more`,
      }
    } catch (error) {
      return { state: 'fault', error: `the answer of ${title} cannot be read: ${String(error)}` }
    }
  }

  /** Removes an answer whose task has ended. */
  async drop(taskId: string): Promise<void> {
    await rm(this.#path(taskId), { force: true })
  }

  #path(taskId: string): string {
    return join(this.#directory, `${encodeURIComponent(taskId)}.json`)
  }
}
