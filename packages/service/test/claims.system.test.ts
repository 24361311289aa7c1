import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStores } from '../src/keep/store/postgres/open.js'
import { claimer } from './support/claims.js'
import { emptyTables, noPostgres, patient } from './support/postgres.js'

async function opened() {
  const url = await emptyTables()
  const stores = await openPostgresStores(url, patient)
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await stores.close()
  })
  return { ...stores, url, client }
}

/** Accounts, and tasks of a queue that wait, in turn for each of them. */
const fill = (accounts: number, tasks: number): string => `
  INSERT INTO account (id, name, unlimited, available, created)
  SELECT 'account_' || n, 'x', true, 0, n FROM generate_series(1, ${accounts}) AS series (n);
  INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
  SELECT 'task_' || lpad(n::text, 26, '0'), 'account_' || (1 + n % ${accounts}), 'm', 'video', '{}', 'queued', n, 1, 'full', 'waiting', n
  FROM generate_series(1, ${tasks}) AS series (n)`

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  /** Pages of all tables and indexes that a claim of five tasks reads. */
  async function pagesOfClaim(accounts: number, tasks: number): Promise<number> {
    const { client, queue } = await opened()
    await client.query(fill(accounts, tasks))
    const { claim } = await claimer(queue)
    const read = async (): Promise<number> => {
      await client.query('SELECT pg_stat_force_next_flush()')
      const { rows } = await client.query<{ n: string }>(
        `SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)) AS n FROM pg_statio_user_tables
        WHERE relid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`,
      )
      return Number(rows[0]?.n)
    }
    const claimed = async (): Promise<number> => {
      const owner = await queue.join()
      const before = await read()
      const { rowCount } = await client.query(`SELECT * FROM claim_tasks($1, 600000, 'full', 5, NULL, '{}')`, [owner])
      expect(rowCount).toBe(5)
      return (await read()) - before
    }
    // The first one folds what was submitted.
    await claim(5, 'full')
    return claimed()
  }

  test('a claim reads as much of fresh tables however many tasks wait, and of however many accounts', async () => {
    const few = await pagesOfClaim(1, 100)
    expect(few).toBeLessThan(2000)
    expect(await pagesOfClaim(1, 20_000), '20,000 tasks').toBeLessThan(few * 1.5)
    const accounts = await pagesOfClaim(100, 20_000)
    for (const count of [400, 3000])
      expect(await pagesOfClaim(count, 20_000), `${count} accounts`).toBeLessThan(accounts * 1.5)
  })

  test('a claim of one queue does not wait for one of another, nor for a table that is only read', async () => {
    const { client, queue, tasks: _, accounts } = await opened()
    for (const id of ['a', 'b']) await accounts.addAccount({ id, name: id, unlimited: true, credits: 0, created: 1 })
    const owner = await queue.join()
    await client.query(
      `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before) VALUES
        ('t1', 'a', 'm', 'video', '{}', 'queued', 1, 1, 'slow', 'waiting', 0), ('t2', 'a', 'm', 'video', '{}', 'queued', 1, 1, 'idle', 'waiting', 0)`,
    )
    await client.query('BEGIN')
    expect((await client.query(`SELECT id FROM claim_tasks($1, 600000, 'slow', 1, NULL, '{}')`, [owner])).rows).toEqual(
      [{ id: 't1' }],
    )
    expect(await queue.claim(owner, { queue: 'idle', room: 1, concurrency: undefined })).toMatchObject([{ id: 't2' }])
    await client.query('COMMIT')
  })

  test('counts that somebody else has changed are corrected once, and claims go by them again', async () => {
    const { client, queue } = await opened()
    await client.query(fill(2, 10))
    const { owner, claim } = await claimer(queue)
    await claim(4, 'full')
    expect(await queue.repairCounts()).toEqual([])
    await client.query(
      `SELECT fold_all_task_changes(0); UPDATE queue_account SET running = running + 7, waiting = 0 WHERE account = 'account_1'; UPDATE queue_count SET running = 99`,
    )
    const claimed = () => queue.claim(owner, { queue: 'full', room: 9, concurrency: 6 })
    expect(await claimed()).toEqual([])
    const repaired = await queue.repairCounts()
    expect(repaired).toContainEqual({
      queue: 'full',
      account: 'account_1',
      waiting: 3,
      sent: 0,
      running: -7,
      dead: 0,
      faults: 0,
    })
    expect(repaired).toContainEqual(
      expect.objectContaining({ queue: 'full', account: undefined, running: expect.any(Number) }),
    )
    await client.query('SELECT fold_all_task_changes(0)')
    expect(await queue.repairCounts()).toEqual([])
    expect(await claimed()).toHaveLength(2)
  })

  test('what was noted in a cluster whose transactions had higher numbers is folded all the same', async () => {
    const { client, queue } = await opened()
    await client.query(fill(1, 5))
    const { claim } = await claimer(queue)
    await claim(1, 'full')
    await client.query(`UPDATE queue_count SET folded_to = '9000000000000'`)
    await client.query(`UPDATE task SET stage = 'ended', status = 'failed' WHERE stage = 'running'`)
    const { owner } = await claimer(queue)
    expect(await queue.claim(owner, { queue: 'full', room: 9, concurrency: 1 })).toHaveLength(1)
  })

  test('and so it is where its transactions have passed those numbers before they were folded, from the next start on', async () => {
    const { client, queue } = await opened()
    await client.query(fill(1, 5))
    const { claim } = await claimer(queue)
    await claim(1, 'full')
    await client.query('SELECT fold_all_task_changes(0)')
    await client.query(
      `UPDATE queue_count SET folded_to = ((pg_current_xact_id()::text)::bigint + 10)::text::xid8;
       UPDATE task SET stage = 'ended', status = 'failed' WHERE stage = 'running'`,
    )
    for (let number = 0; number < 20; number += 1) await client.query('SELECT pg_current_xact_id()')
    const { owner } = await claimer(queue)
    const claimed = () => queue.claim(owner, { queue: 'full', room: 9, concurrency: 1 })
    expect(await claimed()).toEqual([])
    expect(await queue.repairCounts()).toEqual([])
    expect(await claimed()).toHaveLength(1)
  })
})
