import { join } from 'node:path'
import {
  ApiError,
  ConnectionError,
  ModelTasks,
  ProtocolError,
  RateLimitError,
  RequestInvalidError,
  ResultExpiredError,
  TaskFailedError,
  progressFraction,
  type Clock as ClientClock,
} from '@model-tasks/client'
import { guardedFetch, hostOf } from '../net/guarded-fetch.js'
import type { Upstream } from '../settings/settings.js'
import type { Follow, Provider, ProviderOutcome, ProviderSubmission, ProviderTask } from './provider.js'

/** What tests may put in place of the usual. */
export interface RelayParts {
  clock?: ClientClock
  /** Milliseconds. */
  pollInterval?: number
}

type Handle = ReturnType<ModelTasks['task']>
type UpstreamTask = Awaited<ReturnType<Handle['wait']>>

/**
 * Hands tasks on to another service of the same interface. Each is submitted under our task id as its
 * Idempotency-Key: where the upstream declares that it keeps such keys, asking twice buys once.
 */
export function relayProvider(upstream: Upstream, parts: RelayParts = {}): Provider {
  const { baseUrl, apiKey, modelIds, requestsPerSecond, concurrency, resultHosts = [] } = upstream
  const guarded = guardedFetch({ allowed: new Set([hostOf(baseUrl), ...resultHosts]) })
  const client = new ModelTasks({
    baseUrl,
    apiKey,
    modelIds,
    validate: 'off',
    logger: {},
    requestsPerSecond,
    fetch: guarded,
    ...parts,
  })
  return {
    name: 'upstream service',
    attachable: true,
    takesAssets: false,
    concurrency,
    idempotent: () =>
      client.capabilities().then(
        ({ extensions }) => extensions.includes('idempotency'),
        () => false,
      ),
    submit: (task) => submit(client, task),
    follow: (task, reference, follow) => followTask(client.task(reference), task, follow),
    cancel: async (_task, reference) => {
      const { extensions } = await client.capabilities()
      if (extensions.includes('cancel')) await client.cancel(reference)
    },
    close: async () => undefined,
  }
}

/** Not aborted when the service stops: a POST that is on its way is worth waiting for. */
async function submit(client: ModelTasks, task: ProviderTask): Promise<ProviderSubmission> {
  try {
    const { id } = await client.custom(task.model, task.parameters, { idempotencyKey: task.id, retries: 0 })
    return { answer: 'accepted', reference: id }
  } catch (error) {
    return refusal(error)
  }
}

/** What a failed submit proves. Only a clear no of the upstream, or that nothing was sent, lets a task be asked for again. */
function refusal(error: unknown): ProviderSubmission {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RateLimitError) {
    return {
      answer: 'not-accepted',
      error: message,
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    }
  }
  if (error instanceof ConnectionError && error.nothingSent) return { answer: 'not-accepted', error: message }
  if (error instanceof RequestInvalidError)
    return {
      answer: 'refused',
      error: `the upstream service refused the request: ${error.findings.map((finding) => finding.message).join('; ')}`,
    }
  if (error instanceof ApiError && error.taskMayExist !== true)
    return { answer: 'refused', error: `the upstream service refused the request (${error.status})` }
  return { answer: 'unknown', error: message }
}

async function followTask(handle: Handle, task: ProviderTask, follow: Follow): Promise<ProviderOutcome> {
  const { signal, directory } = follow
  const onProgress = (seen: UpstreamTask): void => {
    follow.onProgress(progressFraction(seen) ?? 0)
  }
  try {
    const completed = await handle.wait({ signal, onProgress })
    const { path, bytes, contentType } = await handle.download(join(directory, 'result'), { signal })
    const file = { path, bytes, contentType: contentType ?? (task.kind === 'video' ? 'video/mp4' : 'image/png') }
    const { actualDuration } = completed
    return {
      status: 'completed',
      file: typeof actualDuration === 'number' ? { ...file, seconds: actualDuration } : file,
    }
  } catch (error) {
    if (signal.aborted) throw error
    const reason = lastWord(error)
    if (reason === undefined) throw error
    return { status: 'failed', error: reason }
  }
}

/** Why a followed task has ended without a file; undefined when asking again may still bring one. */
function lastWord(error: unknown): string | undefined {
  if (error instanceof TaskFailedError) {
    const said = error.task?.error
    return typeof said === 'string' ? said : 'the upstream service gave no reason'
  }
  if (error instanceof ResultExpiredError)
    return 'the upstream service completed the task and no longer serves its result'
  if (error instanceof ProtocolError) return 'the upstream service answered with something that is no result'
  if (error instanceof ApiError && error.status === 404) return 'the upstream service no longer knows the task'
  return undefined
}
