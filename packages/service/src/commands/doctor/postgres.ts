import { formatCount } from '@model-tasks/validation/count'
import type { Client as PgClient } from 'pg'
import { databaseReason } from '../../settings/database-url.js'
import { maxSkew } from '../../keep/store/database-clock.js'
import { migrations } from '../../keep/store/postgres/migrations.js'
import { noTables, restoringTable, tableVersion, unfinishedRestore } from '../../keep/store/postgres/schema.js'
import type { Row } from '../../keep/store/columns.js'
import { storedUrlSecret } from '../../keep/store/postgres/url-secret.js'
import type { Machine } from './machine.js'
import { error, ok, warning, type Finding } from './report.js'
import { versionFinding } from './schema-version.js'

const about = 'database'
const timeout = 5000
const [testedVersion, connectionsPerService] = [18, 12]

/** What to do about an error of PostgreSQL, by its code. */
const nextSteps: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start PostgreSQL, or correct host and port in MODEL_TASKS_DATABASE_URL',
  ENOTFOUND: 'correct the host in MODEL_TASKS_DATABASE_URL, or the name server of this machine',
  EAI_AGAIN: 'correct the host in MODEL_TASKS_DATABASE_URL, or the name server of this machine',
  ETIMEDOUT: 'open the way to the server: firewall, security group, listen_addresses',
  '28P01':
    'correct user and password in MODEL_TASKS_DATABASE_URL; characters such as @ and / are written as %40 and %2F',
  '28000': 'create the role, or let it in: pg_hba.conf of the server, and ?sslmode= in MODEL_TASKS_DATABASE_URL',
  '3D000': 'create the database: createdb <name>',
  '53300': 'raise max_connections of the server, or run fewer services on it',
}

/** The PostgreSQL server: whether it answers, may be written to, keeps what it commits, and has the same time. */
export async function checkPostgres(url: string, { now }: Machine): Promise<Finding[]> {
  try {
    return await connected(url, (client) => examine(client, now))
  } catch (thrown) {
    return [unreachable(url, thrown)]
  }
}

/** The secret of result URLs in the database; undefined when no service has used it yet. Rejects when it cannot be read. */
export function urlSecretIn(url: string): Promise<Buffer | undefined> {
  return connected(url, async (client) => {
    const { rows: tables } = await client.query(`SELECT WHERE to_regclass('secret') IS NOT NULL`)
    if (tables.length === 0) return undefined
    return storedUrlSecret(async (text, values) => (await client.query<Row>(text, [...values])).rows)
  })
}

async function connected<T>(url: string, use: (client: PgClient) => Promise<T>): Promise<T> {
  const {
    default: { Client },
  } = await import('pg')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function unreachable(url: string, thrown: unknown): Finding {
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : undefined
  const reason = databaseReason(url, first)
  // The driver has no code for an answer that is late.
  const late = code === undefined && /timeout/i.test(reason)
  const said = late ? `no answer within ${timeout / 1000} s` : reason
  const known = nextSteps[late ? 'ETIMEDOUT' : (code ?? '')]
  return error(
    about,
    `PostgreSQL cannot be used: ${code === undefined || said.includes(code) ? '' : `${code}, `}${said}`,
    known ?? nextOf(`${code ?? ''} ${reason}`),
  )
}

/** What to do about an error that says it in words alone. */
function nextOf(reason: string): string {
  if (/password/i.test(reason)) return 'give MODEL_TASKS_DATABASE_URL a password: postgres://user:password@…'
  if (/SSL|TLS|CERT/i.test(reason))
    return 'correct ?sslmode= and ?sslrootcert= in MODEL_TASKS_DATABASE_URL, or the certificate of the server'
  if (/ENOENT|EACCES|EISDIR/.test(reason))
    return 'correct the path in MODEL_TASKS_DATABASE_URL, such as that of ?sslrootcert='
  return 'see that PostgreSQL itself answers at host and port of MODEL_TASKS_DATABASE_URL, and look at its log'
}

async function examine(client: PgClient, now: () => number): Promise<Finding[]> {
  const before = now()
  const { rows } = await client.query<Record<string, unknown>>(`
    SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS time,
      current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
      current_setting('max_connections')::integer AS connections, pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') AS readonly,
      current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS creates,
      to_regclass('schema_version') IS NOT NULL AS made, to_regclass('${restoringTable}') IS NOT NULL AS restoring`)
  const row = rows[0] ?? {}
  const findings = [
    serverFinding(row),
    durability(row),
    rights(row),
    clockFinding(Number(row['time']) - (before + now()) / 2),
  ]
  if (row['restoring'] === true) return [...findings, error(about, unfinishedRestore.found, unfinishedRestore.next)]
  if (row['made'] !== true) return [...findings, versionFinding(noTables, migrations.length)]
  const version = await tableVersion((text) => client.query<Record<string, unknown>>(text))
  return [...findings, versionFinding(version, migrations.length)]
}

function serverFinding({ version, connections, standby, readonly }: Record<string, unknown>): Finding {
  if (standby === true)
    return error(about, 'the server is a standby, which cannot be written to', 'use the URL of the primary')
  if (readonly === 'on')
    return error(
      about,
      'it takes no writes: default_transaction_read_only is on',
      'turn it off for the server, this database or this user',
    )
  const said = `PostgreSQL ${String(version)}`
  if (Number.parseInt(String(version), 10) < testedVersion)
    return warning(about, `${said}; the service is tested with ${testedVersion}`, `use PostgreSQL ${testedVersion}`)
  const services = Math.floor(Number(connections) / connectionsPerService)
  return ok(about, `${said}; its max_connections is enough for ${formatCount(services, 'service')}`)
}

function durability({ fsync, commit }: Record<string, unknown>): Finding {
  if (fsync === 'on' && commit !== 'off') return ok('durability', 'fsync and synchronous_commit are on')
  return error(
    'durability',
    `fsync is ${String(fsync)} and synchronous_commit is ${String(commit)}: acknowledged tasks can be lost`,
    'turn both on in postgresql.conf, and reload the server',
  )
}

function rights({ schema, creates }: Record<string, unknown>): Finding {
  if (typeof schema !== 'string')
    return error(
      'rights',
      'the search_path of this user names no schema that is there',
      'create the schema, or correct search_path',
    )
  return creates === true
    ? ok('rights', `this user may make tables in the schema ${schema}`)
    : error(
        'rights',
        `this user may not make tables in the schema ${schema}`,
        `as its owner: GRANT CREATE, USAGE ON SCHEMA ${schema} TO <user>`,
      )
}

function clockFinding(skew: number): Finding {
  const seconds = (Math.abs(skew) / 1000).toFixed(1)
  if (Math.abs(skew) <= maxSkew) return ok('clock', `differs by ${seconds} s from that of the database`)
  return error(
    'clock',
    `is ${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} that of the database, by which the service goes; certificates and the lines of the log go by this one`,
    'run a time service (chrony, systemd-timesyncd) on both machines',
  )
}
