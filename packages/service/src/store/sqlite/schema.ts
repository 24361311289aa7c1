import type { SqliteDatabase } from './database.js'

/** Migrations, applied in order and never edited once released: `user_version` counts those applied. */
const migrations: readonly string[] = [
  `CREATE TABLE account (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, unlimited INTEGER NOT NULL, credits REAL NOT NULL, created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE api_key (
    hash TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account(id), created INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE task (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, model TEXT NOT NULL, kind TEXT NOT NULL, parameters TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
    created INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, amount REAL NOT NULL,
    submission TEXT NOT NULL DEFAULT 'none', submission_at INTEGER, submission_reference TEXT,
    result_file TEXT, result_type TEXT, result_bytes INTEGER, result_seconds REAL, error TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_of_account ON task (account, id);
  CREATE INDEX task_unfinished ON task (id) WHERE status IN ('queued', 'processing');
  CREATE TABLE credit_hold (
    task TEXT PRIMARY KEY, account TEXT NOT NULL, held REAL NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('held', 'settled', 'released'))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE idempotency (
    account TEXT NOT NULL, key TEXT NOT NULL, body_hash TEXT NOT NULL, task TEXT NOT NULL, PRIMARY KEY (account, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE asset (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    content_type TEXT NOT NULL, bytes INTEGER NOT NULL, file TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE task ADD COLUMN submission_place TEXT;',
  `CREATE INDEX task_result ON task (created, id) WHERE result_file IS NOT NULL;
  ALTER TABLE idempotency ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
  UPDATE idempotency SET created = coalesce((SELECT created FROM task WHERE task.id = idempotency.task), 0);
  CREATE INDEX idempotency_age ON idempotency (created);`,
  `CREATE TABLE webhook_delivery (
    task TEXT NOT NULL, account TEXT NOT NULL, receiver TEXT NOT NULL, type TEXT NOT NULL,
    ended INTEGER NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (task, receiver)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_due ON webhook_delivery (receiver, due, task);`,
]

/**
 * Sets the file up for durable commits and brings its tables up to date.
 * Throws when the file was written by a newer version of the service.
 */
export function prepareSchema(database: SqliteDatabase): void {
  database.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000',
  )
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  if (version > migrations.length) {
    throw new Error(
      `the database was written by a newer version of the service (its format is ${version}, this version knows ${migrations.length})`,
    )
  }
  for (let next = version; next < migrations.length; next += 1) {
    database.exec(`BEGIN IMMEDIATE; ${migrations[next] ?? ''}; PRAGMA user_version = ${next + 1}; COMMIT`)
  }
}
