import {
  answersFile,
  headersOf,
  readAnswer,
  queryPath,
  readId,
  statedQuery,
  submitEncoding,
  submitPath,
  withWebhook,
  type Json,
  type Mapped,
  type Operation,
} from '@model-tasks/documents/upstreams/interpreter'
import type { Answer } from '@model-tasks/client/policy'
import type { Prepared, ProviderTask, SubmitAnswer, UploadedFiles } from '../../../domain/provider/provider.js'
import { reasonOf } from '../../../base/reason.js'
import { errorIn, errorText, isWordless, jsonOf, pauseOf, safeWords } from './answers.js'
import { upstreamModelOf } from '../upstream-model.js'
import { askedOf, mappedBody } from './body.js'
import { submitBody } from './encode.js'
import type { Connection } from './connection.js'
import { exchange, failureText, pauseAfter, resultTimeout } from './exchange.js'
import type { HeldResults } from './held-results.js'
import type { MappedUpstream } from './upstream.js'
import { formatReference } from '../../../domain/provider/reference.js'
import { placeFiles } from './place-files.js'

/** Uploads the files of a task that the upstream wants first, and fetches those that are sent with it. A request that it cannot carry does neither. */
export async function prepare(
  connection: Connection,
  upstream: MappedUpstream,
  task: ProviderTask,
  signal: AbortSignal,
): Promise<Prepared> {
  const mapped = mappedBody(connection, upstream, task)
  if ('rejections' in mapped) return rejected(mapped)
  return placeFiles(connection, mapped.uploads, signal)
}

/**
 * Submits a task with one request, after those that upload or fetch its files, and says what its answer proves. Until then
 * nothing has been submitted: each of their outcomes proves that no task was made.
 */
export async function submit(
  connection: Connection,
  upstream: MappedUpstream,
  held: HeldResults,
  task: ProviderTask,
  files: UploadedFiles = new Map(),
): Promise<SubmitAnswer> {
  const { mapping } = connection
  const { id, kind, model } = task
  const upstreamModel = upstreamModelOf(upstream, model)
  let mapped = mappedBody(connection, upstream, task, files)
  const operation = mapping.operations[kind]
  if (operation === undefined) return { answer: 'rejected', error: `${mapping.title} makes no ${kind}s` }
  if ('rejections' in mapped) return rejected(mapped)
  const unready = operation.id === undefined ? await notReady(held, id) : undefined
  if (unready !== undefined) return unready
  if (mapped.uploads.length > 0) {
    const placed = await placeFiles(connection, mapped.uploads)
    if ('answer' in placed) return placed
    mapped = mappedBody(connection, upstream, task, new Map([...files, ...placed.files]))
    if ('rejections' in mapped) return rejected(mapped)
  }
  const asked = askedOf(upstream, task)
  const { body, query } = withWebhookOf(connection, operation, id, mapped.body)
  const outcome = await exchange(connection, {
    action: 'submit',
    method: operation.submit.method,
    path: submitPath(operation, asked),
    query,
    headers: {
      ...headersOf(operation.submit, { model: upstreamModel }),
      ...(mapping.idempotency === undefined ? {} : { [mapping.idempotency.header]: id }),
    },
    content: submitBody(operation, submitEncoding(operation, asked), body),
    ...(operation.id === undefined
      ? { results: operation.answer.results, tells: operation, timeout: resultTimeout }
      : {}),
    file: answersFile(operation.answer.results) ? kind : undefined,
  })
  if ('failure' in outcome) {
    const { named } = outcome
    const words = failureText(outcome.failure, connection)
    const error =
      named === undefined ? words : `${words}; before its answer broke off it named ${safeWords(named, connection)}`
    const pause = pauseAfter(outcome.failure)
    return pause === undefined ? { answer: 'unknown', error } : { answer: 'not-accepted', error, pause }
  }
  return submitAnswer(connection, operation, outcome.answer, upstreamModel, async (upstreamId) => {
    const queryUrl = statedQuery(operation, jsonOf(outcome.answer) ?? {}, connection.baseUrl)
    const taskId = upstreamId ?? (await held.keep(id, outcome.answer, connection.clock))
    const path = queryPath(operation, asked, taskId)
    return formatReference({
      kind,
      model: upstreamModel,
      id: taskId,
      ...(queryUrl === undefined ? {} : { queryUrl }),
      ...(path === undefined ? {} : { queryPath: path }),
    })
  })
}

/** Why a task is not submitted whose result would have no place; undefined where it has one. */
async function notReady(held: HeldResults, id: string): Promise<SubmitAnswer | undefined> {
  try {
    await held.ready(id)
    return undefined
  } catch (error) {
    const words = `nothing was sent, since the file store that would keep the result cannot be used: ${reasonOf(error)}`
    return { answer: 'not-accepted', error: words, pause: { reason: 'unavailable' } }
  }
}

/** Asks for webhooks, where the upstream sends any and this service can be reached. */
function withWebhookOf(
  { mapping: { webhooks }, webhookUrl }: Connection,
  { id }: Operation,
  taskId: string,
  body: Json,
): { body: Json; query?: string } {
  return webhooks === undefined || webhookUrl === undefined || id === undefined
    ? { body }
    : withWebhook(webhooks, body, webhookUrl(taskId))
}

function rejected({
  rejections,
}: Extract<Mapped, { rejections: unknown }>): Extract<SubmitAnswer, { answer: 'rejected' }> {
  return { answer: 'rejected', error: rejections.map(({ message }) => message).join('; ') }
}

async function submitAnswer(
  connection: Connection,
  operation: Operation,
  answer: Answer,
  upstreamModel: string,
  referenceOf: (id: string | undefined) => Promise<string>,
): Promise<SubmitAnswer> {
  const { mapping } = connection
  const failure = errorIn(mapping, answer)
  const pause = pauseOf(connection, answer, failure)
  if (failure !== undefined) {
    const error = errorText(connection, answer, failure)
    if (failure.proves === 'may-exist') return { answer: 'unknown', error, pause }
    // Without words it is said of the address: a server that knows none of the paths knows no model either.
    if (failure.proves === 'unknown-model' && !isWordless(failure))
      return { answer: 'unknown-model', error, sentAs: upstreamModel }
    // A wrong key or an empty account is not the task's fault: it may go elsewhere, or wait.
    return failure.proves === 'busy' || pause !== undefined
      ? { answer: 'not-accepted', error, pause }
      : { answer: 'rejected', error }
  }
  const json = jsonOf(answer)
  const missing = operation.id === undefined ? 'without a result' : 'without a task ID'
  const wanted = answersFile(operation.answer.results) ? 'a file' : 'JSON'
  const unreadable = {
    answer: 'unknown',
    error: `${mapping.title} answered HTTP ${answer.status} ${json === undefined ? `with something that is not ${wanted}` : missing}`,
  } as const
  if (json === undefined) return unreadable
  const id = readId(operation, json)
  if (operation.id !== undefined)
    return id === undefined ? unreadable : { answer: 'accepted', reference: await referenceOf(id) }
  if (readAnswer(operation, json) === undefined) return unreadable
  try {
    return { answer: 'accepted', reference: await referenceOf(undefined) }
  } catch (error) {
    return {
      answer: 'unknown',
      error: `${mapping.title} answered with the result, which could not be kept: ${String(error)}`,
    }
  }
}
