import type { TaskSearch } from '../../keep/store/task-search.js'
import { idInReference, upstreamIdOf } from '../../domain/provider/reference.js'

/** More than the queues that may each have a task of the same ID. */
const maxTasks = 1000

/**
 * That another task of the same queue has the upstream ID that a reference names, in words for who wants to adopt it; undefined where
 * none has. The ID alone decides: the model before it is the one of the task that adopts, and says nothing about whose result it is.
 */
export async function takenReference(
  reference: string,
  { id, queue }: { id: string; queue: string },
  search: Pick<TaskSearch, 'withReference'>,
): Promise<string | undefined> {
  const idOf = (one: string): string => idInReference(upstreamIdOf(one))
  const tasks = await search.withReference(upstreamIdOf(reference), maxTasks)
  const other = tasks.find(
    (task) => task.queue === queue && task.id !== id && idOf(task.submission.reference ?? '') === idOf(reference),
  )
  return other && `${other.submission.reference} is what ${queue} made for ${other.id}; a result belongs to one task`
}
