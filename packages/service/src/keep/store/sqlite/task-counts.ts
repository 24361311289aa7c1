import { countNames, countsOf, openTasks } from '../task-counts.js'

const list = countNames.join(', ')
const added = countsOf('NEW')
const removed = countsOf('OLD')
const nothing = countNames.map(() => '0').join(', ')

/**
 * What is counted of a task. Not by upserts: with one in a trigger, SQLite keeps a copy of every page that the statement
 * changes, in case it has to undo it alone, which doubles what a submit costs.
 */
const addToAccount = `
  UPDATE queue_account SET ${countNames.map((count, index) => `${count} = ${count} + ${added[index] ?? '0'}`).join(', ')}, stale = 1
    WHERE account = NEW.account AND queue = NEW.queue;`
const addToQueue = `
  UPDATE queue_count SET running = running + 1 WHERE queue = NEW.queue AND ${added[2] ?? ''} = 1;`

const isUncounted = `NEW.stage <> 'ended' AND NOT EXISTS (SELECT 1 FROM queue_account WHERE account = NEW.account AND queue = NEW.queue)`
const beginCounting = `
  INSERT INTO queue_account (queue, account) VALUES (NEW.queue, NEW.account);
  INSERT INTO queue_count (queue, running) SELECT NEW.queue, 0 WHERE NOT EXISTS (SELECT 1 FROM queue_count WHERE queue = NEW.queue);`

/** Takes a task out of them. An account at its limit is looked at again in every queue. */
const remove = `
  UPDATE queue_account SET ${countNames.map((count, index) => `${count} = ${count} - ${removed[index] ?? '0'}`).join(', ')}, stale = 1
    WHERE account = OLD.account AND queue = OLD.queue;
  UPDATE queue_count SET running = running - ${removed[2] ?? '0'} WHERE queue = OLD.queue;
  UPDATE queue_account SET stale = 1 WHERE account = OLD.account AND at_limit = 1;`

const counted = `SELECT queue, account, ${countNames.map((count) => `sum(${count})`).join(', ')} FROM (${openTasks}) GROUP BY queue, account`

/** Empties the kept counts and takes them anew. */
export const recount = `
DELETE FROM queue_account;
DELETE FROM queue_count;
INSERT INTO queue_account (queue, account, ${list}) ${counted};
INSERT INTO queue_count (queue, running) SELECT queue, sum(running) FROM queue_account GROUP BY queue;`

/** What the tasks say and the kept counts do not, by queue and account, and by queue: no row while they agree. */
export const countDifferences = `
  SELECT queue, account, ${countNames.map((count) => `sum(${count}) AS ${count}`).join(', ')} FROM (
    SELECT queue, account, ${list} FROM (${openTasks})
    UNION ALL SELECT queue, account, ${countNames.map((count) => `-${count}`).join(', ')} FROM queue_account
  ) GROUP BY queue, account HAVING (${countNames.map((count) => `sum(${count})`).join(', ')}) <> (${nothing})
  UNION ALL
  SELECT queue, NULL, 0, 0, sum(running), 0, 0 FROM (
    SELECT queue, running FROM queue_account UNION ALL SELECT queue, -running FROM queue_count
  ) GROUP BY queue HAVING sum(running) <> 0`

/**
 * They change the counts with each task. A trigger of which the condition does not hold costs a quarter of one of which the
 * statements find nothing to do, since those open each index that they could change.
 */
export const countTriggers = `
CREATE TRIGGER begin_counting_new_task BEFORE INSERT ON task WHEN ${isUncounted} BEGIN ${beginCounting}
END;
CREATE TRIGGER begin_counting_changed_task BEFORE UPDATE OF queue, stage ON task WHEN ${isUncounted} BEGIN ${beginCounting}
END;
CREATE TRIGGER note_new_task AFTER INSERT ON task WHEN NEW.stage <> 'ended' BEGIN ${addToAccount}
END;
CREATE TRIGGER note_new_running_task AFTER INSERT ON task WHEN ${added[2] ?? ''} = 1 BEGIN ${addToQueue}
END;
CREATE TRIGGER note_removed_task AFTER DELETE ON task WHEN OLD.stage <> 'ended' BEGIN ${remove}
END;
CREATE TRIGGER note_changed_task AFTER UPDATE OF queue, stage, faults, not_before ON task WHEN
  OLD.queue <> NEW.queue OR OLD.faults <> NEW.faults OR NEW.stage = 'waiting' AND OLD.not_before <> NEW.not_before
  OR OLD.stage <> NEW.stage AND NOT (OLD.stage IN ('running', 'accepted') AND NEW.stage IN ('running', 'accepted'))
BEGIN ${remove} ${addToAccount} ${addToQueue}
END;
CREATE TRIGGER note_changed_share AFTER UPDATE OF weight, running_limit ON account BEGIN
  UPDATE queue_account SET stale = 1 WHERE account = NEW.id;
END;`

/** Before they are made anew. */
export const dropCountTriggers = [
  ...['begin_counting_new_task', 'begin_counting_changed_task', 'note_new_task', 'note_new_running_task'],
  ...['note_removed_task', 'note_changed_task', 'note_changed_share'],
]
  .map((trigger) => `DROP TRIGGER IF EXISTS ${trigger};`)
  .join(' ')

/**
 * What is kept about the tasks that have not ended, so that a claim counts none of them: triggers change the counts with
 * each task. A claim looks at the accounts of its queue that are stale, and finds the others in the order of an index.
 */
export const taskCounts = `
CREATE TABLE queue_account (
  queue TEXT NOT NULL, account TEXT NOT NULL, ${countNames.map((count) => `${count} INTEGER NOT NULL DEFAULT 0`).join(', ')},
  share REAL, first_due INTEGER, first_id TEXT, first_created INTEGER,
  ready INTEGER NOT NULL DEFAULT 0, at_limit INTEGER NOT NULL DEFAULT 0, stale INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (account, queue)
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_account_ready ON queue_account (queue, share, first_due, first_id) WHERE ready = 1;
CREATE INDEX queue_account_later ON queue_account (queue, first_due) WHERE ready = 0 AND at_limit = 0 AND first_due IS NOT NULL;
CREATE INDEX queue_account_stale ON queue_account (queue) WHERE stale = 1;
CREATE INDEX queue_account_at_limit ON queue_account (account) WHERE at_limit = 1;
CREATE TABLE queue_count (queue TEXT PRIMARY KEY, running INTEGER NOT NULL) STRICT, WITHOUT ROWID;
${countTriggers}
${recount}`
