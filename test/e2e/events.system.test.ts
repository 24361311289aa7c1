/** The events of an account as the client follows them, from a service in a process of its own: killed, cut and closed in the middle. */
import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { AuthenticationError, ModelTasks, type Clock, type TaskEvent } from '@model-tasks/client'
import { expect, onTestFinished, test } from 'vitest'
import { take } from '../../packages/client/test/event-service.js'
import { runCommand } from '../../packages/service/src/commands/administration/run.js'
import { seededRandom } from '../../packages/service/test/support/seeded-random.js'
import { settingsFor, upstream } from '../faults/support/replicas.js'
import { dataFolder, startProcess } from './support/service-process.js'

/** The client's time, ten times as fast: it waits between connections. */
const clock: Clock = {
  now: () => performance.now() * 10,
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds / 10),
  clearTimeout: (timer) => {
    clearTimeout(timer as number)
  },
}

/** A proxy that cuts each of its connections once the service has said so many bytes over it, which `next` answers. */
async function cuttingProxy(
  target: () => string,
  next: () => number,
): Promise<{ baseUrl: string; cuts: () => number }> {
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((near) => {
    const { hostname, port } = new URL(target())
    const far = createConnection(Number(port), hostname)
    let left = next()
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (bytes: Buffer) => {
      near.write(bytes.subarray(0, left))
      left -= bytes.length
      if (left > 0) return
      cuts++
      // What was written before is still sent.
      near.end(() => near.destroy())
      far.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, cuts: () => cuts }
}

const image = { prompt: 'a paper boat' }

/** Submits so many tasks. Answers their IDs. */
const submit = async (client: ModelTasks, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await client.submit('beta-5.0', image)).id))

const numbers = (events: TaskEvent[]): number[] => events.map(({ id }) => Number.parseInt(id))
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

test('each event comes once over a connection that is cut again and again, behind any byte of it', async () => {
  const data = dataFolder()
  const { baseUrl, apiKey } = await startProcess(data, settingsFor(data, await upstream(0)))
  const random = seededRandom(7)
  // From within the headers to behind some events.
  const proxy = await cuttingProxy(
    () => baseUrl,
    () => 1 + Math.floor(random() * 3000),
  )
  const direct = new ModelTasks({ baseUrl, apiKey, logger: {} })
  const client = new ModelTasks({ baseUrl: proxy.baseUrl, apiKey, logger: {}, clock, retries: 100 })
  const count = 60
  const [made, found] = await Promise.all([submit(direct, count), take(client.events({ after: '0' }), count)])
  expect(found.map(({ data: task }) => task.id).sort()).toEqual(made.sort())
  expect(numbers(found)).toEqual(upTo(count))
  expect(proxy.cuts()).toBeGreaterThan(10)
})

test('each event comes once from a service that is killed in the middle of the stream and started again', async () => {
  const [data, server] = [dataFolder(), await upstream(0)]
  const start = () => startProcess(data, settingsFor(data, server))
  let service = await start()
  const { apiKey } = service
  // Its address stays, as behind a load balancer.
  const proxy = await cuttingProxy(
    () => service.baseUrl,
    () => Infinity,
  )
  const client = new ModelTasks({ baseUrl: proxy.baseUrl, apiKey, logger: {}, clock })
  const found: TaskEvent[] = []
  const made: string[] = []
  const events = client.events({ after: '0' })
  for (let kill = 0; kill < 3; kill++) {
    made.push(...(await submit(new ModelTasks({ baseUrl: service.baseUrl, apiKey, logger: {} }), 12)))
    for (let taken = 0; taken < 5; taken++) found.push((await events.next()).value as TaskEvent)
    await service.end('SIGKILL')
    service = await start()
  }
  while (found.length < made.length) found.push((await events.next()).value as TaskEvent)
  await events.return(undefined)
  expect(found.map(({ data: task }) => task.id).sort()).toEqual(made.sort())
  expect(numbers(found)).toEqual(upTo(made.length))
})

test('a key that is revoked in the middle of the stream ends it with one exact message', async () => {
  const data = dataFolder()
  const { baseUrl, apiKey: own } = await startProcess(data, settingsFor(data, await upstream(0)))
  const said: string[] = []
  const administer = (words: string[]): Promise<unknown> =>
    runCommand(words, { databaseUrl: undefined, dataDirectory: data }, (line) => {
      said.push(line)
    })
  await administer(['account', 'add', 'Other'])
  const [[key = ''] = [], [keyId = ''] = []] = [/mt_\S+/, /key_\w+/].map((word) => word.exec(said.join('\n')) ?? [])
  const warnings: string[] = []
  const logger = { warn: (message: string) => void warnings.push(message) }
  const client = new ModelTasks({ baseUrl, apiKey: key, logger })
  const events = client.events()
  const next = events.next()
  const [task = ''] = await submit(client, 1)
  const first = (await next).value as TaskEvent
  expect(first.data.id).toBe(task)
  const ended = events.next().catch((error: unknown) => error)
  await administer(['key', 'revoke', keyId])
  await submit(new ModelTasks({ baseUrl, apiKey: own, logger: {} }), 1)
  const error = await ended
  expect(error).toBeInstanceOf(AuthenticationError)
  expect((error as Error).message).toBe(
    `events after "1-${task}": the service answered 401 (Invalid or revoked API key). Check the API key for ${baseUrl}`,
  )
  expect([warnings, await events.next()]).toEqual([[], { done: true, value: undefined }])
})
