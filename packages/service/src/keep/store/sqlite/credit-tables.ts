import { creditColumns, creditsFromLedger, creditsOfEntry } from '../upstream-credits.js'

const list = creditColumns.join(', ')
const ofEntry = creditsOfEntry('NEW')
const ofTask = creditsOfEntry('entry').map(
  (count, index) => `upstream_credits.${creditColumns[index] ?? ''} + sum(${count})`,
)

const queueOfEntry = `(SELECT queue FROM task WHERE id = NEW.subject)`
const entriesOfTask = `FROM ledger AS entry WHERE entry.account = NEW.account AND entry.subject = NEW.id`
const heldByTask = `(SELECT coalesce(sum(entry.held), 0) ${entriesOfTask})`
const isUncounted = `NOT EXISTS (SELECT 1 FROM upstream_credits WHERE queue = NEW.queue)`
const beginCounting = `
  INSERT INTO upstream_credits (queue, ${list}) VALUES (NEW.queue, 0, 0, 0);`

/**
 * What the tasks of each upstream hold, were charged and got back. Triggers count in the transaction that writes the ledger,
 * so that the counts equal it at any moment, also after kills; without upserts, as the counts of queues. What a task holds is
 * in the ledger before the task is there, also in a restore.
 */
export const creditTables = `
CREATE TABLE upstream_credits (
  queue TEXT PRIMARY KEY, ${creditColumns.map((column) => `${column} INTEGER NOT NULL`).join(', ')}
) STRICT, WITHOUT ROWID;
INSERT INTO upstream_credits (queue, ${list}) ${creditsFromLedger};
CREATE TRIGGER begin_counting_credits BEFORE INSERT ON task WHEN ${isUncounted} BEGIN ${beginCounting}
END;
CREATE TRIGGER begin_counting_moved_credits BEFORE UPDATE OF queue ON task WHEN ${isUncounted} BEGIN ${beginCounting}
END;
CREATE TRIGGER count_credits_of_task AFTER INSERT ON task WHEN EXISTS (SELECT 1 ${entriesOfTask}) BEGIN
  UPDATE upstream_credits SET (${list}) = (SELECT ${ofTask.join(', ')} ${entriesOfTask}) WHERE queue = NEW.queue;
END;
CREATE TRIGGER count_credits_of_end AFTER INSERT ON ledger WHEN NEW.step = 1 BEGIN
  UPDATE upstream_credits SET ${creditColumns.map((column, index) => `${column} = ${column} + ${ofEntry[index] ?? '0'}`).join(', ')}
    WHERE queue = ${queueOfEntry};
END;
CREATE TRIGGER count_returned_credits AFTER UPDATE OF available ON ledger WHEN NEW.kind = 'settle' BEGIN
  UPDATE upstream_credits SET settled = settled + OLD.available - NEW.available, released = released + NEW.available - OLD.available
    WHERE queue = ${queueOfEntry};
END;
CREATE TRIGGER move_credits AFTER UPDATE OF queue ON task WHEN NEW.queue <> OLD.queue BEGIN
  UPDATE upstream_credits SET held = held - ${heldByTask} WHERE queue = OLD.queue;
  UPDATE upstream_credits SET held = held + ${heldByTask} WHERE queue = NEW.queue;
END;`
