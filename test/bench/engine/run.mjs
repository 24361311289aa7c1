// Prints what three engines need for the same tasks on the same PostgreSQL, in three processes each, in one run.
// Usage: node test/bench/engine/run.mjs [engines, such as ours,pg-boss] [scale of the times and counts, 1 unless told]   (built first: npm run build)
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../../../packages/service/test/support/postgres-server.js'
import { delay, processes, submitters } from './tasks.mjs'

const engines = (process.argv[2] ?? 'ours,pg-boss,graphile-worker').split(',')
const scale = Number(process.argv[3] ?? 1)
const run = (count) => Math.max(1, Math.round(count * scale))
/** How long tasks may take to start before the run goes on, in milliseconds. */
const startTimeout = 8000
const worker = fileURLToPath(new URL('worker.mjs', import.meta.url))

const columns = {
  submits: `submits per second, ${submitters.length} at a time`,
  submitWal: 'WAL per submit',
  taskWal: 'WAL per task, from submit to end',
  idleWal: 'WAL per running task and second',
  idleCpu: `CPU for ${run(200)} running tasks, of engine and database, ms per second`,
  latency: 'submit to start, p50 / p99',
  kills: 'kills: tasks lost / asked for twice',
  takeover: 'kill to takeover of its last task, worst',
  fairness: `account A has ${run(2000)} queued, and a cap of two thirds: the ${run(10)} tasks of B start`,
  behindTwo: `behind two such accounts, the ${run(10)} tasks of C start`,
  slow: `a slow upstream is full: the ${run(10)} tasks of an idle one start`,
  unknownOther: `${run(50)} unknown outcomes of account A: the next ${run(20)} tasks, of B, start`,
  unknown: `and ${run(20)} more of A start`,
}

const server = await startPostgres({
  settings: { shared_buffers: '128MB', checkpoint_timeout: '30min', max_wal_size: '4GB', autovacuum: 'off' },
})
const results = {}
try {
  console.log(
    `engine: ${availableParallelism()} processors, Node ${
      process.version
    }, PostgreSQL 18, ${processes} processes of each engine in turn; load of the machine before: ${loadavg()[0].toFixed(
      1,
    )}\n`,
  )
  for (const engine of engines) results[engine] = await measure(engine)
} finally {
  await server.stop()
}
console.log(`| | ${engines.map((engine) => results[engine].name).join(' | ')} |`)
console.log(`|---|${engines.map(() => '---|').join('')}`)
for (const [key, title] of Object.entries(columns))
  console.log(`| ${title} | ${engines.map((engine) => results[engine][key]).join(' | ')} |`)

async function measure(engine) {
  const { name, prepare, submitter } = await import(`./${engine}.mjs`)
  const admin = new pg.Client(server.url)
  // When a run fails, the server stops under this connection: the failure is what has to be seen.
  admin.on('error', () => undefined)
  await admin.connect()
  const schema = `bench_${engine.replaceAll('-', '_')}`
  await admin.query(
    `DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA IF EXISTS graphile_worker CASCADE; CREATE SCHEMA ${schema}; SET search_path = ${schema}; CHECKPOINT`,
  )
  const url = `${server.url}?options=-csearch_path%3D${schema}`
  await prepare(url)
  const pending = async (queue) =>
    Number(
      (await admin.query(`SELECT count(*) FROM task WHERE queue = $1 AND stage <> 'ended'`, [queue])).rows[0].count,
    )
  const wal = async (since = '0/0') =>
    (
      await admin.query(`SELECT pg_current_wal_insert_lsn() AS at, pg_current_wal_insert_lsn() - $1::pg_lsn AS bytes`, [
        since,
      ])
    ).rows[0]

  /** By task: when it was submitted, each time an upstream was asked or would have been, and by whom. */
  const seen = new Map()
  const { submit, close } = await submitter(url)
  let count = 0
  const submitOne = async (queue, { account = 'a', wait = 0, unknown = false, by } = {}) => {
    const id = `${engine}-${(count += 1)}`
    seen.set(id, { submitted: Date.now(), asked: [] })
    const task = { id, account, queue, wait, unknown }
    if (by === undefined) await submit(task)
    else by.send({ task })
    return id
  }
  const submitMany = (number, queue, options) =>
    Promise.all(Array.from({ length: run(number) }, () => submitOne(queue, options)))
  /** Each task is accepted by one of the processes that work, as in a service. */
  const submitFew = (number, queue, options) =>
    Promise.all(
      Array.from({ length: run(number) }, (_, index) =>
        submitOne(queue, { ...options, by: workers[index % workers.length] }),
      ),
    )
  /** Milliseconds until all of these have started since the last was submitted, or more than the limit. */
  const untilStarted = async (ids, limit) => {
    const began = Date.now()
    while (Date.now() - began < limit) {
      if (ids.every((id) => seen.get(id).asked.length > 0))
        return Math.max(0, ...ids.map((id) => seen.get(id).asked[0].at)) - began
      await delay(20)
    }
    return undefined
  }
  const seconds = (milliseconds, limit) =>
    milliseconds === undefined ? `not in ${limit / 1000} s` : `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`
  const workers = []
  // They are killed, and cannot remove what they leave themselves.
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-bench-'))
  const startWorker = () =>
    new Promise((resolve) => {
      const env = { ...process.env, MODEL_TASKS_BENCH_QUICK: scale < 0.2 ? '1' : '0', TMPDIR: folder }
      const child = fork(worker, [engine, url], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      child.on('message', (message) => {
        if (message.ready) resolve(child)
        if (message.id !== undefined) seen.get(message.id)?.asked.push({ ...message, by: child })
      })
      workers.push(child)
    })

  // Submits, before anybody works.
  let before = await wal()
  let began = Date.now()
  const until = began + 3000 * scale
  let submitted = 0
  await Promise.all(
    submitters.map(async (account) => {
      do {
        await submitOne('bulk', { account })
        submitted += 1
      } while (Date.now() < until)
    }),
  )
  const result = { name, submits: Math.round(submitted / ((Date.now() - began) / 1000)) }
  result.submitWal = bytes((await wal(before.at)).bytes / submitted)

  for (let index = 0; index < processes; index += 1) await startWorker()
  await delay(500)
  await admin.query('VACUUM ANALYZE')

  // One task after another, to its end.
  before = await wal()
  const steady = []
  for (let index = 0; index < run(60); index += 1) {
    steady.push(submitOne('steady', { by: workers[index % processes] }))
    await delay(30)
  }
  const ids = await Promise.all(steady)
  await untilStarted(ids, 20_000)
  for (const giveUp = Date.now() + 30_000; (await pending('steady')) > 0 && Date.now() < giveUp;) await delay(100)
  result.taskWal = bytes((await wal(before.at)).bytes / ids.length)
  const waits = ids
    .flatMap((id) =>
      seen
        .get(id)
        .asked.slice(0, 1)
        .map(({ at }) => at - seen.get(id).submitted),
    )
    .sort((one, other) => one - other)
  result.latency = `${waits[waits.length >> 1]} / ${waits[Math.floor(waits.length * 0.99)]} ms`

  // Running tasks, which nothing happens to. What was written before them is on the disk by then, with what the first poll of each
  // was answered, and with the heartbeats' first change after that, which the WAL holds as a whole page: none of it belongs to
  // running tasks.
  const running = await submitMany(200, 'steady', { wait: 60_000 })
  await untilStarted(running, 20_000)
  await delay(Math.min(8000, 20_000 * scale))
  await admin.query('CHECKPOINT')
  await delay(Math.min(3000, 7500 * scale))
  ;[began, before] = [Date.now(), await wal()]
  const cpuBefore = await processorTime(workers)
  // Ours polls upstreams every 5 s: all of them once, in a run that is not only to show that the benchmark works.
  await delay(Math.min(5000, 12_500 * scale))
  const took = (Date.now() - began) / 1000
  result.idleWal = bytes((await wal(before.at)).bytes / running.length / took)
  result.idleCpu = Math.round(((await processorTime(workers)) - cpuBefore) / took)

  // One process is killed in the middle of its tasks, and another one starts.
  const kept = await submitMany(40, 'killed', { wait: 120_000 })
  await untilStarted(kept, 20_000)
  const takeovers = []
  const limit = 15_000
  for (let kill = 0; kill < run(2) && !takeovers.includes(undefined); kill += 1) {
    const tasksOf = (child) => kept.filter((id) => seen.get(id).asked.at(-1)?.by === child)
    const victim = workers.reduce((most, child) => (tasksOf(child).length > tasksOf(most).length ? child : most))
    workers.splice(workers.indexOf(victim), 1)
    const theirs = tasksOf(victim)
    const killedAt = Date.now()
    victim.kill('SIGKILL')
    await startWorker()
    const over = () => theirs.every((id) => seen.get(id).asked.at(-1).by !== victim)
    while (!over() && Date.now() - killedAt < limit) await delay(20)
    // An engine that did not take one over in time does not take the next one over either.
    takeovers.push(over() ? Math.max(0, ...theirs.map((id) => seen.get(id).asked.at(-1).at - killedAt)) : undefined)
  }
  const twice = kept.filter((id) => seen.get(id).asked.filter(({ first }) => first).length > 1).length
  result.kills = `${kept.length - (await pending('killed'))} / ${twice}`
  result.takeover = seconds(takeovers.includes(undefined) ? undefined : Math.max(...takeovers), limit)

  // An account that has queued very many tasks, and one that comes after it.
  await submitMany(2000, 'shared', { account: 'many', wait: 1000 })
  result.fairness = seconds(
    await untilStarted(await submitFew(10, 'shared', { account: 'b', wait: 1000 }), startTimeout),
    startTimeout,
  )
  await submitMany(2000, 'shared', { account: 'more', wait: 1000 })
  await delay(5000 * scale)
  result.behindTwo = seconds(
    await untilStarted(await submitFew(10, 'shared', { account: 'c', wait: 1000 }), startTimeout),
    startTimeout,
  )

  // An upstream whose places are all taken, and one that has nothing to do.
  await submitMany(100, 'slow', { wait: 120_000 })
  await delay(1000)
  result.slow = seconds(await untilStarted(await submitFew(10, 'idle'), startTimeout), startTimeout)

  // Tasks of unknown outcome, and others behind them.
  await submitMany(50, 'unknown', { unknown: true })
  await delay(1000)
  for (const [row, account] of [
    ['unknownOther', 'b'],
    ['unknown', 'a'],
  ])
    result[row] = seconds(await untilStarted(await submitFew(20, 'unknown', { account }), startTimeout), startTimeout)

  const gone = workers
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((child) => once(child, 'exit'))
  for (const child of workers) child.kill('SIGKILL')
  await Promise.all(gone)
  rmSync(folder, { recursive: true, force: true })
  await close()
  await admin.end()
  return result
}

/** Milliseconds of processor time of the workers and of the database so far. */
async function processorTime(workers) {
  const own = await Promise.all(
    workers.map(
      (child) =>
        new Promise((resolve) => {
          child.on('message', function answer({ cpu }) {
            if (cpu === undefined) return
            child.off('message', answer)
            resolve(cpu)
          })
          child.send({})
        }),
    ),
  )
  return own.reduce((sum, one) => sum + one, 0) + databaseTime()
}

/** The times of the server and its processes, from /proc, in ticks of 10 ms. */
function databaseTime() {
  const ticksOf = (pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return {
        parent: Number(fields[1]),
        own: Number(fields[11]) + Number(fields[12]),
        ended: Number(fields[13]) + Number(fields[14]),
      }
    } catch {
      return undefined
    }
  }
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [{ pid: Number(pid), ...ticksOf(pid) }] : []))
  const ticks = all.reduce(
    (sum, { pid, parent, own, ended }) => sum + (pid === server.pid ? own + ended : parent === server.pid ? own : 0),
    0,
  )
  return ticks * 10
}

function bytes(value) {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} kB` : `${value.toFixed(value < 10 ? 1 : 0)} B`
}
