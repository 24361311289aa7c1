import type { Migration } from '../migration.js'
import { claimTasks } from './claim-tasks.js'

/** What the tables may count: micro-credits that a double and a bigint both hold exactly. */
export const countable = 'BETWEEN 0 AND 9007199254740991'

/** Credits as a numeric, in micro-credits; what is not countable becomes 0, or 9,000,000,000 credits. */
const micro = (credits: string): string =>
  `round(least(greatest(CASE WHEN ${credits} < 'Infinity' THEN ${credits} ELSE 0 END, 0), 9000000000) * 1000000)::bigint`

/** The oldest migrations. Their place in this list, from 1, is their number: none is added here. */
export const firstMigrations: readonly Migration[] = [
  {
    title: 'accounts, keys, tasks, credits, idempotency keys, assets and secrets',
    sql: `CREATE TABLE account (
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
  },
  {
    title: 'webhook deliveries',
    sql: `CREATE TABLE webhook_delivery (
      task text COLLATE "C", account text COLLATE "C" NOT NULL, receiver text COLLATE "C", type text NOT NULL,
      ended bigint NOT NULL, due bigint NOT NULL, attempts integer NOT NULL DEFAULT 0, PRIMARY KEY (task, receiver)
    );
    CREATE INDEX webhook_due ON webhook_delivery (receiver, due, task);`,
  },
  {
    // Negative holds came from requests with a negative price. What they added to a balance is taken back.
    // A service of an earlier version that still runs finds no table credit_hold: it fails rather than write credits as micro-credits.
    title: 'integer micro-credits and a ledger',
    sql: `CREATE TABLE ledger (
      account text COLLATE "C", subject text COLLATE "C", step smallint, kind text NOT NULL,
      available bigint NOT NULL, held bigint NOT NULL, created bigint NOT NULL,
      PRIMARY KEY (account, subject, step),
      CHECK (
        kind = 'grant' AND step = 0 AND available <> 0 AND held = 0
        OR kind = 'hold' AND step = 0 AND held ${countable} AND available = -held
        OR kind = 'settle' AND step = 1 AND available = 0 AND -held ${countable}
        OR kind = 'release' AND step = 1 AND available ${countable} AND held = -available
      )
    );
    ALTER TABLE account
      ADD COLUMN available bigint NOT NULL DEFAULT 0 CHECK (available ${countable}),
      ADD COLUMN held bigint NOT NULL DEFAULT 0 CHECK (held ${countable});
    UPDATE account SET credits = credits + minted
      FROM (SELECT account AS holder, sum(held) AS minted FROM credit_hold WHERE held < 0 AND state <> 'released' GROUP BY account) AS hold
      WHERE id = holder AND NOT unlimited;
    UPDATE account SET available = ${micro('credits')} WHERE NOT unlimited;
    INSERT INTO ledger SELECT hold.account, hold.task, 0, 'hold', -${micro('hold.held')}, ${micro('hold.held')}, coalesce(task.created, 0)
      FROM credit_hold AS hold LEFT JOIN task ON task.id = hold.task WHERE hold.held > 0 AND state = 'held';
    UPDATE account SET held = total FROM (SELECT account AS holder, sum(held) AS total FROM ledger GROUP BY account) AS entry WHERE id = holder;
    INSERT INTO ledger SELECT id, 'grant:opening balance', 0, 'grant', available + held, 0, created FROM account WHERE available + held > 0;
    ALTER TABLE account DROP COLUMN credits;
    DROP TABLE credit_hold;
    ALTER TABLE task ALTER COLUMN amount TYPE bigint USING ${micro('amount')}, ADD CHECK (amount ${countable});`,
  },
  {
    title: 'lists by state and by model',
    sql: `CREATE INDEX task_open ON task (account, id) WHERE status IN ('queued', 'processing');
    CREATE INDEX task_completed ON task (account, id) WHERE status = 'completed';
    CREATE INDEX task_failed ON task (account, id) WHERE status = 'failed';
    CREATE INDEX task_of_model ON task (account, model, id);`,
  },
  {
    // Until now references were kept as "upstream reference". A service of an earlier version that still runs finds no lease_until.
    title: 'queues, heartbeats, shares of accounts and dead letters',
    sql: `DROP INDEX task_unfinished;
    ALTER TABLE task
      ADD COLUMN queue text COLLATE "C" NOT NULL DEFAULT 'default',
      ADD COLUMN stage text NOT NULL DEFAULT 'ended' CHECK (stage IN ('waiting', 'sent', 'accepted', 'running', 'dead', 'ended')),
      ADD COLUMN not_before bigint NOT NULL DEFAULT 0,
      ADD COLUMN faults integer NOT NULL DEFAULT 0,
      ADD COLUMN dead_since bigint,
      ADD COLUMN dead_reason text,
      ADD COLUMN refusals jsonb,
      ADD COLUMN upstream_fields text;
    UPDATE task SET
      queue = coalesce(substring(submission_reference FROM '^([a-z0-9-]+) '), submission_place, 'default'),
      submission_reference = regexp_replace(submission_reference, '^[a-z0-9-]+ ', ''),
      stage = CASE WHEN status IN ('completed', 'failed') THEN 'ended' WHEN submission = 'none' THEN 'waiting' ELSE submission END,
      lease_owner = NULL
      WHERE status IN ('queued', 'processing') OR submission <> 'none' OR lease_owner IS NOT NULL;
    ALTER TABLE task
      DROP COLUMN submission_place,
      DROP COLUMN lease_until,
      ALTER COLUMN stage DROP DEFAULT,
      ALTER COLUMN queue DROP DEFAULT,
      ADD CHECK (stage <> 'running' OR lease_owner IS NOT NULL),
      ADD CHECK ((stage = 'ended') = (status IN ('completed', 'failed'))),
      SET (fillfactor = 80);
    CREATE INDEX task_waiting ON task (queue, account, not_before, id) WHERE stage = 'waiting';
    CREATE INDEX task_asked ON task (queue, not_before) WHERE stage IN ('sent', 'accepted');
    CREATE INDEX task_running ON task (account, queue) WHERE stage IN ('running', 'accepted');
    CREATE INDEX task_owner ON task (lease_owner) WHERE lease_owner IS NOT NULL;
    CREATE INDEX task_dead ON task (dead_since) WHERE stage = 'dead';
    CREATE TABLE process (id uuid PRIMARY KEY, beat bigint NOT NULL);
    ALTER TABLE account
      ADD COLUMN weight double precision NOT NULL DEFAULT 1 CHECK (weight > 0),
      ADD COLUMN running_limit integer CHECK (running_limit >= 0);
    ${claimTasks}`,
  },
  {
    title: 'lists of assets',
    sql: 'CREATE INDEX asset_of_account ON asset (account, created, id);',
  },
  {
    // A key that an earlier version adds meanwhile gets an ID too.
    title: 'names, scopes, ends and quotas of keys, disabled accounts, callbacks, webhooks given up',
    sql: `ALTER TABLE api_key
      ADD COLUMN id text COLLATE "C" NOT NULL DEFAULT 'key_' || substr(md5(random()::text || clock_timestamp()::text), 1, 16),
      ADD COLUMN name text NOT NULL DEFAULT '',
      ADD COLUMN expires bigint,
      ADD COLUMN scopes text,
      ADD COLUMN daily_tasks bigint CHECK (daily_tasks ${countable}),
      ADD COLUMN daily_credits bigint CHECK (daily_credits ${countable});
    CREATE UNIQUE INDEX api_key_id ON api_key (id);
    CREATE TABLE key_usage (
      key text COLLATE "C", day integer, tasks bigint NOT NULL CHECK (tasks >= 0), credits bigint NOT NULL CHECK (credits >= 0),
      PRIMARY KEY (key, day)
    );
    ALTER TABLE account ADD COLUMN disabled boolean NOT NULL DEFAULT false;
    ALTER TABLE task ADD COLUMN ended bigint;
    CREATE TABLE task_callback (task text COLLATE "C" PRIMARY KEY, url text NOT NULL, created bigint NOT NULL);
    CREATE INDEX task_callback_age ON task_callback (created);
    ALTER TABLE webhook_delivery ADD COLUMN given_up bigint, ADD COLUMN answer text;`,
  },
  {
    title: 'lists by state and model',
    sql: `DROP INDEX task_of_account;
    DROP INDEX task_open;
    DROP INDEX task_completed;
    DROP INDEX task_failed;
    DROP INDEX task_of_model;
    CREATE INDEX task_queued ON task (account, id) WHERE status = 'queued';
    CREATE INDEX task_queued_of_model ON task (account, model, id) WHERE status = 'queued';
    CREATE INDEX task_processing ON task (account, id) WHERE status = 'processing';
    CREATE INDEX task_processing_of_model ON task (account, model, id) WHERE status = 'processing';
    CREATE INDEX task_completed ON task (account, id) WHERE status = 'completed';
    CREATE INDEX task_completed_of_model ON task (account, model, id) WHERE status = 'completed';
    CREATE INDEX task_failed ON task (account, id) WHERE status = 'failed';
    CREATE INDEX task_failed_of_model ON task (account, model, id) WHERE status = 'failed';`,
  },
  {
    title: 'what forgotten tasks have cost',
    sql: `CREATE TABLE spent (
      account text COLLATE "C", day integer, credits bigint NOT NULL CHECK (credits ${countable}), PRIMARY KEY (account, day)
    );
    CREATE INDEX webhook_given_up ON webhook_delivery (given_up) WHERE given_up IS NOT NULL;`,
  },
  {
    // Services of the version before go on reading while the indexes are built, and wait only for the end.
    title: 'what completed tasks have cost',
    sql: `CREATE UNIQUE INDEX ledger_entry ON ledger (account, subject, step) INCLUDE (kind, held, created);
    CREATE INDEX task_cost ON task (account, id) INCLUDE (amount, ended, created) WHERE status = 'completed';
    DROP INDEX task_completed;
    ALTER INDEX task_cost RENAME TO task_completed;
    ALTER TABLE ledger DROP CONSTRAINT ledger_pkey, ADD CONSTRAINT ledger_pkey PRIMARY KEY USING INDEX ledger_entry;`,
  },
  {
    // What is lost in a crash is only polled later. Removed with the process that it is for.
    title: 'tasks that upstreams told another process of',
    sql: `CREATE UNLOGGED TABLE task_wake (
      owner uuid REFERENCES process ON DELETE CASCADE, task text COLLATE "C", PRIMARY KEY (owner, task)
    );`,
  },
  {
    // Noted before an upload and when an asset is removed, so that a kill leaves no file behind. Since 0: to be removed.
    title: 'files that no asset owns',
    sql: `CREATE TABLE loose_file (file text COLLATE "C" PRIMARY KEY, since bigint NOT NULL);`,
  },
]
