// `npm run bench -- running [tasks, 10000 unless told] [processes, 2] [seconds, 30]`: what tasks cost while they run. Services share a
// PostgreSQL that holds so many accepted tasks, and follow them at an upstream: one that is asked for 100 tasks in a request, and one
// that is asked for each by itself. Processor time is that of the services alone; a million is what these figures come to.
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openPostgresStores } from '../../../packages/service/dist/keep/store/postgres/open.js'
import { startPostgres } from '../../../packages/service/test/support/postgres-server.js'

const [tasks = 10_000, processes = 2, seconds = 30] = process.argv.slice(2).map(Number)
const service = fileURLToPath(new URL('../../../packages/service/bin/model-tasks-service.js', import.meta.url))
/** How long the first poll of every task may take, in milliseconds. */
const patience = 600_000
const protocols = [
  { protocol: 'ark', path: '', each: 'up to 100 tasks in a request', model: 'sd_2.0_discount', kind: 'video' },
  { protocol: 'replicate', path: '/v1', each: 'one task in a request', model: 'beta-5.0', kind: 'image' },
]

if (process.platform !== 'linux') throw new Error('this benchmark reads /proc, which Linux alone has')
console.log(
  `running: ${tasks} tasks, ${processes} processes, ${seconds} s; load of the machine before: ${loadavg()[0].toFixed(1)}\n`,
)
const rows = []
for (const one of protocols) rows.push(await measure(one))
const titles = ['', ...protocols.map(({ each }) => each)]
console.log(`| ${titles.join(' | ')} |\n|${' --- |'.repeat(titles.length)}`)
for (const title of Object.keys(rows[0])) console.log(`| ${[title, ...rows.map((row) => row[title])].join(' | ')} |`)

async function measure({ protocol, path, model, kind }) {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-bench-running-'))
  const server = await startPostgres({ settings: { shared_buffers: '256MB', max_wal_size: '4GB' } })
  const upstream = fork(fileURLToPath(new URL('upstream.mjs', import.meta.url)))
  const [{ port }] = await once(upstream, 'message')
  const ask = async (message) => {
    upstream.send(message)
    return (await once(upstream, 'message'))[0]
  }
  const admin = new pg.Client(server.url)
  await admin.connect()
  await fill(server.url, admin, { model, kind })
  const config = join(folder, 'config.json')
  const up = {
    name: 'up',
    protocol,
    url: `http://127.0.0.1:${port}${path}`,
    key: 'key',
    models: [model],
    modelIds: { [model]: 'acme/model' },
  }
  writeFileSync(config, JSON.stringify({ upstreams: [{ ...up, concurrency: 1_000_000, requestsPerSecond: 1000 }] }))
  const began = performance.now()
  const services = Array.from({ length: processes }, (_, index) =>
    started(join(folder, `data-${index}`), config, server.url),
  )
  try {
    while ((await ask('look')).tasks < tasks) {
      if (performance.now() > began + patience || services.some(({ exitCode }) => exitCode !== null))
        throw new Error(`of ${tasks} tasks ${(await ask('look')).tasks} were polled in ${patience / 1000} s`)
      await delay(500)
    }
    const followed = (performance.now() - began) / 1000
    // Everything that was claimed at the start has its rhythm.
    await delay(Math.min(15_000, seconds * 1000))
    await ask('begin')
    const before = { used: processorTime(services), wal: await walOf(admin), at: performance.now() }
    await delay(seconds * 1000)
    const told = await ask('look')
    const passed = (performance.now() - before.at) / 1000
    const used = processorTime(services) - before.used
    const polls = told.polls / passed
    return {
      'first poll of the last task, s after the start': followed.toFixed(1),
      'polls per second': polls.toFixed(0),
      'requests per second': (told.requests / passed).toFixed(0),
      'between two polls of a task, s (median, 99 %, most)': [told.median, told.p99, told.most]
        .map((one) => (one === null ? '–' : (one / 1000).toFixed(1)))
        .join(', '),
      'processor time per poll, µs': ((1e6 * used) / told.polls).toFixed(0),
      'cores of the services': (used / passed).toFixed(2),
      'memory of a process, MiB': services
        .map(residentMemory)
        .sort((a, b) => b - a)[0]
        .toFixed(0),
      'WAL per task and second, bytes': (((await walOf(admin)) - before.wal) / passed / tasks).toFixed(1),
      'a million polled every 5 s: cores, from the processor time': ((200_000 * used) / told.polls).toFixed(1),
    }
  } finally {
    for (const one of services) one.kill('SIGKILL')
    upstream.kill()
    await admin.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Accepted tasks of 100 accounts, as an outage of all services would leave them. */
async function fill(url, admin, { model, kind }) {
  const stores = await openPostgresStores(url)
  for (let index = 0; index < 100; index += 1)
    await stores.accounts.addAccount({
      id: `account_${index}`,
      name: `Account ${index}`,
      unlimited: true,
      credits: 0,
      created: 1,
    })
  await stores.close()
  const now = Date.now()
  await admin.query(
    `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before, submission, submission_at, accepted_at, submission_reference, submission_attempts)
     SELECT 'task_' || lpad(n::text, 26, '0'), 'account_' || n % 100, $1, $2, '{"prompt":"A paper boat"}', 'processing', $3, 0, 'up', 'accepted', 0, 'accepted', $3, $3, $2 || ':acme%2Fmodel:ref-' || n, 1
     FROM generate_series(1, $4::integer) AS n`,
    [model, kind, now, tasks],
  )
  await admin.query('ANALYZE')
}

function started(data, config, url) {
  const env = {
    ...process.env,
    MODEL_TASKS_PORT: '0',
    MODEL_TASKS_DATA: data,
    MODEL_TASKS_CONFIG: config,
    MODEL_TASKS_DATABASE_URL: url,
    MODEL_TASKS_PROVIDER: 'relay',
  }
  return spawn(process.execPath, [service], { env, stdio: ['ignore', 'ignore', 'ignore'] })
}

/** Processor time that processes have used, in seconds. */
function processorTime(services) {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return services.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / ticks
  }, 0)
}

function residentMemory({ pid }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}

async function walOf(admin) {
  const { rows } = await admin.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`)
  return rows[0].bytes
}
