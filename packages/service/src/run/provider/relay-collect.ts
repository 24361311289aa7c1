import { join } from 'node:path'
import { ProtocolError, ResultExpiredError, TaskFailedError, type ModelTasks } from '@model-tasks/client'
import { resultLocations } from '@model-tasks/client/policy'
import { resultTypeOf } from '../../keep/results/result-key.js'
import {
  downloadTimeout,
  maxFiles,
  ResultGone,
  ResultMissing,
  type CollectTask,
  type ProducedFile,
} from '../../domain/provider/provider.js'
import { relayReason } from './relay-answers.js'
import { safeWords } from './safe-words.js'
import { storeEach } from './store-each.js'
import { unservedResult } from './unserved-result.js'

/** Fetches the files of a task that the upstream has completed. `apiKey`: what no message may hold. */
export async function collect(
  client: ModelTasks,
  apiKey: string,
  { kind, reference, partial = false }: CollectTask,
  directory: string,
  signal: AbortSignal,
): Promise<ProducedFile> {
  try {
    const handle = client.task(reference)
    const task = await handle.query({ signal })
    const status = String(task.status)
    // The client would wait for the end, and keep the files of others from being fetched meanwhile.
    if (status !== 'completed' && status !== 'failed')
      throw new Error(`the upstream completed the task, and says now that it is ${safeWords(status, [apiKey])}`)
    const options = { signal, timeout: downloadTimeout }
    const count = Math.min(Math.max(1, resultLocations(task).length), maxFiles)
    const file = await storeEach(count, partial, async (number) => {
      const to = join(directory, `result-${number}`)
      const { path, bytes, contentType } = await handle
        .download(to, { ...options, file: number })
        .catch((error: unknown) => {
          throw signal.aborted ? error : provedBy(error, apiKey)
        })
      return { path, bytes, contentType: resultTypeOf(kind, contentType) }
    })
    const { actualDuration } = task
    return typeof actualDuration === 'number' && actualDuration >= 0 ? { ...file, seconds: actualDuration } : file
  } catch (error) {
    throw signal.aborted ? error : provedBy(error, apiKey)
  }
}

/** What a failed download of a completed task says of its file. */
function provedBy(error: unknown, apiKey: string): unknown {
  if (error instanceof TaskFailedError) {
    const reason = relayReason(error.task?.error, apiKey) ?? 'the upstream gave no reason'
    return new ResultGone(reason, { cause: error })
  }
  if (error instanceof ResultExpiredError) {
    const message = `the upstream completed the task and no longer serves its result (HTTP ${error.status})`
    return unservedResult(error.status, message, error) ?? error
  }
  if (error instanceof ProtocolError)
    return new ResultMissing(`the upstream completed the task and serves no result: ${error.summary}`, {
      replaced: true,
      cause: error,
    })
  return error
}
