import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scheduler } from '../../../packages/service/dist/run/engine/scheduler.js'
import { silentLog } from '../../../packages/service/dist/base/log.js'
import { ProviderSet } from '../../../packages/service/dist/domain/provider/provider-set.js'
import { openPostgresStores } from '../../../packages/service/dist/keep/store/postgres/open.js'
import { fastClock } from '../../../packages/service/dist/commands/prove/fast-clock.js'
import { addAccounts, amount, cap, parameters, places, processes, quick } from './tasks.mjs'

export const name = 'ours'

/** A quick run, which only shows that the benchmark works, does not wait for heartbeats and polls as long as a service. */
const { speed, lifetime } = quick ? { speed: 2, lifetime: 3000 } : { speed: 1, lifetime: undefined }
const epoch = Date.now()

export async function prepare(url) {
  const { accounts, queue, close } = await openPostgresStores(url)
  await addAccounts(accounts)
  for (const id of ['many', 'more']) await queue.setShare(id, { weight: 1, limit: cap })
  await close()
}

/** An upstream for each queue, which answers at once that it has the task, and later that the task has ended. */
function upstream(queue, asked) {
  const ends = new Map()
  return {
    kind: 'upstream',
    name: queue,
    takesAssets: false,
    pollBatch: 100,
    idempotent: async () => false,
    async submit({ id, parameters: { wait, unknown } }) {
      asked(id, true)
      ends.set(id, Date.now() + wait)
      return unknown
        ? { answer: 'unknown', error: 'unknown outcome' }
        : { answer: 'accepted', reference: `${wait} ${id}` }
    },
    async poll(references) {
      return new Map(
        references.map((reference) => {
          const [wait, id] = reference.split(' ')
          // Another process has asked: the end is counted from when this one heard of it.
          if (!ends.has(id)) ends.set(id, Date.now() + Number(wait))
          const state =
            ends.get(id) <= Date.now()
              ? { state: 'failed', error: 'end of the bench' }
              : { state: 'running', status: 'processing' }
          return [reference, state]
        }),
      )
    },
    collect: () => Promise.reject(new Error('there is no file')),
    close: async () => undefined,
  }
}

export async function work(url, asked) {
  const stores = await openPostgresStores(url, { lifetime })
  // A task that another process has been asked for is taken over with its claim. Its upstream is polled some seconds later.
  const claimAsked = stores.queue.claimAsked.bind(stores.queue)
  stores.queue.claimAsked = async (...request) => {
    const tasks = await claimAsked(...request)
    for (const { id } of tasks) asked(id, false)
    return tasks
  }
  const workDirectory = mkdtempSync(join(tmpdir(), 'model-tasks-bench-work-'))
  // Nothing runs in the queue of the mere submits, and it is not a stray one.
  const lanes = Object.entries({ ...places, bulk: 0 }).map(([queue, count]) => ({
    queue,
    provider: upstream(queue, asked),
    models: [queue],
    concurrency: count * processes,
    requestsPerSecond: 1000,
    pollDeadline: 3_600_000,
  }))
  const scheduler = new Scheduler({
    ...stores,
    files: undefined,
    clock: fastClock(speed, epoch),
    random: Math.random,
    log: silentLog,
    asked: { note: async () => undefined },
    times: { claimed: () => undefined, started: () => undefined, completed: () => undefined },
    workDirectory,
    unknownOutcomeDeadline: 600_000,
    rolloutTime: 600_000,
    providers: new ProviderSet('bench', lanes),
    models: Object.keys(places),
  })
  await scheduler.start()
  const submit = submitTo(stores.tasks)
  return async (task) => {
    await submit(task)
    scheduler.wake(task.queue)
  }
}

export async function submitter(url) {
  const { tasks, close } = await openPostgresStores(url)
  return { submit: submitTo(tasks), close }
}

function submitTo(tasks) {
  return async ({ id, account, queue, ...data }) => {
    const task = {
      id,
      account,
      model: queue,
      kind: 'video',
      parameters: { ...parameters, ...data },
      status: 'queued',
      created: Date.now(),
      progress: 0,
      amount,
      queue,
      faults: 0,
      submission: { state: 'none' },
    }
    const { outcome } = await tasks.submit({ task })
    if (outcome !== 'accepted') throw new Error(`the submit was not accepted: ${outcome}`)
  }
}
