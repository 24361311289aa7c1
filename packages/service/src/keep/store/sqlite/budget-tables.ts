import { alertId } from '../budget-store.js'

/** When the month of a moment began, by the arithmetic of the Gregorian calendar, whose years begin in March here. */
const monthStart = (at: string): string => `(
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(${at} AS INTEGER) / 86400000 AS days, (CAST(${at} AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
)`

/**
 * When the period of a moment began, as SQL; both are milliseconds since the Unix epoch, UTC. Not by strftime: a trigger with
 * a function that can fail has SQLite copy every page that the statement changes, which costs a submit more than its rows.
 */
export const budgetStart = (period: string, at: string): string =>
  `CASE ${period} WHEN 'day' THEN ${at} - ${at} % 86400000 ELSE ${monthStart(at)} END`

/** The budgets that a new task counts in, with what is used of them. */
const touched = `budget JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period
        AND used.start = ${budgetStart('budget.period', 'NEW.created')} WHERE (budget.subject = NEW.account OR budget.subject = NEW.api_key)`

const start = budgetStart('period', 'NEW.created')

/**
 * Count a task in its budgets and note those that it reaches, without upserts, as the counts of queues. What is long stands in
 * the trigger of a view, since SQLite makes room for all of a trigger before it asks whether its condition holds.
 */
export const budgetTriggers = `
CREATE VIEW task_in_budgets AS SELECT account, api_key, amount, created FROM task;
CREATE TRIGGER count_new_task AFTER INSERT ON task WHEN NEW.amount > 0 AND EXISTS (SELECT 1 FROM budget) BEGIN
  INSERT INTO task_in_budgets VALUES (NEW.account, NEW.api_key, NEW.amount, NEW.created);
END;
CREATE TRIGGER count_in_budgets INSTEAD OF INSERT ON task_in_budgets BEGIN
  INSERT INTO budget_use (subject, period, start, credits)
    SELECT subject, period, ${start}, 0 FROM budget WHERE subject IN (NEW.account, NEW.api_key)
      AND NOT EXISTS (SELECT 1 FROM budget_use AS used WHERE used.subject = budget.subject AND used.period = budget.period AND used.start = ${budgetStart('budget.period', 'NEW.created')});
  UPDATE budget_use SET credits = credits + NEW.amount WHERE subject IN (NEW.account, NEW.api_key) AND start = ${start}
    AND EXISTS (SELECT 1 FROM budget WHERE budget.subject = budget_use.subject AND budget.period = budget_use.period);
  INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    SELECT * FROM (
      SELECT ${alertId('subject', 'period', 'start', 'percent', 'credits')} AS alert, 'budget.reached', NEW.account, subject, period, start, percent, credits,
        counted, hard, NEW.created
      FROM (
        SELECT budget.*, used.start, used.credits AS counted, budget.warn AS percent FROM ${touched} AND warn IS NOT NULL
        UNION ALL SELECT budget.*, used.start, used.credits, 100 FROM ${touched}
      ) WHERE counted * 100 >= credits * percent
    ) WHERE NOT EXISTS (SELECT 1 FROM alert WHERE id = alert);
END;
CREATE TRIGGER count_changed_task AFTER UPDATE OF amount ON task WHEN OLD.amount <> NEW.amount BEGIN
  UPDATE budget_use SET credits = CASE WHEN credits + NEW.amount > OLD.amount THEN credits + NEW.amount - OLD.amount ELSE 0 END
    WHERE subject IN (NEW.account, NEW.api_key) AND start = ${start};
END;`

/** Before they are made anew. The trigger of a view goes with it. */
export const dropBudgetTriggers =
  'DROP VIEW IF EXISTS task_in_budgets; DROP TRIGGER IF EXISTS count_new_task; DROP TRIGGER IF EXISTS count_changed_task;'

/**
 * Budgets, and what is used of them. Triggers count in the transaction that accepts or ends a task, so that the counts
 * equal what the tasks hold or were charged at any moment, also after kills.
 */
export const budgetTables = `
ALTER TABLE account ADD COLUMN low_balance INTEGER;
CREATE TABLE budget (
  subject TEXT NOT NULL, period TEXT NOT NULL CHECK (period = 'day' OR period = 'month'), credits INTEGER NOT NULL CHECK (credits BETWEEN 0 AND 9007199254740991),
  hard INTEGER NOT NULL, warn INTEGER CHECK (warn BETWEEN 1 AND 99), created INTEGER NOT NULL, PRIMARY KEY (subject, period)
) STRICT, WITHOUT ROWID;
CREATE TABLE budget_use (
  subject TEXT NOT NULL, period TEXT NOT NULL, start INTEGER NOT NULL, credits INTEGER NOT NULL, PRIMARY KEY (subject, period, start)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert (
  id TEXT PRIMARY KEY, type TEXT NOT NULL, account TEXT NOT NULL, subject TEXT NOT NULL, period TEXT NOT NULL,
  start INTEGER NOT NULL, percent INTEGER, credits INTEGER NOT NULL, counted INTEGER NOT NULL, hard INTEGER NOT NULL, at INTEGER NOT NULL,
  told INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_untold ON alert (at) WHERE told = 0;
CREATE INDEX alert_start ON alert (start);
CREATE INDEX budget_use_start ON budget_use (start);
${budgetTriggers}`
