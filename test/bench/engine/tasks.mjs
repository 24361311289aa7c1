/** What every engine runs: the queues, and how many tasks of one run at a time in all processes. */
export const processes = 3
export const queues = ['steady', 'shared', 'slow', 'idle', 'unknown', 'killed', 'bulk']
/** Tasks of a queue that one process runs; all together run three times as many. */
export const places = { steady: 100, shared: 10, slow: 10, idle: 10, unknown: 10, killed: 20 }

/** Tasks of one account that run in a queue at a time, where an engine has a cap: two thirds of the places. */
export const cap = 20

/** About the parameters of a video. */
export const parameters = {
  prompt: 'A paper boat at dusk, drifting down a rainy street. '.repeat(8),
  duration: 5,
  resolution: '720p',
}

/** Whether this run only shows that the benchmark works. The processes of an engine learn it from the environment. */
export const quick = process.env.MODEL_TASKS_BENCH_QUICK === '1'

export const delay = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** What the peers need beside their jobs, which is what our row of a task is: a task that is durable, and asked for once. */
export const peerTable = `CREATE TABLE bench_task (
  id text PRIMARY KEY, account text NOT NULL, queue text NOT NULL, parameters text NOT NULL, created bigint NOT NULL,
  status text NOT NULL DEFAULT 'queued', asked_at bigint, error text
)`
export const insertTask = 'INSERT INTO bench_task (id, account, queue, parameters, created) VALUES ($1, $2, $3, $4, $5)'

/** Runs a job of a peer: the upstream is asked once, however often the job is run. `asked` says that it is. */
export async function runPeerTask(pool, { id, wait, unknown }, asked) {
  const { rowCount } = await pool.query(
    `UPDATE bench_task SET status = 'processing', asked_at = $2 WHERE id = $1 AND asked_at IS NULL RETURNING id`,
    [id, Date.now()],
  )
  asked(id, rowCount > 0)
  if (unknown && rowCount > 0) throw new Error('unknown outcome')
  await delay(wait)
  await pool.query(
    `UPDATE bench_task SET status = 'failed', error = 'end of the bench' WHERE id = $1 AND status = 'processing'`,
    [id],
  )
}
