import { countNames, countsOf, openTasks } from '../task-counts.js'
import { advisoryClasses, repairLock } from './advisory-locks.js'

const list = countNames.join(', ')
const each = (of: (count: string) => string): string => countNames.map(of).join(', ')
const added = countsOf('NEW')
const removed = countsOf('OLD')
const moved = added.map((count, index) => `${count} - ${removed[index] ?? '0'}`)
const nothing = countNames.map(() => '0').join(', ')

/** Plans that follow the indexes, regardless of the server's statistics about tables that are small now and large a minute later. */
export const byIndex =
  'SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET max_parallel_workers_per_gather = 0 SET jit = off'

/** Any moment, as milliseconds since the Unix epoch. */
export const moment = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * What is kept about the tasks that have not ended, so that a claim counts none of them.
 *
 * Triggers note each change of a task in `task_change`, in the transaction of that change: a row that is only inserted, so
 * that those who submit and end tasks never wait for each other. A claim folds what was noted for the queue into
 * `queue_account`, under the lock of that queue. At any moment the counts of the tasks equal those of the two tables
 * together, also after kills, and whichever version of the service has changed the task.
 */
export const taskCountTables = `
CREATE TABLE task_change (
  queue text COLLATE "C" NOT NULL, account text COLLATE "C" NOT NULL,
  ${each((count) => `${count} bigint NOT NULL DEFAULT 0`)},
  xact xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX task_change_of_queue ON task_change (queue, xact);
CREATE INDEX task_change_of_running ON task_change (account) WHERE running <> 0;
CREATE TABLE queue_account (
  queue text COLLATE "C", account text COLLATE "C",
  ${each((count) => `${count} bigint NOT NULL DEFAULT 0`)},
  share double precision, first_due bigint, first_id text COLLATE "C", first_created bigint,
  ready boolean NOT NULL DEFAULT false, look_at bigint, at_limit boolean NOT NULL DEFAULT false, looks smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (account, queue)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX queue_account_ready ON queue_account (queue, share, first_due, first_id) WHERE ready;
CREATE INDEX queue_account_later ON queue_account (queue, look_at) WHERE NOT ready AND look_at IS NOT NULL;
CREATE INDEX queue_account_at_limit ON queue_account (account) WHERE at_limit;
CREATE TABLE queue_count (queue text COLLATE "C" PRIMARY KEY, running bigint NOT NULL, folded_to xid8 NOT NULL) WITH (fillfactor = 50);`

/** Notes every change of a task that counts. A change of the share or the limit of an account is a reason to look again. */
const triggers = `
CREATE OR REPLACE FUNCTION note_new_tasks() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  INSERT INTO task_change (queue, account, ${list})
  SELECT queue, account, ${countsOf('entry')
    .map((count) => `sum(${count})`)
    .join(', ')} FROM entry WHERE stage <> 'ended' GROUP BY queue, account;
  RETURN NULL;
END
$note$;
CREATE OR REPLACE FUNCTION note_changed_task() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.queue <> NEW.queue THEN
    INSERT INTO task_change (queue, account, ${list}) VALUES (OLD.queue, OLD.account, ${removed.map((count) => `- ${count}`).join(', ')});
    IF TG_OP = 'DELETE' THEN
      RETURN NULL;
    END IF;
    INSERT INTO task_change (queue, account, ${list}) VALUES (NEW.queue, NEW.account, ${added.join(', ')});
  ELSE
    INSERT INTO task_change (queue, account, ${list}) VALUES (NEW.queue, NEW.account, ${moved.join(', ')});
  END IF;
  IF OLD.stage IN ('running', 'accepted') AND NEW.stage NOT IN ('running', 'accepted') THEN
    INSERT INTO task_change (queue, account) SELECT queue, account FROM queue_account WHERE account = OLD.account AND at_limit;
  END IF;
  RETURN NULL;
END
$note$;
CREATE OR REPLACE FUNCTION note_changed_share() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  INSERT INTO task_change (queue, account) SELECT queue, account FROM queue_account WHERE account = NEW.id;
  RETURN NULL;
END
$note$;
CREATE OR REPLACE TRIGGER note_new_tasks AFTER INSERT ON task REFERENCING NEW TABLE AS entry FOR EACH STATEMENT EXECUTE FUNCTION note_new_tasks();
CREATE OR REPLACE TRIGGER note_changed_task AFTER UPDATE ON task FOR EACH ROW WHEN (
  OLD.queue <> NEW.queue OR OLD.faults <> NEW.faults OR NEW.stage = 'waiting' AND OLD.not_before <> NEW.not_before
  OR OLD.stage <> NEW.stage AND NOT (OLD.stage IN ('running', 'accepted') AND NEW.stage IN ('running', 'accepted'))
) EXECUTE FUNCTION note_changed_task();
CREATE OR REPLACE TRIGGER note_removed_task AFTER DELETE ON task FOR EACH ROW WHEN (OLD.stage <> 'ended') EXECUTE FUNCTION note_changed_task();
CREATE OR REPLACE TRIGGER note_changed_share AFTER UPDATE ON account FOR EACH ROW WHEN (
  OLD.weight <> NEW.weight OR OLD.running_limit IS DISTINCT FROM NEW.running_limit
) EXECUTE FUNCTION note_changed_share();`

/**
 * Folds what was noted for a queue, for one who holds its lock. Each transaction that is over when this begins has left
 * nothing behind it, so that the next fold starts there: rows that cannot be vacuumed yet are not read again and again.
 */
const fold = `
CREATE OR REPLACE FUNCTION look_at_accounts(p_queue text, p_accounts text[], p_moment bigint) RETURNS void LANGUAGE plpgsql ${byIndex} AS $look$
BEGIN
  UPDATE queue_account AS kept SET
    share = (kept.running + kept.sent + 1) / (SELECT weight FROM account WHERE account.id = kept.account), at_limit = false,
    (first_due, first_id, first_created, look_at, ready) = (
      SELECT first.not_before, first.id, first.created, first.not_before, coalesce(first.not_before <= p_moment, false)
      FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
        SELECT task.not_before, task.id, task.created FROM task WHERE task.queue = p_queue AND task.account = kept.account AND task.stage = 'waiting'
        ORDER BY task.not_before, task.id LIMIT 1
      ) AS first ON true
    )
  WHERE kept.queue = p_queue AND kept.account = ANY (p_accounts);
END
$look$;
CREATE OR REPLACE FUNCTION fold_task_changes(p_queue text, p_moment bigint) RETURNS void LANGUAGE plpgsql ${byIndex} AS $fold$
DECLARE
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  since xid8 := '0';
  changed text[];
BEGIN
  SELECT folded_to INTO since FROM queue_count WHERE queue = p_queue;
  IF since IS NULL OR since > horizon THEN
    since := '0';
  END IF;
  WITH noted AS (
    DELETE FROM task_change WHERE queue = p_queue AND xact >= since RETURNING account, ${list}
  ), summed AS (
    SELECT account, ${each((count) => `sum(${count})::bigint AS ${count}`)} FROM noted GROUP BY account ORDER BY account
  ), folded AS (
    INSERT INTO queue_account AS kept (queue, account, ${list}) SELECT p_queue, account, ${list} FROM summed
    ON CONFLICT (account, queue) DO UPDATE SET ${each((count) => `${count} = kept.${count} + excluded.${count}`)}, looks = 0
    RETURNING account
  ), counted AS (
    INSERT INTO queue_count AS kept (queue, running, folded_to) SELECT p_queue, sum(running)::bigint, horizon FROM summed HAVING count(*) > 0
    ON CONFLICT (queue) DO UPDATE SET running = kept.running + excluded.running, folded_to = excluded.folded_to
  )
  SELECT array_agg(account) INTO changed FROM folded;
  IF changed IS NULL THEN
    RETURN;
  END IF;
  DELETE FROM queue_account WHERE queue = p_queue AND account = ANY (changed) AND (${list}) = (${nothing});
  PERFORM look_at_accounts(p_queue, changed, p_moment);
END
$fold$;`

/** The queues of which something was noted, one look into the index for each. */
const notedQueues = `
    WITH RECURSIVE noted (queue) AS (
      (SELECT task_change.queue FROM task_change ORDER BY task_change.queue LIMIT 1)
      UNION ALL
      SELECT (SELECT task_change.queue FROM task_change WHERE task_change.queue > noted.queue ORDER BY task_change.queue LIMIT 1)
      FROM noted WHERE noted.queue IS NOT NULL
    )
    SELECT noted.queue FROM noted WHERE noted.queue IS NOT NULL`

/** Folds what was noted for queues in which no process claims, where there is more of it than `p_least`. */
const care = `
CREATE OR REPLACE FUNCTION fold_all_task_changes(p_least integer) RETURNS void LANGUAGE plpgsql ${byIndex} AS $care$
DECLARE
  name text;
BEGIN
  FOR name IN ${notedQueues} LOOP
    PERFORM FROM task_change WHERE queue = name OFFSET p_least LIMIT 1;
    IF FOUND AND pg_try_advisory_xact_lock(${advisoryClasses.queue}, hashtext(name)) THEN
      PERFORM fold_task_changes(name, ${moment});
    END IF;
  END LOOP;
END
$care$;`

/** By queue and account, what the tasks say and the kept counts do not: no row while they agree. One statement, so that both are of one moment. */
export const countDifferences = `
  SELECT queue, account, ${each((count) => `sum(${count})::bigint AS ${count}`)} FROM (
    ${openTasks}
    UNION ALL SELECT queue, account, ${each((count) => `-${count}`)} FROM queue_account
    UNION ALL SELECT queue, account, ${each((count) => `-${count}`)} FROM task_change
  ) AS difference GROUP BY queue, account HAVING (${each((count) => `sum(${count})`)}) <> (${nothing})`

/**
 * Has the next fold of each queue read all that was noted for it. Where a fold has stopped is a number of the server's transactions:
 * with the rows in another server, what is noted there may have lower numbers, and would never be folded once they are passed.
 */
export const foldAnew = `
  WITH locked AS MATERIALIZED (
    SELECT queue, pg_advisory_xact_lock(${advisoryClasses.queue}, hashtext(queue)) FROM (SELECT queue FROM queue_count ORDER BY queue) AS one
  )
  UPDATE queue_count SET folded_to = '0' FROM locked WHERE queue_count.queue = locked.queue`

/** Corrects the counts while all processes go on: what is missing is noted as one more change. */
export const repairCounts = `INSERT INTO task_change (queue, account, ${list}) SELECT * FROM (${countDifferences}) AS difference RETURNING queue, account, ${list}`

const repair = `
CREATE OR REPLACE FUNCTION repair_task_counts() RETURNS TABLE (queue text, account text, ${each((count) => `${count} bigint`)}) LANGUAGE plpgsql AS $repair$
#variable_conflict use_column
DECLARE
  name text;
  difference bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(${repairLock});
  RETURN QUERY ${repairCounts};
  FOR name IN SELECT queue FROM queue_count ORDER BY queue LOOP
    PERFORM pg_advisory_xact_lock(${advisoryClasses.queue}, hashtext(name));
    UPDATE queue_count SET running = running + summed.missing FROM (
      SELECT coalesce(sum(running), 0)::bigint - (SELECT running FROM queue_count WHERE queue = name) AS missing FROM queue_account WHERE queue = name
    ) AS summed WHERE queue = name AND summed.missing <> 0 RETURNING summed.missing INTO difference;
    IF FOUND THEN
      RETURN QUERY SELECT name, NULL::text, 0::bigint, 0::bigint, difference, 0::bigint, 0::bigint;
    END IF;
  END LOOP;
END
$repair$;`

/** Everything above but the tables. */
export const taskCountFunctions = `${fold}${care}${triggers}${repair}`
