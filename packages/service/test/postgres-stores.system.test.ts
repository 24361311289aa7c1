import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Outbox } from '../src/keep/store/outbox.js'
import { due } from '../src/keep/store/postgres/task-queue.js'
import { keyPages } from '../src/keep/store/key-row.js'
import { accountPage, spent } from '../src/keep/store/postgres/account-store.js'
import { openPostgresStores } from '../src/keep/store/postgres/open.js'
import { latestOf } from '../src/keep/store/postgres/task-store.js'
import { claimInTurn } from '../src/keep/store/postgres/webhook-deliveries.js'
import type { Stores } from '../src/keep/store/stores.js'
import { newTask } from './contracts/open-stores.js'
import { listTasks, type ListDialect } from '../src/keep/store/task-list.js'
import { accountStoreContract } from './contracts/account-store.js'
import { eventsContract } from './contracts/events.js'
import { keyStoreContract } from './contracts/key-store.js'
import { allAccountsContract } from './contracts/all-accounts.js'
import { assetStoreContract } from './contracts/asset-store.js'
import { budgetsContract } from './contracts/budgets.js'
import { fallbacksContract } from './contracts/fallbacks.js'
import { ledgerContract } from './contracts/ledger.js'
import { oldTasksContract } from './contracts/old-tasks.js'
import { movedTasksContract } from './contracts/moved-tasks.js'
import type { OpenQueues } from './contracts/open-queue.js'
import { polledStatesContract } from './contracts/polled-states.js'
import { processesContract } from './contracts/processes.js'
import { queueFiguresContract } from './contracts/queue-figures.js'
import { sharedStoresContract } from './contracts/shared-stores.js'
import { sharedTaskQueueContract } from './contracts/shared-task-queue.js'
import { taskSearchContract } from './contracts/task-search.js'
import { taskCountsContract } from './contracts/task-counts.js'
import { submitsContract } from './contracts/submits.js'
import { heldCreditsContract } from './contracts/held-credits.js'
import { deadLettersContract } from './contracts/dead-letters.js'
import { taskQueueContract } from './contracts/task-queue.js'
import { taskStoreContract } from './contracts/task-store.js'
import { upstreamCreditsContract } from './contracts/upstream-credits.js'
import { valueListsContract } from './contracts/value-lists.js'
import { waitingLinesContract } from './contracts/waiting-lines.js'
import { webhookDeliveriesContract } from './contracts/webhook-deliveries.js'
import { emptyDatabase, emptyTables, newTables, noPostgres, patient } from './support/postgres.js'

async function open(url?: string, outbox?: Outbox): Promise<Stores> {
  const stores = await openPostgresStores(
    url ?? (await emptyTables()),
    outbox === undefined ? patient : { ...patient, outbox },
  )
  onTestFinished(() => stores.close())
  return stores
}

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  taskStoreContract('PostgreSQL', () => open())
  eventsContract('PostgreSQL', async (count) => {
    const url = await emptyTables()
    return Promise.all(Array.from({ length: count }, () => open(url)))
  })
  heldCreditsContract('PostgreSQL', () => open())
  fallbacksContract('PostgreSQL', () => open())
  valueListsContract('PostgreSQL', () => open())
  oldTasksContract('PostgreSQL', () => open())
  allAccountsContract('PostgreSQL', () => open())
  taskSearchContract('PostgreSQL', () => open())
  accountStoreContract('PostgreSQL', () => open())
  keyStoreContract('PostgreSQL', () => open())
  ledgerContract('PostgreSQL', () => open())
  upstreamCreditsContract('PostgreSQL', () => open())
  budgetsContract('PostgreSQL', () => open())
  submitsContract('PostgreSQL', () => open())
  assetStoreContract('PostgreSQL', () => open())
  webhookDeliveriesContract('PostgreSQL', async (outbox, count) => {
    const url = await emptyTables()
    const all = await Promise.all(Array.from({ length: count }, () => open(url, outbox)))
    const beside = new pg.Client(url)
    await beside.connect()
    onTestFinished(() => beside.end())
    return { all, execute: async (sql) => void (await beside.query(sql)) }
  })
  const openQueues: OpenQueues = async (count) => {
    const url = await emptyTables()
    const all = await Promise.all(Array.from({ length: count }, () => open(url)))
    const beside = new pg.Client(url)
    await beside.connect()
    onTestFinished(() => beside.end())
    return {
      all,
      // The server's clock cannot be moved: what is compared with it can.
      advance: async (time) => {
        await beside.query(
          `UPDATE task SET not_before = not_before - ${time}, submission_at = submission_at - ${time}, dead_since = dead_since - ${time}; UPDATE process SET beat = beat - ${time}`,
        )
      },
    }
  }
  taskQueueContract('PostgreSQL', openQueues)
  movedTasksContract('PostgreSQL', openQueues)
  waitingLinesContract('PostgreSQL', openQueues)
  deadLettersContract('PostgreSQL', openQueues)
  queueFiguresContract('PostgreSQL', openQueues)
  polledStatesContract('PostgreSQL', openQueues)
  processesContract('PostgreSQL', openQueues)
  taskCountsContract('PostgreSQL', openQueues)
  sharedTaskQueueContract('PostgreSQL', openQueues)
  sharedStoresContract('PostgreSQL', async (count) => {
    const url = await emptyTables()
    return Promise.all(Array.from({ length: count }, () => open(url)))
  })

  test('services that start at once on an empty database make its tables together', async () => {
    const url = await emptyDatabase()
    const all = await Promise.all(Array.from({ length: 4 }, () => open(url)))
    await all[0]!.accounts.addAccount({ id: 'a', name: 'A', unlimited: true, credits: 0, created: 1 })
    for (const { accounts } of all) expect((await accounts.listAccounts({ limit: 9 })).entries).toHaveLength(1)
  })

  test('a submit waits for one in another process that counts against the same budget, and then counts it', async () => {
    const url = await emptyTables()
    const { accounts, budgets, tasks } = await open(url)
    await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
    await budgets.setBudget({ subject: 'rich', period: 'day', credits: 100, hard: true, warn: undefined }, Date.now())
    const [other, beside] = [new pg.Client(url), new pg.Client(url)]
    for (const client of [other, beside]) {
      await client.connect()
      onTestFinished(() => client.end())
    }
    const task = newTask({ amount: 1 })
    await other.query('BEGIN')
    await other.query(`SELECT over_budgets(ARRAY['rich'], ARRAY[NULL], ARRAY[$1::bigint], ARRAY[100::bigint])`, [
      task.created,
    ])
    await other.query(
      `INSERT INTO budget_use (subject, period, start, credits) VALUES ('rich', 'day', budget_start('day', $1::bigint), 100)`,
      [task.created],
    )
    const submit = tasks.submit({ task })
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`
    await expect.poll(async () => (await beside.query(waiting)).rowCount).toBeGreaterThan(0)
    await other.query('COMMIT')
    expect((await submit).outcome).toBe('over-budget')
  })

  test('a process shows that it lives however busy its other connections are', async () => {
    const url = await emptyTables()
    const { assets, queue } = await open(url)
    const owner = await queue.join()
    const beside = new pg.Client(url)
    await beside.connect()
    onTestFinished(() => beside.end())
    await beside.query('BEGIN; LOCK TABLE asset')
    const stuck = Array.from({ length: 30 }, (_, index) => assets.findAsset('rich', `asset_${index}`))
    expect(await queue.beat(owner)).toEqual({ ended: [], woken: [] })
    expect((await queue.sweep()).freed).toBe(0)
    await beside.query('ROLLBACK')
    await Promise.all(stuck)
  })

  test('waits for a connection are counted, and who waits now', async () => {
    const stores = await open(await emptyDatabase())
    await stores.urlSecret?.()
    const { waits, waiting } = stores.connections ?? { waits: undefined, waiting: () => -1 }
    const before = waits?.count ?? 0
    const writes = Array.from({ length: 40 }, () => stores.tryWrite())
    expect(waiting(), 'there are ten connections').toBeGreaterThanOrEqual(30)
    await Promise.all(writes)
    expect([(waits?.count ?? 0) - before, waiting()]).toEqual([40, 0])
    expect(waits?.sum).toBeGreaterThan(0)
  })

  test('a database tells its own time', async () => {
    const { databaseTime } = await open(await emptyTables())
    const client = new pg.Client(await emptyTables())
    await client.connect()
    onTestFinished(() => client.end())
    const timeOf = async (): Promise<number> =>
      Number((await client.query<{ now: string }>('SELECT extract(epoch FROM now()) * 1000 AS now')).rows[0]?.now)
    const before = Math.floor(await timeOf())
    const told = await databaseTime?.()
    expect(told).toBeGreaterThanOrEqual(before)
    expect(told).toBeLessThanOrEqual(Math.ceil(await timeOf()))
  })

  test('a list reads its own index, also where hardly any task of the account fits', async () => {
    const url = await emptyTables()
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
      SELECT 'task_' || lpad(n::text, 26, '0'), CASE WHEN n % 2 = 0 THEN 'big' ELSE 'small' END, 'model-' || n % 28, 'video', '{}',
        CASE WHEN n % 10 = 3 THEN 'failed' ELSE 'completed' END, n, 1, 'default', 'ended', 0
      FROM generate_series(1, 4000) AS series (n); ANALYZE task`,
    )
    const plans: string[] = []
    const dialect: ListDialect = {
      placeholder: (position) => `$${position}`,
      use: () => '',
      run: async (sql, values) => {
        const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`, [...values])
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return []
      },
    }
    for (const status of [undefined, 'failed', 'completed'] as const)
      for (const model of [undefined, 'model-3', 'model-4'])
        for (const after of [undefined, 'task_00000000000000000000002000'])
          await listTasks(
            'big',
            { limit: 20, ...(status && { status }), ...(model && { model }), ...(after && { after }) },
            dialect,
          )
    for (const plan of plans) expect(plan).not.toMatch(/task_pkey|Seq Scan/)
  })

  test('whose turn it is to be told is looked for among accounts for which events wait, not among those whose events were given up', async () => {
    const client = new pg.Client(await emptyTables())
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due, given_up)
      SELECT 'task_' || n, 'account_' || n, 'callback', 'task.failed', n, CASE WHEN n > 3998 THEN n ELSE 9007199254740991 END, CASE WHEN n <= 3998 THEN n END
      FROM generate_series(1, 4000) AS series (n); ANALYZE webhook_delivery`,
    )
    const values = ['callback', 9, 5000, 6000, '{account_4000}', '']
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${claimInTurn}`,
      values,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Recursive Union \(actual rows=3/)
  })

  test('a queue in which nothing waits is looked at in an index, also by a plan for any queue while another is full', async () => {
    const url = await emptyTables()
    const { queue } = await open(url)
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
      SELECT 'task_' || lpad(n::text, 26, '0'), 'big', 'm', 'video', '{}', 'queued', n, 1, 'full', 'waiting', 0
      FROM generate_series(1, 4000) AS series (n); ANALYZE task; SET plan_cache_mode = force_generic_plan`,
    )
    const owner = await queue.join()
    const readsOf = async (looks: () => Promise<unknown>): Promise<number> => {
      const scans = async (): Promise<number> => {
        await client.query('SELECT pg_stat_force_next_flush()')
        const { rows } = await client.query<{ n: string }>(
          `SELECT seq_scan AS n FROM pg_stat_user_tables WHERE relid = 'task'::regclass`,
        )
        return Number(rows[0]?.n)
      }
      const before = await scans()
      await looks()
      return (await scans()) - before
    }
    expect(await readsOf(() => client.query('SELECT count(parameters) FROM task')), 'scans are counted').toBe(1)
    const looks = await readsOf(async () => {
      await client.query(`SELECT * FROM claim_tasks('${owner}', 60000, 'idle', 9, NULL, '{}')`)
      await client.query(`PREPARE due AS ${due}`)
      expect((await client.query(`EXECUTE due (ARRAY['full', 'idle', 'slow'])`)).rows).toEqual([{ queue: 'full' }])
    })
    expect(looks).toBe(0)
  })

  test('pages of accounts and keys are read in the order of an index, from where they begin', async () => {
    const client = new pg.Client(await emptyTables())
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `INSERT INTO account (id, name, unlimited, available, created)
      SELECT 'account_' || n, repeat('x', 100), true, 0, n / 10 FROM generate_series(1, 4000) AS series (n);
      INSERT INTO api_key (hash, id, account, created)
      SELECT 'hash_' || n, 'key_' || n, 'account_' || (CASE WHEN n % 2 = 0 THEN 1 ELSE n END), n / 10 FROM generate_series(1, 4000) AS series (n);
      ANALYZE account, api_key`,
    )
    const { list, listOf } = keyPages('$1', '$2', '$3')
    for (const [sql, index, ...values] of [
      [accountPage, 'account_age', 'account_2000', 20],
      [list, 'api_key_age', 'key_2000', 20],
      [listOf, 'api_key_of_account', 'key_2000', 20, 'account_1'],
    ] as const) {
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`, [...values])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(new RegExp(`Index Scan using ${index} on [^]* Index Cond: .*ROW\\(`))
      expect(plan).not.toMatch(/Seq Scan|Sort/)
      expect((await client.query(sql, [...values])).rows).toHaveLength(20)
    }
  })

  test('what tasks have cost, and the latest of a status, are read from indexes', async () => {
    const client = new pg.Client(await newTables())
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `INSERT INTO task (id, account, model, kind, parameters, status, created, ended, amount, queue, stage, not_before)
      SELECT 'task_' || lpad(n::text, 26, '0'), 'account_' || n, 'm', 'video', repeat('x', 200),
        CASE WHEN n % 100 = 1 THEN 'queued' WHEN n % 100 = 2 THEN 'failed' ELSE 'completed' END, n, NULLIF(n, 3), 1, 'default',
        CASE WHEN n % 100 = 1 THEN 'waiting' ELSE 'ended' END, 0
      FROM generate_series(1, 4000) AS series (n);
      INSERT INTO spent (account, day, credits) SELECT 'account_' || n, n, 1 FROM generate_series(1, 4000) AS series (n)`,
    )
    await client.query('VACUUM ANALYZE task')
    await client.query('VACUUM ANALYZE spent')
    const planOf = async (sql: string, ...values: number[]): Promise<string> => {
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`, values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const costs = await planOf(spent, 3901, 4000)
    expect(costs).toMatch(/Index Only Scan using task_ended/)
    expect(costs).toMatch(/Index Only Scan using spent_of_day/)
    expect((await client.query(spent, [3901, 4000])).rows).toEqual(
      expect.arrayContaining([
        { day: '0', spent: '99' },
        { day: '4000', spent: '1' },
      ]),
    )
    for (const status of ['completed', 'failed'] as const) {
      const plan = await planOf(latestOf(status), 20)
      expect(plan).toMatch(/Index Scan using task_ended/)
      expect(plan).not.toMatch(/Sort|Seq Scan/)
    }
    const queued = await planOf(latestOf('queued'), 20)
    expect(queued).toMatch(/Index Scan Backward using task_latest/)
    expect(queued).not.toMatch(/Sort|Seq Scan/)
    const { rows } = await client.query<{ id: string }>(latestOf('completed'), [4000])
    expect(rows.at(-1), 'whose end is not known').toMatchObject({ id: `task_${'3'.padStart(26, '0')}` })
  })

  test('processes that expire dead letters of the same accounts at once do not wait for each other in a circle', async () => {
    const url = await emptyTables()
    const [first, second] = [await open(url), await open(url)]
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `INSERT INTO account (id, name, unlimited, created) SELECT 'account_' || n, '', true, 1 FROM generate_series(0, 9) AS series (n);
      INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before, dead_since, dead_reason)
      SELECT 'task_' || lpad(n::text, 26, '0'), 'account_' || (CASE WHEN n / 10 % 2 = 0 THEN n % 10 ELSE 9 - n % 10 END), 'm', 'video', '{}',
        'queued', n, 1, 'default', 'dead', 0, n, 'x'
      FROM generate_series(1, 2000) AS series (n)`,
    )
    const expireAll = async ({ queue }: Stores): Promise<void> => {
      const oldest = async (): Promise<string[]> => (await queue.deadLetters(10)).map(({ id }) => id)
      for (let ids = await oldest(); ids.length > 0; ids = await oldest()) await queue.expireDeadLetters(0, ids)
    }
    await Promise.all([expireAll(first), expireAll(second)])
    const { rows } = await client.query<{ left: string }>(`SELECT count(*) AS left FROM task WHERE stage = 'dead'`)
    expect(rows[0]?.left).toBe('0')
  })

  test('what was written is there when the database is opened again', async () => {
    const url = await emptyTables()
    const first = await openPostgresStores(url)
    await first.accounts.addAccount({ id: 'a', name: 'A', unlimited: false, credits: 1, created: 1_795_258_800_123 })
    await first.close()
    const again = await open(url)
    expect(await again.accounts.findAccount('a')).toEqual({
      id: 'a',
      name: 'A',
      unlimited: false,
      credits: 1,
      held: 0,
      created: 1_795_258_800_123,
      disabled: false,
    })
  })

  test('a database of a newer version is rejected and left as it is', async () => {
    const url = await emptyDatabase()
    await (await open(url)).urlSecret?.()
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('UPDATE schema_version SET version = 999')
    await expect(openPostgresStores(url)).rejects.toThrow(
      'written by a newer version of the service (its format is 999',
    )
    expect((await client.query('SELECT version FROM schema_version')).rows).toEqual([{ version: 999 }])
  })
})
