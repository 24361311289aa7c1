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
}

/** How long a process is listed after it was seen last, in milliseconds. */
export const listedTime = 90_000

/** The processes of a database, which an operator can drain from any of them. */
export interface ProcessStore {
  /** Adds a process that begins, and forgets those that were not seen for long. */
  enter(name: string): Promise<void>
  /** Notes that it lives, where several processes share the database. */
  see(name: string): Promise<void>
  /** Whether an operator has asked it to take nothing new. */
  isDraining(name: string): Promise<boolean>
  /** Notes how many tasks a drained process has in hand: with none it is empty. */
  noteRemaining(name: string, remaining: number): Promise<void>
  leave(name: string): Promise<void>
  /** Asks a process to take nothing new. False when none of this name lives; asked again, nothing changes. */
  drain(name: string, who: string): Promise<boolean>
  list(): Promise<ServiceProcess[]>
}

export function processFromRow(row: Row): ServiceProcess {
  return {
    name: text(row, 'name'),
    started: number(row, 'started'),
    drain: present(row, 'drain_since') ? { since: number(row, 'drain_since'), who: text(row, 'drain_by') } : undefined,
    remaining: present(row, 'remaining') ? number(row, 'remaining') : undefined,
    emptySince: present(row, 'empty_since') ? number(row, 'empty_since') : undefined,
  }
}

/** How a process stands, in words. */
export function processState({ drain, remaining, emptySince }: ServiceProcess): string {
  if (drain === undefined) return 'running'
  return emptySince === undefined ? `draining, ${remaining ?? 'its'} tasks left` : 'empty'
}
