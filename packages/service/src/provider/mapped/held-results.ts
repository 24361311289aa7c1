import type { Answer } from '@model-tasks/client/policy'
import { readAnswer, type Operation, type Reading } from '@model-tasks/spec/upstreams/interpreter'
import type { Snapshot } from '../provider.js'
import type { Connection } from './exchange.js'
import { jsonOf, snapshotOf } from './answers.js'

/**
 * Results of upstreams that answer a submit with the result itself, until they are stored. They are kept in memory: a
 * service that stops in between loses them, and the task then fails with a message that says so.
 */
export class HeldResults {
  readonly #answers = new Map<string, Answer>()

  /** Keeps an answer under the ID of our task, and returns that ID. */
  keep(taskId: string, answer: Answer): string {
    this.#answers.set(taskId, answer)
    return taskId
  }

  /** What the kept answer says. */
  read(operation: Operation, taskId: string): Reading | undefined {
    const answer = this.#answers.get(taskId)
    const json = answer === undefined ? undefined : jsonOf(answer)
    return json === undefined ? undefined : readAnswer(operation, json)
  }

  /** The state of a task whose result was in the answer to its submit. */
  snapshot(connection: Connection, operation: Operation, taskId: string): Snapshot {
    const reading = this.read(operation, taskId)
    if (reading !== undefined) return snapshotOf(connection, reading)
    return {
      state: 'failed',
      error: `${connection.mapping.title} answered with the result, and the service stopped before it was stored`,
    }
  }

  /** Frees the memory of a stored result. */
  drop(taskId: string): void {
    this.#answers.delete(taskId)
  }
}
