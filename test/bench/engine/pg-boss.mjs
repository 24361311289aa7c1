import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { cap, places, prepareTasks, queues, runPeerTask, submitWithJob } from './tasks.mjs'

export const name = 'pg-boss 12.33.7, fenced by the task row'

/** The settings with which it is quickest to notice, and heartbeats; groups are accounts, with a cap. */
const options = (connectionString) => ({
  connectionString,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  max: 10,
  useListenNotify: true,
})

export async function prepare(url) {
  const boss = new PgBoss(options(url))
  await boss.start()
  for (const queue of queues)
    await boss.createQueue(queue, {
      retryLimit: 100,
      // What is of unknown outcome waits; what a process has lost does not.
      retryDelay: queue === 'unknown' ? 600 : 0,
      heartbeatSeconds: 10,
      expireInSeconds: 3600,
      notify: true,
    })
  await boss.stop({ graceful: false })
  await prepareTasks(url)
}

export async function work(url, asked) {
  const pool = new pg.Pool({ connectionString: url })
  const boss = new PgBoss(options(url))
  boss.on('error', () => undefined)
  await boss.start()
  for (const [queue, localConcurrency] of Object.entries(places))
    await boss.work(
      queue,
      {
        localConcurrency,
        pollingIntervalSeconds: 0.5,
        ...(queue === 'shared' ? { groupConcurrency: cap } : {}),
        burstWhenBatchFull: true,
      },
      async ([job]) => runPeerTask(pool, job.data, asked),
    )
  return submitTo(boss, pool)
}

export async function submitter(url) {
  const boss = new PgBoss({ ...options(url), supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return { submit: submitTo(boss, pool), close: () => Promise.all([boss.stop({ graceful: false }), pool.end()]) }
}

function submitTo(boss, pool) {
  return ({ id, account, queue, ...data }) =>
    submitWithJob(pool, { id, account, queue }, (client) => {
      const db = { executeSql: (text, values) => client.query(text, values) }
      return boss.send(queue, { id, ...data }, { group: { id: account }, db })
    })
}
