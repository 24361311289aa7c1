import { Problem } from '../../admit/problem.js'
import { isTaskId } from '../../domain/task/id.js'
import type { TaskRecord } from '../../domain/task/record.js'
import type { OperatorParts } from './parts.js'

/** No task has this ID. */
export function unknownTask(): Problem {
  return new Problem('task-unknown', 'there is no task with this ID')
}

/** The task with this ID, whichever account it belongs to. Throws the problem `task-unknown` where there is none. */
export async function knownTask(id: string, { tasks }: Pick<OperatorParts, 'tasks'>): Promise<TaskRecord> {
  const task = isTaskId(id) ? await tasks.read(id) : undefined
  if (task === undefined) throw unknownTask()
  return task
}
