import type { CallOptions, Journal, TaskHandle } from '@model-tasks/client'
import { pollInterval, type Connection } from '../connection/open-connection.js'
import type { Milestone } from '../failure/exit-codes.js'
import type { Session } from '../session.js'
import { createBoard } from '../terminal/board.js'
import { placeOf, type Destination } from './destination.js'
import { finish } from './finish.js'
import { failedOutcome, reportOutcomes, type Outcome } from './outcome.js'
import { storeResult } from './store.js'
import { untilStored } from './until-stored.js'

/** Waits for tasks side by side, stores their results where wanted, and reports each. One task alone throws its failure. */
export async function settle(
  session: Session,
  connection: Connection,
  handles: readonly TaskHandle[],
  destinationOf: (handle: TaskHandle) => Destination | undefined,
  timeout: number | undefined,
): Promise<void> {
  const { signal, journal } = connection
  const call = { signal, timeout, journal, ...(await pollInterval(connection, timeout)) }
  const [only] = handles
  if (handles.length === 1 && only !== undefined) {
    const { task, stored } = await finish(session, only, destinationOf(only), call)
    reportOutcomes(session, [completed(task, stored?.path, stored === undefined ? 'completed' : 'stored')])
    return
  }
  const board = createBoard(session.terminal, handles.length, session.now)
  const outcomes = await Promise.all(
    handles.map(async (handle) => {
      board.started(handle.id, handle.toJSON().model ?? '')
      const outcome = await settleOne(session, handle, destinationOf(handle), call)
      board.ended(handle.id, outcome.exit === 'ok' ? 'completed' : 'failed', outcome.task?.amount)
      return outcome
    }),
  )
  board.close()
  reportOutcomes(session, outcomes)
}

/** What becomes of one of several tasks. Throws nothing. */
async function settleOne(
  session: Session,
  handle: TaskHandle,
  destination: Destination | undefined,
  call: CallOptions,
): Promise<Outcome> {
  let reached: Milestone = 'nothing'
  const toItsEnd = async (journal: Journal | undefined): Promise<Outcome> => {
    const task = await handle.wait({
      ...call,
      journal,
      onProgress: () => {
        reached = 'accepted'
      },
    })
    reached = 'completed'
    if (destination === undefined) return completed(task, undefined, 'completed')
    return completed(task, (await storeResult(session, handle, destination, { ...call, journal })).path, 'stored')
  }
  try {
    return await untilStored(destination === undefined ? undefined : call.journal, toItsEnd)
  } catch (error) {
    const context = destination === undefined ? session.context : { ...session.context, ...placeOf(destination) }
    return failedOutcome({ ...session, context }, handle.id, handle.toJSON().model, error, reached)
  }
}

function completed(task: NonNullable<Outcome['task']>, file: string | undefined, reached: Milestone): Outcome {
  return {
    id: task.id,
    model: task.model,
    status: task.status,
    reached,
    task,
    exit: 'ok',
    ...(file === undefined ? {} : { file }),
  }
}
