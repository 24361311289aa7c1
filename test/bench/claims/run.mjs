// Prints what a claim costs while more and more tasks wait, of more and more accounts, on PostgreSQL and SQLite.
// Usage: node test/bench/claims/run.mjs [stores, postgres,sqlite unless told] [most tasks, 1000000] [most accounts, 20000] [folder of another checkout, to compare with]
// (built first: npm run build, in both checkouts)
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../../../packages/service/test/support/postgres-server.js'

const [stores = 'postgres,sqlite', mostTasks = '1000000', mostAccounts = '20000', other] = process.argv.slice(2)
const here = fileURLToPath(new URL('../../..', import.meta.url))
const checkouts = [['now', here], ...(other === undefined ? [] : [['before', resolve(other)]])]
const steps = (most, ...values) => [...new Set(values.map((value) => Math.min(value, Number(most))))]
const cases = [
  ...steps(mostTasks, 100, 10_000, 100_000, 1_000_000).map((tasks) => ({ accounts: 1, tasks })),
  ...steps(mostAccounts, 100, 1000, 5000, 20_000).map((accounts) => ({
    accounts,
    tasks: Math.min(100_000, Number(mostTasks)),
  })),
]
const [room, repeats, warmUps] = [20, 15, 3]
const chunk = 100_000
const folder = mkdtempSync(join(process.env.MODEL_TASKS_BENCH_FOLDER ?? tmpdir(), 'model-tasks-claims-'))

console.log(
  `claims: ${availableParallelism()} processors, Node ${process.version}; each claim takes up to ${room} tasks, one was submitted before it; load of the machine before: ${loadavg()[0].toFixed(1)}\n`,
)
try {
  for (const store of stores.split(',')) await { postgres, sqlite }[store]()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function postgres() {
  const server = await startPostgres({ settings: { shared_buffers: '256MB', max_wal_size: '4GB', autovacuum: 'off' } })
  const admin = new pg.Client(server.url)
  await admin.connect()
  const rows = []
  for (const one of cases) {
    const row = { ...one }
    for (const [name, root] of checkouts) {
      await admin.query(`DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench; SET search_path = bench`)
      const { openPostgresStores } = await load(root, 'postgres')
      const opened = await openPostgresStores(`${server.url}?options=-csearch_path%3Dbench`)
      await admin.query('SET synchronous_commit = off')
      await admin.query(accountsSql(one.accounts, 'generate_series', 'true', ''))
      for (let from = 0; from < one.tasks; from += chunk)
        await admin.query(
          tasksSql(from, Math.min(one.tasks, from + chunk), one.accounts, 'generate_series', pgDigits, ''),
        )
      row[name] = { ...(await measure(opened, one)), reads: await readsOf(admin, opened) }
      await opened.close()
    }
    rows.push(row)
  }
  await admin.end()
  await server.stop()
  print('PostgreSQL', rows)
}

async function sqlite() {
  const rows = []
  for (const [index, one] of cases.entries()) {
    const row = { ...one }
    for (const [name, root] of checkouts) {
      const { openSqliteStores, openSqlite } = await load(root, 'sqlite')
      const path = join(folder, `${index}-${name}.db`)
      const opened = await openSqliteStores(path)
      const beside = await openSqlite(path)
      beside.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
      beside.exec(accountsSql(one.accounts, 'series', '1', series(1, one.accounts)))
      for (let from = 0; from < one.tasks; from += chunk) {
        const to = Math.min(one.tasks, from + chunk)
        beside.exec(tasksSql(from, to, one.accounts, 'series', (n) => `printf('%026d', ${n})`, series(from + 1, to)))
      }
      beside.close()
      row[name] = await measure(opened, one)
      await opened.close()
      rmSync(path, { force: true })
    }
    rows.push(row)
  }
  print('SQLite', rows)
}

/** The rows of all tables, and the pages of them and their indexes, that a claim reads. The statistics of other connections come late: these claims go through this one. */
async function readsOf(admin, { queue }) {
  const owner = await queue.join()
  const read = async () => {
    await admin.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await admin.query(
      `SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE schemaname = 'bench') AS rows,
        (SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)) FROM pg_statio_user_tables WHERE schemaname = 'bench') AS pages`,
    )
    return { rows: Number(rows[0].rows), pages: Number(rows[0].pages) }
  }
  const reads = []
  for (let repeat = 0; repeat < 4; repeat += 1) {
    const before = await read()
    await admin.query(`SELECT * FROM claim_tasks($1, 600000, 'full', ${room}, NULL, '{}')`, [owner])
    const after = await read()
    reads.push({ rows: after.rows - before.rows, pages: after.pages - before.pages })
  }
  return Object.fromEntries(['rows', 'pages'].map((kind) => [kind, median(reads.slice(1).map((one) => one[kind]))]))
}

/** The median time of a claim. */
async function measure({ tasks, queue }, { accounts }) {
  const owner = await queue.join()
  let count = 0
  const submit = () =>
    tasks.submit({
      task: {
        id: `task_9${String((count += 1)).padStart(25, '0')}`,
        account: `account_${1 + (count % accounts)}`,
        model: 'm',
        kind: 'video',
        parameters: {},
        status: 'queued',
        created: Date.now(),
        progress: 0,
        amount: 1,
        queue: 'full',
        faults: 0,
        submission: { state: 'none' },
      },
    })
  const times = []
  let first
  const giveUp = Date.now() + 60_000
  for (let repeat = -warmUps; repeat < repeats && (times.length < 3 || Date.now() < giveUp); repeat += 1) {
    await submit()
    const began = performance.now()
    const claimed = await queue.claim(owner, { queue: 'full', room, concurrency: undefined })
    const took = performance.now() - began
    if (claimed.length === 0) break
    first ??= took
    if (repeat < 0) continue
    times.push(took)
  }
  return { first, time: median(times) }
}

function median(values) {
  return [...values].sort((one, other) => one - other)[values.length >> 1]
}

function print(store, rows) {
  const names = checkouts.map(([name]) => name)
  const counts = rows.some((row) => row.now.reads !== undefined)
  console.log(
    `\n| ${store}: accounts | tasks that wait | ${names.map((name) => `${name}, ms | ${name}, ms of the first${counts ? ` | ${name}, rows read | ${name}, pages read` : ''}`).join(' | ')} |`,
  )
  console.log(`|${'---|'.repeat(2 + names.length * (counts ? 4 : 2))}`)
  for (const row of rows)
    console.log(
      `| ${number(row.accounts)} | ${number(row.tasks)} | ${names
        .map((name) => {
          const { time, first, reads } = row[name]
          return `${time?.toFixed(1)} | ${first?.toFixed(0)}${counts ? ` | ${number(reads?.rows)} | ${number(reads?.pages)}` : ''}`
        })
        .join(' | ')} |`,
    )
}

function number(value) {
  return value === undefined ? '' : value.toLocaleString('en')
}

async function load(root, store) {
  const from = (path) => import(pathToFileURL(join(root, 'packages/service/dist/keep/store', path)).href)
  return { ...(await from(`${store}/open.js`)), ...(store === 'sqlite' ? await from('sqlite/database.js') : {}) }
}

function pgDigits(n) {
  return `lpad(${n}::text, 26, '0')`
}

function series(from, to) {
  return `WITH RECURSIVE series (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM series WHERE n < ${to})`
}

function accountsSql(count, source, yes, series) {
  return `INSERT INTO account (id, name, unlimited, available, created) ${series}
    SELECT 'account_' || n, 'x', ${yes}, 0, n FROM ${source === 'series' ? 'series' : `${source}(1, ${count}) AS series (n)`}`
}

function tasksSql(from, to, accounts, source, digits, series) {
  return `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before) ${series}
    SELECT 'task_' || ${digits('n')}, 'account_' || (1 + n % ${accounts}), 'm', 'video', '{}', 'queued', n, 1, 'full', 'waiting', n
    FROM ${source === 'series' ? 'series' : `${source}(${from + 1}, ${to}) AS series (n)`}`
}
