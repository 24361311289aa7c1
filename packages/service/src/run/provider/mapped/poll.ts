import { pathOf, readList, type List, type Operation } from '@model-tasks/documents/upstreams/interpreter'
import { byKind } from '../../../domain/task/record.js'
import type { Snapshot } from '../../../domain/provider/provider.js'
import { errorIn, errorText, jsonOf, pauseOf, snapshotOf } from './answers.js'
import type { Connection } from './connection.js'
import { exchange, failureText, pauseAfter } from './exchange.js'
import type { HeldResults } from './held-results.js'
import { readTask } from './read-task.js'
import { taskIn, type FoundTask } from './task-in.js'

/** Tasks that no list tells of and that are queried by themselves within one poll; the others wait for the next. */
const maxSingleQueries = 10

/** How long a list is not asked for that was not one, in milliseconds: a proxy may have answered for the upstream. */
const listPause = 3_600_000

/** How servers answer that know no list, do not take its filter, or cannot read an address as long. */
const noList: ReadonlySet<number> = new Set([400, 404, 405, 414, 422, 431, 501])

interface Asked extends FoundTask {
  reference: string
}

/**
 * Asks for the state of tasks: several in one request where the protocol has a list. What a list leaves out is queried
 * by itself, for only the answer to that proves that a task is not there. A list that an upstream does not have, or that
 * leaves out most of what it is asked for, is not asked for again for an hour.
 */
export class TaskPoller {
  readonly #connection: Connection
  readonly #held: HeldResults
  #noListUntil = -Infinity

  constructor(connection: Connection, held: HeldResults) {
    this.#connection = connection
    this.#held = held
  }

  /** How many tasks one poll can ask for. */
  get batch(): number {
    const limits = byKind(this.#connection.mapping.operations).map(([, { list }]) => list?.limit ?? 1)
    return this.#hasList ? Math.max(1, ...limits) : 1
  }

  /** Asks once for each task. Never rejects; answers one snapshot for each reference. */
  async poll(references: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Snapshot>> {
    const snapshots = new Map<string, Snapshot>()
    const listed = new Map<Operation, Asked[]>()
    const single: Asked[] = []
    for (const reference of references) {
      const task = taskIn(this.#connection.mapping, reference)
      if (task === undefined) {
        const { title } = this.#connection.mapping
        snapshots.set(reference, { state: 'fault', error: `the reference ${reference} is not one of ${title}` })
      } else if (task.operation.list !== undefined && this.#hasList && references.length > 1) {
        listed.set(task.operation, [...(listed.get(task.operation) ?? []), { reference, ...task }])
      } else {
        single.push({ reference, ...task })
      }
    }
    const lists = [...listed].map(([operation, asked]) => this.#pollList(operation, asked, snapshots, signal))
    await Promise.all([this.#pollEach(single, snapshots, signal), ...lists])
    return snapshots
  }

  get #hasList(): boolean {
    return this.#connection.clock.now() >= this.#noListUntil
  }

  #passOverList(): void {
    this.#noListUntil = this.#connection.clock.now() + listPause
  }

  async #pollEach(asked: readonly Asked[], snapshots: Map<string, Snapshot>, signal: AbortSignal): Promise<void> {
    const error = `${this.#connection.mapping.title} does not list the task, which is queried by itself later`
    for (const { reference } of asked.slice(maxSingleQueries)) snapshots.set(reference, { state: 'fault', error })
    await Promise.all(asked.slice(0, maxSingleQueries).map((one) => this.#pollOne(one, snapshots, signal)))
  }

  async #pollOne(
    { reference, parsed, operation }: Asked,
    snapshots: Map<string, Snapshot>,
    signal: AbortSignal,
  ): Promise<void> {
    const connection = this.#connection
    if (operation.query === undefined) {
      snapshots.set(reference, await this.#held.snapshot(connection, operation, parsed.id))
      return
    }
    const read = await readTask(connection, operation, parsed, signal)
    snapshots.set(reference, 'reading' in read ? snapshotOf(connection, operation, read.reading) : read)
  }

  async #pollList(
    operation: Operation,
    asked: readonly Asked[],
    snapshots: Map<string, Snapshot>,
    signal: AbortSignal,
  ): Promise<void> {
    const { list } = operation
    if (list === undefined) return
    const readings = await this.#readList(operation, list, asked, signal)
    if ('state' in readings) {
      for (const { reference } of asked) snapshots.set(reference, readings)
      return
    }
    const omitted: Asked[] = []
    for (const one of asked) {
      const reading = readings.get(one.parsed.id)
      if (reading === undefined) omitted.push(one)
      else snapshots.set(one.reference, snapshotOf(this.#connection, operation, reading))
    }
    if (omitted.length > asked.length / 2) this.#passOverList()
    await this.#pollEach(omitted, snapshots, signal)
  }

  async #readList(
    operation: Operation,
    list: List,
    asked: readonly Asked[],
    signal: AbortSignal,
  ): Promise<NonNullable<ReturnType<typeof readList>> | Extract<Snapshot, { state: 'fault' }>> {
    const connection = this.#connection
    const { title } = connection.mapping
    const filters = asked.map(({ parsed: { id } }) => `${encodeURIComponent(list.filter)}=${encodeURIComponent(id)}`)
    const outcome = await exchange(
      connection,
      { action: 'list', method: 'GET', path: pathOf(list.path, { model: '' }), query: filters.join('&') },
      signal,
    )
    if ('failure' in outcome) {
      const { failure } = outcome
      return { state: 'fault', error: failureText(failure, connection), pause: pauseAfter(failure) }
    }
    const { answer } = outcome
    const failure = errorIn(connection.mapping, answer)
    const error = failure === undefined ? undefined : errorText(connection, answer, failure)
    if (error !== undefined && !noList.has(answer.status))
      return { state: 'fault', error, pause: pauseOf(connection, answer, failure) }
    const json = error === undefined ? jsonOf(answer) : undefined
    const readings = json === undefined ? undefined : readList(operation, json)
    if (readings !== undefined) return readings
    this.#passOverList()
    return {
      state: 'fault',
      error: `${error ?? `${title} answered HTTP ${answer.status} with something that is not a list of tasks`}; its tasks are queried one by one for an hour`,
    }
  }
}
