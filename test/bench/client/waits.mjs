// 10,000 tasks waited for by one process, each client in a process of its own. Answers come from memory after 1 ms;
// every task ends 3 s after the start. Where a client lets its caller choose, it polls once a second. One round of our own
// client alone is smaller.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { names, openClient, oursOnly, statusFor, taskAs } from './clients.mjs'

const run = promisify(execFile)
const [TASKS, ENDS_AFTER, INTERVAL] = oursOnly ? [500, 1000, 300] : [10_000, 3000, 1000]

const runs = [
  { name: 'replicate' },
  { name: '@fal-ai/client' },
  { name: '@runwayml/sdk', remark: 'its interval of 6 s is fixed' },
  { name: 'ours' },
  { name: 'ours', rate: 2000, remark: 'limited to 2,000 requests per second' },
]

/** One client, in this process. */
async function wait(name, rate) {
  const began = performance.now()
  const buckets = []
  let requests = 0
  const send = async (url) => {
    requests++
    const bucket = Math.floor((performance.now() - began) / 100)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
    const ended = performance.now() - began >= ENDS_AFTER
    await new Promise((resolve) => setTimeout(resolve, 1))
    const id = /task\d+/u.exec(String(url))?.[0] ?? 'task'
    return new Response(JSON.stringify({ ...taskAs(id, ended), status: statusFor(name, ended) }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    })
  }
  const client = await openWith(name, send, rate)
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: TASKS }, (_, index) => client.wait(`task${index}`, INTERVAL)))
  const { user, system } = process.cpuUsage(before)
  return {
    requests,
    seconds: (performance.now() - began) / 1000,
    processorSeconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    busiest: busiestSecond(Array.from(buckets, (count) => count ?? 0)),
  }
}

/** The most requests in any ten tenths of a second in a row. */
function busiestSecond(tenths) {
  return Math.max(...tenths.map((_, index) => tenths.slice(index, index + 10).reduce((sum, count) => sum + count, 0)))
}

async function openWith(name, send, rate) {
  if (rate === undefined) return openClient(name, { origin: 'http://127.0.0.1:1', send })
  const { ModelTasks } = await import('../../../release/node_modules/@model-tasks/client/dist/index.js')
  const client = new ModelTasks({
    baseUrl: 'http://127.0.0.1:1/api',
    apiKey: 'key',
    fetch: send,
    logger: {},
    requestsPerSecond: rate,
  })
  return { wait: (id, interval) => client.task(id, { pollInterval: interval }).wait() }
}

export async function manyWaits() {
  console.log(
    `\n${TASKS} waits in one process; every task ends after ${ENDS_AFTER / 1000} s:\n\n| client | all ended after s | requests | requests in the busiest second | processor s | peak MB |\n|---|---|---|---|---|---|`,
  )
  let broken = 0
  for (const { name, rate, remark } of runs.filter((each) => names.includes(each.name))) {
    const words = [fileURLToPath(import.meta.url), name, String(rate ?? ''), ...(oursOnly ? ['--ours'] : [])]
    const { stdout } = await run(process.execPath, words, { timeout: 240_000 })
    const result = JSON.parse(stdout)
    console.log(
      `| ${name}${remark ? ` (${remark})` : ''} | ${result.seconds.toFixed(1)} | ${result.requests} | ${result.busiest} | ${result.processorSeconds.toFixed(2)} | ${result.megabytes.toFixed(0)} |`,
    )
    if (rate !== undefined && result.requests / result.seconds > rate * 1.05) broken++
  }
  return broken
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, rate] = process.argv.slice(2)
  if (name && !name.startsWith('-')) console.log(JSON.stringify(await wait(name, rate ? Number(rate) : undefined)))
  else process.exitCode = await manyWaits()
}
