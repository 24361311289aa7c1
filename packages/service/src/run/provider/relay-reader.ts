import { progressFraction, type ModelTasks } from '@model-tasks/client'
import { resultFields } from '@model-tasks/client/policy'
import { isJsonObject, type JsonObject } from '../../base/json.js'
import type { Log } from '../../base/log.js'
import type { Upstream } from '../../settings/settings.js'
import { taskFields } from '../../domain/task/resource.js'
import { keptFields } from './kept-fields.js'
import type { Snapshot } from '../../domain/provider/provider.js'
import { relayReason } from './relay-answers.js'
import { safeWords } from './safe-words.js'
import { meaningOf } from '../../domain/provider/statuses.js'
import { unknownStatuses } from './unknown-statuses.js'

/** A task as an upstream of this interface answers it. */
export type RelayTask = Awaited<ReturnType<ModelTasks['query']>>

/** Says what a task's answer means. */
export type RelayReader = (task: RelayTask) => Snapshot

/** What this service fills itself in its own answers. */
const ownFields: ReadonlySet<string> = new Set([...taskFields, ...resultFields])

/** Reads the answers of an upstream of this interface. What cannot be used is said in the log. */
export function relayReader({ name, apiKey, statuses }: Upstream, log: Log): RelayReader {
  const reportUnknown = unknownStatuses(name, log)
  const fieldsOf = (task: RelayTask): { fields?: JsonObject } => {
    const fields = otherFields(task)
    if (fields === undefined) return {}
    const kept = keptFields(fields, [apiKey])
    if (kept !== undefined) return { fields: kept }
    log.error('an upstream answered unknown fields that are too long or nested too deep to be kept', {
      upstream: name,
      reference: task.id,
    })
    return {}
  }
  return (task) => {
    const status = safeWords(task.status, [apiKey])
    const meaning = meaningOf(task.status, statuses)
    if (meaning === 'completed') return { state: 'completed', status, ...fieldsOf(task) }
    if (meaning === 'failed')
      return {
        state: 'failed',
        error: relayReason(task.error, apiKey) ?? reasonOf(status),
        status,
        ...(costsNothing(task) ? {} : { cost: typeof task.amount === 'number' ? 'some' : 'unknown' }),
        ...fieldsOf(task),
      }
    if (meaning === undefined) reportUnknown(status)
    return {
      state: 'running',
      status,
      progress: progressFraction(task),
      ...(meaning === undefined ? { unknown: true } : {}),
    }
  }
}

/** Whether a task that has failed says that it cost nothing. */
export function costsNothing({ amount }: Pick<RelayTask, 'amount'>): boolean {
  return amount === 0
}

function reasonOf(status: string): string {
  return status === 'failed'
    ? 'the upstream gave no reason'
    : `the upstream ended the task as ${status}, without a reason`
}

/** What else the upstream answered, such as `upstream_url`, and that another model made the task there. */
function otherFields(task: RelayTask): JsonObject | undefined {
  // As it was read from JSON: the client names only the fields of the interface.
  const answered = task as unknown as JsonObject
  const fields = Object.entries(answered).filter(([name]) => !ownFields.has(name))
  const { fallback, model } = answered
  // Its own `fallback` would say that this service has gone over to another model, and priced that one.
  if (isJsonObject(fallback)) fields.push(['upstream_fallback', { ...fallback, model: model ?? null }])
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
