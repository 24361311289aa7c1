import type { ModelTasks } from '@model-tasks/client'
import type { CancelAnswer } from '../../domain/provider/provider.js'
import { wordsOf } from './relay-answers.js'
import { costsNothing } from './relay-reader.js'
import { safeWords } from './safe-words.js'
import { meaningOf, type StatusTable } from '../../domain/provider/statuses.js'

/** Asks a service of this interface to cancel a task. `apiKey`: what no message may hold. Only a Task that has failed and says that it cost nothing proves that it was cancelled in time. */
export async function cancel(
  client: ModelTasks,
  apiKey: string,
  reference: string,
  statuses: StatusTable,
): Promise<CancelAnswer> {
  try {
    const { extensions } = await client.capabilities()
    if (!extensions.includes('cancel')) return { answer: 'goes-on', reason: 'the upstream declares no cancel' }
    const task = await client.cancel(reference)
    const failed = task.id === reference && meaningOf(task.status, statuses) === 'failed'
    return failed && costsNothing(task)
      ? { answer: 'cancelled', proof: 'the upstream has cancelled the task, which cost nothing' }
      : { answer: 'goes-on', reason: `the upstream answers that the task is ${safeWords(task.status, [apiKey])}` }
  } catch (error) {
    return { answer: 'goes-on', reason: wordsOf(error) }
  }
}
