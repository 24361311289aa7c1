import { alertId } from '../budget-store.js'

/** When the period of a moment began, as SQL. */
export const budgetStart = (period: string, at: string): string =>
  `CASE ${period} WHEN 'day' THEN ${at} - ${at} % 86400000 ELSE CAST(strftime('%s', ${at} / 1000, 'unixepoch', 'start of month') AS INTEGER) * 1000 END`

/** The budgets that a new task counts in, with what is used of them. */
const touched = `budget JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period
        AND used.start = ${budgetStart('budget.period', 'NEW.created')} WHERE (budget.subject = NEW.account OR budget.subject = NEW.api_key)`

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
CREATE TRIGGER count_new_task AFTER INSERT ON task WHEN NEW.amount > 0 AND EXISTS (SELECT 1 FROM budget) BEGIN
  INSERT INTO budget_use (subject, period, start, credits)
    SELECT subject, period, ${budgetStart('period', 'NEW.created')}, NEW.amount FROM budget WHERE subject = NEW.account OR subject = NEW.api_key
    ON CONFLICT (subject, period, start) DO UPDATE SET credits = credits + excluded.credits;
  INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    SELECT ${alertId('subject', 'period', 'start', 'percent', 'credits')}, 'budget.reached', NEW.account, subject, period, start, percent, credits,
      counted, hard, NEW.created
    FROM (
      SELECT budget.*, used.start, used.credits AS counted, budget.warn AS percent FROM ${touched} AND warn IS NOT NULL
      UNION ALL SELECT budget.*, used.start, used.credits, 100 FROM ${touched}
    ) WHERE counted * 100 >= credits * percent
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER count_changed_task AFTER UPDATE OF amount ON task WHEN OLD.amount <> NEW.amount BEGIN
  UPDATE budget_use SET credits = max(0, credits + NEW.amount - OLD.amount)
    WHERE subject IN (NEW.account, NEW.api_key) AND start = ${budgetStart('period', 'NEW.created')};
END;`
