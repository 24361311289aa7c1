import { ModelTasks, progressFraction } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import type { RequestBody } from '../src/samples/request.js'

/** What to send, where to, and who hears of it. */
export interface Sending {
  baseUrl: string
  apiKey: string
  body: RequestBody
  signal: AbortSignal
  onTask: (task: Task, fraction: number | undefined) => void
}
export interface Sender {
  send: (sending: Sending) => Promise<Task>
}

/** Polls faster than every five seconds only where the service says that it may. */
const pollInterval = async (client: ModelTasks, signal: AbortSignal): Promise<number | undefined> => {
  try {
    const { polling } = await client.capabilities({ signal })
    return polling?.minimumSeconds === undefined ? undefined : Math.max(250, polling.minimumSeconds * 1000)
  } catch {
    return undefined
  }
}

/** Submits the request and waits for its task, through the client. Throws the client's errors. */
export const send: Sender['send'] = async ({ baseUrl, apiKey, body, signal, onTask }) => {
  const client = new ModelTasks({ baseUrl, apiKey, validate: 'off' })
  const { model, ...parameters } = body
  const interval = await pollInterval(client, signal)
  const handle = await client.custom(model, parameters, { signal })
  return await handle.wait({
    signal,
    ...(interval === undefined ? {} : { pollInterval: interval }),
    onProgress: (task) => onTask(task, progressFraction(task)),
  })
}
