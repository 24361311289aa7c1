import { join } from 'node:path'
import {
  ApiError,
  ModelTasks,
  ProtocolError,
  ResultExpiredError,
  TaskFailedError,
  progressFraction,
  type Clock as ClientClock,
} from '@model-tasks/client'
import { queryVerdict, recordShapes, resultFields } from '@model-tasks/client/policy'
import { isJsonObject, parseJson, type JsonObject } from '../json.js'
import type { Log } from '../log.js'
import type { Upstream } from '../settings/settings.js'
import { resultTypeOf } from '../results/result-key.js'
import {
  type ModelVerdict,
  ResultGone,
  ResultMissing,
  type CollectTask,
  type ProducedFile,
  type ProviderTask,
  type Snapshot,
  type SubmitAnswer,
  type UpstreamProvider,
} from './provider.js'
import type { RecordShape } from './shape-recorder.js'
import { pauseOf, submitFailure, wordsOf } from './relay-answers.js'
import { meaningOf, type StatusTable } from './statuses.js'
import { unservedResult } from './unserved-result.js'
import { upstreamFetch } from './upstream-fetch.js'
import { upstreamModelOf } from './upstream-model.js'
import { withMappedStatuses } from './mapped-statuses.js'

/** What tests may put in place of the usual. */
export interface RelayParts {
  clock?: ClientClock
  /** Takes the shape of each answer. */
  record?: RecordShape | undefined
}

type UpstreamTask = Awaited<ReturnType<ModelTasks['query']>>

/** The fields of a Task that this service fills itself (interface: Resources and their fields, Task). */
const ownFields: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'status',
  'progress',
  ...resultFields,
  'amount',
  'actualDuration',
  'error',
])

/**
 * Forwards tasks to another service of the same interface. Each is submitted under our task ID as its Idempotency-Key:
 * where the upstream declares that it keeps such keys, asking twice buys once.
 */
export function relayProvider(upstream: Upstream, log: Log, parts: RelayParts = {}): UpstreamProvider {
  const { name, baseUrl, apiKey, modelIds, statuses } = upstream
  const guarded = upstreamFetch(upstream)
  const { record, clock } = parts
  const heard = record === undefined ? guarded : recordShapes(guarded, record)
  const timed = clock === undefined ? {} : { clock }
  const options = { baseUrl, apiKey, modelIds, validate: 'off', logger: {}, fetch: heard, ...timed } as const
  const client = new ModelTasks(options)
  const collector = new ModelTasks({ ...options, fetch: withMappedStatuses(heard, statuses) })
  const reported = new Set<string>()
  const reportUnknown = (status: string): void => {
    if (reported.has(status)) return
    reported.add(status)
    log.error('an upstream answered a status that is in no table; its task is polled on, until the deadline', {
      upstream: name,
      status,
    })
  }
  return {
    kind: 'upstream',
    name,
    takesAssets: false,
    idempotent: () =>
      client.capabilities().then(
        ({ extensions }) => extensions.includes('idempotency'),
        () => false,
      ),
    submit: (task) => submit(client, task, upstreamModelOf(upstream, task.model)),
    pollBatch: 1,
    async poll(references, signal) {
      const asked = references.map(
        async (reference) => [reference, await poll(client, reference, statuses, signal, reportUnknown)] as const,
      )
      return new Map(await Promise.all(asked))
    },
    collect: (task, directory, signal) => collect(collector, task, directory, signal),
    async probe() {
      try {
        await client.query('task_probe')
        return undefined
      } catch (error) {
        const pause = error instanceof ApiError && error.status === 404 ? undefined : pauseOf(error)
        return pause === undefined ? undefined : { pause, error: wordsOf(error) }
      }
    },
    testModels: (models) => testModels(client, upstream, models),
    async cancel(reference) {
      const { extensions } = await client.capabilities()
      if (extensions.includes('cancel')) await client.cancel(reference)
    },
    close: async () => undefined,
  }
}

/** A service of this interface may list its models, an extension. */
async function testModels(
  client: ModelTasks,
  upstream: Upstream,
  models: readonly string[],
): Promise<ReadonlyMap<string, ModelVerdict>> {
  const listed = await listedModels(client).catch((error: unknown) => wordsOf(error))
  const verdictOf = (model: string): ModelVerdict => {
    if (typeof listed === 'string') return { model: 'untested', reason: listed }
    return listed.has(upstreamModelOf(upstream, model))
      ? { model: 'known' }
      : { model: 'unknown', asked: 'its list of models' }
  }
  return new Map(models.map((model) => [model, verdictOf(model)]))
}

async function listedModels(client: ModelTasks): Promise<ReadonlySet<string> | string> {
  const { extensions } = await client.capabilities()
  if (!extensions.includes('models')) return 'it declares no list of models'
  return new Set((await client.models()).filter(({ available }) => available).map(({ id }) => id))
}

async function submit(client: ModelTasks, task: ProviderTask, sentAs: string): Promise<SubmitAnswer> {
  try {
    const { id } = await client.custom(task.model, task.parameters, {
      idempotencyKey: task.id,
      retries: 0,
      ...(task.traceparent === undefined ? {} : { headers: { traceparent: task.traceparent } }),
    })
    return { answer: 'accepted', reference: id }
  } catch (error) {
    return submitFailure(error, sentAs)
  }
}

async function poll(
  client: ModelTasks,
  reference: string,
  statuses: StatusTable,
  signal: AbortSignal,
  reportUnknown: (status: string) => void,
): Promise<Snapshot> {
  try {
    return snapshotOf(await client.query(reference, { signal }), statuses, reportUnknown)
  } catch (error) {
    const message = wordsOf(error)
    if (error instanceof ApiError && queryVerdict(error.status) === 'missing')
      return { state: 'missing', error: message }
    const pause = pauseOf(error)
    return pause === undefined ? { state: 'fault', error: message } : { state: 'fault', error: message, pause }
  }
}

function snapshotOf(task: UpstreamTask, statuses: StatusTable, reportUnknown: (status: string) => void): Snapshot {
  const status = String(task.status)
  const meaning = meaningOf(status, statuses)
  if (meaning === undefined) reportUnknown(status)
  const fields = meaning === 'completed' || meaning === 'failed' ? fieldsOf(task) : undefined
  if (meaning === 'completed')
    return fields === undefined ? { state: 'completed', status } : { state: 'completed', status, fields }
  if (meaning === 'failed') {
    const error = typeof task.error === 'string' && task.error !== '' ? task.error : reasonOf(status)
    return fields === undefined ? { state: 'failed', error, status } : { state: 'failed', error, status, fields }
  }
  const progress = progressFraction(task)
  return progress === undefined ? { state: 'running', status } : { state: 'running', status, progress }
}

function reasonOf(status: string): string {
  return status === 'failed'
    ? 'the upstream gave no reason'
    : `the upstream ended the task as ${status}, without a reason`
}

/** What else the upstream answered, such as `upstream_url`. */
function fieldsOf(task: UpstreamTask): JsonObject | undefined {
  const all = parseJson(JSON.stringify(task))
  if (!isJsonObject(all)) return undefined
  const fields = Object.entries(all).filter(([name]) => !ownFields.has(name))
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

async function collect(
  client: ModelTasks,
  { kind, reference }: CollectTask,
  directory: string,
  signal: AbortSignal,
): Promise<ProducedFile> {
  try {
    const handle = client.task(reference)
    const completed = await handle.query({ signal })
    const { path, bytes, contentType } = await handle.download(join(directory, 'result'), { signal })
    const file = { path, bytes, contentType: resultTypeOf(kind, contentType) }
    const { actualDuration } = completed
    return typeof actualDuration === 'number' ? { ...file, seconds: actualDuration } : file
  } catch (error) {
    throw signal.aborted ? error : provedBy(error)
  }
}

/** What a failed download of a completed task says of its file. */
function provedBy(error: unknown): unknown {
  if (error instanceof TaskFailedError) {
    const reason = error.task?.error
    return new ResultGone(typeof reason === 'string' ? reason : 'the upstream gave no reason', { cause: error })
  }
  if (error instanceof ResultExpiredError) {
    const message = `the upstream completed the task and no longer serves its result (HTTP ${error.status})`
    return unservedResult(error.status, message, error) ?? error
  }
  if (error instanceof ProtocolError)
    return new ResultMissing('the upstream completed the task and serves no result', { cause: error })
  return error
}
