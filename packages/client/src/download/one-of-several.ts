import type { Task } from '@model-tasks/spec'
import { invalidOption } from '../call/check-options.js'
import type { CallOptions } from '../call/options.js'
import { resultLocations, taskOfFile } from '../policy/result-files.js'
import type { ResultOwner } from '../task/owner.js'

/** Which file of a task a download is about. */
export interface FileChoice {
  /** Which file of a task that made several, from 0, in the order of `result_urls`. Default 0: the file at `result_url`. */
  file?: number | undefined
}

/** The number of a file. Throws ModelTasksError where it is not one. */
export function fileNumber({ file = 0 }: FileChoice): number {
  if (!Number.isSafeInteger(file) || file < 0)
    throw invalidOption(`the option file must be an integer from 0 up, got ${String(file)}`)
  return file
}

/**
 * The handle of a task as that of one of its files: its task names that file as its result. Its calls throw ModelTasksError
 * where the task made others, and not that one.
 */
export function ownerOf(handle: ResultOwner, file: number): ResultOwner {
  if (file === 0) return handle
  const narrowed = (task: Task): Task => {
    const { length } = resultLocations(task)
    const made = length === 1 ? 'one file: 0' : `${length} files: 0 to ${length - 1}`
    if (length > 0 && file >= length)
      throw invalidOption(`the option file is ${file}, and task ${task.id} made ${made}`)
    return taskOfFile(task, file)
  }
  const ask =
    (how: 'query' | 'wait') =>
    async (options: CallOptions): Promise<Task> =>
      narrowed(await handle[how](options))
  return {
    id: handle.id,
    get task() {
      return handle.task && narrowed(handle.task)
    },
    query: ask('query'),
    wait: ask('wait'),
  }
}

/** What names one file of a task among all that are received: what was kept of one is never continued with another. */
export function fileId(taskId: string, file: number): string {
  return file === 0 ? taskId : `${taskId} ${file}`
}
