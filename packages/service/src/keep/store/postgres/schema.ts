import { formatCount } from '@model-tasks/validation/count'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, QueryConfig, QueryResult } from 'pg'
import { SettingsError } from '../../../settings/settings-error.js'
import { number } from '../columns.js'
import { neededVersion, type Migration, type TableVersion } from '../migration.js'
import { newerFormat } from '../newer-format.js'
import { migrations } from './migrations.js'
import { moment } from './task-counts.js'

/** How often a start asks whether older processes have ended, in milliseconds. */
const olderInterval = 500

/** How long after a deadlock the tables are brought up to date again, in milliseconds. */
const deadlockInterval = 100

/** A table that is there from the first step of a restore until its last, with which it goes. */
export const restoringTable = 'unfinished_restore'

/** What is wrong with a database that has this table, and what to do about it. */
export const unfinishedRestore = {
  found: 'a backup is being restored into the database, or that was interrupted',
  next: 'run model-tasks-service restore <folder> again to finish it, or use another database',
}

/** Any number, the same in every service: the holder of this lock brings the tables up to date. */
const migrationLock = 7_261_944_381

/** Milliseconds that one statement may take, the most that a timer can wait: the tables may be large, or another service may be at it. */
const statementTimeout = 2 ** 31 - 1

/** The same for one that is answered at once: without an answer its connection has died. */
const answerTimeout = 30_000

/** Its types leave out that the driver takes a bound of its own for each statement. */
interface Statement extends QueryConfig {
  query_timeout: number
}

/** `slow`: it may take as long as it takes. */
type Query = (
  text: string,
  values?: readonly unknown[],
  slow?: boolean,
) => Promise<QueryResult<Record<string, unknown>>>

/** What brings the tables up to date. */
interface SchemaParts {
  /** How long a process counts as alive after a heartbeat, in milliseconds. */
  lifetime: number
  /** How long to wait for processes that have to end, in milliseconds: longer than a service takes to stop. */
  patience: number
  steps: readonly Migration[]
}

const usual: SchemaParts = { lifetime: 6000, patience: 60_000, steps: migrations }

/**
 * Brings the tables up to date, in one transaction and one service at a time, so that replicas may start at once. That
 * takes as long as it takes, regardless of the limit that the pool sets for statements. A migration that processes of an earlier version
 * cannot live with waits for their end. Throws when the database was written by a newer version of the service, or when
 * such processes go on for too long.
 */
export async function prepareSchema(pool: Pool, parts: Partial<SchemaParts> = {}): Promise<void> {
  const all = { ...usual, ...parts }
  const until = performance.now() + all.patience
  for (;;) {
    try {
      await inTransaction(pool, (query) => migrate(query, all))
      return
    } catch (error) {
      // A service of an earlier version that writes meanwhile locks the same tables in another order. All of this is undone.
      if (!isDeadlock(error) || performance.now() > until) throw error
      await delay(deadlockInterval)
    }
  }
}

async function inTransaction(pool: Pool, work: (query: Query) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const query: Query = (text, values = [], slow = false) => {
    const timeout = slow ? statementTimeout : answerTimeout
    const statement: Statement = { text, values: [...values], query_timeout: timeout }
    return client.query<Record<string, unknown>>(statement)
  }
  try {
    await query('BEGIN')
    await work(query)
    await query('COMMIT')
    client.release()
  } catch (error) {
    // The connection goes with what it has begun.
    client.release(true)
    throw error
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/** Throws `SettingsError` when a restore into the database has begun and not ended. */
export async function expectNoRestore(query: Query): Promise<void> {
  const {
    rows: [row],
  } = await query(`SELECT to_regclass('${restoringTable}') IS NOT NULL AS restoring`)
  if (row?.['restoring'] === true)
    throw new SettingsError(`MODEL_TASKS_DATABASE_URL: ${unfinishedRestore.found}; ${unfinishedRestore.next}`)
}

/** What the database says of its tables, where it has the table `schema_version`. One of a version before says only what it needs. */
export async function tableVersion(query: Query): Promise<TableVersion> {
  const {
    rows: [row],
  } = await query(
    `SELECT version, coalesce((to_jsonb(schema_version) ->> 'applied')::integer, version) AS applied FROM schema_version`,
  )
  return row === undefined ? noTables : { needed: number(row, 'version'), applied: number(row, 'applied') }
}

/** Of a database without tables. */
export const noTables: TableVersion = { needed: 0, applied: 0 }

/** Notes the version of the tables, once these migrations have been applied. */
export async function noteVersion(query: Query, applied: number, steps = migrations): Promise<void> {
  await query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
  await query('ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS applied integer')
  await query('DELETE FROM schema_version')
  await query('INSERT INTO schema_version (version, applied) VALUES ($1, $2)', [
    neededVersion(steps.slice(0, applied)),
    applied,
  ])
}

async function migrate(query: Query, { steps, ...waits }: SchemaParts): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock], true)
  await expectNoRestore(query)
  const { rows } = await query(`SELECT to_regclass('schema_version') IS NOT NULL AS made`)
  const { needed, applied } = rows[0]?.['made'] === true ? await tableVersion(query) : noTables
  if (needed > steps.length) throw new Error(`the database ${newerFormat(needed, steps.length)}`)
  const missing = steps.slice(applied)
  if (missing.length === 0) return
  const contracting = steps.findLastIndex(({ contracts }) => contracts === true) + 1
  if (applied > 0 && contracting > applied) await olderGone(query, contracting, waits)
  for (const { sql } of missing) await query(sql, [], true)
  await noteVersion(query, steps.length, steps)
}

/** Resolves once no process lives that knows fewer migrations than these. */
async function olderGone(
  query: Query,
  version: number,
  { lifetime, patience }: Omit<SchemaParts, 'steps'>,
): Promise<void> {
  const until = performance.now() + patience
  for (;;) {
    const { rows } = await query(
      `SELECT count(*) AS older FROM process
        WHERE beat > ${moment} - $1::bigint AND coalesce((to_jsonb(process) ->> 'version')::integer, 0) < $2`,
      [lifetime, version],
    )
    const older = number(rows[0] ?? {}, 'older')
    if (older === 0) return
    if (performance.now() > until)
      throw new Error(
        `the tables cannot be changed while ${formatCount(older, 'service')} of an earlier version still ${older === 1 ? 'runs' : 'run'} on the database; stop ${older === 1 ? 'it' : 'them'}, and start this one again`,
      )
    await delay(olderInterval)
  }
}
