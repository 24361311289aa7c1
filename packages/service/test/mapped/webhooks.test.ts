import { createServer, type AddressInfo } from 'node:net'
import { protocols, type Protocol } from '@model-tasks/spec/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake, type ServedFake } from '../../src/commands/fake/serve-fake.js'
import { upstreamOf } from '../support/relay.js'
import { answerOf, type Answer, type AnswerBody } from '../support/service.js'
import { temporaryFolder } from '../support/folder.js'
import { ManualClock } from '../support/manual-clock.js'
import { startService } from '../../src/compose/start.js'
import { mappingOf, mappings, taskFor } from './support.js'

const telling = mappings.filter(([, { webhooks }]) => webhooks !== undefined)

/** A service that knows its own address, in front of a fake whose tasks take 1,000 ms of the fake's time. */
async function behind(named: string, change: { webhooks?: boolean } = {}) {
  let time = 0
  const polls: string[] = []
  const fake = await serveFake(mappingOf(named), {
    key: 'key',
    duration: 1000,
    now: () => time,
    date: Date.now,
    intercept({ method, path }) {
      if (method === 'GET' && !path.includes('fake-files') && !path.includes('secret')) polls.push(path)
      return undefined
    },
  })
  onTestFinished(() => fake.close())
  const protocol = protocols.find((one): one is Protocol => one === named)
  const clock = new ManualClock()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const upstream = upstreamOf({
    name: 'up',
    baseUrl: fake.baseUrl,
    apiKey: 'key',
    ...(protocol && { protocol }),
    ...change,
  })
  const service = await startService(
    {
      port,
      publicUrl,
      dataDirectory: temporaryFolder(),
      siteDirectory: '/nowhere',
      provider: 'relay',
      checkMedia: false,
      upstreams: [upstream],
    },
    { clock },
  )
  onTestFinished(() => service.close())
  const call = async (method: string, path: string, body?: object): Promise<Answer> =>
    answerOf(
      await fetch(`${service.baseUrl}/v2/model-center${path}`, {
        method,
        headers: { authorization: `Bearer ${service.newKey ?? ''}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const { model, parameters } = taskFor(mappingOf(named))
  const { body } = await call('POST', '/tasks', { model, ...parameters })
  await expect.poll(() => fake.tasks.length).toBe(1)
  return {
    fake,
    polls,
    clock,
    publicUrl,
    id: body.id,
    pass: (milliseconds: number) => void (time += milliseconds),
    read: async (): Promise<AnswerBody> => (await call('GET', `/tasks/${body.id}`)).body,
    /** Lets the time of the service go on in small steps until it has polled so often. */
    async untilPolls(count: number): Promise<void> {
      for (; polls.length < count; await settled()) clock.advance(500)
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function webhookOf({ tasks }: ServedFake): string {
  const url = tasks[0]?.webhook
  if (url === undefined) throw new Error('the submit asked for no webhook')
  return url
}

/** A few turns of the event loop, for what the service and the fake send each other. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
}

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

test.each(telling)('%s: a webhook hastens a poll, and only that finds the end', async (named, { webhooks }) => {
  const { fake, polls, publicUrl, id, pass, read, untilPolls, clock } = await behind(named)
  const url = webhookOf(fake)
  expect(url).toMatch(new RegExp(`^${publicUrl}/webhooks/upstreams/up/${id}/[\\w-]{43}$`))

  // Whoever does not know the URL is told nothing, and nothing is read.
  const token = url.slice(url.lastIndexOf('/'))
  for (const wrong of [
    url.replace(token, `/${'a'.repeat(43)}`),
    url.replace(token, '/short'),
    url.replace('/up/', '/it/'),
  ])
    expect((await post(wrong, '{}')).status, wrong).toBe(404)
  expect((await fetch(url)).status).toBe(405)
  expect((await post(url, ' '.repeat(2 ** 20 + 1))).status).toBe(413)

  // What is not so changes nothing, and costs one poll at most.
  await untilPolls(1)
  const lie = { id: fake.tasks[0]?.id, status: 'succeeded', content: { video_url: 'https://example.com/other.mp4' } }
  const taken = webhooks?.signature === undefined ? 204 : 401
  for (let times = 0; times < 10; times += 1) expect((await post(url, JSON.stringify(lie))).status).toBe(taken)
  for (let steps = 0; steps < 8; steps += 1) {
    clock.advance(500)
    await settled()
  }
  expect(polls).toHaveLength(1)
  expect(await read()).toMatchObject({ status: 'processing', error: null })

  pass(1000)
  expect(await fake.tell()).toEqual([204])
  for (let task = await read(); task.status !== 'completed'; task = await read()) {
    expect(task.status).toBe('processing')
    clock.advance(500)
    await settled()
  }
})

test('an upstream that is not to send webhooks is not asked to, and has no such address', async () => {
  const { fake, publicUrl } = await behind('replicate', { webhooks: false })
  expect(fake.tasks[0]?.webhook).toBeUndefined()
  expect((await post(`${publicUrl}/webhooks/upstreams/up/task/token`, '{}')).status).toBe(404)
})
