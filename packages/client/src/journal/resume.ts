import type { JsonValue } from '@model-tasks/spec'
import { keepsKeys } from '../service/capabilities.js'
import type { ModelTasks } from '../client.js'
import { beginCall, type Context } from '../call/context.js'
import { ApiError } from '../errors/api-error.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import type { TaskHandle } from '../task/handle.js'
import type { CallOptions } from '../call/options.js'
import type { IntentEntry, Journal } from './journal.js'
import { journalState } from './state.js'

/** What was taken up from a journal. */
export interface Resumed {
  /** Handles of tasks that had an id and no end, and of replayed intents. */
  handles: TaskHandle[]
  /** Intents whose task may exist under an id nobody knows: look for them at the service before submitting them again. */
  unresolved: { intent: IntentEntry; error?: unknown }[]
}

/**
 * Takes up what an earlier process left. Tasks with an id become handles. Intents without one are submitted again under
 * their own Idempotency-Key where the service has declared that it keeps such keys, and are reported otherwise.
 */
export async function resumeAll(
  client: ModelTasks,
  context: Context,
  journal: Journal,
  options: CallOptions = {},
): Promise<Resumed> {
  const { open, running } = journalState(await journal.entries(context.logger))
  const handles = running.map(({ id, key, model }) => client.task({ id, model, idempotencyKey: key }, { journal }))
  const unresolved: Resumed['unresolved'] = []
  const declared = open.length > 0 && (await keepsKeys(context, beginCall(context, options)))
  for (const intent of open) {
    if (!declared || intent.body === undefined) {
      unresolved.push({ intent })
      continue
    }
    try {
      const { model: _, ...params } = JSON.parse(intent.body) as Record<string, JsonValue>
      handles.push(
        await client.custom(intent.model, params, { ...options, validate: 'off', journal, idempotencyKey: intent.key }),
      )
    } catch (error) {
      if (error instanceof SubmitUnknownError || error instanceof ApiError) unresolved.push({ intent, error })
      else throw error
    }
  }
  return { handles, unresolved }
}
