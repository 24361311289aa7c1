import type { TaskStatus, TaskView } from '../task/record.js'
import type { OperatorParts } from './parts.js'

/** Lists are merged over so many accounts; with more, choose one. Each is a look into an index. */
export const maxAccounts = 200

/** The latest tasks of an account, or of all, newest first. */
export async function recentTasks(
  { accounts, tasks }: Pick<OperatorParts, 'accounts' | 'tasks'>,
  { limit, account, status }: { limit: number; account?: string | undefined; status?: TaskStatus | undefined },
): Promise<TaskView[]> {
  const ids =
    account === undefined ? (await accounts.listAccounts()).slice(0, maxAccounts).map(({ id }) => id) : [account]
  const found: TaskView[] = []
  for (const id of ids) {
    const page = await tasks.list(id, { limit, ...(status === undefined ? {} : { status }) })
    found.push(...page.tasks)
  }
  return found.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
}
