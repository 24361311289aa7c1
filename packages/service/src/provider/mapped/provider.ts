import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskFileStore } from '../../files/disk.js'
import type { FileStore } from '../../files/file-store.js'
import type { TaskKind } from '../../task/record.js'
import { models } from '@model-tasks/spec/upstreams/models'
import {
  pathOf,
  readAnswer,
  readId,
  toUpstream,
  type Mapped,
  type Mapping,
  type ModelFacts,
  type Operation,
} from '@model-tasks/spec/upstreams/interpreter'
import { systemClock, type Answer, type Clock } from '@model-tasks/client/policy'
import type { ProviderTask, RequestedTask, Snapshot, SubmitAnswer, UpstreamProvider } from '../provider.js'
import { errorIn, errorText, jsonOf, pauseOf, snapshotOf } from './answers.js'
import type { RecordShape } from '../shape-recorder.js'
import { collectResult } from './collect.js'
import { encodeBody } from './encode.js'
import { exchange, failureText, type Connection } from './exchange.js'
import { HeldResults } from './held-results.js'
import { readTask } from './read-task.js'
import { formatReference, parseReference, type MappedReference } from './reference.js'

/** The settings of an upstream that a mapping needs. */
export interface MappedUpstream {
  name: string
  baseUrl: string
  apiKey: string
  /** Our Model IDs -> the upstream's, where they differ. */
  modelIds: Readonly<Record<string, string>>
}

/** Effects, for tests to replace. */
export interface MappedParts {
  fetch?: typeof fetch
  /** Fetches results from URLs that an upstream has answered. */
  fetchResult?: typeof fetch
  clock?: Clock
  /** How large a file may be, in bytes; default: 4 GiB. */
  maxFileBytes?: number
  /** Opens where results wait that were in the answer to a submit; default: a folder of the system's temporary one. */
  openFiles?: (() => Promise<FileStore>) | undefined
  /** Takes the shape of each answer. */
  record?: RecordShape | undefined
}

/**
 * Forwards tasks to an upstream of a mapped protocol. One request per call of the port; nothing is repeated here. A
 * request that the upstream cannot carry is rejected before anything is sent.
 */
export function mappedProvider(mapping: Mapping, upstream: MappedUpstream, parts: MappedParts = {}): UpstreamProvider {
  const { fetch: send = fetch, fetchResult = send, clock = systemClock, maxFileBytes = 2 ** 32, record } = parts
  const baseUrl = upstream.baseUrl.replace(/\/+$/, '')
  const connection: Connection = { mapping, baseUrl, apiKey: upstream.apiKey, fetch: send, clock, record }
  const held = new HeldResults(parts.openFiles ?? temporaryFiles)
  return {
    kind: 'upstream',
    name: upstream.name,
    takesAssets: false,
    idempotent: async () => mapping.idempotencyHeader !== undefined,
    unsupported(request) {
      const mapped = mappedBody(connection, upstream, request)
      return 'rejections' in mapped ? mapped.rejections : []
    },
    submit: (task) => submit(connection, upstream, held, task),
    polling: { interval: 1000 * mapping.pollSeconds, deadline: 1000 * mapping.deadlineSeconds },
    pollBatch: 1,
    async poll(references, signal) {
      const asked = references.map(
        async (reference) => [reference, await poll(connection, held, reference, signal)] as const,
      )
      return new Map(await Promise.all(asked))
    },
    collect: (task, directory, signal) =>
      collectResult({ connection, held, fetchResult, maxFileBytes }, task, directory, signal),
    ...(mapping.probe === undefined ? {} : { probe: () => probe(connection) }),
    async cancel(reference) {
      const parsed = parseReference(reference)
      const request = parsed === undefined ? undefined : mapping.operations[parsed.kind]?.cancel
      if (parsed !== undefined && isHeld(mapping, parsed)) await held.drop(parsed.id)
      if (parsed !== undefined && request !== undefined)
        await exchange(connection, { action: 'cancel', method: request.method, path: pathOf(request.path, parsed) })
    },
    async forget(reference) {
      const parsed = parseReference(reference)
      if (parsed !== undefined && isHeld(mapping, parsed)) await held.drop(parsed.id)
    },
    close: () => held.close(),
  }
}

const temporaryFiles = async (): Promise<FileStore> => new DiskFileStore(join(tmpdir(), 'model-tasks-files'))

/** Whether the result of a task was in the answer to its submit. */
function isHeld({ operations }: Mapping, { kind }: MappedReference): boolean {
  const operation = operations[kind]
  return operation !== undefined && operation.query === undefined
}

/** What the catalogue knows of a model; of one that it does not have, only its kind. */
export function factsFor(model: string, kind: TaskKind): ModelFacts {
  return (Object.hasOwn(models, model) ? models[model] : undefined) ?? { kind, open: true, parameters: {} }
}

/** The upstream's ID of a model. */
function upstreamModelOf({ modelIds }: MappedUpstream, model: string): string {
  return (Object.hasOwn(modelIds, model) ? modelIds[model] : undefined) ?? model
}

function mappedBody(
  { mapping }: Connection,
  upstream: MappedUpstream,
  { kind, model, parameters }: RequestedTask,
): Mapped {
  return toUpstream(mapping, {
    facts: factsFor(model, kind),
    upstreamModel: upstreamModelOf(upstream, model),
    parameters,
  })
}

async function submit(
  connection: Connection,
  upstream: MappedUpstream,
  held: HeldResults,
  task: ProviderTask,
): Promise<SubmitAnswer> {
  const { mapping } = connection
  const { id, kind, model, traceparent } = task
  const upstreamModel = upstreamModelOf(upstream, model)
  const mapped = mappedBody(connection, upstream, task)
  const operation = mapping.operations[kind]
  if (operation === undefined) return { answer: 'rejected', error: `${mapping.title} makes no ${kind}s` }
  if ('rejections' in mapped)
    return { answer: 'rejected', error: mapped.rejections.map(({ message }) => message).join('; ') }
  if (operation.id === undefined) await held.ready()
  const outcome = await exchange(connection, {
    action: 'submit',
    method: operation.submit.method,
    path: pathOf(operation.submit.path, { model: upstreamModel }),
    headers: {
      ...operation.headers,
      ...(mapping.idempotencyHeader === undefined ? {} : { [mapping.idempotencyHeader]: id }),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    content: encodeBody(mapped.body, operation.encoding),
    ...(operation.id === undefined ? { results: operation.answer.results } : {}),
  })
  if ('failure' in outcome) {
    const error = failureText(outcome.failure, connection)
    return outcome.failure.proved === 'not sent'
      ? { answer: 'not-accepted', error, pause: { reason: 'unreachable' } }
      : { answer: 'unknown', error }
  }
  return submitAnswer(connection, operation, outcome.answer, async (upstreamId) =>
    formatReference({ kind, model: upstreamModel, id: upstreamId ?? (await held.keep(id, outcome.answer)) }),
  )
}

async function submitAnswer(
  connection: Connection,
  operation: Operation,
  answer: Answer,
  referenceOf: (id: string | undefined) => Promise<string>,
): Promise<SubmitAnswer> {
  const { mapping } = connection
  const failure = errorIn(mapping, answer)
  const pause = pauseOf(answer, failure)
  const paused = pause === undefined ? {} : { pause }
  if (failure !== undefined) {
    const error = errorText(connection, answer, failure)
    if (failure.proves === 'may-exist') return { answer: 'unknown', error, ...paused }
    // A wrong key or an empty account is not the task's fault: it may go elsewhere, or wait.
    return failure.proves === 'busy' || pause !== undefined
      ? { answer: 'not-accepted', error, ...paused }
      : { answer: 'rejected', error }
  }
  const json = jsonOf(answer)
  const unreadable = {
    answer: 'unknown',
    error: `${mapping.title} answered HTTP ${answer.status} without a task ID; a task may exist`,
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

async function poll(
  connection: Connection,
  held: HeldResults,
  reference: string,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { mapping } = connection
  const parsed = parseReference(reference)
  const operation = parsed === undefined ? undefined : mapping.operations[parsed.kind]
  if (parsed === undefined || operation === undefined)
    return { state: 'fault', error: `the reference ${reference} is not one of ${mapping.title}` }
  if (operation.query === undefined) return held.snapshot(connection, operation, parsed.id)
  const read = await readTask(connection, operation, parsed, signal)
  return 'reading' in read ? snapshotOf(connection, read.reading) : read
}

/** Asks something that buys nothing; answers why the key is not accepted, or undefined when it is. */
async function probe(connection: Connection): ReturnType<NonNullable<UpstreamProvider['probe']>> {
  const { mapping } = connection
  if (mapping.probe === undefined) return undefined
  const outcome = await exchange(connection, {
    action: 'probe',
    method: 'GET',
    path: pathOf(mapping.probe.path, { model: '' }),
  })
  if ('failure' in outcome) return { pause: { reason: 'unreachable' }, error: failureText(outcome.failure, connection) }
  const { answer } = outcome
  if (mapping.probe.accepted.includes(answer.status)) return undefined
  const failure = errorIn(mapping, answer)
  return {
    pause: pauseOf(answer, failure) ?? { reason: 'misconfigured' },
    error: errorText(connection, answer, failure ?? { proves: 'may-exist' }),
  }
}
