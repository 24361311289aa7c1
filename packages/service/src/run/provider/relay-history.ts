import type { ModelTasks } from '@model-tasks/client'
import { HistoryError, type PastTask } from '../../domain/provider/history.js'
import { meaningOf, type StatusTable } from '../../domain/provider/statuses.js'
import { wordsOf } from './relay-answers.js'
import type { RelayTask } from './relay-reader.js'

/** Every task that an upstream of this interface lists, an extension, and that was submitted since. Throws `HistoryError`. */
export async function* relayHistory(
  client: ModelTasks,
  since: number,
  { statuses, signal }: { statuses: StatusTable | undefined; signal: AbortSignal },
): AsyncGenerator<PastTask> {
  try {
    const { extensions } = await client.capabilities()
    if (!extensions.includes('list')) throw new HistoryError('it declares no list of tasks')
    for await (const task of client.list({ limit: 100 }, { signal })) {
      const past = pastTask(task, statuses)
      if ((past.created ?? since) < since) return
      yield past
    }
  } catch (error) {
    throw error instanceof HistoryError ? error : new HistoryError(wordsOf(error), { cause: error })
  }
}

function pastTask(task: RelayTask, statuses: StatusTable | undefined): PastTask {
  const { id: reference, status, created, amount } = task
  const meaning = meaningOf(status, statuses)
  const isCharged = meaning === 'completed' || (typeof amount === 'number' && amount > 0)
  return {
    reference,
    state: meaning === undefined || meaning === 'running' ? 'running' : isCharged ? 'charged' : 'free',
    ...(typeof created === 'number' ? { created: 1000 * created } : {}),
    ...(typeof amount === 'number' ? { cost: `${amount} credits` } : {}),
  }
}
