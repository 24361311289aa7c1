import {
  headersOf,
  mayBeQueried,
  pathOf,
  readAnswer,
  readId,
  requestBody,
  type Operation,
  type Reading,
} from '@model-tasks/documents/upstreams/interpreter'
import { isJsonObject } from '../../../base/json.js'
import { hostOf } from '../../../base/net/host.js'
import type { Snapshot } from '../../../domain/provider/provider.js'
import { errorIn, errorText, jsonOf, pauseOf, safeWords } from './answers.js'
import type { Connection } from './connection.js'
import { jsonBody } from './encode.js'
import { exchange, failureText, pauseAfter } from './exchange.js'
import type { MappedReference } from '../../../domain/provider/reference.js'

/** Asks once for a task. The key goes to no URL that the task's submit has stated where that is not of this upstream any more. */
export async function readTask(
  connection: Connection,
  operation: Operation,
  reference: MappedReference,
  signal: AbortSignal,
): Promise<{ reading: Reading } | Extract<Snapshot, { state: 'fault' | 'missing' }>> {
  const { mapping } = connection
  if (operation.query === undefined) return { state: 'fault', error: `${mapping.title} has no query` }
  const { method, path } = operation.query
  const { queryUrl } = reference
  if (queryUrl !== undefined && !mayBeQueried(operation, queryUrl, connection.baseUrl)) {
    const error = `the key of ${hostOf(connection.baseUrl)} does not go to where the task is to be queried: ${queryUrl}`
    return { state: 'fault', error: safeWords(error, connection) }
  }
  const { results } = operation.answer
  const body = requestBody(operation.query, reference)
  const content = body === undefined ? {} : { content: jsonBody(body) }
  const outcome = await exchange(
    connection,
    {
      action: 'query',
      method,
      path: reference.queryPath ?? pathOf(path, reference),
      url: queryUrl,
      headers: headersOf(operation.query, reference),
      results,
      tells: operation,
      ...content,
    },
    signal,
  )
  if ('failure' in outcome) {
    const error = failureText(outcome.failure, connection)
    return { state: 'fault', error, pause: pauseAfter(outcome.failure) }
  }
  const { answer } = outcome
  const failure = errorIn(mapping, answer)
  if (failure !== undefined) {
    const error = errorText(connection, answer, failure)
    // What is not JSON, such as the page of a proxy while the upstream is being replaced, says nothing of the task.
    if (answer.status === 404 && isJsonObject(jsonOf(answer))) return { state: 'missing', error }
    return { state: 'fault', error, pause: pauseOf(connection, answer, failure) }
  }
  const json = jsonOf(answer)
  const { id } = operation.answer
  const named = json === undefined ? undefined : readId(id === undefined ? operation : { ...operation, id }, json)
  if (named !== undefined && named !== reference.id)
    return {
      state: 'fault',
      error: safeWords(`${mapping.title} answered for the task ${named} when asked for ${reference.id}`, connection),
    }
  const reading = json === undefined ? undefined : readAnswer(operation, json)
  return reading === undefined
    ? { state: 'fault', error: `${mapping.title} answered HTTP ${answer.status} with something that is not a task` }
    : { reading }
}
