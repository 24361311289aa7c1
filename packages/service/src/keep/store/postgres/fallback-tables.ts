import { dayOf } from '../spent.js'

/**
 * What a task holds beyond what it cost comes back as it is settled, by triggers, so that a service of the version before
 * charges no more either. From what it then counts as the cost of a removed task, what came back is taken. The entries that are there
 * fit the check of before, which was narrower.
 * `countable`: the condition on what the tables may count.
 */
export const fallbackTables = (countable: string): string => `
ALTER TABLE ledger DROP CONSTRAINT ledger_check, ADD CONSTRAINT ledger_check CHECK (
    kind = 'grant' AND step = 0 AND available <> 0 AND held = 0
    OR kind = 'hold' AND step = 0 AND held ${countable} AND available = -held
    OR kind = 'settle' AND step = 1 AND available ${countable} AND -held ${countable} AND -held >= available
    OR kind = 'release' AND step = 1 AND available ${countable} AND held = -available
  ) NOT VALID;
ALTER TABLE task ADD COLUMN price bigint;
ALTER TABLE task ADD COLUMN fallbacks text;
ALTER TABLE task ADD COLUMN tried text;
CREATE INDEX task_fallbacks ON task (queue, id) WHERE stage = 'waiting' AND fallbacks IS NOT NULL;
CREATE FUNCTION charge_price() RETURNS trigger LANGUAGE plpgsql AS $charge$
BEGIN
  UPDATE task SET amount = NEW.price WHERE id = NEW.id;
  RETURN NULL;
END $charge$;
CREATE TRIGGER charge_price AFTER UPDATE OF stage ON task FOR EACH ROW
  WHEN (NEW.stage = 'ended' AND OLD.stage <> 'ended' AND NEW.amount > NEW.price) EXECUTE FUNCTION charge_price();
CREATE FUNCTION settle_price() RETURNS trigger LANGUAGE plpgsql AS $settle$
BEGIN
  NEW.available := coalesce((SELECT -NEW.held - price FROM task WHERE id = NEW.subject AND price < -NEW.held), 0);
  RETURN NEW;
END $settle$;
CREATE TRIGGER settle_price BEFORE INSERT ON ledger FOR EACH ROW
  WHEN (NEW.kind = 'settle' AND NEW.available = 0) EXECUTE FUNCTION settle_price();
CREATE FUNCTION forget_price() RETURNS trigger LANGUAGE plpgsql AS $forget$
BEGIN
  UPDATE spent SET credits = credits - OLD.available WHERE account = OLD.account AND day = ${dayOf('OLD.created')};
  RETURN NULL;
END $forget$;
CREATE TRIGGER forget_price AFTER DELETE ON ledger FOR EACH ROW
  WHEN (OLD.kind = 'settle' AND OLD.available > 0) EXECUTE FUNCTION forget_price();`
