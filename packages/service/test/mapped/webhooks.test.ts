import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake, type ServedFake } from '../../src/commands/fake/serve-fake.js'
import { upstreamOf } from '../support/relay.js'
import { answerOf, type Answer, type AnswerBody } from '../support/service.js'
import { temporaryFolder } from '../support/folder.js'
import { ManualClock } from '../support/manual-clock.js'
import { startService } from '../../src/compose/start.js'
import { protocolInFile } from '../../src/run/provider/check-protocol.js'
import { readSettings } from '../../src/keep/read-settings.js'
import type { Upstream } from '../../src/settings/settings.js'
import { keyAt, knownKey, mappingOf, mappings, taskFor } from './support.js'

const telling = mappings.filter(([, { webhooks }]) => webhooks !== undefined)

/** A service that knows its own address, in front of a fake whose tasks take 1,000 ms of the fake's time. */
async function behind(
  mapping: Mapping,
  settingsOf: (fake: ServedFake) => Upstream = ({ baseUrl, webhookSecret }) =>
    upstreamOf({
      name: 'up',
      baseUrl,
      apiKey: keyAt(mapping, { baseUrl }, 'key'),
      protocol: mapping.protocol,
      ...(mapping.webhooks?.signature?.key.by === 'setting' && webhookSecret !== undefined ? { webhookSecret } : {}),
    }),
) {
  let time = 0
  const polls: string[] = []
  const fake = await serveFake(mapping, {
    ...knownKey(mapping, 'key'),
    duration: 1000,
    now: () => time,
    date: Date.now,
    intercept({ method, path }) {
      if (method === 'GET' && !path.includes('fake-files') && !path.includes('secret')) polls.push(path)
      return undefined
    },
  })
  onTestFinished(() => fake.close())
  const clock = new ManualClock()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const service = await startService(
    {
      port,
      publicUrl,
      dataDirectory: temporaryFolder(),
      siteDirectory: '/nowhere',
      provider: 'relay',
      checkMedia: false,
      upstreams: [settingsOf(fake)],
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
  const { model, parameters } = taskFor(mapping)
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

test.each(telling)('%s: a webhook hastens a poll, and only that finds the end', async (_protocol, mapping) => {
  const { webhooks } = mapping
  const { fake, polls, publicUrl, id, pass, read, untilPolls, clock } = await behind(mapping)
  const url = webhookOf(fake)
  expect(url).toMatch(new RegExp(`^${publicUrl}/webhooks/upstreams/up/${id}/[\\w-]{43}$`))

  // A sender that does not know the URL is told nothing, and nothing is read.
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
  const { fake, publicUrl } = await behind(mappingOf('replicate'), ({ baseUrl }) =>
    upstreamOf({ name: 'up', baseUrl, apiKey: 'key', protocol: 'replicate', webhooks: false }),
  )
  expect(fake.tasks[0]?.webhook).toBeUndefined()
  expect((await post(`${publicUrl}/webhooks/upstreams/up/task/token`, '{}')).status).toBe(404)
})

/** The webhooks of a protocol as the guide prints them. */
function printedWebhooks(language: string): object {
  const guide = new URL(`../../../site/content/${language}/your-provider.md`, import.meta.url)
  const blocks = readFileSync(guide, 'utf8').matchAll(/^```json\n(\{[^]*?\n\})\n```$/gm)
  const block = [...blocks].map(([, text = '']) => text).find((text) => text.includes('"signature"'))
  if (block === undefined) throw new Error('the guide prints no signature')
  return JSON.parse(block) as object
}

test('a protocol of the operator has its webhooks checked by the HMAC that the guide describes', async () => {
  expect(printedWebhooks('zh')).toEqual(printedWebhooks('en'))
  const folder = temporaryFolder()
  const file = join(folder, 'protocols', 'seventh.json')
  const seventh = JSON.parse(
    readFileSync(new URL('../../../../test/upstreams/seventh.json', import.meta.url), 'utf8'),
  ) as object
  mkdirSync(join(folder, 'protocols'))
  writeFileSync(file, JSON.stringify({ ...seventh, webhooks: { ...printedWebhooks('en'), source: 'sdk' } }))
  let secret = ''
  const { fake, id, pass, read, untilPolls, clock } = await behind(await protocolInFile(file), (served) => {
    secret = served.webhookSecret ?? ''
    const upstream = { name: 'up', protocol: 'seventh', url: served.baseUrl, key: 'key', webhookSecretEnv: 'UP_SECRET' }
    const config = join(folder, 'config.json')
    writeFileSync(config, JSON.stringify({ protocols: './protocols', upstreams: [upstream] }))
    const [found] = readSettings({
      MODEL_TASKS_CONFIG: config,
      MODEL_TASKS_PROVIDER: 'relay',
      UP_SECRET: secret,
    }).upstreams
    if (found === undefined) throw new Error('the settings name no upstream')
    return found
  })
  const url = webhookOf(fake)
  await untilPolls(1)
  const signed = (key: string): Record<string, string> => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', key).update('{}').digest('hex')}`,
  })
  expect((await post(url, '{}')).status).toBe(401)
  expect((await post(url, '{}', signed('another'))).status).toBe(401)
  expect((await post(url, '{}', signed(secret))).status).toBe(204)
  pass(1000)
  expect(await fake.tell()).toEqual([204])
  for (let task = await read(); task.status !== 'completed'; task = await read()) {
    expect(task).toMatchObject({ id, status: 'processing' })
    clock.advance(500)
    await settled()
  }
})
