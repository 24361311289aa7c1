import { ModelTasks, type ClientOptions, type ModelTasksError, type TaskHandle } from '../src/index.js'
import type { FaultServer } from '../src/testing/index.js'

/** A task that a fault server has, asked for without pauses. */
export async function submitTo({ baseUrl, apiKey }: FaultServer, options: ClientOptions = {}): Promise<TaskHandle> {
  const client = new ModelTasks({ baseUrl, apiKey, pollInterval: 1, ...options })
  return client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
}

/** The error with which a call ends. */
export async function failed(promise: Promise<unknown>): Promise<ModelTasksError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ModelTasksError) => error,
  )
}
