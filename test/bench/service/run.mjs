// Prints how soon the service answers, and its queries and durable submits a second beside bare node:http in the same run:
// for submits also beside node:http that commits a row for each request, or for all that arrived at about the same time. Each pair of servers
// is measured in turns of a second, and the verdict is that of the median pair.
// Usage: node test/bench/service/run.mjs [rounds] [seconds]   (built first: npm run build)
// With MODEL_TASKS_BENCH_DATABASE_URL, an empty PostgreSQL database, also beside a service on that database.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const rounds = Number(process.argv[2] ?? 11)
const seconds = Number(process.argv[3] ?? 1)
const connections = 64
const targets = { start: 0.3, query: 0.75, submit: 0.6 }
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const bin = fileOf('../../../release/node_modules/@model-tasks/service/bin/model-tasks-service.js')
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
    `service: ${availableParallelism()} processors, Node ${process.version}, ${connections} connections, ${rounds} rounds of ${seconds} s in pairs; load of the machine before: ${loadavg()[0].toFixed(1)}`,
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
  for (let round = 0; round <= Math.min(10, rounds * 2); round += 1) {
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
    '| | peer | peer /s | ours /s | ratio (middle half) | target, of both ratios | processor time of a request, peer / ours, µs | ratio (middle half) | ours p50 ms | ours p99 ms |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [kind, request] of Object.entries(kinds)) {
    for (const [title, peer, aim] of peers[kind]) {
      const pairs = await inPairs(peer, ours, request)
      if (pairs.some((pair) => pair.some(({ refused }) => refused > 0)))
        throw new Error(`some requests of ${kind} were rejected`)
      const of = (index, value) => median(pairs.map((pair) => pair[index][value]))
      const ratios = pairs.map(([peers, own]) => own.perSecond / peers.perSecond)
      const spent = pairs.map(([peers, own]) => peers.processor / own.processor)
      const [ratio, ofTime] = [median(ratios), median(spent)]
      const verdict = aim === undefined ? 'none' : `${aim}: ${ratio >= aim && !(ofTime < aim) ? 'met' : 'missed'}`
      console.log(
        `| ${kind} | ${title} | ${of(0, 'perSecond').toFixed(0)} | ${of(1, 'perSecond').toFixed(0)} | ${spread(ratios)} | ${verdict} | ${of(0, 'processor').toFixed(0)} / ${of(1, 'processor').toFixed(0)} | ${spread(spent)} | ${of(1, 'p50').toFixed(2)} | ${of(1, 'p99').toFixed(2)} |`,
      )
    }
  }
  for (const { child } of [bare, ...peers.submit.slice(1).map(([, server]) => server), ours]) await stop(child)
  console.log('')
}

/**
 * One after the other, each time with nothing in between, and the other way round in the next round: what the disk and the
 * machine do otherwise in those seconds falls on both.
 */
async function inPairs(peer, ours, request) {
  for (const server of [peer, ours]) await load(server.port, request, Math.min(1, seconds))
  const pairs = []
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [peer, ours] : [ours, peer]
    const taken = new Map()
    for (const server of order) taken.set(server, await measured(server, request))
    pairs.push([taken.get(peer), taken.get(ours)])
  }
  return pairs
}

/** The median, and between which the middle half of them lie. */
function spread(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b)
  const at = (part) => sorted[Math.round((sorted.length - 1) * part)].toFixed(2)
  return `${median(ratios).toFixed(2)} (${at(0.25)} to ${at(0.75)})`
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
