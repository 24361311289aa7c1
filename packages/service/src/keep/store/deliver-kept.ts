import type { FileStore } from '../../domain/files/file-store.js'
import { keptResult } from '../results/kept-result.js'
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
