import { type Json, type Path, write } from './json.js'
import { renderHistory, type History } from './history.js'
import type { BodyMember, Request } from './request-line.js'

/** What clients of a vendor ask for and this service does not. */
export interface Served {
  list?: ServedList
  /** Removes a task with its files. */
  remove?: Request & { answer: BodyMember[] }
}

/** What clients send and read besides, where they list the tasks of an account. */
export interface ServedList {
  /** Other query parameters, with the value that asks for what is done anyway. */
  implied: { [name: string]: string }
  told: { at: Path; from: { kind: 'first' | 'last' } | { kind: 'constant'; value: Json } }[]
}

/** A page of tasks, each as a query tells of it. */
export function renderPage(
  history: History,
  { told = [] }: Partial<ServedList>,
  page: Parameters<typeof renderHistory>[1],
): Json {
  const facts = { first: page.tasks[0]?.id ?? null, last: page.tasks.at(-1)?.id ?? null }
  return told.reduce<Json>(
    (body, { at, from }) => write(body, at, from.kind === 'constant' ? from.value : facts[from.kind]),
    renderHistory(history, page),
  )
}
