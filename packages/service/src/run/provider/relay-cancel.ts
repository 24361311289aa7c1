import type { ModelTasks } from '@model-tasks/client'
import type { CancelAnswer } from '../../domain/provider/provider.js'
import { wordsOf } from './relay-answers.js'
import { costsNothing } from './relay-reader.js'
import { meaningOf, type StatusTable } from '../../domain/provider/statuses.js'

/** Asks a service of this interface to cancel a task. Only a Task that has failed and says that it cost nothing proves that it was cancelled in time. */
export async function cancel(client: ModelTasks, reference: string, statuses: StatusTable): Promise<CancelAnswer> {
  try {
    const { extensions } = await client.capabilities()
    if (!extensions.includes('cancel')) return { answer: 'goes-on', reason: 'the upstream declares no cancel' }
    const task = await client.cancel(reference)
    const failed = task.id === reference && meaningOf(task.status, statuses) === 'failed'
    return failed && costsNothing(task)
      ? { answer: 'cancelled', proof: 'the upstream has cancelled the task, which cost nothing' }
      : { answer: 'goes-on', reason: `the upstream answers that the task is ${task.status}` }
  } catch (error) {
    return { answer: 'goes-on', reason: wordsOf(error) }
  }
}
