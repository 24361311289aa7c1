import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { insertTask, parameters, peerTable, places, runPeerTask } from './tasks.mjs'

export const name = 'graphile-worker 0.16.6, fenced by the task row'

const logger = new Logger(() => () => undefined)

export async function prepare(url) {
  await runMigrations({ connectionString: url, logger })
  const pool = new pg.Pool({ connectionString: url })
  await pool.query(peerTable)
  await pool.end()
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

/** The task's row and its job, in one transaction. */
function submitTo(pool) {
  return async ({ id, account, queue, ...data }) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(insertTask, [id, account, queue, JSON.stringify(parameters), Date.now()])
      await client.query('SELECT graphile_worker.add_job($1, $2::json)', [queue, JSON.stringify({ id, ...data })])
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
}

export const pendingSql = `SELECT count(*) FROM bench_task WHERE queue = $1 AND status <> 'failed'`
