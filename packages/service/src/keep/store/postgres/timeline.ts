import type { ClientBase, Pool, PoolClient } from 'pg'
import { isSameTimeline, timelineName, type Timeline, type TimelineWatch } from '../timeline.js'

/** The timeline that a server writes to, as it names its files: eight hexadecimal digits. */
const writtenTimeline = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

/** The same of a timeline that is known. */
export const timelineDigits = ({ number }: Timeline): string => number.toString(16).toUpperCase().padStart(8, '0')

/** Whether a statement runs on the timeline of that parameter, which is NULL where a server tells none. */
export const isWritten = (digits: string): string =>
  `CASE WHEN ${digits} IS NULL THEN true ELSE ${writtenTimeline} = ${digits} END`

/** A standby that is not promoted writes to none: what is written there fails by itself. */
const query = `SELECT system_identifier::text AS system, CASE WHEN NOT pg_is_in_recovery() THEN ${writtenTimeline} END AS number
  FROM pg_control_system()`

/** The timeline of a database; undefined on a server that has no timelines, or lets this user see none, as some that speak PostgreSQL's protocol. */
export async function readTimeline(
  client: Pick<ClientBase, 'query'> | Pick<Pool, 'query'>,
): Promise<Timeline | undefined> {
  try {
    const { rows } = await client.query<{ system: string; number: string | null }>(query)
    const [{ system, number } = { system: '', number: null }] = rows
    return number === null ? undefined : { system, number: Number.parseInt(number, 16) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (unknownThere.has(code)) return undefined
    throw error
  }
}

/** Insufficient privilege, feature not supported, undefined function. */
const unknownThere = new Set(['42501', '0A000', '42883'])

/** The code of a server that takes no connections for now, so that callers are told to come back. */
class OtherDatabase extends Error {
  readonly code = '57P03'
}

/**
 * Notices that an address leads to another database than at the start, as after a failover. New connections are tested as they
 * are made; `check` asks on one that a pooler keeps open.
 */
export class PostgresTimelineWatch implements TimelineWatch {
  readonly left: Promise<Timeline>
  #opened: Timeline | undefined
  #leave: (to: Timeline) => void = () => undefined
  #gone: Timeline | undefined

  constructor() {
    this.left = new Promise((resolve) => {
      this.#leave = resolve
    })
  }

  get opened(): Timeline | undefined {
    return this.#opened
  }

  async open(pool: Pick<Pool, 'query'>): Promise<void> {
    this.#opened = await readTimeline(pool)
  }

  /** For `pg.Pool`: rejects a new connection to another database. */
  readonly verify = (client: PoolClient, done: (error?: Error) => void): void => {
    this.check(client).then(() => {
      done()
    }, done)
  }

  /** Rejects where what answers is not the database of the start, also of a connection of before. */
  async check(client: Pick<ClientBase, 'query'> | Pick<Pool, 'query'>): Promise<void> {
    if (this.#opened === undefined) return
    const now = this.#gone ?? (await readTimeline(client))
    if (now === undefined || isSameTimeline(now, this.#opened)) return
    this.#gone = now
    this.#leave(now)
    throw new OtherDatabase(
      `the database is another one than at the start (${timelineName(this.#opened)}; now ${timelineName(now)})`,
    )
  }
}
