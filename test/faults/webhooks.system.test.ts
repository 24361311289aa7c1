/** Webhooks of services in processes of their own, killed between the end of a task and its delivery. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFaultServer } from '@model-tasks/client/testing'
import { verifyWebhook } from '@model-tasks/client/webhooks'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { testReceiver, type TestReceiver } from '../../packages/service/test/support/webhook-receiver.js'
import { dataFolder, startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { startFast } from './support/fast-process.js'
import { folderFor, sharedDatabase } from './support/shared-database.js'

/** A configuration file that names the receiver. */
function configOf({ webhook: { name, url } }: TestReceiver): string {
  const path = join(dataFolder(), 'config.json')
  writeFileSync(path, JSON.stringify({ webhooks: [{ name, url, secretEnv: 'ORDERS_SECRET' }] }))
  return path
}

async function call<T>({ baseUrl, apiKey }: ServiceProcess, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${baseUrl}/v2/model-center${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return (await response.json()) as T
}

async function submit(service: ServiceProcess): Promise<string> {
  return (
    await call<{ id: string }>(service, 'POST', '/tasks', { model: 'beta-5.0', prompt: 'a paper boat [[fail: sunk]]' })
  ).id
}

async function failed(service: ServiceProcess, id: string): Promise<void> {
  while ((await call<{ status: string }>(service, 'GET', `/tasks/${id}`)).status !== 'failed')
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
}

async function submitMany(service: ServiceProcess, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => submit(service)))
}

const tasksOf = (receiver: TestReceiver): string[] => receiver.arrivals.map(({ body }) => body.data.id).sort()

test('a service that is killed after tasks have ended tells of each of them when it is started again', async () => {
  const receiver = await testReceiver()
  receiver.replies.push(...Array.from({ length: 1000 }, () => 'silence' as const))
  const data = dataFolder()
  const environment = { MODEL_TASKS_CONFIG: configOf(receiver), ORDERS_SECRET: receiver.secret }
  const service = await startFast(data, environment)
  const ids = await submitMany(service, 7)
  await Promise.all(ids.map((id) => failed(service, id)))
  // Four are under way; on a busy machine some of them are given up, and others sent, before the kill. None is confirmed.
  await receiver.arrival(3)
  await service.end('SIGKILL')
  receiver.replies.length = 0
  const before = receiver.arrivals.length

  const again = await startFast(data, environment)
  const told = (): string[] => [...new Set(receiver.arrivals.slice(before).map(({ body }) => body.data.id))]
  for (let index = before; told().length < ids.length; index += 1) await receiver.arrival(index)
  expect(told().sort()).toEqual(ids.sort())
  expect(new Set(receiver.arrivals.map(({ id }) => id)).size, 'the same event under the same id').toBe(7)
  // The clock of these services runs ahead of ours.
  for (const { headers, text, body, id } of receiver.arrivals)
    expect(await verifyWebhook({ headers, body: text, secret: receiver.secret, tolerance: Infinity })).toEqual({
      ...body,
      id,
    })
  for (const { output } of [service, again])
    for (const secret of [receiver.secret.slice(6), 'signature=']) expect(output()).not.toContain(secret)
})

describe.skipIf(noPostgres !== undefined)('services that share a database', () => {
  async function replicas() {
    const [database, receiver, upstream] = [
      await sharedDatabase(),
      await testReceiver(),
      await startFaultServer({ script: [{ status: 'completed' }] }),
    ]
    onTestFinished(() => upstream.close())
    const environment = {
      MODEL_TASKS_DATABASE_URL: database.url,
      MODEL_TASKS_PROVIDER: 'relay',
      MODEL_TASKS_UPSTREAM_URL: upstream.baseUrl,
      MODEL_TASKS_UPSTREAM_KEY: upstream.apiKey,
      MODEL_TASKS_CHECK_MEDIA: 'off',
      MODEL_TASKS_RATE_LIMIT: 'off',
      MODEL_TASKS_CONFIG: configOf(receiver),
      ORDERS_SECRET: receiver.secret,
    }
    return { database, receiver, start: (run = startFast) => run(folderFor(database), environment) }
  }

  test('deliver each event once when nothing fails, from any replica that ran the task', async () => {
    const { database, receiver, start } = await replicas()
    // On a faster clock a receiver would have less than its 10 s, and hear of a task twice on a busy machine.
    const [one, other] = await Promise.all([start(startProcess), start(startProcess)])
    const ids = (await Promise.all([submitMany(one, 30), submitMany(other, 30)])).flat()
    const client = new pg.Client(database.url)
    await client.connect()
    const waiting = async (): Promise<number> =>
      Number(
        (
          await client.query<{ count: string }>(
            `SELECT (SELECT count(*) FROM webhook_delivery) + (SELECT count(*) FROM task WHERE status IN ('queued', 'processing')) AS count`,
          )
        ).rows[0]?.count,
      )
    while ((await waiting()) > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    await client.end()
    expect(tasksOf(receiver)).toEqual(ids.sort())
  })

  test('deliver what a killed one had in hand', async () => {
    const { receiver, start } = await replicas()
    receiver.replies.push('silence')
    const killed = await start()
    const id = await submit(killed)
    await receiver.arrival(0)
    const [survivor] = await Promise.all([start(), killed.end('SIGKILL')])
    expect((await receiver.arrival(1)).body.data).toMatchObject({ id, status: 'completed' })
    expect(receiver.arrivals[1]?.id).toBe(receiver.arrivals[0]?.id)
    expect(await survivor.end('SIGTERM')).toBe(0)
  })
})
