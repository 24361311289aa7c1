import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Outbox } from '../src/keep/store/outbox.js'
import { keyPages } from '../src/keep/store/key-row.js'
import { accountPage, spent } from '../src/keep/store/sqlite/account-store.js'
import { openSqlite, type SqliteValue } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { latestOf } from '../src/keep/store/sqlite/task-store.js'
import { endDelays } from '../src/keep/store/sqlite/task-queue.js'
import { dueInTurn, pending } from '../src/keep/store/sqlite/webhook-deliveries.js'
import type { Stores } from '../src/keep/store/stores.js'
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
import { taskSearchContract } from './contracts/task-search.js'
import { taskCountsContract } from './contracts/task-counts.js'
import { submitsContract } from './contracts/submits.js'
import { heldCreditsContract } from './contracts/held-credits.js'
import { deadLettersContract } from './contracts/dead-letters.js'
import { taskQueueContract } from './contracts/task-queue.js'
import { newTask } from './contracts/open-stores.js'
import { taskStoreContract } from './contracts/task-store.js'
import { upstreamCreditsContract } from './contracts/upstream-credits.js'
import { valueListsContract } from './contracts/value-lists.js'
import { waitingLinesContract } from './contracts/waiting-lines.js'
import { webhookDeliveriesContract } from './contracts/webhook-deliveries.js'
import { claimer } from './support/claims.js'
import { temporaryFolder } from './support/folder.js'
import { failure } from './support/ends.js'

async function open(outbox?: Outbox, path = join(temporaryFolder(), 'tasks.db'), now?: () => number): Promise<Stores> {
  const stores = await openSqliteStores(path, outbox, now)
  onTestFinished(() => stores.close())
  return stores
}

taskStoreContract('SQLite', () => open())
eventsContract('SQLite', async () => [await open()])
heldCreditsContract('SQLite', () => open())
fallbacksContract('SQLite', () => open())
valueListsContract('SQLite', () => open())
oldTasksContract('SQLite', () => open())
const openQueues: OpenQueues = async () => {
  let time = 1_795_258_800_000
  return {
    all: [await open(undefined, undefined, () => time)],
    advance: async (milliseconds) => {
      time += milliseconds
    },
  }
}
taskQueueContract('SQLite', openQueues)
movedTasksContract('SQLite', openQueues)
waitingLinesContract('SQLite', openQueues)
deadLettersContract('SQLite', openQueues)
queueFiguresContract('SQLite', openQueues)
polledStatesContract('SQLite', openQueues)
taskCountsContract('SQLite', openQueues)
allAccountsContract('SQLite', () => open())
taskSearchContract('SQLite', () => open())
accountStoreContract('SQLite', () => open())
keyStoreContract('SQLite', () => open())
ledgerContract('SQLite', () => open())
upstreamCreditsContract('SQLite', () => open())
budgetsContract('SQLite', () => open())

test('a budget holds for a submit that shares its commit', async () => {
  const { accounts, budgets, tasks } = await open()
  await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const submit = (amount: number) => tasks.submit({ task: newTask({ amount }) })
  const budget = { subject: 'rich', period: 'day', credits: 100, hard: true, warn: undefined } as const
  const [before, , after] = await Promise.all([submit(60), budgets.setBudget(budget, Date.now()), submit(101)])
  expect([before.outcome, after.outcome]).toEqual(['accepted', 'over-budget'])
})

submitsContract('SQLite', () => open())
assetStoreContract('SQLite', () => open())
// One process at a time has the file: there it is always one who claims.
webhookDeliveriesContract('SQLite', async (outbox) => {
  const path = join(temporaryFolder(), 'tasks.db')
  const all = [await open(outbox, path)]
  const beside = await openSqlite(path)
  onTestFinished(() => {
    beside.close()
  })
  return {
    all,
    execute: async (sql) => {
      beside.exec(sql)
    },
  }
})

test('after a stop the file is whole by itself', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const stores = await openSqliteStores(path)
  await stores.accounts.addAccount({ id: 'a', name: 'A', unlimited: false, credits: 7, created: 1 })
  await stores.close()
  const copy = join(temporaryFolder(), 'tasks.db')
  copyFileSync(path, copy)
  const { accounts } = await open(undefined, copy)
  expect(await accounts.findAccount('a')).toMatchObject({ credits: 7 })
})

/** How SQLite runs a statement. */
async function planOf(sql: string, ...values: SqliteValue[]): Promise<unknown[]> {
  const path = join(temporaryFolder(), 'tasks.db')
  await open(undefined, path)
  const database = await openSqlite(path)
  onTestFinished(() => {
    database.close()
  })
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail)
}

test('counts that somebody else has changed are corrected, and claims go by them again', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const { queue, tasks, accounts } = await open(undefined, path)
  await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  for (const created of [1000, 2000, 3000]) await tasks.submit({ task: newTask({ created }) })
  const { owner, claim } = await claimer(queue)
  await claim(1)
  expect(await queue.repairCounts()).toEqual([])
  const beside = await openSqlite(path)
  onTestFinished(() => {
    beside.close()
  })
  beside.exec('UPDATE queue_account SET waiting = 0, running = 9; UPDATE queue_count SET running = 9')
  const claimed = () => queue.claim(owner, { queue: 'default', room: 9, concurrency: 3 })
  expect(await claimed()).toEqual([])
  expect(await queue.repairCounts()).toMatchObject([{ account: 'rich', waiting: 2, running: -8 }])
  expect(await queue.repairCounts()).toEqual([])
  expect(await claimed()).toHaveLength(2)
})

test('figures of very many accounts leave everyone else a turn, again and again', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const { queue } = await open(undefined, path)
  const beside = await openSqlite(path)
  onTestFinished(() => {
    beside.close()
  })
  beside.exec(`WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 12000)
    INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
    SELECT 'task_' || printf('%026d', n), 'account_' || min(n, 4000), 'm', 'video', '{}', 'queued', n, 1, 'full', 'waiting', 9e12 + n FROM series`)
  let turns = 0
  let reading = true
  const others = (): void => {
    turns += 1
    if (reading) setImmediate(others)
  }
  others()
  const figures = await queue.figures(1)
  reading = false
  expect(figures).toMatchObject([
    { account: 'account_4000', waiting: 0, delayed: 8001 },
    { account: 'others', waiting: 0, delayed: 3999, oldest: 1 },
  ])
  expect(turns).toBeGreaterThan(8)
})

test('webhook deliveries that wait are found and counted without a look at those that were given up', async () => {
  expect(await planOf(dueInTurn, 'one', '', 'one', 'one', 0, '[]', 9)).toEqual(
    expect.arrayContaining([
      'SEARCH webhook_delivery USING COVERING INDEX webhook_due_of_account (receiver=? AND account>?)',
      'SEARCH webhook_delivery USING COVERING INDEX webhook_due_of_account (receiver=? AND account=? AND due<?)',
    ]),
  )
  expect(await planOf(pending)).toEqual(['SCAN webhook_delivery USING COVERING INDEX webhook_due_of_account'])
})

test('pages of accounts and keys are read in the order of an index, from where they begin', async () => {
  const { list, listOf } = keyPages('?1', '?2', '?3')
  expect(await planOf(accountPage, 'a', 20)).toContain('SEARCH account USING INDEX account_age ((created,id)>(?,?))')
  expect(await planOf(list, 'a', 20)).toContain('SEARCH api_key USING INDEX api_key_age ((created,id)>(?,?))')
  expect(await planOf(listOf, 'a', 20, 'b')).toContain(
    'SEARCH api_key USING INDEX api_key_of_account ((account,created,id)>(?,?,?) AND account<?)',
  )
  const plans = await Promise.all([planOf(accountPage, 'a', 20), planOf(list, 'a', 20), planOf(listOf, 'a', 20, 'b')])
  expect(plans.flat().join('\n')).not.toMatch(/SCAN (?!CONSTANT)|TEMP B-TREE/)
})

test('tasks whose delays are ended are found without a look at those whose delays were ended before', async () => {
  expect(await planOf(endDelays, 'q', 'q', 0, 'q', 0, 500, 'q', 0, 500)).toContainEqual(
    expect.stringContaining('INDEX task_waiting (queue=? AND account=? AND not_before>?)'),
  )
})

test('old tasks are removed for a moment at a time, since everyone else waits meanwhile', async () => {
  let time = 1_795_258_800_000
  const { tasks, accounts, queue, runs } = await open(undefined, undefined, () => (time += 20))
  await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const { claim, held } = await claimer(queue)
  const ids = Array.from({ length: 5 }, () => newTask({ created: 1000 }))
  for (const task of ids) await tasks.submit({ task })
  await claim()
  for (const { id } of ids) await runs.finish(held(id), failure('x'))
  const removed: number[] = []
  for (let last = 1; last > 0; removed.push(last)) last = await tasks.forgetTasks(time, 100)
  expect(removed).toEqual([2, 2, 1, 0])
})

test('what tasks have cost is read from indexes alone', async () => {
  const plan = await planOf(spent, 0, 0)
  expect(plan).toEqual(
    expect.arrayContaining([
      'SEARCH task USING COVERING INDEX task_ended (status=? AND ended>?)',
      'SEARCH spent USING COVERING INDEX spent_of_day (day>?)',
    ]),
  )
  expect(plan.join('\n')).not.toMatch(/account|SCAN (task|spent|ledger)/)
})

test('the latest tasks of a status are read from an index, without a look at each account', async () => {
  for (const status of ['completed', 'failed'] as const)
    expect(await planOf(latestOf(status), 100)).toEqual(['SEARCH task USING INDEX task_ended (status=?)'])
  for (const status of ['queued', 'processing'] as const)
    expect(await planOf(latestOf(status), 100)).toEqual(['SEARCH task USING INDEX task_latest (status=?)'])
})

processesContract('SQLite', openQueues)

test('a task that a command ends beside the service is answered so within a second, also once the clock was set back', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  let time = 1_795_258_800_000
  const { tasks, accounts } = await open(undefined, path, () => time)
  await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const status = async (id: string) => [(await tasks.find('rich', id))?.status, tasks.recall('rich', id)?.status]
  const command = await open(undefined, path, () => time)
  for (const passed of [1000, -3_600_000]) {
    const task = newTask()
    await tasks.submit({ task })
    expect(await status(task.id)).toEqual(['queued', 'queued'])
    await command.tasks.cancel(task.id, 'cancelled')
    time += passed
    expect(await status(task.id), `${passed} ms later`).toEqual(['failed', 'failed'])
  }
})

test('views are kept of ten thousand tasks at most, each for as long as no one else has written', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  let time = 1_795_258_800_000
  const { tasks } = await open(undefined, path, () => time)
  const beside = await openSqlite(path)
  onTestFinished(() => {
    beside.close()
  })
  beside.exec(`WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 10001)
    INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
    SELECT 'task_' || n, 'rich', 'm', 'video', '{}', 'queued', n, 1, 'full', 'waiting', n FROM series`)
  const find = (number: number) => tasks.find('rich', `task_${number}`)
  const first = await find(1)
  for (let number = 2; number <= 10_000; number += 1) await find(number)
  time += 1000
  expect(first).toBeDefined()
  expect(tasks.recall('rich', 'task_1'), 'a second later').toBe(first)
  expect(await find(1)).toBe(first)
  await find(10_001)
  expect([tasks.recall('rich', 'task_1'), tasks.recall('rich', 'task_10001')?.id]).toEqual([undefined, 'task_10001'])
})

test('those who wait for a task are told of its end once, however it ended', async () => {
  const told: string[] = []
  const outbox = new Outbox([], () => 7)
  outbox.onEnded((ids) => void told.push(...ids))
  const { tasks, runs, accounts, queue } = await open(outbox)
  await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const { claim, held } = await claimer(queue)
  const ids = Array.from({ length: 3 }, (_, index) => newTask({ created: 1000 + index }))
  for (const task of ids) await tasks.submit({ task })
  const [completed = '', failed = '', cancelled = ''] = await claim()
  const result = { file: 'x.png', contentType: 'image/png', bytes: 1 }
  await runs.finish(held(completed), { status: 'completed', result })
  await runs.finish(held(failed), failure('x'))
  await tasks.cancel(cancelled, 'cancelled')
  await tasks.cancel(cancelled, 'again')
  expect(told).toEqual([completed, failed, cancelled])
})
