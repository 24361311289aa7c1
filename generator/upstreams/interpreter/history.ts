import { read, write, type Json, type Path } from './json.js'
import type { PathPart } from './request-line.js'

/** GETs that list every task of an account, newest first, page by page. */
export interface History {
  /** The lists, each of which is read to its end. */
  paths: PathPart[][]
  items: Path
  /** Where the answer to a query has what an item is; empty: an item is the whole answer. */
  within: Path
  /** The time of the submit, in the answer to a query. */
  created: { at: Path; as: 'seconds' | 'milliseconds' | 'date' }
  /** The query parameter that takes the most tasks of a page; absent: the upstream decides. */
  size?: { parameter: string; most: number }
  next: NextPage
}

/** How the page behind one is asked for. A page without tasks is the last, and so is one that says so. */
export type NextPage =
  | { by: 'page' | 'offset' | 'last'; parameter: string; more?: Path }
  /** A URL in the answer, of which the parameter counts. */
  | { by: 'url'; parameter: string; at: Path }

/** How far a list has been read. */
export interface HistoryPlace {
  pages: number
  tasks: number
  /** The ID of the last task, or what the answer gave for the next page. */
  last?: string
}

/** Where each list begins. */
export const historyStart: HistoryPlace = { pages: 0, tasks: 0 }

/** The query string that asks for the page behind a place, without a question mark. */
export function historyQuery({ size, next }: History, { pages, tasks, last }: HistoryPlace): string {
  const place = next.by === 'page' ? String(pages + 1) : next.by === 'offset' ? String(tasks) : last
  const query = new URLSearchParams(size === undefined ? {} : { [size.parameter]: String(size.most) })
  if (place !== undefined) query.set(next.parameter, place)
  return query.toString()
}

/** A page as a fake or a native API answers it: tasks as a query tells of them, each with the time of its submit in seconds. */
export function renderHistory(
  { items, within, created, next }: History,
  { tasks, path, more }: { tasks: readonly { id: string; created: number; told: Json }[]; path: string; more: boolean },
): Json {
  const listed = tasks.map(({ told, created: time }) => {
    const dated = read(told, created.at) === undefined ? write(told, created.at, timeAs(created.as, time)) : told
    return read(dated, within) ?? null
  })
  const page = write({}, items, listed)
  const last = tasks.at(-1)?.id
  if (next.by !== 'url') return next.more === undefined ? page : write(page, next.more, more)
  const query = new URLSearchParams({ [next.parameter]: last ?? '' })
  return write(page, next.at, more ? `${path}?${query.toString()}` : null)
}

function timeAs(as: History['created']['as'], seconds: number): Json {
  if (as === 'date') return new Date(1000 * seconds).toISOString()
  return as === 'seconds' ? seconds : 1000 * seconds
}
