/** An unmodified EventSource of Chromium, behind a server that carries the key, as a page has it: each end once, also over a kill of the service. */
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ModelTasks } from '@model-tasks/client'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, startProcess } from '../e2e/support/service-process.js'
import { settingsFor, upstream } from '../faults/support/replicas.js'
import { launchBrowser } from './launch.js'

/** Serves a page and, below `/api`, a service with a key that the page does not have. Notes what each stream asked for. */
async function pageBefore(target: () => string, apiKey: string) {
  const asked: (string | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    const { url = '/', headers } = incoming
    if (!url.startsWith('/api/')) {
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>events</title>')
      return
    }
    asked.push(headers['last-event-id']?.toString())
    const own = { ...headers, host: new URL(target()).host, authorization: `Bearer ${apiKey}` }
    const far = httpRequest(new URL(url, target()), { method: 'GET', headers: own }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    // A page whose connection breaks off connects again; one that is answered with an error gives up.
    far.on('error', () => outgoing.destroy())
    outgoing.on('close', () => far.destroy())
    far.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

interface Seen {
  id: string
  type: string
  task: string
}

test('an EventSource gets each end once, and goes on by itself behind the last one when the service was killed', async () => {
  const [data, server] = [dataFolder(), await upstream(0)]
  const start = () => startProcess(data, settingsFor(data, server))
  let service = await start()
  const { apiKey } = service
  const page = await pageBefore(() => new URL(service.baseUrl).origin, apiKey)
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const tab = await browser.newPage()
  await tab.goto(page.url)
  await tab.evaluate(() => {
    const seen: { id: string; type: string; task: string }[] = []
    const source = new EventSource('/api/v2/model-center/events')
    for (const type of ['task.completed', 'task.failed'])
      source.addEventListener(type, (event) => {
        const { lastEventId: id, data: text } = event as MessageEvent<string>
        const { data } = JSON.parse(text) as { data: { id: string } }
        seen.push({ id, type, task: data.id })
      })
    Object.assign(globalThis, { seen, opened: new Promise((resolve) => source.addEventListener('open', resolve)) })
  })
  await tab.evaluate(() => (globalThis as unknown as { opened: Promise<unknown> }).opened)
  const seen = (): Promise<Seen[]> => tab.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen)
  const made: string[] = []
  const make = async (count: number): Promise<void> => {
    const client = new ModelTasks({ baseUrl: service.baseUrl, apiKey, logger: {} })
    made.push(
      ...(await Promise.all(Array.from({ length: count }, () => client.submit('beta-5.0', { prompt: 'a boat' })))).map(
        ({ id }) => id,
      ),
    )
  }
  await make(5)
  await expect.poll(async () => (await seen()).length, { timeout: 300_000 }).toBe(5)
  const last = (await seen()).at(-1)?.id
  await service.end('SIGKILL')
  service = await start()
  await make(5)
  await expect.poll(async () => (await seen()).length, { timeout: 300_000 }).toBe(10)
  const all = await seen()
  expect(all.map(({ task }) => task).sort()).toEqual(made.sort())
  expect(all.map(({ id }) => Number.parseInt(id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['task.completed']))
  expect(page.asked[0]).toBeUndefined()
  expect(page.asked.at(-1)).toBe(last)
})
