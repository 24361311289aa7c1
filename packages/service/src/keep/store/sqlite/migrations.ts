import { upstreamId } from './upstream-id.js'
import type { Migration } from '../migration.js'
import { budgetTables, budgetTriggers, dropBudgetTriggers } from './budget-tables.js'
import { creditTables } from './credit-tables.js'
import { fallbackTables } from './fallback-tables.js'
import { countTriggers, dropCountTriggers, taskCounts } from './task-counts.js'

/** What the tables may count: micro-credits that a double and a 64-bit integer both hold exactly. */
const countable = 'BETWEEN 0 AND 9007199254740991'

/** Credits as a REAL, in micro-credits; what is not countable becomes 0, or 9,000,000,000 credits. */
const micro = (credits: string): string =>
  `CAST(round(min(max(CASE WHEN ${credits} < 9e999 THEN ${credits} ELSE 0 END, 0), 9e9) * 1000000) AS INTEGER)`

/**
 * That a column holds one of these words, as comparisons: for IN with more than two words SQLite fills a table in memory
 * each time a statement runs, which took a third of an insert of a task. Files of before say IN, which means the same.
 */
const oneOf = (column: string, ...words: readonly string[]): string =>
  `CHECK (${words.map((word) => `${column} = '${word}'`).join(' OR ')})`

/** Migrations, applied in order and never edited once released. The place in this list, from 1, is the migration's number. */
export const migrations: readonly Migration[] = [
  {
    title: 'accounts, keys, tasks, credits, idempotency keys and assets',
    sql: `CREATE TABLE account (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, unlimited INTEGER NOT NULL, credits REAL NOT NULL, created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE api_key (
      hash TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account(id), created INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE task (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, model TEXT NOT NULL, kind TEXT NOT NULL, parameters TEXT NOT NULL,
      status TEXT NOT NULL ${oneOf('status', 'queued', 'processing', 'completed', 'failed')},
      created INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, amount REAL NOT NULL,
      submission TEXT NOT NULL DEFAULT 'none', submission_at INTEGER, submission_reference TEXT,
      result_file TEXT, result_type TEXT, result_bytes INTEGER, result_seconds REAL, error TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_of_account ON task (account, id);
    CREATE INDEX task_unfinished ON task (id) WHERE status IN ('queued', 'processing');
    CREATE TABLE credit_hold (
      task TEXT PRIMARY KEY, account TEXT NOT NULL, held REAL NOT NULL,
      state TEXT NOT NULL ${oneOf('state', 'held', 'settled', 'released')}
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE idempotency (
      account TEXT NOT NULL, key TEXT NOT NULL, body_hash TEXT NOT NULL, task TEXT NOT NULL, PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE asset (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, status TEXT NOT NULL ${oneOf('status', 'pending', 'approved', 'rejected')},
      content_type TEXT NOT NULL, bytes INTEGER NOT NULL, file TEXT NOT NULL, created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    title: 'the upstream of a submission',
    sql: 'ALTER TABLE task ADD COLUMN submission_place TEXT;',
  },
  {
    title: 'retention of results and idempotency keys',
    sql: `CREATE INDEX task_result ON task (created, id) WHERE result_file IS NOT NULL;
    ALTER TABLE idempotency ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
    UPDATE idempotency SET created = coalesce((SELECT created FROM task WHERE task.id = idempotency.task), 0);
    CREATE INDEX idempotency_age ON idempotency (created);`,
  },
  {
    title: 'webhook deliveries',
    sql: `CREATE TABLE webhook_delivery (
      task TEXT NOT NULL, account TEXT NOT NULL, receiver TEXT NOT NULL, type TEXT NOT NULL,
      ended INTEGER NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (task, receiver)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_due ON webhook_delivery (receiver, due, task);`,
  },
  {
    // Negative holds came from requests with a negative price. What they added to a balance is taken back.
    title: 'integer micro-credits and a ledger',
    sql: `CREATE TABLE ledger (
      account TEXT NOT NULL, subject TEXT NOT NULL, step INTEGER NOT NULL, kind TEXT NOT NULL,
      available INTEGER NOT NULL, held INTEGER NOT NULL, created INTEGER NOT NULL,
      PRIMARY KEY (account, subject, step),
      CHECK (
        kind = 'grant' AND step = 0 AND available <> 0 AND held = 0
        OR kind = 'hold' AND step = 0 AND held ${countable} AND available = -held
        OR kind = 'settle' AND step = 1 AND available = 0 AND -held ${countable}
        OR kind = 'release' AND step = 1 AND available ${countable} AND held = -available
      )
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE account ADD COLUMN available INTEGER NOT NULL DEFAULT 0 CHECK (available ${countable});
    ALTER TABLE account ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held ${countable});
    UPDATE account SET credits = coalesce(credits + minted, 0)
      FROM (SELECT account AS holder, total(held) AS minted FROM credit_hold WHERE held < 0 AND state <> 'released' GROUP BY account)
      WHERE id = holder AND NOT unlimited;
    UPDATE account SET available = ${micro('credits')} WHERE NOT unlimited;
    INSERT INTO ledger SELECT credit_hold.account, task, 0, 'hold', -${micro('credit_hold.held')}, ${micro('credit_hold.held')}, coalesce(task.created, 0)
      FROM credit_hold LEFT JOIN task ON task.id = credit_hold.task WHERE credit_hold.held > 0 AND state = 'held';
    UPDATE account SET held = total FROM (SELECT account AS holder, sum(held) AS total FROM ledger GROUP BY account) WHERE id = holder;
    INSERT INTO ledger SELECT id, 'grant:opening balance', 0, 'grant', available + held, 0, created FROM account WHERE available + held > 0;
    ALTER TABLE account DROP COLUMN credits;
    DROP TABLE credit_hold;
    ALTER TABLE task ADD COLUMN price INTEGER NOT NULL DEFAULT 0 CHECK (price ${countable});
    UPDATE task SET price = ${micro('amount')};
    ALTER TABLE task DROP COLUMN amount;
    ALTER TABLE task RENAME COLUMN price TO amount;`,
  },
  {
    title: 'lists by state and by model',
    sql: `CREATE INDEX task_open ON task (account, id) WHERE status IN ('queued', 'processing');
    CREATE INDEX task_completed ON task (account, id) WHERE status = 'completed';
    CREATE INDEX task_failed ON task (account, id) WHERE status = 'failed';
    CREATE INDEX task_of_model ON task (account, model, id);`,
  },
  {
    // Until now references were kept as "upstream reference".
    title: 'queues, heartbeats, shares of accounts and dead letters',
    sql: `DROP INDEX task_unfinished;
    ALTER TABLE task ADD COLUMN queue TEXT NOT NULL DEFAULT 'default';
    ALTER TABLE task ADD COLUMN stage TEXT NOT NULL DEFAULT 'ended' ${oneOf('stage', 'waiting', 'sent', 'accepted', 'running', 'dead', 'ended')};
    ALTER TABLE task ADD COLUMN lease_owner TEXT;
    ALTER TABLE task ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN dead_since INTEGER;
    ALTER TABLE task ADD COLUMN dead_reason TEXT;
    ALTER TABLE task ADD COLUMN refusals TEXT;
    ALTER TABLE task ADD COLUMN upstream_fields TEXT;
    UPDATE task SET queue = substr(submission_reference, 1, instr(submission_reference, ' ') - 1),
      submission_reference = substr(submission_reference, instr(submission_reference, ' ') + 1)
      WHERE instr(submission_reference, ' ') > 1 AND substr(submission_reference, 1, instr(submission_reference, ' ') - 1) NOT GLOB '*[^a-z0-9-]*';
    UPDATE task SET queue = submission_place WHERE submission_place IS NOT NULL;
    UPDATE task SET stage = CASE submission WHEN 'none' THEN 'waiting' ELSE submission END WHERE status IN ('queued', 'processing');
    ALTER TABLE task DROP COLUMN submission_place;
    CREATE INDEX task_waiting ON task (queue, account, not_before, id) WHERE stage = 'waiting';
    CREATE INDEX task_asked ON task (queue, not_before) WHERE stage IN ('sent', 'accepted');
    CREATE INDEX task_running ON task (account, queue) WHERE stage IN ('running', 'accepted');
    CREATE INDEX task_owner ON task (lease_owner) WHERE lease_owner IS NOT NULL;
    CREATE INDEX task_dead ON task (dead_since) WHERE stage = 'dead';
    CREATE TABLE process (id TEXT PRIMARY KEY, beat INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    ALTER TABLE account ADD COLUMN weight REAL NOT NULL DEFAULT 1 CHECK (weight > 0);
    ALTER TABLE account ADD COLUMN running_limit INTEGER CHECK (running_limit >= 0);`,
  },
  {
    title: 'lists of assets',
    sql: 'CREATE INDEX asset_of_account ON asset (account, created, id);',
  },
  {
    title: 'names, scopes, ends and quotas of keys, disabled accounts, callbacks, webhooks given up',
    sql: `ALTER TABLE api_key ADD COLUMN id TEXT NOT NULL DEFAULT '';
    UPDATE api_key SET id = 'key_' || lower(hex(randomblob(8)));
    CREATE UNIQUE INDEX api_key_id ON api_key (id);
    ALTER TABLE api_key ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE api_key ADD COLUMN expires INTEGER;
    ALTER TABLE api_key ADD COLUMN scopes TEXT;
    ALTER TABLE api_key ADD COLUMN daily_tasks INTEGER CHECK (daily_tasks ${countable});
    ALTER TABLE api_key ADD COLUMN daily_credits INTEGER CHECK (daily_credits ${countable});
    CREATE TABLE key_usage (
      key TEXT NOT NULL, day INTEGER NOT NULL, tasks INTEGER NOT NULL CHECK (tasks >= 0), credits INTEGER NOT NULL CHECK (credits >= 0),
      PRIMARY KEY (key, day)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE account ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN ended INTEGER;
    CREATE TABLE task_callback (task TEXT PRIMARY KEY, url TEXT NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX task_callback_age ON task_callback (created);
    ALTER TABLE webhook_delivery ADD COLUMN given_up INTEGER;
    ALTER TABLE webhook_delivery ADD COLUMN answer TEXT;`,
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
      account TEXT NOT NULL, day INTEGER NOT NULL, credits INTEGER NOT NULL CHECK (credits ${countable}), PRIMARY KEY (account, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_given_up ON webhook_delivery (given_up) WHERE given_up IS NOT NULL;`,
  },
  {
    // The ledger's primary key is its table.
    title: 'what completed tasks have cost',
    sql: `DROP INDEX task_completed;
    CREATE INDEX task_completed ON task (account, id, amount, ended, created) WHERE status = 'completed';`,
  },
  {
    // Without its stage SQLite looks every row up, though the index holds these stages alone.
    title: 'figures of the queues from indexes alone',
    sql: `DROP INDEX task_waiting;
    CREATE INDEX task_waiting ON task (queue, account, not_before, id, created, faults) WHERE stage = 'waiting';
    DROP INDEX task_running;
    CREATE INDEX task_running ON task (account, queue, stage, faults) WHERE stage IN ('running', 'accepted');`,
  },
  {
    // Noted before an upload and when an asset is removed, so that a kill leaves no file behind. Since 0: to be removed.
    title: 'files that no asset owns',
    sql: `CREATE TABLE loose_file (file TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  },
  {
    title: 'the last word of an upstream for each task',
    sql: 'ALTER TABLE task ADD COLUMN upstream_word TEXT;',
  },
  {
    title: 'what came back from an upstream and is inconclusive',
    sql: 'ALTER TABLE task ADD COLUMN submission_doubt TEXT;',
  },
  {
    title: 'pages of accounts and keys',
    sql: `CREATE INDEX account_age ON account (created, id);
    CREATE INDEX api_key_age ON api_key (created, id);
    CREATE INDEX api_key_of_account ON api_key (account, created, id);`,
  },
  {
    title: 'tasks of all accounts by their end, and forgotten costs by their day',
    sql: `CREATE INDEX task_ended ON task (status, ended, id, amount) WHERE status IN ('completed', 'failed');
    CREATE INDEX spent_of_day ON spent (day, credits);`,
  },
  {
    title: 'webhook deliveries by account',
    sql: 'CREATE INDEX webhook_due_of_account ON webhook_delivery (receiver, account, due, task);',
  },
  {
    // Without those that were given up, which are kept for a month: whose turn it is would be looked for among them too.
    // The last column is the same in all: without it SQLite looks every row up.
    title: 'webhook deliveries that wait, by account',
    sql: `DROP INDEX webhook_due_of_account;
    CREATE INDEX webhook_due_of_account ON webhook_delivery (receiver, account, due, task, given_up) WHERE given_up IS NULL;`,
  },
  {
    title: 'sessions of the console that were signed out',
    sql: 'CREATE TABLE ended_session (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;',
  },
  {
    title: 'kept counts of the tasks of each queue and account',
    sql: taskCounts,
  },
  {
    title: 'the other files of a task, and what its upstream counted',
    sql: `ALTER TABLE task ADD COLUMN result_others TEXT;
    ALTER TABLE task ADD COLUMN upstream_usage TEXT;`,
  },
  {
    title: 'tasks whose callers have asked to cancel them',
    sql: 'ALTER TABLE task ADD COLUMN cancel_reason TEXT;',
  },
  {
    title: 'as whom an upstream was asked for a task',
    sql: 'ALTER TABLE task ADD COLUMN submission_identity TEXT;',
  },
  {
    title: 'the latest tasks of a state that has not ended, of all accounts',
    sql: `CREATE INDEX task_latest ON task (status, id) WHERE status IN ('queued', 'processing');`,
  },
  {
    title: 'how often an upstream was asked for a task',
    sql: 'ALTER TABLE task ADD COLUMN submission_attempts INTEGER NOT NULL DEFAULT 0;',
  },
  {
    title: 'who handles the files of a task, and which processes that has ended',
    sql: `ALTER TABLE task ADD COLUMN handler TEXT;
    ALTER TABLE task ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;`,
  },
  {
    // The first index holds what an operator filters by, in the order of the list: a search reads no parameters.
    title: 'what an operator looks for: error classes, references, keys, and when each step was',
    sql: `ALTER TABLE task ADD COLUMN error_class TEXT;
    ALTER TABLE task ADD COLUMN accepted_at INTEGER;
    ALTER TABLE task ADD COLUMN api_key TEXT;
    ALTER TABLE task ADD COLUMN routing TEXT;
    ALTER TABLE task ADD COLUMN trace TEXT;
    CREATE INDEX task_facts ON task (id, status, queue, model, account, error_class);
    CREATE INDEX task_outcome ON task (queue, status, ended, id, error_class, created) WHERE status IN ('completed', 'failed');
    CREATE INDEX task_reference ON task (submission_reference) WHERE submission_reference IS NOT NULL;
    CREATE INDEX idempotency_key ON idempotency (key);
    CREATE TABLE operator_action (
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT
    ) STRICT;
    CREATE INDEX operator_action_of_subject ON operator_action (subject, id);
    CREATE TABLE upstream_hold (queue TEXT PRIMARY KEY, since INTEGER NOT NULL, who TEXT NOT NULL, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  },
  {
    title: 'processes that an operator can drain',
    expands: true,
    sql: `CREATE TABLE service_process (
      name TEXT PRIMARY KEY, started INTEGER NOT NULL, seen INTEGER NOT NULL,
      drain_since INTEGER, drain_by TEXT, remaining INTEGER, empty_since INTEGER
    ) STRICT, WITHOUT ROWID;`,
  },
  {
    // It holds for the engine, an operator who adopts and a restore alike. The row is left as it is. An identity that is not
    // known may be any.
    title: 'one task for each reference of an upstream account',
    expands: true,
    sql: `CREATE TRIGGER one_task_per_reference BEFORE UPDATE OF submission_reference ON task
      WHEN NEW.submission_reference IS NOT OLD.submission_reference AND EXISTS (
        SELECT 1 FROM task AS other WHERE other.submission_reference = NEW.submission_reference AND other.queue = NEW.queue AND other.id <> NEW.id
          AND coalesce(other.submission_identity = NEW.submission_identity, true)
      )
    BEGIN SELECT RAISE(IGNORE); END;`,
  },
  {
    title: 'budgets of accounts and keys, what is used of them, and alerts',
    expands: true,
    sql: budgetTables,
  },
  {
    title: 'what its caller called the submit of a task',
    expands: true,
    sql: `ALTER TABLE task ADD COLUMN idempotency_key TEXT;
    ALTER TABLE task ADD COLUMN idempotency_hash TEXT;`,
  },
  {
    title: 'before when the keys of submits may be lost',
    expands: true,
    sql: 'CREATE TABLE lost_keys (at INTEGER NOT NULL) STRICT;',
  },
  {
    title: 'counts of tasks without upserts and strftime, which cost more than the task',
    expands: true,
    sql: `${dropCountTriggers}${dropBudgetTriggers}${countTriggers}${budgetTriggers}`,
  },
  {
    title: 'processes that an operator has take a changed configuration over',
    expands: true,
    sql: `ALTER TABLE service_process ADD COLUMN reload_asked INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE service_process ADD COLUMN reload_by TEXT;
    ALTER TABLE service_process ADD COLUMN reload_answered INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE service_process ADD COLUMN reload_outcome TEXT;`,
  },
  {
    // A trigger, so that it holds for all that ends a task, also a service of the version before. The row of the account orders
    // the events of an account: who reads one has missed none before it.
    title: 'the ends of tasks, numbered by account',
    expands: true,
    sql: `ALTER TABLE account ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE task_event (account TEXT NOT NULL, number INTEGER NOT NULL, task TEXT NOT NULL, PRIMARY KEY (account, number)) STRICT, WITHOUT ROWID;
    CREATE INDEX task_event_of_task ON task_event (task);
    CREATE TRIGGER number_ended_task AFTER UPDATE OF stage ON task WHEN NEW.stage = 'ended' AND OLD.stage <> 'ended' BEGIN
      UPDATE account SET events = events + 1 WHERE id = NEW.account;
      INSERT INTO task_event (account, number, task) SELECT id, events, NEW.id FROM account WHERE id = NEW.account;
    END;
    CREATE TRIGGER forget_events AFTER DELETE ON task BEGIN DELETE FROM task_event WHERE task = OLD.id; END;`,
  },
  {
    title: 'counts of tasks by triggers that cost a submit less',
    expands: true,
    sql: `${dropCountTriggers}${dropBudgetTriggers}${countTriggers}${budgetTriggers}`,
  },
  {
    title: 'models that may make a task where its own will not',
    expands: true,
    sql: fallbackTables(countable),
  },
  {
    title: 'the records of what upstreams were asked that a service of this database has written to',
    expands: true,
    sql: 'CREATE TABLE asked_record (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;',
  },
  {
    // In a reference of a protocol it is what stands third, behind kind and model.
    title: "tasks by the upstream's own ID",
    expands: true,
    sql: `CREATE INDEX task_upstream_id ON task (${upstreamId}) WHERE instr(submission_reference, ':') > 0;`,
  },
  {
    title: 'when the database was set back to an earlier state',
    expands: true,
    sql: 'CREATE TABLE rewind (at INTEGER NOT NULL) STRICT;',
  },
  {
    // By triggers, so that a service of the version before counts too.
    title: 'credits that the tasks of each upstream hold, were charged and got back',
    expands: true,
    sql: creditTables,
  },
  {
    title: 'what polls of a task were answered, where that had changed',
    expands: true,
    sql: 'ALTER TABLE task ADD COLUMN polled TEXT;',
  },
  {
    title: 'how far the record of what upstreams were asked has come',
    expands: true,
    sql: 'ALTER TABLE asked_record ADD COLUMN watermark INTEGER NOT NULL DEFAULT 0;',
  },
  {
    title: 'lists of values as upstreams had them last',
    expands: true,
    sql: 'CREATE TABLE value_list (id TEXT PRIMARY KEY, list TEXT NOT NULL, read_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;',
  },
]
