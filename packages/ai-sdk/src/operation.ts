import type { JSONValue } from '@ai-sdk/provider'

/** A task of an operation: what another process needs to go on with it. */
export type StartedTask = { id: string; idempotencyKey?: string }

/** What `doStart` hands to `doStatus`: JSON that holds no API key. */
export type Operation = {
  tasks: StartedTask[]
  /** Why fewer tasks were started than were asked for. */
  missing?: string[]
  /** A webhook tells of the end, so that the status is asked for once. */
  webhook?: true
}

/** Reads an operation that may come from another process. Throws TypeError where it is not one. */
export function operationOf(value: JSONValue): Operation {
  const { tasks, missing, webhook } = Object(value) as { [Name in keyof Operation]?: unknown }
  const isTask = (task: unknown): task is StartedTask => typeof (Object(task) as StartedTask).id === 'string'
  if (!Array.isArray(tasks) || tasks.length === 0 || !tasks.every(isTask))
    throw new TypeError(
      'operation is not one that a model of @model-tasks/ai-sdk has started; pass what startVideo answered, or an operation of unfinished()',
    )
  return {
    tasks: tasks.map(({ id, idempotencyKey }) => ({ id, ...(idempotencyKey !== undefined && { idempotencyKey }) })),
    ...(Array.isArray(missing) && { missing: missing.map(String) }),
    ...(webhook === true && { webhook }),
  }
}
