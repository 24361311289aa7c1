/** The ends of tasks, numbered by account: by triggers, so that it holds for all that ends a task, also a service of the version before. */
export const eventTables = `
ALTER TABLE account ADD COLUMN events bigint NOT NULL DEFAULT 0;
CREATE TABLE task_event (
  account text COLLATE "C" NOT NULL, number bigint NOT NULL, task text COLLATE "C" NOT NULL, PRIMARY KEY (account, number)
);
CREATE INDEX task_event_of_task ON task_event (task);
CREATE FUNCTION number_ended_task() RETURNS trigger LANGUAGE plpgsql AS $number$
DECLARE latest bigint;
BEGIN
  UPDATE account SET events = events + 1 WHERE id = NEW.account RETURNING events INTO latest;
  INSERT INTO task_event (account, number, task) SELECT NEW.account, latest, NEW.id WHERE latest IS NOT NULL;
  RETURN NULL;
END $number$;
CREATE TRIGGER number_ended_task AFTER UPDATE OF stage ON task FOR EACH ROW
  WHEN (NEW.stage = 'ended' AND OLD.stage <> 'ended') EXECUTE FUNCTION number_ended_task();
CREATE FUNCTION forget_events() RETURNS trigger LANGUAGE plpgsql AS $forget$
BEGIN
  DELETE FROM task_event WHERE task = OLD.id;
  RETURN NULL;
END $forget$;
CREATE TRIGGER forget_events AFTER DELETE ON task FOR EACH ROW EXECUTE FUNCTION forget_events();
`
