// Prints how long requests take on a database that holds many tasks, how large it is, and how long its newest migrations
// take, on PostgreSQL and SQLite.
// Usage: node test/bench/growth/run.mjs [tasks, 100000 unless told] [postgres,sqlite]   (built first: npm run build)
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashApiKey } from '../../../packages/service/dist/admit/accounts/api-key.js'
import { startService } from '../../../packages/service/dist/compose/start.js'
import { migrations as postgresMigrations } from '../../../packages/service/dist/keep/store/postgres/migrations.js'
import { openPostgresStores } from '../../../packages/service/dist/keep/store/postgres/open.js'
import { openSqlite } from '../../../packages/service/dist/keep/store/sqlite/database.js'
import { migrations as sqliteMigrations } from '../../../packages/service/dist/keep/store/sqlite/migrations.js'
import { openSqliteStores } from '../../../packages/service/dist/keep/store/sqlite/open.js'
import { startPostgres } from '../../../packages/service/test/support/postgres-server.js'
import { idle } from '../idle-provider.mjs'

const tasks = Number(process.argv[2] ?? 100_000)
const stores = (process.argv[3] ?? 'postgres,sqlite').split(',')
const accounts = 1000
const chunk = 100_000
/** The tables are filled as they were before this migration, which is then timed with those after it. */
const newest = 'what completed tasks have cost'

const folder = mkdtempSync(join(process.env.MODEL_TASKS_BENCH_FOLDER ?? tmpdir(), 'model-tasks-growth-'))

console.log(
  `growth: ${tasks} tasks, half of them of one account; load of the machine before: ${loadavg()[0].toFixed(1)}\n`,
)
try {
  for (const store of stores) await { postgres, sqlite }[store]()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function postgres() {
  const server = await startPostgres({
    folder: mkdtempSync(join(process.env.MODEL_TASKS_BENCH_FOLDER ?? tmpdir(), 'model-tasks-growth-')),
    settings: { shared_buffers: '256MB', max_wal_size: '4GB', synchronous_commit: 'on' },
  })
  const admin = new pg.Client(server.url)
  await admin.connect()
  const before = postgresMigrations.findIndex(({ title }) => title === newest)
  for (const { sql } of postgresMigrations.slice(0, before)) await admin.query(sql)
  await admin.query(`CREATE TABLE schema_version (version integer NOT NULL)`)
  await admin.query('INSERT INTO schema_version VALUES ($1)', [before])
  const began = Date.now()
  await admin.query('SET synchronous_commit = off')
  for (let from = 0; from < tasks; from += chunk)
    await admin.query(fill(from, Math.min(tasks, from + chunk), 'generate_series', (n) => `lpad(${n}::text, 26, '0')`))
  await admin.query('VACUUM ANALYZE')
  const filled = (Date.now() - began) / 1000
  const { opened, migrated } = await timed(() => openPostgresStores(server.url))
  await addAccounts(opened)
  const { rows } = await admin.query(
    `SELECT pg_database_size(current_database()) AS all, pg_table_size('task') AS rows, pg_indexes_size('task') AS indexes, pg_total_relation_size('ledger') AS ledger`,
  )
  await measure('PostgreSQL', opened, { filled, migrated, sizes: rows[0], service: { databaseUrl: server.url } })
  await opened.close()
  await admin.end()
  await server.stop()
}

async function sqlite() {
  const path = join(folder, 'tasks.db')
  const database = await openSqlite(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  const before = sqliteMigrations.findIndex(({ title }) => title === newest)
  for (const { sql } of sqliteMigrations.slice(0, before)) database.exec(sql)
  database.exec(`PRAGMA user_version = ${before}`)
  const began = Date.now()
  for (let from = 0; from < tasks; from += chunk)
    for (const statement of fill(from, Math.min(tasks, from + chunk), 'series', (n) => `printf('%026d', ${n})`).split(
      ';\n',
    ))
      database.exec(statement)
  database.exec('ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const filled = (Date.now() - began) / 1000
  const { opened, migrated } = await timed(() => openSqliteStores(path))
  await addAccounts(opened)
  await measure('SQLite', opened, { filled, migrated, sizes: { all: statSync(path).size }, service: {} })
  await opened.close()
}

/** Opens stores, which brings their tables up to date. `migrated`: how long that took, in seconds. */
async function timed(open) {
  const began = Date.now()
  const opened = await open()
  return { opened, migrated: (Date.now() - began) / 1000 }
}

async function addAccounts({ accounts: store }) {
  for (let index = 0; index < accounts; index += 1)
    await store.addAccount({
      id: accountOf(index),
      name: `Account ${index}`,
      unlimited: false,
      credits: 9e15,
      created: 1,
    })
}

function accountOf(index) {
  return `account_${String(index).padStart(4, '0')}`
}

/** Ended tasks with their two entries in the ledger: 9 in 10 completed, 28 models. */
function fill(from, to, series, digits) {
  const source =
    series === 'series'
      ? `(WITH RECURSIVE series (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM series WHERE n + 1 < ${to}) SELECT n FROM series)`
      : `generate_series(${from}, ${to - 1}) AS series (n)`
  const account = `'account_' || ${series === 'series' ? `printf('%04d', CASE WHEN n % 2 = 0 THEN 0 ELSE (n / 2) % ${accounts} END)` : `lpad((CASE WHEN n % 2 = 0 THEN 0 ELSE (n / 2) % ${accounts} END)::text, 4, '0')`}`
  const parameters = JSON.stringify({
    prompt: 'A paper boat at dusk, drifting down a rainy street.',
    duration: 5,
    resolution: '720p',
    ratio: '16:9',
  })
  const id = `'task_' || ${digits('n')}`
  return `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before, progress, submission, submission_at, submission_reference, result_file, result_type, result_bytes, error)
    SELECT ${id}, ${account}, 'model-' || (n % 28), 'video', '${parameters}', CASE WHEN n % 10 = 3 THEN 'failed' ELSE 'completed' END, 1700000000000 + n, 1000, 'default', 'ended', 0, 1,
      'accepted', 1700000000000 + n, 'theirs_' || n, CASE WHEN n % 10 = 3 THEN NULL ELSE 'results/' || n || '.mp4' END, 'video/mp4', 5000000, CASE WHEN n % 10 = 3 THEN 'the upstream gave no reason' END
    FROM ${source};
INSERT INTO ledger (account, subject, step, kind, available, held, created) SELECT ${account}, ${id}, 0, 'hold', -1000, 1000, 1700000000000 + n FROM ${source};
INSERT INTO ledger (account, subject, step, kind, available, held, created) SELECT ${account}, ${id}, 1, 'settle', 0, -1000, 1700000000000 + n FROM ${source}`
}

async function measure(name, { tasks: store, queue, runs, keys }, { filled, migrated, sizes, service }) {
  const big = accountOf(0)
  const small = accountOf(7)
  const idOf = (n) => `task_${String(n).padStart(26, '0')}`
  /** Even ones are of the big account. */
  const at = (part) => idOf(2 * Math.floor((tasks * part) / 2))
  let count = 0
  const submit = (account = small) =>
    store.submit({
      task: {
        id: `task_z${String((count += 1)).padStart(25, '0')}`,
        account,
        model: 'model-1',
        kind: 'video',
        parameters: { prompt: 'A paper boat' },
        status: 'queued',
        created: Date.now(),
        progress: 0,
        amount: 1000,
        queue: 'default',
        faults: 0,
        submission: { state: 'none' },
      },
      idempotency: { key: `key-${count}`, bodyHash: 'x' },
    })
  const rows = []
  const time = async (title, times, work) => {
    const took = []
    for (let index = 0; index < times; index += 1) {
      const began = performance.now()
      await work(index)
      took.push(performance.now() - began)
    }
    took.sort((one, other) => one - other)
    rows.push(`| ${title} | ${took[took.length >> 1].toFixed(1)} | ${took.at(-1).toFixed(1)} |`)
  }
  await throughHttp(keys, service, { big, small, at, time })
  const list = (account, query) => store.list(account, { limit: 20, ...query })
  await time('query of a task', 200, (index) => store.find(big, at(((index * 37) % 100) / 100)))
  await time('list, newest, account with half of the tasks', 20, () => list(big, {}))
  await time('list, from the middle', 20, () => list(big, { after: at(0.5) }))
  await time('list, failed', 20, () => list(small, { status: 'failed' }))
  await time('list, failed, of an account that has none', 20, () => list(accountOf(2), { status: 'failed' }))
  await time('list, processing (none)', 20, () => list(big, { status: 'processing' }))
  await time('list of a model', 20, () => list(big, { model: 'model-4' }))
  await time('list, failed, of a model', 20, () => list(small, { status: 'failed', model: 'model-15' }))
  await time('list, completed, of a model', 20, () => list(big, { status: 'completed', model: 'model-4' }))
  await time('submit, one at a time', 50, () => submit())
  await time('64 submits at once', 20, () => Promise.all(Array.from({ length: 64 }, () => submit())))
  const owner = await queue.join()
  await time('heartbeat', 50, () => queue.beat(owner))
  const claimed = []
  await time('claim of up to 50 tasks', 20, async () => {
    claimed.push(...(await queue.claim(owner, { queue: 'default', room: 50, concurrency: undefined })))
  })
  await time('end of a task', 100, async () => {
    const task = claimed.pop()
    if (task !== undefined) await runs.finish({ id: task.id, owner }, { status: 'failed', error: 'end of the bench' })
  })
  await time('figures of the queues', 10, () => queue.figures(500))
  await time('100 old results, as retention looks for them', 10, () =>
    store.agedResults(1700000000000 + tasks / 2, 100, 0),
  )
  await time('100 old tasks removed', 20, () => store.forgetTasks(1700000000000 + tasks / 2, 100))
  console.log(
    `## ${name}, ${tasks} tasks: filled in ${filled.toFixed(0)} s, newest migrations in ${migrated.toFixed(1)} s; ${Object.entries(
      sizes,
    )
      .map(([part, bytes]) => `${part} ${(Number(bytes) / 1e6).toFixed(0)} MB`)
      .join(', ')}\n`,
  )
  console.log('| | median ms | worst ms |\n|---|---|---|')
  console.log(`${rows.join('\n')}\n`)
}

/** The same as a caller sees it: one request at a time, of a service in this process. */
async function throughHttp(keys, settings, { big, small, at, time }) {
  for (const account of [big, small])
    await keys.addKey({ hash: hashApiKey(`mt_${account}`), id: `key_${account}`, account, created: 1 })
  const service = await startService(
    { port: 0, dataDirectory: folder, siteDirectory: '/nowhere', rateLimit: 'off', shutdownTimeout: 0, ...settings },
    { provider: idle },
  )
  const call = async (account, path, body) => {
    const response = await fetch(`${service.baseUrl}/v2/model-center/tasks${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer mt_${account}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
  }
  const submit = () => call(small, '', { model: 'beta-5.0', prompt: 'A paper boat' })
  await submit()
  await time('HTTP: query of a task', 200, (index) => call(big, `/${at(((index * 37) % 100) / 100)}`))
  await time('HTTP: list, first page', 20, () => call(big, ''))
  await time('HTTP: list, failed', 20, () => call(big, '?status=failed'))
  await time('HTTP: list, processing', 20, () => call(big, '?status=processing'))
  await time('HTTP: submit', 50, submit)
  await service.close()
}
