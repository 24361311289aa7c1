import type { TaskView } from '../../domain/task/record.js'
import type { OperatorParts } from './parts.js'
import type { StoryParts } from './story.js'

const longestStory = 100

/** Reads what is kept about a task. */
export async function storyParts(
  task: TaskView,
  {
    operator,
    queue,
  }: {
    operator: Pick<OperatorParts['operator'], 'ledgerOf' | 'deliveriesOf' | 'actions'>
    queue: Pick<OperatorParts['queue'], 'refusals' | 'polled'>
  },
): Promise<StoryParts> {
  const [ledger, refusals, polled, deliveries, actions] = await Promise.all([
    operator.ledgerOf(task.account, task.id),
    queue.refusals(task.id),
    queue.polled(task.id),
    operator.deliveriesOf(task.id),
    operator.actions(longestStory, task.id),
  ])
  return { task, ledger, refusals, polled, deliveries, actions }
}
