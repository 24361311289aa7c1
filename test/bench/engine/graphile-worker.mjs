import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { places, prepareTasks, runPeerTask, submitWithJob } from './tasks.mjs'

export const name = 'graphile-worker 0.16.6, fenced by the task row'

const logger = new Logger(() => () => undefined)

export async function prepare(url) {
  await runMigrations({ connectionString: url, logger })
  await prepareTasks(url)
}

/** A runner for each queue: in one, a full queue would keep the others waiting. */
export async function work(url, asked) {
  const pgPool = new pg.Pool({ connectionString: url, max: 20 })
  pgPool.on('error', () => undefined)
  for (const [queue, concurrency] of Object.entries(places))
    await run({
      pgPool,
      concurrency,
      pollInterval: 500,
      noHandleSignals: true,
      logger,
      taskList: { [queue]: (data) => runPeerTask(pgPool, data, asked) },
    })
  return submitTo(pgPool)
}

export async function submitter(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return { submit: submitTo(pool), close: () => pool.end() }
}

function submitTo(pool) {
  return ({ id, account, queue, ...data }) =>
    submitWithJob(pool, { id, account, queue }, (client) =>
      client.query('SELECT graphile_worker.add_job($1, $2::json)', [queue, JSON.stringify({ id, ...data })]),
    )
}
