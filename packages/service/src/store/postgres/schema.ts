import type { Pool, PoolClient } from 'pg'
import { number } from '../columns.js'

/** Migrations, applied in order and never edited once released: `schema_version` counts those applied. */
const migrations: readonly string[] = [
  `CREATE TABLE account (
    id text COLLATE "C" PRIMARY KEY, name text NOT NULL, unlimited boolean NOT NULL, credits numeric NOT NULL, created bigint NOT NULL
  );
  CREATE TABLE api_key (
    hash text COLLATE "C" PRIMARY KEY, account text COLLATE "C" NOT NULL REFERENCES account(id), created bigint NOT NULL, revoked boolean NOT NULL DEFAULT false
  );
  CREATE TABLE task (
    id text COLLATE "C" PRIMARY KEY, account text COLLATE "C" NOT NULL, model text NOT NULL, kind text NOT NULL, parameters text NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
    created bigint NOT NULL, progress double precision NOT NULL DEFAULT 0, amount numeric NOT NULL,
    submission text NOT NULL DEFAULT 'none', submission_at bigint, submission_place text, submission_reference text,
    result_file text, result_type text, result_bytes bigint, result_seconds double precision, error text,
    lease_owner uuid, lease_until timestamptz NOT NULL DEFAULT '-infinity'
  );
  CREATE INDEX task_of_account ON task (account, id);
  CREATE INDEX task_unfinished ON task (lease_until DESC, id) WHERE status IN ('queued', 'processing');
  CREATE INDEX task_result ON task (created, id) WHERE result_file IS NOT NULL;
  CREATE TABLE credit_hold (
    task text COLLATE "C" PRIMARY KEY, account text COLLATE "C" NOT NULL, held numeric NOT NULL,
    state text NOT NULL CHECK (state IN ('held', 'settled', 'released'))
  );
  CREATE INDEX credit_held ON credit_hold (account) WHERE state = 'held';
  CREATE TABLE idempotency (
    account text COLLATE "C", key text COLLATE "C", body_hash text NOT NULL, task text COLLATE "C" NOT NULL, created bigint NOT NULL,
    PRIMARY KEY (account, key)
  );
  CREATE INDEX idempotency_age ON idempotency (created);
  CREATE TABLE asset (
    id text COLLATE "C" PRIMARY KEY, account text COLLATE "C" NOT NULL, status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    content_type text NOT NULL, bytes bigint NOT NULL, file text NOT NULL, created bigint NOT NULL
  );
  CREATE TABLE secret (name text PRIMARY KEY, value bytea NOT NULL);`,
  `CREATE TABLE webhook_delivery (
    task text COLLATE "C", account text COLLATE "C" NOT NULL, receiver text COLLATE "C", type text NOT NULL,
    ended bigint NOT NULL, due bigint NOT NULL, attempts integer NOT NULL DEFAULT 0, PRIMARY KEY (task, receiver)
  );
  CREATE INDEX webhook_due ON webhook_delivery (receiver, due, task);`,
]

/** Any number, the same in every service: whoever holds this lock brings the tables up to date. */
const migrationLock = 7_261_944_381

/**
 * Brings the tables up to date, in one transaction and one service at a time, so that replicas may start at once.
 * Throws when the database was written by a newer version of the service.
 */
export async function prepareSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await migrate(client)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // The connection goes with what it has begun.
    client.release(true)
    throw error
  }
}

async function migrate(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
  const {
    rows: [row],
  } = await client.query<Record<string, unknown>>('SELECT version FROM schema_version')
  const version = row === undefined ? 0 : number(row, 'version')
  if (version > migrations.length) {
    throw new Error(
      `the database was written by a newer version of the service (its format is ${version}, this version knows ${migrations.length})`,
    )
  }
  for (const migration of migrations.slice(version)) await client.query(migration)
  if (row === undefined) await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length])
  else if (version < migrations.length)
    await client.query('UPDATE schema_version SET version = $1', [migrations.length])
}
