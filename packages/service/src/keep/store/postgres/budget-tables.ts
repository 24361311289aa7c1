import { alertId } from '../budget-store.js'

const counted = `
  SELECT budget.subject, budget.period, budget_start(budget.period, entry.created) AS start, min(budget.credits) AS credits,
    bool_or(budget.hard) AS hard, min(budget.warn) AS warn, sum(entry.amount)::bigint AS amount, min(entry.account) AS account, max(entry.created) AS at
  FROM entry JOIN budget ON budget.subject IN (entry.account, entry.api_key) WHERE entry.amount > 0 GROUP BY 1, 2, 3`

/**
 * Budgets, and what is used of them. Triggers count in the transaction that accepts or ends a task, so that the counts
 * equal what the tasks hold or were charged at any moment, also after kills, and whichever version of the service has
 * changed the task. `over_budgets` answers which of several submits would exceed a hard budget; it locks the budgets until
 * the end of the transaction, so that racing submits count one after the other.
 */
export const budgetTables = `
ALTER TABLE account ADD COLUMN low_balance bigint;
CREATE TABLE budget (
  subject text COLLATE "C", period text CHECK (period IN ('day', 'month')), credits bigint NOT NULL CHECK (credits BETWEEN 0 AND 9007199254740991),
  hard boolean NOT NULL, warn integer CHECK (warn BETWEEN 1 AND 99), created bigint NOT NULL, PRIMARY KEY (subject, period)
);
CREATE TABLE budget_use (
  subject text COLLATE "C", period text, start bigint, credits bigint NOT NULL, PRIMARY KEY (subject, period, start)
) WITH (fillfactor = 50);
CREATE TABLE alert (
  id text COLLATE "C" PRIMARY KEY, type text NOT NULL, account text COLLATE "C" NOT NULL, subject text COLLATE "C" NOT NULL, period text NOT NULL,
  start bigint NOT NULL, percent integer, credits bigint NOT NULL, counted bigint NOT NULL, hard boolean NOT NULL, at bigint NOT NULL,
  told boolean NOT NULL DEFAULT false
);
CREATE INDEX alert_untold ON alert (at) WHERE NOT told;
CREATE INDEX alert_start ON alert (start);
CREATE INDEX budget_use_start ON budget_use (start);
CREATE FUNCTION budget_start(p_period text, p_at bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $start$
  SELECT CASE p_period WHEN 'day' THEN p_at - p_at % 86400000
    ELSE (extract(epoch FROM date_trunc('month', to_timestamp(p_at / 1000) AT TIME ZONE 'UTC')) * 1000)::bigint END
$start$;
CREATE FUNCTION count_new_tasks() RETURNS trigger LANGUAGE plpgsql AS $count$
BEGIN
  INSERT INTO budget_use AS used (subject, period, start, credits)
  SELECT subject, period, start, amount FROM (${counted}) AS counted ORDER BY subject, period, start
  ON CONFLICT (subject, period, start) DO UPDATE SET credits = used.credits + excluded.credits;
  IF FOUND THEN
    INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    SELECT ${alertId('subject', 'period', 'start', 'percent', 'counted.credits')}, 'budget.reached', account, subject, period, start, percent,
      counted.credits, used.credits, hard, at
    FROM (${counted}) AS counted JOIN budget_use AS used USING (subject, period, start) CROSS JOIN LATERAL (VALUES (warn), (100)) AS threshold (percent)
    WHERE percent IS NOT NULL AND used.credits * 100 >= counted.credits * percent ORDER BY 1
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$count$;
CREATE FUNCTION count_changed_task() RETURNS trigger LANGUAGE plpgsql AS $count$
BEGIN
  PERFORM FROM budget_use WHERE subject IN (NEW.account, NEW.api_key) AND start = budget_start(period, NEW.created)
    ORDER BY subject, period FOR NO KEY UPDATE;
  IF FOUND THEN
    UPDATE budget_use SET credits = greatest(0, credits + NEW.amount - OLD.amount)
      WHERE subject IN (NEW.account, NEW.api_key) AND start = budget_start(period, NEW.created);
  END IF;
  RETURN NULL;
END
$count$;
CREATE FUNCTION over_budgets(p_accounts text[], p_keys text[], p_created bigint[], p_amounts bigint[]) RETURNS SETOF bigint LANGUAGE plpgsql AS $over$
BEGIN
  PERFORM FROM budget WHERE subject = ANY (p_accounts || p_keys) AND hard ORDER BY subject, period FOR NO KEY UPDATE;
  IF FOUND THEN
    RETURN QUERY SELECT DISTINCT place FROM (
      SELECT entry.place, entry.amount, budget.credits, coalesce(used.credits, 0) AS used,
        sum(entry.amount) OVER (PARTITION BY budget.subject, budget.period, period.start ORDER BY entry.place) AS total
      FROM unnest(p_accounts, p_keys, p_created, p_amounts) WITH ORDINALITY AS entry (account, api_key, created, amount, place)
      JOIN budget ON budget.subject IN (entry.account, entry.api_key) AND budget.hard
      CROSS JOIN LATERAL (SELECT budget_start(budget.period, entry.created) AS start) AS period
      LEFT JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period AND used.start = period.start
    ) AS counted WHERE counted.amount > 0 AND counted.used + counted.total > counted.credits;
  END IF;
END
$over$;
CREATE TRIGGER count_new_tasks AFTER INSERT ON task REFERENCING NEW TABLE AS entry FOR EACH STATEMENT EXECUTE FUNCTION count_new_tasks();
CREATE TRIGGER count_changed_task AFTER UPDATE ON task FOR EACH ROW WHEN (OLD.amount <> NEW.amount) EXECUTE FUNCTION count_changed_task();`
