import type { JsonValue } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import type { CallOptions } from '../call/options.js'
import { tell } from '../call/tell.js'
import { within } from '../call/within.js'
import { AbortedError } from '../errors/aborted-error.js'
import { keepsKeys } from '../service/capabilities.js'
import type { HandleJson, TaskHandle } from '../task/handle.js'
import type { IntentEntry, Journal } from './journal.js'
import { journalState, type RunningTask } from './state.js'

/** What was resumed from a journal. */
export interface Resumed {
  /** Handles of tasks that have an ID and no end, and of replayed intents. */
  handles: TaskHandle[]
  /** Intents whose task may exist under an ID nobody knows: look for them at the service before submitting them again. */
  unresolved: { intent: IntentEntry; error?: unknown }[]
  /** What another process that still runs has submitted or resumed, and was left to it. */
  elsewhere: (RunningTask | IntentEntry)[]
}

export interface ResumeOptions extends CallOptions {
  /** Resume what another process that still runs has submitted, too. Default false. */
  takeOver?: boolean | undefined
}

/** What resuming needs of a client. */
export interface Resumer {
  task(json: HandleJson, options: CallOptions): TaskHandle
  custom(model: string, params: Record<string, JsonValue>, options: CallOptions): Promise<TaskHandle>
}

/**
 * Resumes what an earlier process left. Tasks with an ID become handles, and belong to this process from now on. Intents
 * without one are submitted again under their own Idempotency-Key where the service has declared that it keeps such keys, and
 * are reported otherwise. What belongs to another process that still runs is left to it.
 */
export async function resumeAll(
  client: Resumer,
  context: Context,
  call: Call,
  journal: Journal,
  { takeOver = false, ...options }: ResumeOptions,
): Promise<Resumed> {
  const { scope } = call
  const { open, running } = journalState(await within(context, call, () => journal.entries(context.logger)))
  const isElsewhere = async ({ owner }: { owner?: string | undefined }): Promise<boolean> =>
    !takeOver && owner !== undefined && (await journal.runsElsewhere?.(owner)) === true
  const resumed: Resumed = { handles: [], unresolved: [], elsewhere: [] }
  for (const task of running) {
    if (await isElsewhere(task)) {
      resumed.elsewhere.push(task)
      continue
    }
    const { id, key, model, owner } = task
    if (owner !== undefined)
      await tell(context.logger, scope, (entry) => journal.append(entry), {
        event: 'submitted' as const,
        key,
        id,
        at: new Date().toISOString(),
      })
    resumed.handles.push(client.task({ id, model, idempotencyKey: key }, { journal }))
  }
  for (const intent of open) {
    if (await isElsewhere(intent)) resumed.elsewhere.push(intent)
    else if (intent.body === undefined || !(await keepsKeys(context, call))) resumed.unresolved.push({ intent })
    else await replay(client, journal, intent, intent.body, options, resumed)
  }
  return resumed
}

async function replay(
  client: Resumer,
  journal: Journal,
  intent: IntentEntry,
  body: string,
  options: CallOptions,
  { handles, unresolved }: Resumed,
): Promise<void> {
  try {
    const { model: _, ...params } = JSON.parse(body) as Record<string, JsonValue>
    handles.push(
      await client.custom(intent.model, params, { ...options, validate: 'off', journal, idempotencyKey: intent.key }),
    )
  } catch (error) {
    // What fails with one intent keeps nobody from the others, nor from the tasks that already belong to this process.
    if (error instanceof AbortedError) throw error
    unresolved.push({ intent, error })
  }
}
