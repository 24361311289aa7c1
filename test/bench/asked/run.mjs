// Prints how many tasks one service forwards per second with and without the record of what upstreams are asked, in turn, on both stores.
// Usage: node test/bench/asked/run.mjs [tasks of each measurement, 2000] [rounds, 3]   (built first: npm run build)
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '../../../packages/service/dist/base/clock.js'
import { Scheduler } from '../../../packages/service/dist/run/engine/scheduler.js'
import { AskedRecord } from '../../../packages/service/dist/keep/files/asked-record.js'
import { DiskFileStore } from '../../../packages/service/dist/keep/files/disk.js'
import { silentLog } from '../../../packages/service/dist/base/log.js'
import { ProviderSet } from '../../../packages/service/dist/domain/provider/provider-set.js'
import { Watermark } from '../../../packages/service/dist/keep/store/watermark.js'
import { openPostgresStores } from '../../../packages/service/dist/keep/store/postgres/open.js'
import { openSqliteStores } from '../../../packages/service/dist/keep/store/sqlite/open.js'
import { taskIds } from '../../../packages/service/dist/domain/task/id.js'
import { noPostgres, startPostgres } from '../../../packages/service/test/support/postgres-server.js'

const [count, rounds] = [Number(process.argv[2] ?? 2000), Number(process.argv[3] ?? 3)]
const model = 'sd_2.0_discount'
const nothing = { note: async () => undefined }

console.log(
  `tasks forwarded per second, ${count} at a time; load of the machine before: ${loadavg()[0].toFixed(1)}\n\n| store | without the record | with it |\n|---|---|---|`,
)
await measure('SQLite', async (folder) => openSqliteStores(join(folder, 'tasks.db')))
if (noPostgres === undefined) {
  const server = await startPostgres({ settings: { shared_buffers: '128MB' } })
  const admin = new pg.Client(server.url)
  await admin.connect()
  let schemas = 0
  await measure('PostgreSQL', async () => {
    schemas += 1
    await admin.query(`CREATE SCHEMA bench_${schemas}`)
    return openPostgresStores(`${server.url}?options=-csearch_path%3Dbench_${schemas}`)
  })
  await admin.end()
  await server.stop()
} else console.log(noPostgres)

/** What an earlier measurement has left to be polled would take places: each has a database of its own. */
async function measure(name, open) {
  for (let round = 0; round < rounds; round += 1) {
    const rates = []
    for (const recorded of round % 2 === 0 ? [false, true] : [true, false]) {
      const folder = mkdtempSync(join(tmpdir(), 'model-tasks-asked-'))
      const stores = await open(folder)
      await stores.accounts.addAccount({ id: 'account', name: 'Account', unlimited: true, credits: 0, created: 1 })
      const directory = join(folder, 'files')
      const watermark = new Watermark(stores.restored, systemClock)
      const record = new AskedRecord({
        files: new DiskFileStore(directory),
        installation: '0123456789ab',
        now: Date.now,
        watermark,
      })
      await stores.restored.noteRecord(await record.open(Date.now()))
      rates[Number(recorded)] = await forwarded(stores, folder, recorded ? record : nothing)
      await record.close()
      await stores.close()
      rmSync(folder, { recursive: true })
    }
    console.log(`| ${name} | ${rates.map((rate) => rate.toFixed(0)).join(' | ')} |`)
  }
}

/** Tasks per second, from the start of the engine until its upstream was asked for the last of the tasks that wait. */
async function forwarded(stores, folder, record) {
  const newId = taskIds(() => Date.now())
  const task = {
    ...{ account: 'account', model, kind: 'video', parameters: { prompt: 'A paper boat', duration: 5 } },
    ...{ status: 'queued', created: Date.now(), progress: 0, amount: 0, queue: 'alpha', faults: 0 },
    submission: { state: 'none' },
  }
  for (let index = 0; index < count; index += 1) await stores.tasks.submit({ task: { ...task, id: newId() } })
  let asked = 0
  let done
  const all = new Promise((resolve) => {
    done = resolve
  })
  const provider = {
    ...{ kind: 'upstream', name: 'alpha', takesAssets: false, pollBatch: 100, idempotent: async () => false },
    async submit({ id }) {
      asked += 1
      if (asked === count) done()
      return { answer: 'accepted', reference: id }
    },
    poll: async (references) =>
      new Map(references.map((reference) => [reference, { state: 'failed', error: 'end of the bench' }])),
    collect: () => Promise.reject(new Error('there is no file')),
    close: async () => undefined,
  }
  const lane = { queue: 'alpha', provider, models: [model], concurrency: count, requestsPerSecond: 1e6 }
  const scheduler = new Scheduler({
    ...{ ...stores, files: undefined, clock: systemClock, random: Math.random, log: silentLog, asked: record },
    times: { claimed: () => undefined, started: () => undefined, completed: () => undefined },
    workDirectory: join(folder, 'work'),
    ...{ unknownOutcomeDeadline: 600_000, rolloutTime: 600_000, models: [model] },
    providers: new ProviderSet('bench', [{ ...lane, pollDeadline: 3_600_000 }]),
  })
  const start = performance.now()
  await scheduler.start()
  await all
  const rate = (1000 * count) / (performance.now() - start)
  await scheduler.close(60_000)
  return rate
}
