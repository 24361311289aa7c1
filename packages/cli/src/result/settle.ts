import type { CallOptions, TaskHandle } from '@model-tasks/client'
import { pollInterval, type Connection } from '../connection/open-connection.js'
import type { Milestone } from '../failure/exit-codes.js'
import type { Session } from '../session.js'
import { createBoard } from '../terminal/board.js'
import type { Destination } from './destination.js'
import { finish } from './finish.js'
import { failedOutcome, reportOutcomes, type Outcome } from './outcome.js'
import { storeResult } from './store.js'

/** Waits for tasks side by side, stores their results where wanted, and reports each. One task alone throws its failure. */
export async function settle(
  session: Session,
  connection: Connection,
  handles: readonly TaskHandle[],
  destination: Destination | undefined,
  timeout: number | undefined,
): Promise<void> {
  const call = { signal: connection.signal, timeout, ...(await pollInterval(connection, timeout)) }
  const [only] = handles
  if (handles.length === 1 && only !== undefined) {
    const { task, stored } = await finish(session, only, destination, call)
    reportOutcomes(session, [completed(task, stored?.path, stored === undefined ? 'completed' : 'stored')])
    return
  }
  const board = createBoard(session.terminal, handles.length, session.now)
  const outcomes = await Promise.all(
    handles.map(async (handle) => {
      board.started(handle.id, handle.toJSON().model ?? '')
      const outcome = await settleOne(session, handle, destination, call)
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
  try {
    const task = await handle.wait({
      ...call,
      onProgress: () => {
        reached = 'accepted'
      },
    })
    reached = 'completed'
    if (destination === undefined) return completed(task, undefined, 'completed')
    return completed(task, (await storeResult(session, handle, destination, call)).path, 'stored')
  } catch (error) {
    return failedOutcome(session, handle.id, handle.toJSON().model, error, reached)
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
