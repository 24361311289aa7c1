import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { stoppedError, within } from '../call/within.js'
import { otherAccount, recover, type RecoverOptions } from '../recovery/recover.js'
import { relate } from '../recovery/scope.js'
import { declaredBy } from '../service/capabilities.js'
import { TaskHandle } from '../task/handle.js'
import type { IntentEntry, Journal } from './journal.js'
import { isOwn } from './own-submits.js'
import { JournalReader, type RunningTask } from './state.js'

/** What was resumed from a journal. */
export interface Resumed {
  /** Handles of tasks that have an ID and no end, and of recovered intents. */
  handles: TaskHandle[]
  /**
   * Intents whose task may exist under an unknown ID, and why; and, with its `id`, each task of another account than that of
   * this client, which cannot be asked about it.
   */
  unresolved: { intent: Omit<IntentEntry, 'body'>; id?: string; error?: unknown }[]
  /** What another process that still runs has submitted or resumed, and was left to it. */
  elsewhere: (RunningTask | IntentEntry)[]
}

export interface ResumeOptions extends RecoverOptions {
  /** Resume what another process that still runs has submitted, and what this process has submitted to this journal itself, too. Default false. */
  takeOver?: boolean | undefined
}

/**
 * Resumes what an earlier process left. Tasks with an ID become handles, and belong to this process from now on. Intents
 * without one are recovered (see `recover`), and are reported where they cannot be. What belongs to another process that still
 * runs is left to it, and what this process has submitted itself, to this journal, is left out: its caller has the handle.
 */
export async function resumeAll(
  context: Context,
  call: Call,
  journal: Journal,
  { takeOver = false, sameAccount = false }: ResumeOptions,
): Promise<Resumed> {
  const { scope } = call
  const reader = await within(context, call, () => read(journal, context))
  const { open, running } = reader.state
  const mine = <T extends { key: string }>(each: T): boolean => takeOver || !isOwn(journal, each.key)
  const isElsewhere = async ({ owner }: { owner?: string | undefined }): Promise<boolean> =>
    !takeOver && owner !== undefined && (await journal.runsElsewhere?.(owner)) === true
  const resumed: Resumed = { handles: [], unresolved: [], elsewhere: [] }
  // Whose key this is decides only where an entry names an account.
  if ([...open, ...running.map(({ key }) => reader.intentOf(key))].some((intent) => intent?.account !== undefined))
    await declaredBy(context, call).catch(() => undefined)
  for (const task of running.filter(mine)) {
    const { id, key, model, owner } = task
    const intent = reader.intentOf(key)
    if (await isElsewhere(task)) resumed.elsewhere.push(task)
    else if (intent && (await relate(context, call, intent).catch(() => 'unknown')) === 'other')
      resumed.unresolved.push({ intent, id, error: otherAccount(context, intent, `task ${id}`) })
    else {
      if (owner !== undefined)
        await tell(context.logger, scope, (entry) => journal.append(entry), {
          event: 'submitted' as const,
          key,
          id,
          at: new Date().toISOString(),
        })
      resumed.handles.push(new TaskHandle(context, { id, model, idempotencyKey: key }, undefined, { journal }))
    }
  }
  for (const intent of open.filter(mine)) {
    if (await isElsewhere(intent)) {
      resumed.elsewhere.push(intent)
      continue
    }
    try {
      resumed.handles.push(await recover(context, { ...call, journal }, intent, { sameAccount }))
    } catch (error) {
      // What fails with one intent does not keep the caller from the others, nor from the tasks that already belong to this process.
      const { stopped } = scope
      if (stopped?.why === 'aborted') throw stoppedError(context, call, stopped, {})
      resumed.unresolved.push({ intent, error })
    }
  }
  return resumed
}

async function read(journal: Journal, { logger }: Context): Promise<JournalReader> {
  const reader = new JournalReader()
  if (journal.read) await journal.read((entry) => reader.add(entry), logger)
  else for (const entry of await journal.entries(logger)) reader.add(entry)
  return reader
}
