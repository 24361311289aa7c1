import type { FoundTasks } from '../../keep/store/task-search.js'
import { isTaskId } from '../../domain/task/id.js'
import type { TaskView } from '../../domain/task/record.js'
import { findAccount } from './actions.js'
import type { OperatorParts } from './parts.js'
import { taskFilter, type SearchWords } from './task-query.js'

/** Tasks and accounts that one word may stand for. */
const mostMatches = 50

/** What a search led to. */
export interface Found extends FoundTasks {
  /** Accounts that were meant, or may have been, by a name. */
  accounts: readonly { id: string; name: string }[]
  /** What the word of the search was found as; undefined where there is none. */
  as: 'task' | 'reference or key' | 'account' | 'nothing' | undefined
}

/**
 * Finds tasks. `q` is the ID of a task, what its upstream or its caller calls it, or a part of an account's name; with it
 * nothing else filters. Throws the problem of a filter that nothing can fit.
 */
export async function findTasks(
  words: SearchWords,
  page: { limit: number; after: string | undefined },
  parts: Pick<OperatorParts, 'search' | 'tasks' | 'accounts'>,
): Promise<Found> {
  if (words.q !== undefined) return findNamed(words.q, parts)
  const accounts = words.account === undefined ? [] : await accountsMeant(words.account, parts)
  const [account, ...more] = accounts
  if (words.account !== undefined && (account === undefined || more.length > 0))
    return { tasks: [], next: undefined, stopped: false, accounts, as: undefined }
  const filter = { ...taskFilter(words), account: account?.id }
  const { status, model, queue, errorClass, since, before } = filter
  const listed = [queue, errorClass, since, before].every((one) => one === undefined)
  if (account === undefined || !listed) return { ...(await parts.search.search(filter, page)), accounts, as: undefined }
  // An index of its own holds the tasks of each account and state, however few they are among all.
  const { tasks, next } = await parts.tasks.list(account.id, {
    limit: page.limit,
    ...(page.after === undefined ? {} : { after: page.after }),
    ...(status === undefined ? {} : { status }),
    ...(model === undefined ? {} : { model }),
  })
  return { tasks, next, stopped: false, accounts, as: undefined }
}

async function findNamed(words: string, { search, tasks }: Pick<OperatorParts, 'search' | 'tasks'>): Promise<Found> {
  const answer = (as: Found['as'], found: TaskView[], accounts: Found['accounts'] = []): Found => ({
    ...{ tasks: found, next: undefined, stopped: false, accounts, as },
  })
  const task = isTaskId(words) ? await tasks.read(words) : undefined
  if (task !== undefined) return answer('task', [task])
  const [byReference, byKey, accounts] = await Promise.all([
    search.withReference(words, mostMatches),
    search.withKey(words, mostMatches),
    search.accountsLike(words, mostMatches),
  ])
  const found = new Map([...byReference, ...byKey].map((one) => [one.id, one]))
  if (found.size > 0) return answer('reference or key', [...found.values()], accounts)
  return answer(accounts.length > 0 ? 'account' : 'nothing', [], accounts)
}

/** The account of an ID or a name; several where the name does not tell which. */
async function accountsMeant(
  words: string,
  parts: Pick<OperatorParts, 'search' | 'accounts'>,
): Promise<{ id: string; name: string }[]> {
  const account = await findAccount(words, parts)
  if (account !== undefined) return [account]
  const like = await parts.search.accountsLike(words, mostMatches)
  const exact = like.filter(({ name }) => name === words)
  return exact.length === 1 ? exact : like
}
