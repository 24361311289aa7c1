import { expect, test } from 'vitest'
import type { Fault } from '@model-tasks/client/testing'
import { ended, relay, upstream } from './support/relay.js'
import { image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { localServer } from './support/local-server.js'

const declaresWait = { extensions: ['wait'], declares: { wait: { maximumSeconds: 30 } } }
const processing = { status: 'processing' }

/** A service behind a server that notes each query of a task: what it prefers. */
async function countedService() {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { service, key } = await testService({}, { provider })
  const queries: (string | undefined)[] = []
  let answered = 0
  const url = await localServer((request, response) => {
    void (async () => {
      const isQuery = request.method === 'GET' && /\/tasks\/task_\w+$/.test(request.url ?? '')
      if (isQuery) queries.push(request.headers['prefer']?.toString())
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const headers = ['authorization', 'content-type', 'idempotency-key', 'prefer'].flatMap((name) =>
        request.headers[name] === undefined ? [] : [[name, String(request.headers[name])] as [string, string]],
      )
      const answer = await fetch(`${service.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await answer.arrayBuffer()))
      if (isQuery) answered += 1
    })().catch(() => response.destroy())
  })
  const resultHosts = [new URL(service.url).host]
  return {
    provider,
    queries,
    answered: () => answered,
    resultHosts,
    baseUrl: `${url}/api`,
    apiKey: key,
  }
}

test('a gateway behind a gateway is asked twice for a task of a minute: the second query waits for its end', async () => {
  const behind = await countedService()
  const { call, when, clock } = await relay(behind)
  const { body } = await call('POST', '/tasks', image)
  const job = await behind.provider.job(0)
  await when(body.id, () => behind.answered() > 0)
  await when(body.id, () => behind.queries.length > 1)
  for (let second = 0; second < 45; second += 1) {
    await call('GET', `/tasks/${body.id}`)
    clock.advance(1000)
  }
  expect(behind.queries).toEqual([undefined, 'wait=20; seen=processing'])
  await job.complete('a picture')
  await expect.poll(() => behind.answered()).toBeGreaterThan(1)
  const task = await when(body.id, ended)
  expect(await (await fetch(task.image_url)).text()).toBe('a picture')
  // The third is the one whose answer names the file.
  expect(behind.queries).toEqual([undefined, 'wait=20; seen=processing', undefined])
})

test('an upstream that declares no wait is polled as before', async () => {
  const behind = await upstream({ script: [processing, processing, processing, { status: 'completed' }] })
  const { call, when } = await relay(behind)
  const { body } = await call('POST', '/tasks', video)
  await when(body.id, ended)
  const queries = behind.requests.filter(({ route }) => route === 'query')
  expect(queries.length).toBeGreaterThan(3)
  expect(queries.flatMap(({ headers }) => headers['prefer'] ?? [])).toEqual([])
})

test('three quarters of the polls that may be under way wait, and the others are answered at once', async () => {
  const count = 60
  const behind = await upstream({ ...declaresWait, script: [processing, processing, { status: 'completed' }] })
  const held: (() => void)[] = []
  const hold: Fault = async ({ request, accept, answer }) => {
    const task = await accept()
    if (request.headers['prefer'] !== undefined) await new Promise<void>((resolve) => held.push(resolve))
    answer(200, {}, task ?? {})
  }
  behind.next('query', ...Array<Fault>(4 * count).fill(hold))
  const { call, clock, meanwhile } = await relay({ ...behind, concurrency: 100, requestsPerSecond: 1000 })
  const ids = await Promise.all(
    Array.from({ length: count }, async () => (await call('POST', '/tasks', video)).body.id),
  )
  await meanwhile(expect.poll(() => held.length, { timeout: 300_000 }).toBe(48))
  await meanwhile(
    expect
      .poll(
        async () =>
          (await Promise.all(ids.map(async (id) => (await call('GET', `/tasks/${id}`)).body.status))).filter(
            (status) => status === 'completed',
          ).length,
        { timeout: 300_000 },
      )
      .toBe(count - 48),
  )
  expect(held).toHaveLength(48)
  for (const release of held.splice(0)) release()
  clock.advance(1)
})
