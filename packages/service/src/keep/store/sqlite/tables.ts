/**
 * The tables that all migrations make of nothing, for a new file. Written by `npm test -- packages/service/test/migrations -u`;
 * what has changed in it is what a migration changes.
 */
export const tables = `
CREATE TABLE account (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, unlimited INTEGER NOT NULL, created INTEGER NOT NULL
    , available INTEGER NOT NULL DEFAULT 0 CHECK (available BETWEEN 0 AND 9007199254740991), held INTEGER NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND 9007199254740991), weight REAL NOT NULL DEFAULT 1 CHECK (weight > 0), running_limit INTEGER CHECK (running_limit >= 0), disabled INTEGER NOT NULL DEFAULT 0, low_balance INTEGER, events INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE api_key (
      hash TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account(id), created INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
    , id TEXT NOT NULL DEFAULT '', name TEXT NOT NULL DEFAULT '', expires INTEGER, scopes TEXT, daily_tasks INTEGER CHECK (daily_tasks BETWEEN 0 AND 9007199254740991), daily_credits INTEGER CHECK (daily_credits BETWEEN 0 AND 9007199254740991)) STRICT, WITHOUT ROWID;
CREATE TABLE task (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, model TEXT NOT NULL, kind TEXT NOT NULL, parameters TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status = 'queued' OR status = 'processing' OR status = 'completed' OR status = 'failed'),
      created INTEGER NOT NULL, progress REAL NOT NULL DEFAULT 0, submission TEXT NOT NULL DEFAULT 'none', submission_at INTEGER, submission_reference TEXT,
      result_file TEXT, result_type TEXT, result_bytes INTEGER, result_seconds REAL, error TEXT
    , amount INTEGER NOT NULL DEFAULT 0 CHECK (amount BETWEEN 0 AND 9007199254740991), queue TEXT NOT NULL DEFAULT 'default', stage TEXT NOT NULL DEFAULT 'ended' CHECK (stage = 'waiting' OR stage = 'sent' OR stage = 'accepted' OR stage = 'running' OR stage = 'dead' OR stage = 'ended'), lease_owner TEXT, not_before INTEGER NOT NULL DEFAULT 0, faults INTEGER NOT NULL DEFAULT 0, dead_since INTEGER, dead_reason TEXT, refusals TEXT, upstream_fields TEXT, ended INTEGER, upstream_word TEXT, submission_doubt TEXT, result_others TEXT, upstream_usage TEXT, cancel_reason TEXT, submission_identity TEXT, submission_attempts INTEGER NOT NULL DEFAULT 0, handler TEXT, deaths INTEGER NOT NULL DEFAULT 0, error_class TEXT, accepted_at INTEGER, api_key TEXT, routing TEXT, trace TEXT, idempotency_key TEXT, idempotency_hash TEXT, price INTEGER, fallbacks TEXT, tried TEXT, polled TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE idempotency (
      account TEXT NOT NULL, key TEXT NOT NULL, body_hash TEXT NOT NULL, task TEXT NOT NULL, created INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE asset (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, status TEXT NOT NULL CHECK (status = 'pending' OR status = 'approved' OR status = 'rejected'),
      content_type TEXT NOT NULL, bytes INTEGER NOT NULL, file TEXT NOT NULL, created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE INDEX task_result ON task (created, id) WHERE result_file IS NOT NULL;
CREATE INDEX idempotency_age ON idempotency (created);
CREATE TABLE webhook_delivery (
      task TEXT NOT NULL, account TEXT NOT NULL, receiver TEXT NOT NULL, type TEXT NOT NULL,
      ended INTEGER NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, given_up INTEGER, answer TEXT, PRIMARY KEY (task, receiver)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_due ON webhook_delivery (receiver, due, task);
CREATE INDEX task_asked ON task (queue, not_before) WHERE stage IN ('sent', 'accepted');
CREATE INDEX task_owner ON task (lease_owner) WHERE lease_owner IS NOT NULL;
CREATE INDEX task_dead ON task (dead_since) WHERE stage = 'dead';
CREATE TABLE process (id TEXT PRIMARY KEY, beat INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX asset_of_account ON asset (account, created, id);
CREATE UNIQUE INDEX api_key_id ON api_key (id);
CREATE TABLE key_usage (
      key TEXT NOT NULL, day INTEGER NOT NULL, tasks INTEGER NOT NULL CHECK (tasks >= 0), credits INTEGER NOT NULL CHECK (credits >= 0),
      PRIMARY KEY (key, day)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE task_callback (task TEXT PRIMARY KEY, url TEXT NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX task_callback_age ON task_callback (created);
CREATE INDEX task_queued ON task (account, id) WHERE status = 'queued';
CREATE INDEX task_queued_of_model ON task (account, model, id) WHERE status = 'queued';
CREATE INDEX task_processing ON task (account, id) WHERE status = 'processing';
CREATE INDEX task_processing_of_model ON task (account, model, id) WHERE status = 'processing';
CREATE INDEX task_completed_of_model ON task (account, model, id) WHERE status = 'completed';
CREATE INDEX task_failed ON task (account, id) WHERE status = 'failed';
CREATE INDEX task_failed_of_model ON task (account, model, id) WHERE status = 'failed';
CREATE TABLE spent (
      account TEXT NOT NULL, day INTEGER NOT NULL, credits INTEGER NOT NULL CHECK (credits BETWEEN 0 AND 9007199254740991), PRIMARY KEY (account, day)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_given_up ON webhook_delivery (given_up) WHERE given_up IS NOT NULL;
CREATE INDEX task_completed ON task (account, id, amount, ended, created) WHERE status = 'completed';
CREATE INDEX task_waiting ON task (queue, account, not_before, id, created, faults) WHERE stage = 'waiting';
CREATE INDEX task_running ON task (account, queue, stage, faults) WHERE stage IN ('running', 'accepted');
CREATE TABLE loose_file (file TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX account_age ON account (created, id);
CREATE INDEX api_key_age ON api_key (created, id);
CREATE INDEX api_key_of_account ON api_key (account, created, id);
CREATE INDEX task_ended ON task (status, ended, id, amount) WHERE status IN ('completed', 'failed');
CREATE INDEX spent_of_day ON spent (day, credits);
CREATE INDEX webhook_due_of_account ON webhook_delivery (receiver, account, due, task, given_up) WHERE given_up IS NULL;
CREATE TABLE ended_session (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE queue_account (
  queue TEXT NOT NULL, account TEXT NOT NULL, waiting INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0, running INTEGER NOT NULL DEFAULT 0, dead INTEGER NOT NULL DEFAULT 0, faults INTEGER NOT NULL DEFAULT 0,
  share REAL, first_due INTEGER, first_id TEXT, first_created INTEGER,
  ready INTEGER NOT NULL DEFAULT 0, at_limit INTEGER NOT NULL DEFAULT 0, stale INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (account, queue)
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_account_ready ON queue_account (queue, share, first_due, first_id) WHERE ready = 1;
CREATE INDEX queue_account_later ON queue_account (queue, first_due) WHERE ready = 0 AND at_limit = 0 AND first_due IS NOT NULL;
CREATE INDEX queue_account_stale ON queue_account (queue) WHERE stale = 1;
CREATE INDEX queue_account_at_limit ON queue_account (account) WHERE at_limit = 1;
CREATE TABLE queue_count (queue TEXT PRIMARY KEY, running INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX task_latest ON task (status, id) WHERE status IN ('queued', 'processing');
CREATE INDEX task_facts ON task (id, status, queue, model, account, error_class);
CREATE INDEX task_outcome ON task (queue, status, ended, id, error_class, created) WHERE status IN ('completed', 'failed');
CREATE INDEX task_reference ON task (submission_reference) WHERE submission_reference IS NOT NULL;
CREATE INDEX idempotency_key ON idempotency (key);
CREATE TABLE operator_action (
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT
    ) STRICT;
CREATE INDEX operator_action_of_subject ON operator_action (subject, id);
CREATE TABLE upstream_hold (queue TEXT PRIMARY KEY, since INTEGER NOT NULL, who TEXT NOT NULL, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE service_process (
      name TEXT PRIMARY KEY, started INTEGER NOT NULL, seen INTEGER NOT NULL,
      drain_since INTEGER, drain_by TEXT, remaining INTEGER, empty_since INTEGER
    , reload_asked INTEGER NOT NULL DEFAULT 0, reload_by TEXT, reload_answered INTEGER NOT NULL DEFAULT 0, reload_outcome TEXT) STRICT, WITHOUT ROWID;
CREATE TRIGGER one_task_per_reference BEFORE UPDATE OF submission_reference ON task
      WHEN NEW.submission_reference IS NOT OLD.submission_reference AND EXISTS (
        SELECT 1 FROM task AS other WHERE other.submission_reference = NEW.submission_reference AND other.queue = NEW.queue AND other.id <> NEW.id
          AND coalesce(other.submission_identity = NEW.submission_identity, true)
      )
    BEGIN SELECT RAISE(IGNORE); END;
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
CREATE TABLE lost_keys (at INTEGER NOT NULL) STRICT;
CREATE TABLE task_event (account TEXT NOT NULL, number INTEGER NOT NULL, task TEXT NOT NULL, PRIMARY KEY (account, number)) STRICT, WITHOUT ROWID;
CREATE INDEX task_event_of_task ON task_event (task);
CREATE TRIGGER number_ended_task AFTER UPDATE OF stage ON task WHEN NEW.stage = 'ended' AND OLD.stage <> 'ended' BEGIN
      UPDATE account SET events = events + 1 WHERE id = NEW.account;
      INSERT INTO task_event (account, number, task) SELECT id, events, NEW.id FROM account WHERE id = NEW.account;
    END;
CREATE TRIGGER forget_events AFTER DELETE ON task BEGIN DELETE FROM task_event WHERE task = OLD.id; END;
CREATE TRIGGER begin_counting_new_task BEFORE INSERT ON task WHEN NEW.stage <> 'ended' AND NOT EXISTS (SELECT 1 FROM queue_account WHERE account = NEW.account AND queue = NEW.queue) BEGIN 
  INSERT INTO queue_account (queue, account) VALUES (NEW.queue, NEW.account);
  INSERT INTO queue_count (queue, running) SELECT NEW.queue, 0 WHERE NOT EXISTS (SELECT 1 FROM queue_count WHERE queue = NEW.queue);
END;
CREATE TRIGGER begin_counting_changed_task BEFORE UPDATE OF queue, stage ON task WHEN NEW.stage <> 'ended' AND NOT EXISTS (SELECT 1 FROM queue_account WHERE account = NEW.account AND queue = NEW.queue) BEGIN 
  INSERT INTO queue_account (queue, account) VALUES (NEW.queue, NEW.account);
  INSERT INTO queue_count (queue, running) SELECT NEW.queue, 0 WHERE NOT EXISTS (SELECT 1 FROM queue_count WHERE queue = NEW.queue);
END;
CREATE TRIGGER note_new_task AFTER INSERT ON task WHEN NEW.stage <> 'ended' BEGIN 
  UPDATE queue_account SET waiting = waiting + CASE WHEN NEW.stage = 'waiting' THEN 1 ELSE 0 END, sent = sent + CASE WHEN NEW.stage = 'sent' THEN 1 ELSE 0 END, running = running + CASE WHEN NEW.stage IN ('running', 'accepted') THEN 1 ELSE 0 END, dead = dead + CASE WHEN NEW.stage = 'dead' THEN 1 ELSE 0 END, faults = faults + CASE WHEN NEW.stage = 'ended' THEN 0 ELSE NEW.faults END, stale = 1
    WHERE account = NEW.account AND queue = NEW.queue;
END;
CREATE TRIGGER note_new_running_task AFTER INSERT ON task WHEN CASE WHEN NEW.stage IN ('running', 'accepted') THEN 1 ELSE 0 END = 1 BEGIN 
  UPDATE queue_count SET running = running + 1 WHERE queue = NEW.queue AND CASE WHEN NEW.stage IN ('running', 'accepted') THEN 1 ELSE 0 END = 1;
END;
CREATE TRIGGER note_removed_task AFTER DELETE ON task WHEN OLD.stage <> 'ended' BEGIN 
  UPDATE queue_account SET waiting = waiting - CASE WHEN OLD.stage = 'waiting' THEN 1 ELSE 0 END, sent = sent - CASE WHEN OLD.stage = 'sent' THEN 1 ELSE 0 END, running = running - CASE WHEN OLD.stage IN ('running', 'accepted') THEN 1 ELSE 0 END, dead = dead - CASE WHEN OLD.stage = 'dead' THEN 1 ELSE 0 END, faults = faults - CASE WHEN OLD.stage = 'ended' THEN 0 ELSE OLD.faults END, stale = 1
    WHERE account = OLD.account AND queue = OLD.queue;
  UPDATE queue_count SET running = running - CASE WHEN OLD.stage IN ('running', 'accepted') THEN 1 ELSE 0 END WHERE queue = OLD.queue;
  UPDATE queue_account SET stale = 1 WHERE account = OLD.account AND at_limit = 1;
END;
CREATE TRIGGER note_changed_task AFTER UPDATE OF queue, stage, faults, not_before ON task WHEN
  OLD.queue <> NEW.queue OR OLD.faults <> NEW.faults OR NEW.stage = 'waiting' AND OLD.not_before <> NEW.not_before
  OR OLD.stage <> NEW.stage AND NOT (OLD.stage IN ('running', 'accepted') AND NEW.stage IN ('running', 'accepted'))
BEGIN 
  UPDATE queue_account SET waiting = waiting - CASE WHEN OLD.stage = 'waiting' THEN 1 ELSE 0 END, sent = sent - CASE WHEN OLD.stage = 'sent' THEN 1 ELSE 0 END, running = running - CASE WHEN OLD.stage IN ('running', 'accepted') THEN 1 ELSE 0 END, dead = dead - CASE WHEN OLD.stage = 'dead' THEN 1 ELSE 0 END, faults = faults - CASE WHEN OLD.stage = 'ended' THEN 0 ELSE OLD.faults END, stale = 1
    WHERE account = OLD.account AND queue = OLD.queue;
  UPDATE queue_count SET running = running - CASE WHEN OLD.stage IN ('running', 'accepted') THEN 1 ELSE 0 END WHERE queue = OLD.queue;
  UPDATE queue_account SET stale = 1 WHERE account = OLD.account AND at_limit = 1; 
  UPDATE queue_account SET waiting = waiting + CASE WHEN NEW.stage = 'waiting' THEN 1 ELSE 0 END, sent = sent + CASE WHEN NEW.stage = 'sent' THEN 1 ELSE 0 END, running = running + CASE WHEN NEW.stage IN ('running', 'accepted') THEN 1 ELSE 0 END, dead = dead + CASE WHEN NEW.stage = 'dead' THEN 1 ELSE 0 END, faults = faults + CASE WHEN NEW.stage = 'ended' THEN 0 ELSE NEW.faults END, stale = 1
    WHERE account = NEW.account AND queue = NEW.queue; 
  UPDATE queue_count SET running = running + 1 WHERE queue = NEW.queue AND CASE WHEN NEW.stage IN ('running', 'accepted') THEN 1 ELSE 0 END = 1;
END;
CREATE TRIGGER note_changed_share AFTER UPDATE OF weight, running_limit ON account BEGIN
  UPDATE queue_account SET stale = 1 WHERE account = NEW.id;
END;
CREATE VIEW task_in_budgets AS SELECT account, api_key, amount, created FROM task;
CREATE TRIGGER count_new_task AFTER INSERT ON task WHEN NEW.amount > 0 AND EXISTS (SELECT 1 FROM budget) BEGIN
  INSERT INTO task_in_budgets VALUES (NEW.account, NEW.api_key, NEW.amount, NEW.created);
END;
CREATE TRIGGER count_in_budgets INSTEAD OF INSERT ON task_in_budgets BEGIN
  INSERT INTO budget_use (subject, period, start, credits)
    SELECT subject, period, CASE period WHEN 'day' THEN NEW.created - NEW.created % 86400000 ELSE (
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(NEW.created AS INTEGER) / 86400000 AS days, (CAST(NEW.created AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
) END, 0 FROM budget WHERE subject IN (NEW.account, NEW.api_key)
      AND NOT EXISTS (SELECT 1 FROM budget_use AS used WHERE used.subject = budget.subject AND used.period = budget.period AND used.start = CASE budget.period WHEN 'day' THEN NEW.created - NEW.created % 86400000 ELSE (
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(NEW.created AS INTEGER) / 86400000 AS days, (CAST(NEW.created AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
) END);
  UPDATE budget_use SET credits = credits + NEW.amount WHERE subject IN (NEW.account, NEW.api_key) AND start = CASE period WHEN 'day' THEN NEW.created - NEW.created % 86400000 ELSE (
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(NEW.created AS INTEGER) / 86400000 AS days, (CAST(NEW.created AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
) END
    AND EXISTS (SELECT 1 FROM budget WHERE budget.subject = budget_use.subject AND budget.period = budget_use.period);
  INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    SELECT * FROM (
      SELECT 'alert_' || subject || '_' || period || '_' || start || '_' || percent || '_' || credits AS alert, 'budget.reached', NEW.account, subject, period, start, percent, credits,
        counted, hard, NEW.created
      FROM (
        SELECT budget.*, used.start, used.credits AS counted, budget.warn AS percent FROM budget JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period
        AND used.start = CASE budget.period WHEN 'day' THEN NEW.created - NEW.created % 86400000 ELSE (
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(NEW.created AS INTEGER) / 86400000 AS days, (CAST(NEW.created AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
) END WHERE (budget.subject = NEW.account OR budget.subject = NEW.api_key) AND warn IS NOT NULL
        UNION ALL SELECT budget.*, used.start, used.credits, 100 FROM budget JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period
        AND used.start = CASE budget.period WHEN 'day' THEN NEW.created - NEW.created % 86400000 ELSE (
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(NEW.created AS INTEGER) / 86400000 AS days, (CAST(NEW.created AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
) END WHERE (budget.subject = NEW.account OR budget.subject = NEW.api_key)
      ) WHERE counted * 100 >= credits * percent
    ) WHERE NOT EXISTS (SELECT 1 FROM alert WHERE id = alert);
END;
CREATE TRIGGER count_changed_task AFTER UPDATE OF amount ON task WHEN OLD.amount <> NEW.amount BEGIN
  UPDATE budget_use SET credits = CASE WHEN credits + NEW.amount > OLD.amount THEN credits + NEW.amount - OLD.amount ELSE 0 END
    WHERE subject IN (NEW.account, NEW.api_key) AND start = CASE period WHEN 'day' THEN NEW.created - NEW.created % 86400000 ELSE (
  SELECT (days - day_of_year + (153 * ((5 * day_of_year + 2) / 153) + 2) / 5) * 86400000 FROM (
    SELECT days, day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) AS day_of_year FROM (
      SELECT days, day_of_era, (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 AS year_of_era FROM (
        SELECT CAST(NEW.created AS INTEGER) / 86400000 AS days, (CAST(NEW.created AS INTEGER) / 86400000 + 719468) % 146097 AS day_of_era
      )
    )
  )
) END;
END;
CREATE TABLE ledger (
  account TEXT NOT NULL, subject TEXT NOT NULL, step INTEGER NOT NULL, kind TEXT NOT NULL,
  available INTEGER NOT NULL, held INTEGER NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (account, subject, step),
  CHECK (
    kind = 'grant' AND step = 0 AND available <> 0 AND held = 0
    OR kind = 'hold' AND step = 0 AND held BETWEEN 0 AND 9007199254740991 AND available = -held
    OR kind = 'settle' AND step = 1 AND available BETWEEN 0 AND 9007199254740991 AND -held BETWEEN 0 AND 9007199254740991 AND -held >= available
    OR kind = 'release' AND step = 1 AND available BETWEEN 0 AND 9007199254740991 AND held = -available
  )
) STRICT, WITHOUT ROWID;
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
  UPDATE OR ROLLBACK spent SET credits = credits - OLD.available WHERE account = OLD.account AND day = OLD.created / 86400000;
END;
CREATE TABLE asked_record (id TEXT PRIMARY KEY, watermark INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE INDEX task_upstream_id ON task (substr(substr(substr(submission_reference, instr(submission_reference, ':') + 1), instr(substr(submission_reference, instr(submission_reference, ':') + 1), ':') + 1), 1, instr(substr(substr(submission_reference, instr(submission_reference, ':') + 1), instr(substr(submission_reference, instr(submission_reference, ':') + 1), ':') + 1) || ':', ':') - 1)) WHERE instr(submission_reference, ':') > 0;
CREATE TABLE rewind (at INTEGER NOT NULL) STRICT;
CREATE TABLE upstream_credits (
  queue TEXT PRIMARY KEY, held INTEGER NOT NULL, settled INTEGER NOT NULL, released INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER begin_counting_credits BEFORE INSERT ON task WHEN NOT EXISTS (SELECT 1 FROM upstream_credits WHERE queue = NEW.queue) BEGIN 
  INSERT INTO upstream_credits (queue, held, settled, released) VALUES (NEW.queue, 0, 0, 0);
END;
CREATE TRIGGER begin_counting_moved_credits BEFORE UPDATE OF queue ON task WHEN NOT EXISTS (SELECT 1 FROM upstream_credits WHERE queue = NEW.queue) BEGIN 
  INSERT INTO upstream_credits (queue, held, settled, released) VALUES (NEW.queue, 0, 0, 0);
END;
CREATE TRIGGER count_credits_of_task AFTER INSERT ON task WHEN EXISTS (SELECT 1 FROM ledger AS entry WHERE entry.account = NEW.account AND entry.subject = NEW.id) BEGIN
  UPDATE upstream_credits SET (held, settled, released) = (SELECT upstream_credits.held + sum(entry.held), upstream_credits.settled + sum(CASE WHEN entry.kind = 'settle' THEN -entry.held - entry.available ELSE 0 END), upstream_credits.released + sum(CASE WHEN entry.kind = 'hold' THEN 0 ELSE entry.available END) FROM ledger AS entry WHERE entry.account = NEW.account AND entry.subject = NEW.id) WHERE queue = NEW.queue;
END;
CREATE TRIGGER count_credits_of_end AFTER INSERT ON ledger WHEN NEW.step = 1 BEGIN
  UPDATE upstream_credits SET held = held + NEW.held, settled = settled + CASE WHEN NEW.kind = 'settle' THEN -NEW.held - NEW.available ELSE 0 END, released = released + CASE WHEN NEW.kind = 'hold' THEN 0 ELSE NEW.available END
    WHERE queue = (SELECT queue FROM task WHERE id = NEW.subject);
END;
CREATE TRIGGER count_returned_credits AFTER UPDATE OF available ON ledger WHEN NEW.kind = 'settle' BEGIN
  UPDATE upstream_credits SET settled = settled + OLD.available - NEW.available, released = released + NEW.available - OLD.available
    WHERE queue = (SELECT queue FROM task WHERE id = NEW.subject);
END;
CREATE TRIGGER move_credits AFTER UPDATE OF queue ON task WHEN NEW.queue <> OLD.queue BEGIN
  UPDATE upstream_credits SET held = held - (SELECT coalesce(sum(entry.held), 0) FROM ledger AS entry WHERE entry.account = NEW.account AND entry.subject = NEW.id) WHERE queue = OLD.queue;
  UPDATE upstream_credits SET held = held + (SELECT coalesce(sum(entry.held), 0) FROM ledger AS entry WHERE entry.account = NEW.account AND entry.subject = NEW.id) WHERE queue = NEW.queue;
END;
CREATE TABLE value_list (id TEXT PRIMARY KEY, list TEXT NOT NULL, read_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`
