/** Any number, the same in every service: whoever holds this lock, until its transaction ends, is the only one to claim. */
const claimLock = 7_261_944_382

/**
 * What follows SELECT to find any waiting task of a queue. In the order of its index: without one the server, whose plan is
 * for any queue, expects a match soon and reads the whole table for a queue in which nothing waits while another is full.
 */
export const firstWaiting = (queue: string): string =>
  `FROM task WHERE queue = ${queue} AND stage = 'waiting' ORDER BY account, not_before, id LIMIT 1`

/**
 * Claims waiting tasks, in one statement for the caller: a process that is frozen between two statements would keep the
 * lock. Claims follow one another, so that what one counts as running includes what the one before has claimed: each
 * statement of the function sees what was committed before it began. The lock on the claimer's heartbeat conflicts with
 * the sweep that removes it.
 *
 * A claim is the only change that may be lost when the server crashes: then nobody holds the task.
 */
export const claimTasks = `
CREATE OR REPLACE FUNCTION claim_tasks(p_owner uuid, p_lifetime bigint, p_queue text, p_room integer, p_concurrency integer, p_last text[])
RETURNS SETOF task LANGUAGE plpgsql AS $claim$
DECLARE
  moment bigint;
BEGIN
  PERFORM ${firstWaiting('p_queue')};
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(${claimLock});
  moment := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  PERFORM FROM process WHERE id = p_owner AND beat > moment - p_lifetime FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH RECURSIVE waiting (account) AS (
    (SELECT task.account FROM task WHERE queue = p_queue AND stage = 'waiting' ORDER BY task.account LIMIT 1)
    UNION ALL
    SELECT (
      SELECT task.account FROM task WHERE queue = p_queue AND stage = 'waiting' AND task.account > waiting.account
      ORDER BY task.account LIMIT 1
    ) FROM waiting WHERE waiting.account IS NOT NULL
  ), running AS (
    SELECT task.account, count(*) FILTER (WHERE queue = p_queue) AS here, count(*) AS everywhere
    FROM task WHERE stage IN ('running', 'accepted') GROUP BY task.account
  ), doubtful AS (
    SELECT task.account, count(*) AS tasks FROM task WHERE queue = p_queue AND stage IN ('sent', 'accepted') AND stage = 'sent' GROUP BY task.account
  ), free AS (
    SELECT least(p_room, p_concurrency - coalesce(sum(here), 0)) AS places FROM running
  ), due AS (
    SELECT oldest.id, oldest.not_before, (coalesce(running.here, 0) + coalesce(doubtful.tasks, 0) + oldest.place) / account.weight AS share,
      coalesce(array_position(p_last, waiting.account), 0) AS turn
    FROM waiting
    JOIN account ON account.id = waiting.account
    LEFT JOIN running ON running.account = waiting.account
    LEFT JOIN doubtful ON doubtful.account = waiting.account
    CROSS JOIN free
    CROSS JOIN LATERAL (
      SELECT first.id, first.not_before, row_number() OVER (ORDER BY first.not_before, first.id) AS place FROM (
        SELECT task.id, task.not_before FROM task
        WHERE queue = p_queue AND task.account = waiting.account AND stage = 'waiting' AND task.not_before <= moment
        ORDER BY task.not_before, task.id
        LIMIT greatest(0, least(free.places, account.running_limit - coalesce(running.everywhere, 0)))
      ) AS first
    ) AS oldest
  ), chosen AS (
    SELECT due.id FROM due ORDER BY due.turn, due.share, due.not_before, due.id
    LIMIT greatest(0, (SELECT places FROM free))
  ), locked AS (
    SELECT task.id FROM task WHERE task.id IN (SELECT chosen.id FROM chosen) AND stage = 'waiting' FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE task SET lease_owner = p_owner, stage = 'running', status = 'processing' FROM locked WHERE task.id = locked.id RETURNING task.*;
END
$claim$;`
