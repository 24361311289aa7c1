import { ModelTasks, progressFraction } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import type { TaskRecord } from './record.js'

/** A service and the key to it. */
export interface Connection {
  baseUrl: string
  apiKey: string
}

/** What a service has declared beyond the interface, as far as the playground uses it. */
export interface Offers {
  extensions: ReadonlySet<string>
  /** Milliseconds between two queries; undefined for the client's own interval. */
  pollInterval: number | undefined
  /** Whether the service itself has said so; a fault that passes is asked about again. */
  isAnswer: boolean
}

/** What is assumed of a service that has not said what it offers. */
export const noOffers: Offers = { extensions: new Set(), pollInterval: undefined, isAnswer: false }

/** Whether an error of a service passes: it starts, stops, or has too much to do. */
const passes = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  (error.status >= 500 || error.status === 429)

const clientOf = (connection: Connection): ModelTasks =>
  // The form has checked the request; the service decides about everything else.
  new ModelTasks({ ...connection, validate: 'off', logger: {} })

/**
 * Asks the service what it offers. A service that answers with an error offers nothing.
 * Throws ConnectionError when no answer comes: nothing has been submitted by then.
 */
export const askOffers = async (connection: Connection, signal: AbortSignal): Promise<Offers> => {
  try {
    const { extensions, polling } = await clientOf(connection).capabilities({ signal })
    const seconds = polling?.minimumSeconds
    return {
      extensions: new Set(extensions),
      pollInterval: seconds === undefined ? undefined : Math.max(250, seconds * 1000),
      isAnswer: true,
    }
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'ConnectionError')) throw error
    return { ...noOffers, isAnswer: !passes(error) }
  }
}

/** The values that a service has at the moment for the parameters of a model: by name, in place of those that the page suggests. None where it does not know them. */
export const currentValues = async (connection: Connection, model: string): Promise<Map<string, string[]>> => {
  const client = clientOf(connection)
  const { extensions } = await client.capabilities()
  const lists = extensions.includes('value-lists') ? await client.valueLists(model) : []
  return new Map(lists.map(({ path, values }) => [path.slice(1), values]))
}

/** Submits the request of a record once, under the record's key. Throws the client's errors. */
export const submit = async (connection: Connection, record: TaskRecord): Promise<string> => {
  const { model, ...parameters } = record.body
  const { id } = await clientOf(connection).custom(model, parameters, { idempotencyKey: record.key })
  return id
}

/** Follows a task until it has ended. Throws the client's errors, TaskFailedError for a failed task. */
export const follow = async (
  connection: Connection,
  id: string,
  options: {
    signal: AbortSignal
    offers: Offers
    onTask: (task: Task, fraction: number | undefined) => void
    /** Told how many queries in a row have failed; the wait goes on. */
    onFault: (count: number) => void
  },
): Promise<Task> => {
  const { pollInterval } = options.offers
  return await clientOf(connection)
    .task(id)
    .wait({
      signal: options.signal,
      ...(pollInterval === undefined ? {} : { pollInterval }),
      onProgress: (task) => options.onTask(task, progressFraction(task)),
      onFault: ({ count }) => options.onFault(count),
    })
}

/** One query of a task, such as for a fresh URL of its result. */
export const query = async (connection: Connection, id: string): Promise<Task> => await clientOf(connection).query(id)

/** Cancels a task; the extension `cancel`. */
export const cancel = async (connection: Connection, id: string): Promise<Task> => await clientOf(connection).cancel(id)

/** Uploads a file and waits until its review has ended. Answers the asset's ID; throws when it was rejected. */
export const uploadAsset = async (
  connection: Connection,
  file: Blob,
  options: { signal: AbortSignal; offers: Offers; rejected: string },
): Promise<string> => {
  const client = clientOf(connection)
  let asset = await client.uploadAsset(file, { signal: options.signal })
  while (asset.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, options.offers.pollInterval ?? 5000))
    asset = await client.asset(asset.id, { signal: options.signal })
  }
  if (asset.status !== 'approved') throw new Error(options.rejected)
  return asset.id
}
