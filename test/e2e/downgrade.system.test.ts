/** A result that an HTTPS host redirects to HTTP, over real TLS: it is fetched, since an answer may name an HTTP URL to begin with, and no key goes with it. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { loaders } from '@model-tasks/documents/upstreams'
import { startFaultServer } from '@model-tasks/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { openDesk } from '../cli/support/cli.js'
import { dataFolder, startProcess } from './support/service-process.js'

const installed = spawnSync('openssl', ['version']).error === undefined
const without = installed ? '' : ' (openssl is not installed, which makes the certificate: apt-get install openssl)'

/** Begins like no format, so that nothing tells whether it is whole but its length. */
const file = Buffer.alloc(1000, 1)

/** A certificate of 127.0.0.1 that signs itself. */
function certificate(): { key: Buffer; cert: Buffer; path: string } {
  const [key, path] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${path}`.split(
      ' ',
    ),
  )
  if (made.status !== 0) throw new Error(String(made.stderr))
  return { key: readFileSync(key), cert: readFileSync(path), path }
}

let folder = ''

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Passes a request on to a server without TLS, and its answer back, with the addresses in it that of the TLS server. */
async function pass(incoming: IncomingMessage, outgoing: ServerResponse, from: string, to: string): Promise<void> {
  const body = await buffer(incoming)
  const { method, url, headers } = incoming
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(url ?? '', from), { method, headers: { ...headers, host: new URL(from).host } }, resolve)
      .on('error', reject)
      .end(body)
  })
  const text = (await buffer(answer)).toString().replaceAll(new URL(from).origin, to)
  const { 'content-length': _, ...rest } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, rest).end(text)
}

/** A service behind TLS whose results are redirected to a host without it, and what both were asked for a result with. */
async function downgrading(behind: string): Promise<{
  origin: string
  host: string
  ca: string
  asked: { secure: (string | undefined)[]; plain: IncomingMessage['headers'][] }
}> {
  folder = dataFolder()
  const asked = { secure: [] as (string | undefined)[], plain: [] as IncomingMessage['headers'][] }
  const plain = createHttpServer(({ headers }, response) => {
    asked.plain.push(headers)
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file)
  })
  const host = `127.0.0.1:${await listen(plain)}`
  const { path: ca, ...credentials } = certificate()
  let origin = ''
  const secure = createHttpsServer(credentials, (incoming, outgoing) => {
    if (!/^\/files\/|\/content$/.test(new URL(incoming.url ?? '', behind).pathname))
      return void pass(incoming, outgoing, behind, origin)
    asked.secure.push(incoming.headers.authorization)
    outgoing.writeHead(302, { location: `http://${host}/x.mp4` }).end()
  })
  origin = `https://127.0.0.1:${await listen(secure)}`
  return { origin, host, ca, asked }
}

/** A gateway process in front of that upstream, once it has completed a task. */
async function completedBy(upstream: object, ca: string): Promise<Record<string, unknown>> {
  const data = dataFolder()
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ upstreams: [upstream] }))
  const service = await startProcess(data, {
    MODEL_TASKS_PROVIDER: 'relay',
    MODEL_TASKS_CONFIG: config,
    NODE_EXTRA_CA_CERTS: ca,
  })
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
    (await (
      await fetch(`${service.baseUrl}/v2/model-center/tasks${path}`, {
        method,
        headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()) as Record<string, unknown>
  const { id } = await call('POST', '', { model: 'sd_2.0_discount', prompt: 'a boat', duration: 5 })
  let task: Record<string, unknown> = {}
  await expect
    .poll(async () => (task = await call('GET', `/${String(id)}`)).status, { timeout: 300_000 })
    .toMatch(/completed|failed/)
  expect(task, service.output()).toMatchObject({ status: 'completed' })
  expect(Buffer.from(await (await fetch(String(task['result_url']))).arrayBuffer()).equals(file)).toBe(true)
  return task
}

const noKey = (headers: IncomingMessage['headers']): boolean =>
  headers.authorization === undefined && !JSON.stringify(headers).includes('sk-')

test.skipIf(!installed)(
  `the terminal fetches a result that is redirected from HTTPS to HTTP, without its key${without}`,
  async () => {
    const behind = await startFaultServer({ script: [{ status: 'completed' }] })
    onTestFinished(() => behind.close())
    const { origin, ca, asked } = await downgrading(behind.baseUrl)
    const desk = await openDesk({ ...behind, baseUrl: `${origin}/api` })
    onTestFinished(() => desk.close())
    const env = { NODE_EXTRA_CA_CERTS: ca }
    const words = ['run', 'sd_2.0_discount', 'prompt=a boat', 'duration=5', '--out', 'x.mp4']
    const { code, err } = await desk.spawn(words, { env })
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('done') as string })
    expect(readFileSync(join(desk.folder, 'x.mp4')).equals(file)).toBe(true)
    expect(asked.secure).toEqual([undefined])
    expect(asked.plain.map(noKey)).toEqual([true])
  },
)

test.skipIf(!installed)(
  `a gateway fetches a result that is redirected from HTTPS to HTTP, without the key of its upstream${without}`,
  async () => {
    const behind = await startFaultServer({ script: [{ status: 'completed' }] })
    onTestFinished(() => behind.close())
    const { origin, host, ca, asked } = await downgrading(behind.baseUrl)
    await completedBy({ name: 'behind', url: `${origin}/api`, key: behind.apiKey, resultHosts: [host] }, ca)
    expect(asked.secure).toEqual([undefined])
    expect(asked.plain.map(noKey)).toEqual([true])
  },
)

test.skipIf(!installed)(
  `a result that is asked for with the key over HTTPS is fetched without it from the HTTP URL that it is redirected to${without}`,
  async () => {
    const { mapping } = await loaders['openai-videos']()
    const fake = await serveFake(mapping, { key: 'sk-of-the-upstream' })
    onTestFinished(() => fake.close())
    const { origin, host, ca, asked } = await downgrading(fake.baseUrl)
    const url = `${origin}${new URL(fake.baseUrl).pathname.replace(/\/$/, '')}`
    const upstream = { name: 'behind', protocol: 'openai-videos', url, key: 'sk-of-the-upstream', resultHosts: [host] }
    await completedBy(upstream, ca)
    expect(asked.secure).toEqual(['Bearer sk-of-the-upstream'])
    expect(asked.plain.map(noKey)).toEqual([true])
  },
)
