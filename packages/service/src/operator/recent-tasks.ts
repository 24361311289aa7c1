import type { Account } from '../store/account-store.js'
import type { TaskStatus, TaskView } from '../task/record.js'
import type { OperatorParts } from './parts.js'

/** Lists of one status are merged over so many accounts; with more, choose one. Each is a look into an index. */
export const maxAccounts = 200

/** The latest tasks of these accounts that have a status, newest first. */
export async function recentTasks(
  { tasks }: Pick<OperatorParts, 'tasks'>,
  accounts: readonly Account[],
  { limit, status }: { limit: number; status: TaskStatus | undefined },
): Promise<TaskView[]> {
  const found: TaskView[] = []
  for (const { id } of accounts) {
    const page = await tasks.list(id, { limit, ...(status === undefined ? {} : { status }) })
    found.push(...page.tasks)
  }
  return found.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
}
