import {
  answerProvesCancelled,
  headersOf,
  mayCancel,
  pathOf,
  requestBody,
  wordProvesCancelled,
} from '@model-tasks/documents/upstreams/interpreter'
import type { CancelAnswer } from '../../../domain/provider/provider.js'
import { errorIn, errorText, jsonOf, safeWords } from './answers.js'
import type { Connection } from './connection.js'
import { jsonBody } from './encode.js'
import { exchange, failureText } from './exchange.js'
import { readTask } from './read-task.js'
import { taskIn } from './task-in.js'

/**
 * Asks an upstream to cancel a task. Where its request would do something else to a task that runs or has ended, such as
 * remove its result, the task is queried first. Only what the protocol's file names proves that the task cost nothing.
 */
export async function cancel(connection: Connection, reference: string): Promise<CancelAnswer> {
  const { mapping } = connection
  const task = taskIn(mapping, reference)
  const request = task?.operation.cancel
  if (task === undefined || request === undefined) return goesOn(`${mapping.title} cannot be asked to cancel it`)
  const { parsed, operation } = task
  const signal = new AbortController().signal
  if (request.from !== undefined) {
    const read = await readTask(connection, operation, parsed, signal)
    if (!('reading' in read)) return goesOn(read.error)
    const { word } = read.reading
    if (wordProvesCancelled(operation, word)) return cancelled(mapping.title, word)
    if (!mayCancel(operation, word)) return goesOnAs(connection, word)
  }
  const { method, path } = request
  const body = requestBody(request, parsed)
  const content = body === undefined ? {} : { content: jsonBody(body) }
  const headers = headersOf(request, parsed)
  const outcome = await exchange(connection, {
    action: 'cancel',
    method,
    path: pathOf(path, parsed),
    headers,
    ...content,
  })
  if ('failure' in outcome) return goesOn(failureText(outcome.failure, connection))
  const { answer } = outcome
  const failure = errorIn(mapping, answer)
  if (failure !== undefined) return goesOn(errorText(connection, answer, failure))
  if (answerProvesCancelled(operation, jsonOf(answer))) return cancelled(mapping.title)
  if (request.proves.query.length === 0) return goesOn(`${mapping.title} does not confirm that it costs nothing`)
  const read = await readTask(connection, operation, parsed, signal)
  if (!('reading' in read)) return goesOn(read.error)
  const { word } = read.reading
  return wordProvesCancelled(operation, word) ? cancelled(mapping.title, word) : goesOnAs(connection, word)
}

function cancelled(title: string, word = 'cancelled'): CancelAnswer {
  return { answer: 'cancelled', proof: `${title} has the task as ${word}` }
}

function goesOnAs(connection: Connection, word = 'a task without a status'): CancelAnswer {
  return goesOn(safeWords(`${connection.mapping.title} has it as ${word}`, connection))
}

function goesOn(reason: string): CancelAnswer {
  return { answer: 'goes-on', reason }
}
