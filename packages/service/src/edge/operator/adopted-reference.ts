import type { TaskSearch } from '../../keep/store/task-search.js'
import type { TaskView } from '../../domain/task/record.js'
import { formatReference, parseReference } from '../../domain/provider/reference.js'
import { takenReference } from './taken-reference.js'

/** How many of the newest tasks of an upstream are asked for the form of its references. */
const asked = 500

/**
 * The reference of a task that an operator names by its upstream's ID. Where a protocol is spoken, kind and model stand before the ID,
 * as with the upstream's other tasks. `wrong`: that it is the one of another task, or why it cannot be told, and what to give.
 */
export async function adoptedReference(
  words: string,
  { id, kind, model, queue }: Pick<TaskView, 'id' | 'kind' | 'model' | 'queue'>,
  search: Pick<TaskSearch, 'search' | 'withReference'>,
): Promise<{ reference: string } | { wrong: string }> {
  const given = words.trim()
  const taken = await takenReference(given, { id, queue }, search)
  if (taken !== undefined) return { wrong: taken }
  if (parseReference(given) !== undefined) return { reference: given }
  const { tasks } = await search.search({ queue }, { limit: asked, after: undefined })
  const others = tasks.flatMap((task) => {
    const parsed = parseReference(task.submission.reference ?? '')
    return parsed === undefined ? [] : [{ task, parsed }]
  })
  const like = others.find(({ task, parsed }) => task.model === model && parsed.kind === kind)
  const [other] = like === undefined ? others : [like]
  if (other === undefined) return { reference: given }
  const { queryUrl, queryPath } = other.parsed
  if (like !== undefined && queryUrl === undefined && queryPath === undefined)
    return { reference: formatReference({ ...like.parsed, id: given }) }
  return {
    wrong: `"${given}" alone does not say how ${queue} is asked for the task; give its whole reference, in the form of ${other.task.id}: ${other.task.submission.reference}`,
  }
}
