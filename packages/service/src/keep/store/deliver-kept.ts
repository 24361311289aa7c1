import type { FileStore } from '../../domain/files/file-store.js'
import { keptResult } from '../results/kept-result.js'
import type { OperatorStore } from './operator-store.js'
import type { TaskQueue } from './task-queue.js'

/** Completes a task that is set aside with the files that are stored of it. False, and nothing has changed, where there are none. */
export async function deliverKept(
  queue: Pick<TaskQueue, 'deliver'>,
  files: Pick<FileStore, 'size'>,
  id: string,
): Promise<boolean> {
  const result = await keptResult(files, id)
  return result !== undefined && (await queue.deliver(id, result))
}

/**
 * Puts a task that is set aside back into its queue. One whose files are stored completes with them instead: it has been made, and
 * would be asked for, and perhaps paid for, once more. Answers which of the two; undefined, and nothing has changed, where it is not
 * set aside.
 */
export async function putBack(
  id: string,
  { queue, operator }: { queue: Pick<TaskQueue, 'deliver' | 'retry'>; operator: Pick<OperatorStore, 'isSetAside'> },
  files: () => Promise<Pick<FileStore, 'size'>>,
): Promise<'completed' | 'waiting' | undefined> {
  if (!(await operator.isSetAside(id))) return undefined
  if (await deliverKept(queue, await files(), id)) return 'completed'
  return (await queue.retry(id)) ? 'waiting' : undefined
}
