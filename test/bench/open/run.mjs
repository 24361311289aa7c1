/**
 * `npm run bench -- open`: what callers cost that are only connected. A service process, as `npx` starts it, is asked by 10,000 that wait
 * for a running task (`Prefer: wait`) and then by 4,000 that read the stream of events: the most that it takes of each.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const [waits, waitsPerAccount, streams, streamsPerKey] = [10_000, 4000, 4000, 100]
const adminKey = 'an-admin-key-of-32-characters-00'

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-bench-open-'))
const child = spawn(process.execPath, ['packages/service/bin/model-tasks-service.js'], {
  cwd: root,
  env: {
    ...process.env,
    MODEL_TASKS_PORT: '0',
    MODEL_TASKS_DATA: folder,
    MODEL_TASKS_RATE_LIMIT: 'off',
    MODEL_TASKS_ADMIN_KEY: adminKey,
  },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const ended = once(child, 'exit')
try {
  await ready()
  const { baseUrl } = JSON.parse(readFileSync(join(folder, 'local-credentials.json'), 'utf8'))
  const { origin } = new URL(baseUrl)
  print('ready')
  const accounts = await Promise.all(Array.from({ length: Math.ceil(waits / waitsPerAccount) }, () => account(origin)))
  const tasks = await Promise.all(accounts.map(({ keys: [key] }) => submit(baseUrl, key)))
  const waiting = await open(waits, (index) => {
    const at = Math.floor(index / waitsPerAccount)
    const headers = { authorization: `Bearer ${accounts[at].keys[0]}`, prefer: 'wait=30' }
    return { url: `${baseUrl}/v2/model-center/tasks/${tasks[at]}`, headers }
  })
  await settled()
  print(`${waits} waits`)
  waiting.close()
  await settled()
  print('after them')
  const { id } = accounts[0]
  const keys = await Promise.all(Array.from({ length: streams / streamsPerKey }, () => newKey(origin, id)))
  const reading = await open(streams, (index) => ({
    url: `${baseUrl}/v2/model-center/events`,
    headers: { authorization: `Bearer ${keys[Math.floor(index / streamsPerKey)]}`, accept: 'text/event-stream' },
  }))
  await settled()
  print(`${streams} streams, ${reading.answered()} of them answered`)
  reading.close()
} finally {
  child.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** Sends so many requests, each over a connection of its own. */
async function open(count, of) {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  let answered = 0
  const sent = []
  for (let index = 0; index < count; index++) {
    const { url, headers } = of(index)
    const one = request(url, { agent, headers })
    one
      .on('error', () => undefined)
      .on('response', (response) => {
        answered += response.statusCode === 200 ? 1 : 0
        if (response.statusCode !== 200) console.log(`HTTP ${response.statusCode}`)
        response.on('error', () => undefined).resume()
      })
    one.end()
    sent.push(one)
    // Not more connections at a time than a listener queues.
    if (index % 100 === 99) await new Promise(setImmediate)
  }
  return {
    answered: () => answered,
    close: () => {
      for (const one of sent) one.destroy()
    },
  }
}

async function account(origin) {
  const { id } = await admin(origin, '/accounts', { name: 'Bench', credits: 100 })
  return { id, keys: [await newKey(origin, id)] }
}

async function newKey(origin, id) {
  return (await admin(origin, `/accounts/${id}/keys`, { name: 'bench' })).key
}

async function admin(origin, path, body) {
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${origin}/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`)
  return response.json()
}

async function submit(baseUrl, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'beta-5.0', prompt: '[[delay: 1h]] A paper boat' })
  const response = await fetch(`${baseUrl}/v2/model-center/tasks`, { method: 'POST', headers, body })
  const { id } = await response.json()
  return id
}

function print(what) {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1])
  console.log(`${what.padEnd(44)} ${String(Math.round(kilobytes / 1024)).padStart(5)} MiB`)
}

/** Long enough for the requests to be read, and shorter than a wait. */
function settled() {
  return new Promise((resolve) => setTimeout(resolve, 10_000))
}

async function ready() {
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (output.includes('is ready')) break
  }
  child.stdout.resume()
}
