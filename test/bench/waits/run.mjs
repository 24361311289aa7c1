/**
 * `npm run bench -- waits`: the requests of a wait, and how late it learns of the end. A service on loopback takes 20 to 100 s for each of
 * its tasks and runs 40 of them at once; the client waits for all of them, once as the service declares its waits (`Prefer: wait`),
 * once with that declaration taken out of what it is answered, so that it polls every 5 to 10 s. `npm run bench -- waits elsewhere`: the
 * same of callers at another service on one PostgreSQL than the one that runs the tasks, of 2 to 10 s, by queries that wait and by the
 * stream of events.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks } from '@model-tasks/client'
import { startService } from '@model-tasks/service'

const tasks = 40
const elsewhere = process.argv[2] === 'elsewhere'
const [shortest, longest] = elsewhere ? [2_000, 10_000] : [20_000, 100_000]
/** When each task was told to end. */
const ends = new Map()

/** Takes as long as its turn says: spread evenly over the range. */
const provider = {
  kind: 'local',
  name: 'timed',
  takesAssets: false,
  concurrency: tasks,
  turn: 0,
  async render({ id }, { directory, signal }) {
    const milliseconds = shortest + ((longest - shortest) * (this.turn++ % tasks)) / (tasks - 1)
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('aborted'))), { once: true })
    })
    const path = join(directory, 'out')
    await writeFile(path, id)
    ends.set(id, performance.now())
    return { status: 'completed', file: { path, contentType: 'image/png', bytes: id.length } }
  },
  async close() {},
}
const idle = { ...provider, name: 'idle', concurrency: 0 }

const dataDirectory = mkdtempSync(join(tmpdir(), 'model-tasks-bench-waits-'))
const settings = { port: 0, rateLimit: 'off', shutdownTimeout: 0 }
const closing = [() => rmSync(dataDirectory, { recursive: true, force: true })]
let service, apiKey
try {
  if (elsewhere) await measureElsewhere()
  else {
    service = await startService({ ...settings, dataDirectory }, { provider })
    closing.unshift(() => service.close())
    apiKey = service.newKey
    print('with Prefer: wait', await measure(true))
    print('polling', await measure(false))
  }
} finally {
  for (const close of closing) await close()
}

async function measureElsewhere() {
  const { startPostgres } = await import('../../../packages/service/test/support/postgres-server.js')
  const database = await startPostgres()
  closing.unshift(() => database.stop())
  const shared = { ...settings, databaseUrl: database.url }
  const runner = await startService({ ...shared, dataDirectory: join(dataDirectory, 'one') }, { provider })
  apiKey = runner.newKey
  closing.unshift(() => runner.close())
  service = await startService({ ...shared, dataDirectory: join(dataDirectory, 'other') }, { provider: idle })
  closing.unshift(() => service.close())
  print('at another service, with Prefer: wait', await measure(true))
  print('at another service, by its stream of events', await measureStream())
}

async function measureStream() {
  const client = new ModelTasks({ baseUrl: service.baseUrl, apiKey })
  const late = []
  let events, first
  await new Promise((resolve) => {
    events = client.events({ onConnect: resolve })
    first = events.next()
  })
  await Promise.all(Array.from({ length: tasks }, (_, index) => client.submit('beta-5.0', { prompt: `Boat ${index}` })))
  for (let { value } = await first; ; { value } = await events.next()) {
    late.push(performance.now() - ends.get(value.data.id))
    if (late.length === tasks) break
  }
  await events.return()
  return { perWait: 1 / tasks, late: late.sort((a, b) => a - b) }
}

async function measure(declared) {
  let requests = 0
  const count = async (url, options) => {
    requests++
    const answer = await fetch(url, options)
    if (declared || !String(url).endsWith('/capabilities')) return answer
    const { wait: _, ...rest } = await answer.json()
    return Response.json(rest)
  }
  const client = new ModelTasks({ baseUrl: service.baseUrl, apiKey, fetch: count })
  const handles = await Promise.all(
    Array.from({ length: tasks }, (_, index) => client.submit('beta-5.0', { prompt: `Boat ${index}` })),
  )
  const submits = requests
  const late = await Promise.all(
    handles.map(async (handle) => {
      await handle.wait({ timeout: 300_000 })
      return performance.now() - ends.get(handle.id)
    }),
  )
  return { perWait: (requests - submits) / tasks, late: late.sort((a, b) => a - b) }
}

function print(what, { perWait, late }) {
  const at = (share) => Math.round(late[Math.min(late.length - 1, Math.floor(share * late.length))])
  console.log(
    `${what}: ${perWait.toFixed(1)} requests per wait; the end is learnt ${at(0.5)} ms late (p50), ${at(0.95)} ms (p95), ${at(1)} ms (most)`,
  )
}
