// Prints for how long an operator's pages and lists stop every other request of a service on SQLite with many waiting tasks.
// Usage: node test/bench/stops/run.mjs [tasks, 500000 unless told] [accounts, 1000] [times each, 10]   (built first: npm run build)
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashApiKey } from '../../../packages/service/dist/admit/accounts/api-key.js'
import { startService } from '../../../packages/service/dist/compose/start.js'
import { openSqlite } from '../../../packages/service/dist/keep/store/sqlite/database.js'
import { openSqliteStores } from '../../../packages/service/dist/keep/store/sqlite/open.js'
import { idle } from '../idle-provider.mjs'

const [tasks = 500_000, accounts = 1000, times = 10] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(process.env.MODEL_TASKS_BENCH_FOLDER ?? tmpdir(), 'model-tasks-stops-'))
const adminKey = 'an-admin-key-of-this-bench-00000'
const chunk = 100_000

try {
  await fill()
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fill() {
  const path = join(folder, 'tasks.db')
  const stores = await openSqliteStores(path)
  await stores.accounts.addAccount({ id: 'account_1', name: 'x', unlimited: true, credits: 0, created: 1 })
  await stores.keys.addKey({ hash: hashApiKey('mt_bench'), id: 'key_1', account: 'account_1', created: 1 })
  const database = await openSqlite(path)
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  database.exec(`INSERT INTO account (id, name, unlimited, available, created) ${series(2, accounts)}
    SELECT 'account_' || n, 'x', 1, 0, n FROM series`)
  for (let from = 1; from <= tasks; from += chunk)
    database.exec(`INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
      ${series(from, Math.min(tasks, from + chunk - 1))}
      SELECT 'task_' || printf('%026d', n), 'account_' || CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n % ${accounts} END, 'beta-5.0', 'image', '{"prompt":"A paper boat"}', 'queued', n, 1, 'idle', 'waiting', n FROM series`)
  database.exec('ANALYZE')
  database.close()
  await stores.close()
}

function series(from, to) {
  return `WITH RECURSIVE series (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM series WHERE n < ${to})`
}

async function measure() {
  const service = await startService(
    {
      port: 0,
      dataDirectory: folder,
      siteDirectory: '/nowhere',
      rateLimit: 'off',
      shutdownTimeout: 0,
      adminKey,
      metricsKey: adminKey,
    },
    { provider: idle },
  )
  const operator = { authorization: `Bearer ${adminKey}` }
  const caller = { authorization: 'Bearer mt_bench' }
  const signedIn = await fetch(`${service.url}/console/sign-in`, {
    method: 'POST',
    headers: { origin: new URL(service.url).origin },
    body: new URLSearchParams({ key: adminKey, name: 'bench' }),
    redirect: 'manual',
  })
  const console_ = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const requests = [
    ['/metrics', '/metrics', operator],
    ['/console', '/console', console_],
    ['/console/tasks', '/console/tasks', console_],
    ['/admin/queues', '/admin/queues', operator],
    ['/console/tasks?status=queued', '/console/tasks?status=queued', console_],
    [
      '/api/…/tasks?status=queued, of the account with half of them',
      '/api/v2/model-center/tasks?status=queued',
      caller,
    ],
  ]
  console.log(
    `stops: ${tasks} tasks wait, half of them of one of ${accounts} accounts; ${availableParallelism()} processors, Node ${process.version}, load ${loadavg()[0].toFixed(1)}\n`,
  )
  console.log(`| each ${times} times | longest stop, ms | processor time in it, ms | answered in, ms (median) |`)
  console.log('|---|---|---|---|')
  for (const [title, path, headers] of [['nothing', undefined, {}], ...requests]) {
    // A first request also loads code, which is not measured.
    if (path !== undefined) await (await fetch(`${service.url}${path}`, { headers, redirect: 'manual' })).arrayBuffer()
    const answered = []
    const { wall, processor } = await watched(async () => {
      for (let index = 0; index < times; index += 1) {
        const began = performance.now()
        if (path === undefined) await new Promise((resolve) => setTimeout(resolve, 100))
        else {
          const response = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' })
          await response.arrayBuffer()
          if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
        }
        answered.push(performance.now() - began)
      }
    })
    const median = answered.sort((one, other) => one - other)[answered.length >> 1]
    console.log(
      `| ${title} | ${wall.toFixed(1)} | ${processor.toFixed(1)} | ${path === undefined ? '' : median.toFixed(1)} |`,
    )
  }
  await service.close()
}

/** The longest turn of the event loop while something runs, and the processor time of the dearest. */
async function watched(work) {
  let isOver = false
  const most = { wall: 0, processor: 0 }
  const watch = (async () => {
    let [at, used] = [performance.now(), process.cpuUsage()]
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      const { user, system } = process.cpuUsage(used)
      const now = performance.now()
      most.wall = Math.max(most.wall, now - at)
      most.processor = Math.max(most.processor, (user + system) / 1000)
      ;[at, used] = [now, process.cpuUsage()]
    }
  })()
  await work()
  isOver = true
  await watch
  return most
}
