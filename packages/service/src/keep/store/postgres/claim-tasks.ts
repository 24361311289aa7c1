import { advisoryClasses } from './advisory-locks.js'
import { byIndex, moment } from './task-counts.js'

/**
 * What follows SELECT to find any waiting task of a queue. In the order of its index: without one the server, whose plan is
 * for any queue, expects a match soon and reads the whole table for a queue in which nothing waits while another is full.
 */
export const firstWaiting = (queue: string): string =>
  `FROM task WHERE queue = ${queue} AND stage = 'waiting' ORDER BY account, not_before, id LIMIT 1`

/** How many accounts whose delay is unchecked a claim checks, and how many at their limit it passes. */
const window = 1000
/** An account at its limit is looked at again as soon as one of its tasks ends, and in case that went unnoticed after these milliseconds, then 8 times as many. */
const firstLook = 1000
const longestLook = 3_600_000

const everywhere = (account: string): string => `
      (SELECT coalesce(sum(running), 0) FROM queue_account WHERE queue_account.account = ${account})
      + (SELECT coalesce(sum(running), 0) FROM task_change WHERE task_change.account = ${account} AND running <> 0)`

/** What is kept of the account `chosen`. Not merged into the query around it (OFFSET 0): one look into an index for each, however few rows the server expects. */
const standing = `
      SELECT queue_account.account, running, sent, weight FROM queue_account JOIN account ON account.id = queue_account.account
      WHERE queue_account.queue = p_queue AND queue_account.account = chosen.account OFFSET 0`

/**
 * Claims waiting tasks, in one statement for the caller: a process that is frozen between two statements would keep the
 * lock. Claims of one queue follow one another, so that what one counts as running includes what the one before has
 * claimed: each statement of the function sees what was committed before it began. Claims of two queues wait for each
 * other only where the same account has tasks in both and a limit over both. The lock on the claimer's heartbeat
 * conflicts with the sweep that removes it.
 *
 * What a claim reads depends on how many tasks it may take, and on what has changed since the last one: accounts stand in
 * the order in which they get places, each with the first of its tasks, and the counts are kept.
 *
 * A claim is the only change that may be lost when the server crashes: then no process holds the task.
 */
export const claimTasks = `
CREATE OR REPLACE FUNCTION claim_tasks(p_owner uuid, p_lifetime bigint, p_queue text, p_room integer, p_concurrency integer, p_last text[])
RETURNS SETOF task LANGUAGE plpgsql
${byIndex} AS $claim$
DECLARE
  moment bigint;
  places bigint;
  delayed text[];
  locked text[];
  name text;
  most bigint;
  one record;
  eligible text[] := '{}';
  rooms bigint[] := '{}';
  full_accounts text[] := '{}';
  level double precision;
  chosen_tasks text[];
BEGIN
  PERFORM ${firstWaiting('p_queue')};
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(${advisoryClasses.queue}, hashtext(p_queue));
  moment := ${moment};
  PERFORM FROM process WHERE id = p_owner AND beat > moment - p_lifetime FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM fold_task_changes(p_queue, moment);
  SELECT array_agg(account) INTO delayed FROM (
    SELECT account FROM queue_account WHERE queue = p_queue AND NOT ready AND look_at <= moment ORDER BY look_at LIMIT ${window}
  ) AS later;
  IF delayed IS NOT NULL THEN
    PERFORM look_at_accounts(p_queue, delayed, moment);
  END IF;
  places := least(p_room, p_concurrency - coalesce((SELECT running FROM queue_count WHERE queue = p_queue), 0));
  IF places <= 0 THEN
    RETURN;
  END IF;
  -- In one order, so that two claims never wait for each other.
  SELECT array_agg(account ORDER BY hashtext(account)) INTO locked FROM (
    SELECT first.account FROM (
      SELECT account FROM queue_account WHERE queue = p_queue AND ready ORDER BY share, first_due, first_id LIMIT places
    ) AS first JOIN account ON account.id = first.account WHERE running_limit IS NOT NULL
  ) AS limited;
  FOREACH name IN ARRAY coalesce(locked, '{}') LOOP
    PERFORM pg_advisory_xact_lock(${advisoryClasses.account}, hashtext(name));
  END LOOP;
  FOR one IN
    SELECT * FROM (
      SELECT kept.account, kept.waiting, account.running_limit FROM queue_account AS kept JOIN account ON account.id = kept.account
      WHERE kept.queue = p_queue AND kept.ready AND kept.account <> ALL (p_last) ORDER BY kept.share, kept.first_due, kept.first_id
    ) AS usual
    UNION ALL SELECT * FROM (
      SELECT kept.account, kept.waiting, account.running_limit FROM unnest(p_last) WITH ORDINALITY AS put (account, place)
      CROSS JOIN LATERAL (SELECT * FROM queue_account WHERE queue = p_queue AND queue_account.account = put.account OFFSET 0) AS kept
      JOIN account ON account.id = kept.account WHERE kept.ready ORDER BY put.place
    ) AS last
  LOOP
    most := least(places, one.waiting);
    IF one.running_limit IS NOT NULL THEN
      -- Another claim is deciding about this account: it is passed over until the next one.
      CONTINUE WHEN one.account <> ALL (coalesce(locked, '{}')) AND NOT pg_try_advisory_xact_lock(${advisoryClasses.account}, hashtext(one.account));
      most := least(most, one.running_limit - (${everywhere('one.account')}));
    END IF;
    IF most > 0 THEN
      eligible := eligible || one.account;
      rooms := rooms || most;
    ELSE
      full_accounts := full_accounts || one.account;
    END IF;
    EXIT WHEN cardinality(eligible) >= places OR cardinality(full_accounts) >= ${window};
  END LOOP;
  IF cardinality(full_accounts) > 0 THEN
    UPDATE queue_account SET ready = false, at_limit = true, looks = least(looks + 1, 5),
      look_at = moment + least(${longestLook}, ${firstLook} * power(8, looks))::bigint
    WHERE queue = p_queue AND account = ANY (full_accounts);
  END IF;
  -- How far down the order of shares the places reach, from the counts alone: no more tasks than get a place, and those level with the last of them, are read.
  SELECT share INTO level FROM (
    SELECT coalesce(array_position(p_last, kept.account), 0) AS turn, (kept.running + kept.sent + place) / kept.weight AS share
    FROM unnest(eligible, rooms) WITH ORDINALITY AS chosen (account, room, position)
    CROSS JOIN LATERAL (${standing}) AS kept
    CROSS JOIN LATERAL generate_series(1, least(chosen.room, places - chosen.position + 1)) AS place
    WHERE cardinality(p_last) = 0
    ORDER BY turn, share OFFSET places - 1 LIMIT 1
  ) AS reach;
  LOOP
    SELECT array_agg(id) INTO chosen_tasks FROM (
      SELECT first.id
      FROM unnest(eligible, rooms) AS chosen (account, room)
      CROSS JOIN LATERAL (${standing}) AS kept
      CROSS JOIN LATERAL (
        SELECT oldest.id, oldest.not_before, row_number() OVER (ORDER BY oldest.not_before, oldest.id) AS place FROM (
          SELECT task.id, task.not_before FROM task
          WHERE task.queue = p_queue AND task.account = chosen.account AND task.stage = 'waiting' AND task.not_before <= moment
          ORDER BY task.not_before, task.id
          LIMIT CASE WHEN level IS NULL THEN chosen.room
            ELSE greatest(0, least(chosen.room, ceil(level * kept.weight)::bigint - kept.running - kept.sent)) END
        ) AS oldest
      ) AS first
      ORDER BY coalesce(array_position(p_last, chosen.account), 0), (kept.running + kept.sent + first.place) / kept.weight, first.not_before, first.id
      LIMIT places
    ) AS found;
    -- Some of those that wait are not due: then the places reach further.
    EXIT WHEN level IS NULL OR cardinality(chosen_tasks) >= places;
    level := NULL;
  END LOOP;
  -- By the primary key: told that the stage is this one alone, the server may read a whole index of waiting tasks for their IDs.
  RETURN QUERY
  UPDATE task SET lease_owner = p_owner, stage = 'running', status = 'processing' WHERE task.id = ANY (ARRAY(
    SELECT free.id FROM task AS free WHERE free.id = ANY (chosen_tasks) AND free.stage || '' = 'waiting' FOR NO KEY UPDATE SKIP LOCKED
  )) RETURNING task.*;
END
$claim$;
CREATE OR REPLACE FUNCTION claim_tasks(p_owner uuid, p_lifetime bigint, p_queue text, p_room integer, p_concurrency integer)
RETURNS SETOF task LANGUAGE sql AS $claim$
  SELECT * FROM claim_tasks(p_owner, p_lifetime, p_queue, p_room, p_concurrency, '{}')
$claim$;`
