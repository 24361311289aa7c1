import type { Migration } from '../migration.js'
import { budgetTables } from './budget-tables.js'
import { claimTasks } from './claim-tasks.js'
import { eventTables } from './event-tables.js'
import { creditTables } from './credit-tables.js'
import { fallbackTables } from './fallback-tables.js'
import { countable, firstMigrations } from './first-migrations.js'
import { repairCounts, taskCountFunctions, taskCountTables } from './task-counts.js'

/** Migrations, applied in order and never edited once released. The place in this list, from 1, is the migration's number. */
export const migrations: readonly Migration[] = [
  ...firstMigrations,
  {
    title: 'the last word of an upstream for each task',
    sql: 'ALTER TABLE task ADD COLUMN upstream_word text;',
  },
  {
    title: 'what came back from an upstream and is inconclusive',
    sql: 'ALTER TABLE task ADD COLUMN submission_doubt text;',
  },
  {
    title: 'pages of accounts and keys',
    sql: `CREATE INDEX account_age ON account (created, id);
    CREATE INDEX api_key_age ON api_key (created, id);
    CREATE INDEX api_key_of_account ON api_key (account, created, id);`,
  },
  {
    title: 'tasks of all accounts by their end, and forgotten costs by their day',
    sql: `CREATE INDEX task_ended ON task (status, ended DESC NULLS LAST, id DESC) INCLUDE (amount) WHERE status IN ('completed', 'failed');
    CREATE INDEX spent_of_day ON spent (day) INCLUDE (credits);`,
  },
  {
    title: 'claims that look for waiting tasks in their index alone',
    sql: claimTasks,
  },
  {
    title: 'claims that say that a task is being processed, and count those of unknown outcome in the share',
    sql: claimTasks,
  },
  {
    title: 'webhook deliveries by account',
    sql: 'CREATE INDEX webhook_due_of_account ON webhook_delivery (receiver, account, due, task);',
  },
  {
    // Beside the function of five parameters, which processes of earlier versions call.
    title: 'claims that put some accounts last',
    sql: claimTasks,
  },
  {
    // Without those that were given up, which are kept for a month: whose turn it is would be looked for among them too.
    // Services of the version before go on reading while the index is built.
    title: 'webhook deliveries that wait, by account',
    sql: `CREATE INDEX webhook_waiting ON webhook_delivery (receiver, account, due, task) WHERE given_up IS NULL;
    DROP INDEX webhook_due_of_account;
    ALTER INDEX webhook_waiting RENAME TO webhook_due_of_account;`,
  },
  {
    title: 'sessions of the console that were signed out',
    sql: 'CREATE TABLE ended_session (id text COLLATE "C" PRIMARY KEY, until bigint NOT NULL);',
  },
  {
    // Triggers keep the counts, so that a process of an earlier version, which knows nothing of them, keeps them too; its
    // claims go through the function of five or six parameters, which is replaced. Writes of tasks wait while it counts.
    title: 'kept counts of the tasks of each queue and account, and one lock of claims per queue',
    sql: `${taskCountTables}${taskCountFunctions}${repairCounts};${claimTasks}`,
  },
  {
    title: 'the other files of a task, and what its upstream counted',
    sql: `ALTER TABLE task ADD COLUMN result_others text;
    ALTER TABLE task ADD COLUMN upstream_usage text;`,
  },
  {
    title: 'tasks whose callers have asked to cancel them',
    sql: 'ALTER TABLE task ADD COLUMN cancel_reason text;',
  },
  {
    title: 'as whom an upstream was asked for a task',
    sql: 'ALTER TABLE task ADD COLUMN submission_identity text;',
  },
  {
    title: 'the latest tasks of a state that has not ended, of all accounts',
    sql: `CREATE INDEX task_latest ON task (status, id) WHERE status IN ('queued', 'processing');`,
  },
  {
    title: 'how often an upstream was asked for a task',
    sql: 'ALTER TABLE task ADD COLUMN submission_attempts integer NOT NULL DEFAULT 0;',
  },
  {
    title: 'who handles the files of a task, and which processes that has ended',
    sql: `ALTER TABLE task ADD COLUMN handler uuid;
    ALTER TABLE task ADD COLUMN deaths integer NOT NULL DEFAULT 0;`,
  },
  {
    title: 'what an operator looks for: error classes, references, keys, and when each step was',
    sql: `ALTER TABLE task ADD COLUMN error_class text;
    ALTER TABLE task ADD COLUMN accepted_at bigint;
    ALTER TABLE task ADD COLUMN api_key text;
    ALTER TABLE task ADD COLUMN routing text;
    ALTER TABLE task ADD COLUMN trace text;
    CREATE INDEX task_outcome ON task (queue, status, ended, id, error_class, created) WHERE status IN ('completed', 'failed');
    CREATE INDEX task_reference ON task (submission_reference) WHERE submission_reference IS NOT NULL;
    CREATE INDEX idempotency_key ON idempotency (key);
    CREATE TABLE operator_action (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, who text NOT NULL, action text NOT NULL, subject text COLLATE "C" NOT NULL, detail text
    );
    CREATE INDEX operator_action_of_subject ON operator_action (subject, id);
    CREATE TABLE upstream_hold (queue text COLLATE "C" PRIMARY KEY, since bigint NOT NULL, who text NOT NULL, reason text NOT NULL);`,
  },
  {
    // A process that writes none is of a version before this one.
    title: 'the version of each process',
    expands: true,
    sql: 'ALTER TABLE process ADD COLUMN version integer;',
  },
  {
    title: 'processes that an operator can drain',
    expands: true,
    sql: `CREATE TABLE service_process (
      name text COLLATE "C" PRIMARY KEY, started bigint NOT NULL, seen bigint NOT NULL,
      drain_since bigint, drain_by text, remaining integer, empty_since bigint
    );`,
  },
  {
    // It holds for the engine, an operator who adopts and a restore alike, also when several processes write at the same
    // moment: what a statement of a function reads is as it is after the lock. The row is left as it is. An identity that is
    // not known may be any.
    title: 'one task for each reference of an upstream account',
    expands: true,
    sql: `CREATE FUNCTION one_task_per_reference() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(NEW.queue || ' ' || NEW.submission_reference, 0));
      IF EXISTS (
        SELECT FROM task AS other WHERE other.submission_reference = NEW.submission_reference AND other.queue = NEW.queue AND other.id <> NEW.id
          AND coalesce(other.submission_identity = NEW.submission_identity, true)
      ) THEN RETURN NULL; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER one_task_per_reference BEFORE UPDATE OF submission_reference ON task FOR EACH ROW
      WHEN (NEW.submission_reference IS DISTINCT FROM OLD.submission_reference AND NEW.submission_reference IS NOT NULL)
      EXECUTE FUNCTION one_task_per_reference();`,
  },
  {
    title: 'budgets of accounts and keys, what is used of them, and alerts',
    expands: true,
    sql: budgetTables,
  },
  {
    title: 'what its caller called the submit of a task',
    expands: true,
    sql: `ALTER TABLE task ADD COLUMN idempotency_key text;
    ALTER TABLE task ADD COLUMN idempotency_hash text;`,
  },
  {
    title: 'before when the keys of submits may be lost',
    expands: true,
    sql: 'CREATE TABLE lost_keys (at bigint NOT NULL);',
  },
  {
    title: 'processes that an operator has take a changed configuration over',
    expands: true,
    sql: `ALTER TABLE service_process ADD COLUMN reload_asked integer NOT NULL DEFAULT 0;
    ALTER TABLE service_process ADD COLUMN reload_by text;
    ALTER TABLE service_process ADD COLUMN reload_answered integer NOT NULL DEFAULT 0;
    ALTER TABLE service_process ADD COLUMN reload_outcome text;`,
  },
  {
    // A trigger, so that it holds for all that ends a task, also a service of the version before. The row of the account orders
    // the events of an account: who reads one has missed none before it.
    title: 'the ends of tasks, numbered by account',
    expands: true,
    sql: eventTables,
  },
  {
    title: 'models that may make a task where its own will not',
    expands: true,
    sql: fallbackTables(countable),
  },
  {
    title: 'the records of what upstreams were asked that a service of this database has written to',
    expands: true,
    sql: 'CREATE TABLE asked_record (id text PRIMARY KEY);',
  },
  {
    // In a reference of a protocol it is what stands third, behind kind and model.
    title: "tasks by the upstream's own ID",
    expands: true,
    sql: `CREATE INDEX task_upstream_id ON task (split_part(submission_reference, ':', 3)) WHERE strpos(submission_reference, ':') > 0;`,
  },
  {
    title: 'when the database was set back to an earlier state',
    expands: true,
    sql: 'CREATE TABLE rewind (at bigint NOT NULL);',
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
    sql: 'ALTER TABLE task ADD COLUMN polled jsonb;',
  },
  {
    title: 'how far the record of what upstreams were asked has come',
    expands: true,
    sql: 'ALTER TABLE asked_record ADD COLUMN watermark bigint NOT NULL DEFAULT 0;',
  },
  {
    title: 'lists of values as upstreams had them last',
    expands: true,
    sql: 'CREATE TABLE value_list (id text PRIMARY KEY, list text NOT NULL, read_at bigint NOT NULL);',
  },
  {
    title: 'the server on which the database was used last',
    expands: true,
    sql: 'CREATE TABLE home (one boolean PRIMARY KEY DEFAULT true CHECK (one), system text NOT NULL);',
  },
]
