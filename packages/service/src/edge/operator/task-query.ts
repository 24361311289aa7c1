import { Problem } from '../../admit/problem.js'
import { single, type Query } from '../http/page-query.js'
import type { TaskFilter } from '../../keep/store/task-search.js'
import { errorClassOf, errorClasses } from '../../domain/task/error-class.js'
import { isTaskId } from '../../domain/task/id.js'
import { taskStatuses, type TaskStatus } from '../../domain/task/record.js'

/** What the parts of a search are called in an address. */
export const searchNames = ['q', 'status', 'model', 'queue', 'account', 'error', 'since', 'before'] as const
export type SearchName = (typeof searchNames)[number]
/** A search as it stands in an address. */
export type SearchWords = Readonly<Partial<Record<SearchName, string>>>

const longestWords = 300

/** The words of a search. Throws the problem of one that is given twice, or longer than anything that could be found. */
export function searchWords(query: Query): SearchWords {
  const words: Partial<Record<SearchName, string>> = {}
  for (const name of searchNames) {
    const value = single(query, name)?.trim()
    if (value !== undefined && value.length > longestWords)
      throw new Problem('bad-request', `${name} is longer than ${longestWords} characters`)
    if (value !== undefined && value !== '') words[name] = value
  }
  return words
}

/** What these words filter by, but for the account, which may be a name. Throws the problem of a word that nothing can fit. */
export function taskFilter({ status, model, queue, error, since, before }: SearchWords): TaskFilter {
  return {
    status: status === undefined ? undefined : statusOf(status),
    model,
    queue,
    errorClass: error === undefined ? undefined : classOf(error),
    since: since === undefined ? undefined : timeOf('since', since),
    before: before === undefined ? undefined : timeOf('before', before),
  }
}

/** Where a page of a search begins. */
export function afterOf(query: Query): string | undefined {
  const after = single(query, 'after')
  if (after !== undefined && !isTaskId(after))
    throw new Problem('bad-request', 'after must be the ID of a task; use the next of the page before')
  return after
}

function statusOf(word: string): TaskStatus {
  const status = taskStatuses.find((one) => one === word)
  if (status === undefined) throw new Problem('bad-request', `status must be one of ${taskStatuses.join(', ')}`)
  return status
}

function classOf(word: string) {
  const found = errorClassOf(word)
  if (found === undefined) throw new Problem('bad-request', `error must be one of ${errorClasses.join(', ')}`)
  return found
}

/** A time as `2026-01-31T18:00`, in UTC where it names no zone, or in seconds since the Unix epoch. */
function timeOf(name: string, words: string): number {
  if (/^\d{1,11}$/.test(words)) return Number(words) * 1000
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(words) ? words : /T/.test(words) ? `${words}Z` : words)
  if (Number.isNaN(time) || time < 0)
    throw new Problem('bad-request', `${name} must be a time such as 2026-01-31T18:00 (UTC), or seconds since 1970`)
  return time
}
