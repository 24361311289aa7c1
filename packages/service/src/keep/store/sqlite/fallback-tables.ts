import { dayOf } from '../spent.js'

/**
 * What a task holds beyond what it cost comes back as it is settled, by triggers, so that a service of the version before
 * charges no more either. From what it then counts as the cost of a removed task, what came back is taken. SQLite changes no check of a
 * table that is there.
 * `countable`: the condition on what the tables may count.
 */
export const fallbackTables = (countable: string): string => `
ALTER TABLE ledger RENAME TO ledger_before;
CREATE TABLE ledger (
  account TEXT NOT NULL, subject TEXT NOT NULL, step INTEGER NOT NULL, kind TEXT NOT NULL,
  available INTEGER NOT NULL, held INTEGER NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (account, subject, step),
  CHECK (
    kind = 'grant' AND step = 0 AND available <> 0 AND held = 0
    OR kind = 'hold' AND step = 0 AND held ${countable} AND available = -held
    OR kind = 'settle' AND step = 1 AND available ${countable} AND -held ${countable} AND -held >= available
    OR kind = 'release' AND step = 1 AND available ${countable} AND held = -available
  )
) STRICT, WITHOUT ROWID;
INSERT INTO ledger SELECT * FROM ledger_before;
DROP TABLE ledger_before;
ALTER TABLE task ADD COLUMN price INTEGER;
ALTER TABLE task ADD COLUMN fallbacks TEXT;
ALTER TABLE task ADD COLUMN tried TEXT;
CREATE INDEX task_fallbacks ON task (queue, id) WHERE stage = 'waiting' AND fallbacks IS NOT NULL;
CREATE TRIGGER charge_price AFTER UPDATE OF stage ON task WHEN NEW.stage = 'ended' AND OLD.stage <> 'ended' AND NEW.amount > NEW.price BEGIN
  UPDATE OR ROLLBACK task SET amount = price WHERE id = NEW.id;
END;
CREATE TRIGGER settle_price AFTER INSERT ON ledger WHEN NEW.kind = 'settle' AND NEW.available = 0
  AND EXISTS (SELECT 1 FROM task WHERE id = NEW.subject AND price < -NEW.held) BEGIN
  UPDATE OR ROLLBACK account SET available = available - NEW.held - (SELECT price FROM task WHERE id = NEW.subject) WHERE id = NEW.account;
  UPDATE OR ROLLBACK ledger SET available = -NEW.held - (SELECT price FROM task WHERE id = NEW.subject)
    WHERE account = NEW.account AND subject = NEW.subject AND step = NEW.step;
END;
CREATE TRIGGER forget_price AFTER DELETE ON ledger WHEN OLD.kind = 'settle' AND OLD.available > 0 BEGIN
  UPDATE OR ROLLBACK spent SET credits = credits - OLD.available WHERE account = OLD.account AND day = ${dayOf('OLD.created')};
END;`
