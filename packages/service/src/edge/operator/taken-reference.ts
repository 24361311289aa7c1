import type { TaskSearch } from '../../keep/store/task-search.js'

const shown = 20

/** That an upstream's reference is the one of another task, in words for who wanted to adopt it; undefined where it is not. */
export async function takenReference(
  reference: string,
  { id, queue }: { id: string; queue: string },
  search: Pick<TaskSearch, 'withReference'>,
): Promise<string | undefined> {
  const tasks = await search.withReference(reference, shown)
  const other = tasks.find((task) => task.queue === queue && task.id !== id)
  return other && `${reference} is what ${queue} made for ${other.id}; a result belongs to one task`
}
