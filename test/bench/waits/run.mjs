/**
 * `npm run bench -- waits`: the requests of a wait, and how late it learns of the end. A service on loopback takes 20 to 100 s for each of
 * its tasks and runs 40 of them at once; the client waits for all of them, once as the service declares its waits (`Prefer: wait`),
 * once with that declaration taken out of what it is answered, so that it polls every 5 to 10 s.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks } from '@model-tasks/client'
import { startService } from '@model-tasks/service'

const tasks = 40
const [shortest, longest] = [20_000, 100_000]
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

const dataDirectory = mkdtempSync(join(tmpdir(), 'model-tasks-bench-waits-'))
const service = await startService({ port: 0, dataDirectory, rateLimit: 'off', shutdownTimeout: 0 }, { provider })
try {
  print('with Prefer: wait', await measure(true))
  print('polling', await measure(false))
} finally {
  await service.close()
  rmSync(dataDirectory, { recursive: true, force: true })
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
  const client = new ModelTasks({ baseUrl: service.baseUrl, apiKey: service.newKey, fetch: count })
  const handles = await Promise.all(
    Array.from({ length: tasks }, (_, index) => client.submit('beta-5.0', { prompt: `Boat ${index}` })),
  )
  const submits = requests
  const late = await Promise.all(
    handles.map(async (handle) => {
      await handle.wait({ timeout: 2 * longest })
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
