import { Scope } from '@model-tasks/client/policy'
import {
  historyQuery,
  historyStart,
  pathOf,
  readHistory,
  type HistoryPlace,
  type Operation,
  type PastReading,
} from '@model-tasks/documents/upstreams/interpreter'
import { HistoryError, type PastTask } from '../../../domain/provider/history.js'
import { byKind } from '../../../domain/task/record.js'
import { errorIn, errorText, jsonOf, pauseOf, snapshotOf } from './answers.js'
import type { Connection } from './connection.js'
import { exchange, failureText, pauseAfter, type Exchanged } from './exchange.js'

/** How often a page is asked for again after an answer that bought time, and how long is waited where it does not say, in milliseconds. */
const [mostTries, usualPause] = [8, 10_000]

/** Whether a protocol lists the tasks of an account. */
export function listsTasks({ operations }: Connection['mapping']): boolean {
  return byKind(operations).some(([, { history }]) => history !== undefined)
}

/** Every task that the upstream lists and that was submitted since, newest first within each of its lists. */
export async function* historyOf(connection: Connection, since: number, signal: AbortSignal): AsyncGenerator<PastTask> {
  const read = new Set<string>()
  const seen = new Set<string>()
  for (const [, operation] of byKind(connection.mapping.operations))
    for (const path of operation.history?.paths ?? []) {
      const address = pathOf(path, { model: '' })
      // Kinds of tasks that stand in one list are read in one pass.
      if (read.has(address)) continue
      read.add(address)
      yield* listOf(connection, { operation, address, seen }, since, signal)
    }
}

async function* listOf(
  connection: Connection,
  { operation, address, seen }: { operation: Operation; address: string; seen: Set<string> },
  since: number,
  signal: AbortSignal,
): AsyncGenerator<PastTask> {
  for (let place: HistoryPlace | undefined = historyStart; place !== undefined;) {
    const { tasks, next } = await pageOf(connection, { operation, address, place }, signal)
    if (tasks.length === 0 && next !== undefined)
      throw new HistoryError(`${connection.mapping.title} lists tasks that cannot be read`)
    const added = tasks.filter(({ id }) => !seen.has(id))
    for (const task of added) {
      seen.add(task.id)
      if ((task.created ?? since) >= since) yield pastTask(connection, operation, task)
    }
    const isOlder = added.length > 0 && added.every(({ created }) => created !== undefined && created < since)
    // An upstream that does not read the parameter of the page answers the same one again.
    place = added.length === 0 || isOlder ? undefined : next
  }
}

async function pageOf(
  connection: Connection,
  { operation, address, place }: { operation: Operation; address: string; place: HistoryPlace },
  signal: AbortSignal,
): Promise<NonNullable<ReturnType<typeof readHistory>>> {
  const { clock, mapping } = connection
  const { history } = operation
  if (history === undefined) throw new TypeError(`${mapping.title} lists no tasks`)
  const query = historyQuery(history, place)
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted()
    const outcome = await exchange(connection, { action: 'list', method: 'GET', path: address, query }, signal)
    const { error, retryAfter } = faultOf(connection, outcome)
    if (error === undefined && 'answer' in outcome) {
      const json = jsonOf(outcome.answer)
      const page = json === undefined ? undefined : readHistory(operation, json, place)
      if (page !== undefined) return page
      throw new HistoryError(
        `${mapping.title} answered HTTP ${outcome.answer.status} with something that is not a list of tasks`,
      )
    }
    if (retryAfter === undefined || tries === mostTries) throw new HistoryError(error ?? 'there was no answer')
    await new Scope(Infinity, signal, clock).sleep(retryAfter)
  }
}

/** What is wrong with an answer, and how long to wait before the page is asked for again; undefined: that would not help. */
function faultOf(connection: Connection, outcome: Exchanged): { error?: string; retryAfter?: number } {
  if ('failure' in outcome) {
    const { failure } = outcome
    const error = failureText(failure, connection)
    return { error, retryAfter: pauseAfter(failure)?.retryAfter ?? usualPause }
  }
  const failure = errorIn(connection.mapping, outcome.answer)
  if (failure === undefined) return {}
  const error = errorText(connection, outcome.answer, failure)
  const pause = pauseOf(connection, outcome.answer, failure)
  const waits = pause?.reason === 'rate-limited' || pause?.reason === 'unavailable'
  return waits ? { error, retryAfter: pause.retryAfter ?? usualPause } : { error }
}

function pastTask(connection: Connection, operation: Operation, reading: PastReading): PastTask {
  const { id: reference, created, usage } = reading
  const snapshot = snapshotOf(connection, operation, reading)
  const isRunning = snapshot.state === 'running'
  const charged = snapshot.state === 'completed' || (snapshot.state === 'failed' && snapshot.cost === 'some')
  const [cost] = usage
  return {
    reference,
    state: isRunning ? 'running' : charged ? 'charged' : 'free',
    created,
    cost: cost && `${cost.amount} ${cost.unit}`,
  }
}
