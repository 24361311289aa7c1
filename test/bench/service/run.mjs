// Prints how soon the service answers, and its queries and durable submits a second beside bare node:http in the same run:
// for submits also beside node:http that commits a row for each request, or for all that arrived at about the same time.
// Usage: node test/bench/service/run.mjs [rounds] [seconds]   (built first: npm run build)
// With MODEL_TASKS_BENCH_DATABASE_URL, an empty PostgreSQL database, also beside a service on that database.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 3)
const connections = 64
const targets = { start: 0.3, query: 0.75, submit: 0.6 }
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const bin = fileOf('../../../packages/service/bin/model-tasks-service.js')
const api = '/api/v2/model-center/tasks'
const submitBody = JSON.stringify({
  model: 'beta-5.0',
  prompt: 'A paper boat at dusk, drifting down a rainy street [[delay: 86400s]]',
  aspect_ratio: '16:9',
  resolution: '2K',
})

const data = mkdtempSync(join(tmpdir(), 'model-tasks-bench-'))
const children = []
try {
  console.log(
    `service: ${availableParallelism()} processors, Node ${process.version}, ${connections} connections, ${rounds} rounds of ${seconds} s in turn; load of the machine before: ${loadavg()[0].toFixed(1)}`,
  )
  await benchStart()
  await benchThroughput('SQLite', {}, targets)
  const databaseUrl = process.env.MODEL_TASKS_BENCH_DATABASE_URL
  if (databaseUrl !== undefined) await benchThroughput('PostgreSQL', { MODEL_TASKS_DATABASE_URL: databaseUrl }, {})
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}

async function benchStart() {
  const took = []
  // The first start after a build is not counted: a service that stops leaves what was compiled to those after it.
  for (let round = 0; round <= rounds * 2; round += 1) {
    const began = performance.now()
    const { child, port } = await start(bin, { MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: join(data, 'start') })
    await (await fetch(`http://127.0.0.1:${port}/api/v2/model-center/capabilities`)).arrayBuffer()
    took.push((performance.now() - began) / 1000)
    await stop(child, round === 0 ? 'SIGTERM' : 'SIGKILL')
  }
  const first = took.shift()
  const middle = median(took)
  console.log(
    `start to first answer: median ${middle.toFixed(3)} s, best ${Math.min(...took).toFixed(3)} s (target ${targets.start} s: ${middle <= targets.start ? 'met' : 'missed'}); the first ${first.toFixed(3)} s\n`,
  )
}

async function benchThroughput(name, environment, aims) {
  console.log(`tasks in ${name}:`)
  const folder = join(data, name)
  const bare = await start(fileOf('bare.mjs'), {})
  const ours = await start(bin, {
    MODEL_TASKS_PORT: '0',
    MODEL_TASKS_DATA: folder,
    MODEL_TASKS_RATE_LIMIT: 'off',
    ...environment,
  })
  const { apiKey } = JSON.parse(readFileSync(join(folder, 'local-credentials.json'), 'utf8'))
  const authorization = `authorization: Bearer ${apiKey}`
  const json = 'content-type: application/json'
  const response = await fetch(`http://127.0.0.1:${ours.port}${api}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: submitBody,
  })
  const { id } = await response.json()
  const kinds = {
    query: { head: `GET ${api}/${id} HTTP/1.1\r\n${authorization}`, body: '' },
    submit: { head: `POST ${api} HTTP/1.1\r\n${authorization}\r\n${json}`, body: submitBody },
  }
  const durable = (commits) => start(fileOf('durable.mjs'), {}, [join(data, `${name}-${commits}.db`), commits])
  const peers = {
    query: [['bare node:http', bare, aims.query]],
    submit: [
      ['bare node:http, keeps nothing', bare, aims.submit],
      ['node:http, a commit per request', await durable('request'), undefined],
      ['node:http, a commit per batch', await durable('batch'), undefined],
    ],
  }
  console.log(
    '| | peer | peer /s | ours /s | ratio | target | processor time of a request, peer / ours, µs | ratio | ours p50 ms | ours p99 ms |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [kind, request] of Object.entries(kinds)) {
    const servers = [...peers[kind].map(([, server]) => server), ours]
    const taken = []
    for (const server of servers) await load(server.port, request, Math.min(1, seconds))
    for (let round = 0; round < rounds; round += 1) {
      const turn = []
      for (const server of servers) turn.push(await measured(server, request))
      taken.push(turn)
    }
    if (taken.some((turn) => turn.some(({ refused }) => refused > 0)))
      throw new Error(`some requests of ${kind} were rejected`)
    const own = servers.length - 1
    const of = (index, value) => median(taken.map((turn) => turn[index][value]))
    for (const [index, [title, , aim]] of peers[kind].entries()) {
      const ratio = median(taken.map((turn) => turn[own].perSecond / turn[index].perSecond))
      const spent = median(taken.map((turn) => turn[index].processor / turn[own].processor))
      console.log(
        `| ${kind} | ${title} | ${of(index, 'perSecond').toFixed(0)} | ${of(own, 'perSecond').toFixed(0)} | ${ratio.toFixed(2)} | ${aim === undefined ? 'none' : `${aim}: ${ratio >= aim ? 'met' : 'missed'}`} | ${of(index, 'processor').toFixed(0)} / ${of(own, 'processor').toFixed(0)} | ${spent.toFixed(2)} | ${of(own, 'p50').toFixed(2)} | ${of(own, 'p99').toFixed(2)} |`,
      )
    }
  }
  for (const { child } of [bare, ...peers.submit.slice(1).map(([, server]) => server), ours]) await stop(child)
  console.log('')
}

/** A load on a server, with the processor time that it took there: what else the machine does hardly changes that. */
async function measured({ child, port }, request) {
  const before = processorTime(child.pid)
  const figures = await load(port, request, seconds)
  return { ...figures, processor: ((processorTime(child.pid) - before) * 1e6) / (figures.perSecond * seconds) }
}

/** Seconds that a process has used; NaN where the system does not say so. */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return NaN
  }
}

async function load(port, { head, body }, duration) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileOf('load.mjs'),
    JSON.stringify({ port, head, body, connections, seconds: duration }),
  ])
  return JSON.parse(stdout)
}

async function start(script, environment, words = []) {
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^ +API +http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return { child, port: Number(port) }
  }
  throw new Error(`${script} ended before it answered; is it built?`)
}

function stop(child, signal = 'SIGKILL') {
  return new Promise((resolve) => {
    child.once('close', resolve)
    child.kill(signal)
  })
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]
}
