import type { Operation } from './operation.js'
import type { Session } from './session.js'

/** What a journal has that was not seen to end. */
export interface Unfinished {
  /** `operation` is what `getVideoStatus` takes, with the model. */
  tasks: { id: string; modelId: string | undefined; operation: Operation }[]
  /** Submits whose answer was lost, and whose task, if there is one, cannot be found now. */
  unknown: { idempotencyKey: string; modelId: string; error: unknown }[]
}

/** Reads a journal, what another process that still runs has submitted left out. */
export async function unfinishedIn({ client, journal }: Session): Promise<Unfinished> {
  // Another journal to the client, so that what this process has submitted itself is among them: its callers may have lost it.
  const all = {
    append: journal.append.bind(journal),
    entries: journal.entries.bind(journal),
    ...(journal.runsElsewhere && { runsElsewhere: journal.runsElsewhere.bind(journal) }),
  }
  const { handles, unresolved } = await client.resumeAll(all)
  return {
    tasks: handles.map((handle) => {
      const { id, model, idempotencyKey } = handle.toJSON()
      const task = { id, ...(idempotencyKey !== undefined && { idempotencyKey }) }
      return { id, modelId: model, operation: { tasks: [task] } }
    }),
    unknown: unresolved.map(({ intent, error }) => ({ idempotencyKey: intent.key, modelId: intent.model, error })),
  }
}
