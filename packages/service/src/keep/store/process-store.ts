import { isJsonObject, parseJson } from '../../base/json.js'
import type { ReloadOutcome } from '../../settings/reload.js'
import { number, present, text, type Row } from './columns.js'

/** A process of the service, as operators see it. */
export interface ServiceProcess {
  /** Its host and its number there. */
  name: string
  /** In milliseconds since the Unix epoch. */
  started: number
  /** Who has it drained, and since when. */
  drain: { since: number; who: string } | undefined
  /** Tasks that it still has in hand while it is drained. */
  remaining: number | undefined
  /** Since when it has none, and takes none. */
  emptySince: number | undefined
  /** The last request to take the changed configuration over; undefined: there was none. */
  reload: ProcessReload | undefined
}

/** A request to take the changed configuration over. Those of a process are counted. */
export interface ProcessReload {
  who: string
  request: number
  /** What came of it; undefined as long as the process has not answered. */
  outcome: ReloadOutcome | undefined
}

/** What operators ask of a process. */
export interface ProcessWishes {
  /** That it takes nothing new. */
  drain: boolean
  /** That it takes the changed configuration over; undefined where it has answered. */
  reload: { request: number; who: string } | undefined
}

/** How long a process is listed after it was seen last, in milliseconds. */
export const listedTime = 90_000

/** A process as it is entered: its name, and when, which no other of that name has. */
export type ProcessEntry = Pick<ServiceProcess, 'name' | 'started'>

/** The processes of a database, of which an operator can ask something from any of them. */
export interface ProcessStore {
  /** Adds a process that begins, in the place of one of its name, and forgets those that were not seen for long. */
  enter(name: string): Promise<ProcessEntry>
  /** Adds a process that goes on and is not entered any more, under its name or, where another has that, with a number behind it. */
  enterAgain(name: string): Promise<ProcessEntry>
  /** Notes that it lives, where several processes share the database. */
  see(entry: ProcessEntry): Promise<void>
  /** What operators ask of it now; undefined where it is not entered any more. */
  requests(entry: ProcessEntry): Promise<ProcessWishes | undefined>
  /** Notes how many tasks a drained process has in hand: with none it is empty. */
  noteRemaining(entry: ProcessEntry, remaining: number): Promise<void>
  /** Notes what came of a request to take the changed configuration over. */
  noteReloaded(entry: ProcessEntry, request: number, outcome: ReloadOutcome): Promise<void>
  leave(entry: ProcessEntry): Promise<void>
  /** Asks a process to take nothing new. False when none of this name lives; asked again, nothing changes. */
  drain(name: string, who: string): Promise<boolean>
  /** Asks every process to take the changed configuration over. Answers the number that the request has for each, by name. */
  reload(who: string): Promise<Map<string, number>>
  list(): Promise<ServiceProcess[]>
}

/** What a process of this name is called, of those that have it as theirs: `web-1:7`, `web-1:7-2`, … */
export const numberedName = (name: string, number: number): string => (number === 1 ? name : `${name}-${number}`)

export const entryFromRow = (row: Row): ProcessEntry => ({ name: text(row, 'name'), started: number(row, 'started') })

export function processFromRow(row: Row): ServiceProcess {
  return {
    name: text(row, 'name'),
    started: number(row, 'started'),
    drain: present(row, 'drain_since') ? { since: number(row, 'drain_since'), who: text(row, 'drain_by') } : undefined,
    remaining: present(row, 'remaining') ? number(row, 'remaining') : undefined,
    emptySince: present(row, 'empty_since') ? number(row, 'empty_since') : undefined,
    reload: reloadFromRow(row),
  }
}

/** What a row says that is asked of a process. */
export function wishesFromRow(row: Row): ProcessWishes {
  const reload = reloadFromRow(row)
  return {
    drain: present(row, 'drain_since'),
    reload: reload?.outcome === undefined ? reload : undefined,
  }
}

/** The numbers of a request by the names of the processes. */
export function reloadNumbers(rows: readonly Row[]): Map<string, number> {
  return new Map(rows.map((row) => [text(row, 'name'), number(row, 'reload_asked')]))
}

function reloadFromRow(row: Row): ProcessReload | undefined {
  const request = number(row, 'reload_asked')
  if (request === 0) return undefined
  const answered = number(row, 'reload_answered') >= request
  return {
    who: text(row, 'reload_by'),
    request,
    outcome: answered ? outcomeOf(text(row, 'reload_outcome')) : undefined,
  }
}

/** A process of another version may have written it. */
function outcomeOf(written: string): ReloadOutcome {
  const value = parseJson(written)
  const { rejected, lines } = isJsonObject(value) ? value : {}
  return { rejected: rejected === true, lines: Array.isArray(lines) ? lines.map(String) : [] }
}

/** How a process stands, in words. */
export function processState({ drain, remaining, emptySince }: ServiceProcess): string {
  if (drain === undefined) return 'running'
  return emptySince === undefined ? `draining, ${remaining ?? 'its'} tasks left` : 'empty'
}
