import pg from 'pg'
import { openPostgresStores } from '../../../packages/service/dist/keep/store/postgres/open.js'

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

/** Accounts with more credits than they use. Each of the submits that run at a time has one of its own: none waits for the balance of another. */
export const submitters = Array.from({ length: 64 }, (_, index) => `submitter-${index}`)
const accounts = ['a', 'b', 'c', 'many', 'more', ...submitters]
export const amount = 1000

export async function addAccounts(store) {
  for (const id of accounts)
    await store.addAccount({ id, name: id, unlimited: false, credits: 1_000_000_000, created: 1 })
}

/** What a service keeps beside the jobs of a peer: tasks as it lists them and credits as it holds them, without the indexes of our scheduler. */
export async function prepareTasks(url) {
  const { accounts: store, close } = await openPostgresStores(url)
  await addAccounts(store)
  await close()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('DROP INDEX task_waiting, task_asked, task_running, task_owner, task_dead')
  await client.end()
}

/** Writes a task with its credits and, in the same transaction, what `addJob` does with the connection. */
export async function submitWithJob(pool, { id, account, queue }, addJob) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({
      name: 'submit',
      text: submitSql,
      values: [id, account, queue, JSON.stringify(parameters), Date.now(), amount],
    })
    await addJob(client)
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

const submitSql = `
  WITH accepted AS (
    INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage)
    VALUES ($1, $2, $3, 'video', $4, 'queued', $5, $6, $3, 'waiting')
  ), hold AS (
    INSERT INTO ledger (account, subject, step, kind, available, held, created) VALUES ($2, $1, 0, 'hold', -$6::bigint, $6, $5)
  )
  UPDATE account SET available = available - $6, held = held + $6 WHERE id = $2`
const askedSql = `
  UPDATE task SET status = 'processing', submission = 'sent', submission_at = $2 WHERE id = $1 AND submission = 'none' RETURNING id`
const acceptedSql = `UPDATE task SET submission = 'accepted', submission_reference = $2 WHERE id = $1`
const endSql = `
  WITH ended AS (
    UPDATE task SET status = 'failed', stage = 'ended', amount = 0, ended = $2, error = 'end of the bench'
    WHERE id = $1 AND stage <> 'ended' RETURNING id, account
  ), entry AS (
    INSERT INTO ledger (account, subject, step, kind, available, held, created)
    SELECT hold.account, hold.subject, 1, 'release', hold.held, -hold.held, $2
    FROM ended JOIN ledger AS hold ON hold.account = ended.account AND hold.subject = ended.id AND hold.step = 0
    RETURNING account, available, held
  )
  UPDATE account SET available = account.available + entry.available, held = account.held + entry.held FROM entry WHERE account.id = entry.account`

/**
 * Runs a job of a peer. The upstream is asked once, however often the job is run; what it calls the task is kept, since
 * the process that takes the job over has to poll it. `asked` says that the upstream is.
 */
export async function runPeerTask(pool, { id, wait, unknown }, asked) {
  const { rowCount } = await pool.query({ name: 'asked', text: askedSql, values: [id, Date.now()] })
  asked(id, rowCount > 0)
  if (unknown && rowCount > 0) throw new Error('unknown outcome')
  if (rowCount > 0) await pool.query({ name: 'accepted', text: acceptedSql, values: [id, `${wait} ${id}`] })
  await delay(wait)
  await pool.query({ name: 'end', text: endSql, values: [id, Date.now()] })
}
