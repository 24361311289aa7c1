import { creditColumns, creditsFromLedger, creditsOfEntry } from '../upstream-credits.js'
import { advisoryClasses } from './advisory-locks.js'

const list = creditColumns.join(', ')
const added = creditsOfEntry('entry')
  .map((count) => `sum(${count})::bigint`)
  .join(', ')

/** Adds what new rows of a table, called `rows`, mean for each queue; `from` joins the entries of the ledger to their tasks. */
function countingOf({
  ofWhat,
  table,
  rows,
  queue,
  from,
}: Record<'ofWhat' | 'table' | 'rows' | 'queue' | 'from', string>): string {
  return `CREATE FUNCTION count_credits_of_${ofWhat}() RETURNS trigger LANGUAGE plpgsql AS $count$
BEGIN
  INSERT INTO upstream_credits (queue, ${list})
  SELECT ${queue}, ${added} FROM ${from} GROUP BY ${queue};
  RETURN NULL;
END $count$;
CREATE TRIGGER count_credits_of_${ofWhat} AFTER INSERT ON ${table} REFERENCING NEW TABLE AS ${rows}
  FOR EACH STATEMENT EXECUTE FUNCTION count_credits_of_${ofWhat}();`
}

/**
 * What the tasks of each upstream hold, were charged and got back. Triggers add a row in the transaction that writes the
 * ledger, so that the rows equal it at any moment, also after kills, and those who submit and end tasks never wait for each
 * other. What a task holds is in the ledger when the statement that adds the task ends, also in a restore. The rows of an
 * upstream are folded into one from time to time, by one process.
 */
export const creditTables = `
CREATE TABLE upstream_credits (
  queue text COLLATE "C" NOT NULL, ${creditColumns.map((column) => `${column} bigint NOT NULL`).join(', ')}
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
${countingOf({ ofWhat: 'tasks', table: 'task', rows: 'added', queue: 'added.queue', from: 'added JOIN ledger AS entry ON entry.account = added.account AND entry.subject = added.id' })}
${countingOf({ ofWhat: 'ends', table: 'ledger', rows: 'entry', queue: 'task.queue', from: 'entry JOIN task ON task.id = entry.subject WHERE entry.step = 1' })}
CREATE FUNCTION move_credits() RETURNS trigger LANGUAGE plpgsql AS $move$
BEGIN
  INSERT INTO upstream_credits (queue, ${list})
  SELECT moved.queue, moved.sign * sum(ledger.held)::bigint, 0, 0
  FROM ledger CROSS JOIN (VALUES (OLD.queue, -1), (NEW.queue, 1)) AS moved (queue, sign)
  WHERE ledger.account = NEW.account AND ledger.subject = NEW.id GROUP BY moved.queue, moved.sign HAVING sum(ledger.held) <> 0;
  RETURN NULL;
END $move$;
CREATE TRIGGER move_credits AFTER UPDATE OF queue ON task FOR EACH ROW WHEN (OLD.queue <> NEW.queue) EXECUTE FUNCTION move_credits();
CREATE FUNCTION fold_credits() RETURNS void LANGUAGE plpgsql AS $fold$
BEGIN
  IF pg_try_advisory_xact_lock(${advisoryClasses.credits}, 0) THEN
    WITH noted AS (DELETE FROM upstream_credits RETURNING *)
    INSERT INTO upstream_credits (queue, ${list})
    SELECT queue, ${creditColumns.map((column) => `sum(${column})::bigint`).join(', ')} FROM noted GROUP BY queue;
  END IF;
END $fold$;
INSERT INTO upstream_credits (queue, ${list}) ${creditsFromLedger};`
