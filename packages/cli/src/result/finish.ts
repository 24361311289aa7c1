import type { CallOptions, Journal, TaskHandle } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import type { Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import { createProgress } from '../terminal/progress.js'
import { placeOf, type Destination } from './destination.js'
import { storeResult, type Stored } from './store.js'
import { untilStored } from './until-stored.js'

/** What became of a task: its last state, and where its result is. */
export interface Finished {
  task: Task
  stored?: Stored
}

/**
 * Waits for a task, then stores its result where one is wanted, and records in the session how far it got. Shows a
 * progress line when it is the only task. Throws what the client throws.
 */
export async function finish(
  session: Session,
  handle: TaskHandle,
  destination: Destination | undefined,
  options: CallOptions,
): Promise<Finished> {
  const { progressFraction } = await import('@model-tasks/client')
  const { context } = session
  const label = printable([handle.toJSON().model, handle.id].filter((part) => part !== undefined).join(' '))
  const progress = createProgress(session.terminal, label, session.now, progressFraction)
  context.taskId = handle.id
  if (destination !== undefined) Object.assign(context, placeOf(destination))
  const toItsEnd = async (journal: Journal | undefined): Promise<Finished> => {
    const call = { ...options, journal }
    const task = await handle.wait({
      ...call,
      onProgress: (state) => {
        if (context.reached === 'nothing') context.reached = 'accepted'
        progress.show(state)
      },
    })
    context.reached = 'completed'
    if (destination === undefined) return { task }
    const stored = await storeResult(session, handle, destination, {
      ...call,
      onBytes: ({ bytes, total }) => {
        progress.received(bytes, total)
      },
    })
    context.reached = 'stored'
    return { task, stored }
  }
  try {
    return await untilStored(destination === undefined ? undefined : options.journal, toItsEnd)
  } finally {
    progress.end()
  }
}
