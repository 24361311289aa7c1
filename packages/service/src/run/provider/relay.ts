import { ModelTasks, type Clock as ClientClock } from '@model-tasks/client'
import { recordShapes } from '@model-tasks/client/policy'
import type { Log } from '../../base/log.js'
import { tracedFetch } from '../../base/net/trace-context.js'
import type { Upstream } from '../../settings/settings.js'
import { plainKeyOf } from './credentials/plain-key.js'
import { DeclaredByUpstream } from './declared-by-upstream.js'
import type {
  ModelVerdict,
  ProviderTask,
  Snapshot,
  SubmitAnswer,
  UpstreamProvider,
} from '../../domain/provider/provider.js'
import type { RecordShape } from './shape-recorder.js'
import { isMissing, pauseAfterProbe, pauseOf, submitFailure, wordsOf } from './relay-answers.js'
import { cancel } from './relay-cancel.js'
import { collect } from './relay-collect.js'
import { relayHistory } from './relay-history.js'
import { relayReader } from './relay-reader.js'
import { relayValueLists } from './relay-value-lists.js'
import { RelayWaits } from './relay-waits.js'
import { upstreamFetch } from './upstream-fetch.js'
import { upstreamModelOf } from './upstream-model.js'
import { withMappedStatuses } from './mapped-statuses.js'

/** What tests may put in place of the usual. */
export interface RelayParts {
  clock?: ClientClock
  /** Takes the shape of each answer. */
  record?: RecordShape | undefined
}

/**
 * Forwards tasks to another service of the same interface. Each is submitted under our task ID as its Idempotency-Key:
 * where the upstream declares that it keeps such keys, asking twice buys once. Throws `KeyFormError`.
 */
export function relayProvider(upstream: Upstream, log: Log, parts: RelayParts = {}): UpstreamProvider {
  const { name, baseUrl, modelIds, statuses } = upstream
  const apiKey = plainKeyOf(upstream.apiKey)
  const guarded = tracedFetch(upstreamFetch(upstream))
  const { record, clock } = parts
  const heard = record === undefined ? guarded : recordShapes(guarded, record)
  const timed = clock === undefined ? {} : { clock }
  const options = { baseUrl, apiKey, modelIds, validate: 'off', logger: {}, fetch: heard, ...timed } as const
  const client = new ModelTasks(options)
  const collector = new ModelTasks({ ...options, fetch: withMappedStatuses(heard, statuses) })
  const declared = new DeclaredByUpstream(client)
  const waits = new RelayWaits(client, declared, relayReader(upstream, log))
  return {
    kind: 'upstream',
    name,
    takesAssets: false,
    keptKeys: () => declared.keptKeys(),
    submit(task) {
      declared.learn()
      return submit(client, task, upstreamModelOf(upstream, task.model))
    },
    pollBatch: 1,
    async poll(references, signal) {
      const asked = references.map(async (reference) => [reference, await poll(waits, reference, signal)] as const)
      return new Map(await Promise.all(asked))
    },
    collect: (task, directory, signal) => collect(collector, apiKey, task, directory, signal),
    async probe() {
      try {
        await client.query('task_probe')
        return undefined
      } catch (error) {
        const pause = pauseAfterProbe(error)
        return pause === undefined ? undefined : { pause, error: wordsOf(error) }
      }
    },
    testModels: (models) => testModels(client, upstream, models),
    valueLists: ({ model }, signal) => relayValueLists(client, model, signal),
    history: (since, signal) => relayHistory(client, since, { statuses, signal }),
    cancel: (reference) => cancel(client, apiKey, reference, statuses),
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
    })
    // The client has rejected what no URL can hold; PostgreSQL holds no U+0000.
    return id.includes('\0')
      ? { answer: 'unknown', error: 'the upstream answered a task ID that no request can name' }
      : { answer: 'accepted', reference: id }
  } catch (error) {
    return submitFailure(error, sentAs)
  }
}

async function poll(waits: RelayWaits, reference: string, signal: AbortSignal): Promise<Snapshot> {
  try {
    return await waits.poll(reference, signal)
  } catch (error) {
    const message = wordsOf(error)
    if (isMissing(error)) return { state: 'missing', error: message }
    return { state: 'fault', error: message, pause: pauseOf(error) }
  }
}
