import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { codeOf } from '../page-code.mjs'
import { root, serviceProgram } from '../paths.mjs'
import { ready } from '../service.mjs'
import { execute, installDebian } from '../shell.mjs'

const page = `${root}/packages/site/content/en/reverse-proxy.md`
const mebibyte = 1024 * 1024
const adminKey = 'an-administration-key-of-the-test'
const operatorPaths = [
  '/metrics',
  '/console',
  '/console/',
  '/console/tasks',
  '/admin/tasks',
  '//console',
  '/./admin/tasks',
  '/%63onsole',
  '/x/../metrics',
]

/** The two reverse proxies whose configuration a page of the site prints, in front of two services. */
export const proxies = {
  name: 'reverse proxies',
  async run() {
    await installDebian(['nginx-light', 'caddy'], 'the page on reverse proxies')
    const seen = []
    for (const start of [startNginx, startCaddy]) seen.push(await withProxy(start))
    return seen.join('; ')
  },
}

async function withProxy(start) {
  const folder = await mkdtemp(join(tmpdir(), 'proxies-'))
  const children = []
  try {
    const certificate = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`]
    await execute('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      ...certificate,
    ])
    const port = await freePort()
    const services = []
    for (const name of ['first', 'second']) {
      const service = await startService(`${folder}/${name}`, port)
      children.push(service.child)
      services.push(service)
    }
    const proxy = await start({ folder, port, services })
    children.push(proxy.child)
    const agent = new Agent({ ca: await readFile(`${folder}/certificate.pem`) })
    const send = (path, options) => exchange({ port, agent, path, ...options })
    await untilAnswered(send)
    const restarted = await stopUnderTraffic(send, async () => {
      await proxy.leaveOut?.(services[1])
      services[1].child.kill('SIGTERM')
      await once(services[1].child, 'close')
    })
    await useOneService(send, { port, apiKey: services[0].apiKey, readsAll: proxy.readsAll })
    if (proxy.readsAll) await sendBeforeReading({ port, ca: agent.options.ca })
    agent.destroy()
    return `${proxy.name}: ${restarted} requests while a service stopped, none failed`
  } catch (error) {
    throw new Error(`${start.name}: ${error.message}`, { cause: error })
  } finally {
    for (const child of children.filter((each) => each.exitCode === null)) {
      const ended = once(child, 'close')
      // The master of nginx takes its workers along only when it is asked to stop.
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
}

/** A service with the settings that the page prints, told to go on for five seconds when it stops. */
async function startService(data, proxyPort) {
  const [settings] = codeOf(page, 'sh')
  const printed = Object.fromEntries(
    settings
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  const port = await freePort()
  await writeFile(`${data}.json`, '{ "drainSeconds": 5 }')
  const child = spawn(process.execPath, [serviceProgram], {
    cwd: root,
    env: {
      ...process.env,
      ...printed,
      MODEL_TASKS_PUBLIC_URL: printed.MODEL_TASKS_PUBLIC_URL.replace('tasks.example', `localhost:${proxyPort}`),
      MODEL_TASKS_ADMIN_KEY: adminKey,
      MODEL_TASKS_CONFIG: `${data}.json`,
      MODEL_TASKS_PORT: String(port),
      MODEL_TASKS_DATA: data,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(child)
  const { apiKey } = JSON.parse(await readFile(`${data}/local-credentials.json`, 'utf8'))
  return { child, apiKey, port }
}

/** Names, ports and certificates of a configuration that a page prints, as they are here. */
function adapt(configuration, { folder, services }) {
  return configuration
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${services[0].port}`)
    .replaceAll('127.0.0.1:8788', `127.0.0.1:${services[1].port}`)
    .replaceAll('/etc/ssl/tasks.example.pem', `${folder}/certificate.pem`)
    .replaceAll('/etc/ssl/tasks.example.key', `${folder}/key.pem`)
}

async function startNginx(here) {
  const [configuration] = codeOf(page, 'nginx')
  const { folder, port } = here
  const site = adapt(configuration, here)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('server_name tasks.example', 'server_name localhost')
  await writeFile(`${folder}/site.conf`, site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    `${folder}/nginx.conf`,
    `daemon off; ${user} pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }\n`,
  )
  const child = spawn('nginx', ['-c', `${folder}/nginx.conf`], { stdio: 'ignore' })
  /** As the page says: marked as down, then the configuration is read again. */
  const leaveOut = async (service) => {
    await writeFile(
      `${folder}/site.conf`,
      site.replace(`127.0.0.1:${service.port};`, `127.0.0.1:${service.port} down;`),
    )
    await execute('nginx', ['-c', `${folder}/nginx.conf`, '-s', 'reload'])
  }
  return { name: 'nginx', child, leaveOut, readsAll: true }
}

async function startCaddy(here) {
  const [configuration] = codeOf(page, 'caddyfile')
  const { folder, port } = here
  const site = adapt(configuration, here).replace(
    'tasks.example {',
    `https://localhost:${port} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
  )
  await writeFile(
    `${folder}/Caddyfile`,
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${site}`,
  )
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const words = ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile']
  return { name: 'Caddy', child: spawn('caddy', words, { env, stdio: 'ignore' }) }
}

/** Sends requests all the while that a service is stopped; answers how many there were. */
async function stopUnderTraffic(send, stop) {
  let sent = 0
  let ended = false
  const lane = async () => {
    while (!ended) {
      sent += 2
      expectStatus(await send('/healthz'), 200, 'GET while a service stops')
      // Without a key nothing is made of it, but a service answered.
      const rejected = await send('/api/v2/model-center/tasks', {
        method: 'POST',
        body: '{}',
        type: 'application/json',
      })
      expectStatus(rejected, 401, 'POST while a service stops')
    }
  }
  const lanes = Promise.all(Array.from({ length: 8 }, lane))
  lanes.catch(() => (ended = true))
  await stop()
  ended = true
  await lanes
  return sent
}

/** One of two services is gone. What a user does goes to the other, whole; what an operator does goes to none. */
async function useOneService(send, { port, apiKey, readsAll }) {
  const api = '/api/v2/model-center'
  const key = { authorization: `Bearer ${apiKey}` }
  const body = JSON.stringify({ model: 'beta-5.0', prompt: 'a paper boat', size: '1024x512' })
  const submitted = await send(`${api}/tasks`, { method: 'POST', headers: key, body, type: 'application/json' })
  let task = JSON.parse(submitted.body)
  while (task.status !== 'completed') {
    if (task.id === undefined || task.status === 'failed')
      throw new Error(`the task did not complete: ${JSON.stringify(task)}`)
    task = JSON.parse((await send(`${api}/tasks/${task.id}`, { headers: key })).body)
  }
  const result = new URL(task.result_url ?? task.result_urls[0])
  if (result.origin !== `https://localhost:${port}`) throw new Error(`the result is said to be at ${result.origin}`)
  const path = result.pathname + result.search
  const whole = await send(path)
  expectStatus(whole, 200, 'the result')
  const part = await send(path, { headers: { range: 'bytes=0-7' } })
  expectStatus(part, 206, 'a part of the result')
  if (!whole.bytes.subarray(0, 8).equals(part.bytes) || part.bytes.length !== 8) throw new Error('the part differs')

  const asset = (size, headers = key) =>
    send(`${api}/assets`, { method: 'POST', headers, body: picture(whole.bytes, size), type: 'image/png' })
  expectStatus(await asset(64 * mebibyte), 200, 'an asset of 64 MiB', 201)
  const submit = (size) =>
    send(`${api}/tasks`, { method: 'POST', headers: key, body: Buffer.alloc(size, ' '), type: 'application/json' })
  // Answered before the body has arrived, which a proxy must not take for a broken connection.
  const early = [
    [413, 'an asset of more than 64 MiB', () => asset(64 * mebibyte + 1)],
    [413, 'a submit of more than 16 MiB', () => submit(20 * mebibyte)],
    [401, 'an asset of an unknown key', () => asset(40 * mebibyte, { authorization: 'Bearer mt_unknown' })],
  ]
  for (let times = 0; times < 5; times++)
    for (const [status, what, answered] of early)
      expectStatus(await answered().catch((error) => brokenBy(error, { readsAll, status })), status, what)
  for (const operator of operatorPaths) {
    const answer = await send(operator, { headers: { authorization: `Bearer ${adminKey}` } })
    expectStatus(answer, 404, operator)
    if (answer.headers['x-request-id'] !== undefined) throw new Error(`${operator} reached the service`)
  }
}

/** A proxy that does not read all may close its own connection as soon as it has answered, as the page says. */
function brokenBy(error, { readsAll, status }) {
  if (!readsAll && ['ECONNRESET', 'EPIPE'].includes(error.code)) return { status, body: error.code }
  throw error
}

/** A client that reads nothing before it has sent everything is told what is wrong with its request, too. */
async function sendBeforeReading({ port, ca }) {
  for (let times = 0; times < 5; times++) {
    const socket = connect({ host: 'localhost', port, ca }).pause()
    await once(socket, 'secureConnect')
    const bytes = 40 * mebibyte
    const head = `POST /api/v2/model-center/assets HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/png\r\nconnection: close\r\ncontent-length: ${bytes}\r\n\r\n`
    await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.write(head)
      socket.write(Buffer.alloc(bytes), resolve)
    })
    const answer = Buffer.concat(await socket.toArray()).toString()
    expectStatus({ status: Number(answer.split(' ')[1]), body: answer }, 401, 'an asset of a client that only sends')
  }
}

/** A PNG of a size: what follows its end is not read. */
function picture(png, size) {
  const bytes = Buffer.alloc(size)
  png.copy(bytes)
  return bytes
}

function exchange({ port, agent, path, method = 'GET', headers = {}, body, type }) {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
    const outgoing = request({ host: 'localhost', port, agent, path, method, headers: { ...headers, ...content } })
    outgoing.once('error', reject)
    outgoing.once('response', async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode, headers: response.headers, bytes, body: bytes.toString() })
      } catch (error) {
        reject(error)
      }
    })
    outgoing.end(body)
  })
}

async function untilAnswered(send) {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await send('/healthz').catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the proxy did not answer within a minute')
}

function expectStatus({ status, body }, expected, what, otherwise = expected) {
  if (status !== expected && status !== otherwise)
    throw new Error(`${what}: ${status} instead of ${expected}\n${body.slice(0, 300)}`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
