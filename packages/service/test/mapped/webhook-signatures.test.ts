import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '@model-tasks/client/policy'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake, type Interception } from '../../src/commands/fake/serve-fake.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import type { WebhookVerdict } from '../../src/domain/provider/provider.js'
import type { ReceivedWebhook } from '../../src/domain/provider/provider.js'
import { plainHeaders } from '../../src/edge/http/plain-headers.js'
import { mappingOf, taskFor } from './support.js'

/** A fake with a task, a provider in front of it that judges, and the webhook that the fake sends when the task has ended. */
async function told(protocol: string, intercept?: (path: string) => Interception | undefined) {
  const arrived: ReceivedWebhook[] = []
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      arrived.push({ headers: plainHeaders(request.headers), body })
      response.end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const asked: string[] = []
  const fake = await serveFake(mappingOf(protocol), {
    key: 'key',
    intercept({ path }) {
      if (/secret|jwks/.test(path)) asked.push(path)
      return intercept?.(path)
    },
    now: () => 0,
    date: Date.now,
  })
  onTestFinished(() => fake.close())
  const time = { now: 0, date: 0 }
  const provider = mappedProvider(
    mappingOf(protocol),
    { name: 'up', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} },
    {
      webhookUrl: (task) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${task}`,
      clock: { ...systemClock, now: () => time.now, date: () => Date.now() + time.date },
    },
  )
  expect(await provider.submit(taskFor(mappingOf(protocol)))).toMatchObject({ answer: 'accepted' })
  expect(await fake.tell()).toEqual([200])
  const [webhook] = arrived
  if (webhook === undefined) throw new Error('no webhook arrived')
  const judge = async (received: ReceivedWebhook): Promise<WebhookVerdict | undefined> =>
    provider.judgeWebhook?.(received)
  return { fake, webhook, judge, time, asked }
}

const forged = (reason: RegExp): object => ({ verdict: 'forged', reason: expect.stringMatching(reason) })

test.each(['replicate', 'fal'])('%s: a webhook that is not signed, altered or old is rejected', async (protocol) => {
  const { webhook, judge, time, asked } = await told(protocol)
  const { headers, body } = webhook
  expect(await judge(webhook)).toEqual({ verdict: 'genuine' })
  expect(await judge({ headers, body: Buffer.concat([body, Buffer.from(' ')]) })).toEqual(forged(/fits no key/))
  for (const name of Object.keys(headers).filter((one) => /webhook/.test(one))) {
    const value = headers[name] ?? ''
    expect(await judge({ headers: { ...headers, [name]: undefined }, body }), name).toEqual(forged(/not signed/))
    const first = value.slice(0, -2)
    const turned = name.endsWith('timestamp')
      ? String(Number(value) + 1)
      : `${first}${value.endsWith('00') ? '11' : '00'}`
    expect(await judge({ headers: { ...headers, [name]: turned }, body }), name).toEqual(forged(/fits no key/))
  }
  for (const date of [-302_000, 302_000]) {
    time.date = date
    expect(await judge(webhook)).toEqual(forged(/more than 300 s away/))
  }
  expect(asked, 'forged ones ask for the keys once in a minute').toHaveLength(1)
})

test('Replicate: of several signatures, as while a secret is changed, one is enough', async () => {
  const { webhook, judge } = await told('replicate')
  const several = `v1,${'A'.repeat(43)}= ${webhook.headers['webhook-signature'] ?? ''} v2,other`
  expect(await judge({ ...webhook, headers: { ...webhook.headers, 'webhook-signature': several } })).toEqual({
    verdict: 'genuine',
  })
})

test('Replicate: a secret that was changed is asked for again, at most once a minute', async () => {
  let current = false
  const before = { answer: { status: 200, body: JSON.stringify({ key: 'whsec_cGFwZXIgYm9hdA==' }) } }
  const { webhook, judge, time, asked } = await told('replicate', (path) =>
    path.includes('secret') && !current ? before : undefined,
  )
  expect(await judge(webhook)).toEqual(forged(/fits no key/))
  current = true
  expect(await judge(webhook)).toEqual(forged(/fits no key/))
  time.now = 60_000
  expect(await judge(webhook)).toEqual({ verdict: 'genuine' })
  expect(asked).toHaveLength(2)
})

test.each(['replicate', 'fal'])('%s: without the keys no webhook is believed', async (protocol) => {
  const { fake, webhook, judge } = await told(protocol)
  await fake.close()
  expect(await judge(webhook)).toMatchObject({ verdict: 'unverifiable' })
  expect(await judge(webhook)).toEqual({
    verdict: 'unverifiable',
    error: 'the keys of its webhooks could not be had just now',
  })
})

test('fal: an answer without a key is inconclusive about a webhook', async () => {
  const bodies = ['{"keys":[]}', '<html>', '{"keys":[{"kty":"RSA"}]}']
  const { webhook, judge, time, asked } = await told('fal', (path) => {
    const body = path.includes('jwks') ? bodies.shift() : undefined
    return body === undefined ? undefined : { answer: { status: 200, body } }
  })
  for (; bodies.length > 0; time.now += 60_000)
    expect(await judge(webhook)).toMatchObject({
      verdict: 'unverifiable',
      error: expect.stringMatching(/^http.* answered HTTP 200 without a key$/),
    })
  expect(await judge(webhook)).toEqual({ verdict: 'genuine' })
  expect(asked).toHaveLength(4)
})

test('fal: malformed keys and those of other kinds beside its own are passed over, and one alone is none', async () => {
  const keys: unknown[] = []
  const { webhook, judge, time } = await told('fal', (path) =>
    path.includes('jwks') && keys.length > 0
      ? { answer: { status: 200, body: JSON.stringify({ keys: keys.shift() }) } }
      : undefined,
  )
  const x = Buffer.alloc(32, 9).toString('base64url')
  const others = [
    null,
    'x',
    { kty: 'RSA', n: 'AQAB', e: 'AQAB' },
    { kty: 'EC', crv: 'Ed25519', x },
    { kty: 'OKP', crv: 'Ed25519' },
    { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' },
    { kty: 'OKP', crv: 'Ed25519', x: '' },
  ]
  keys.push([...others, { kty: 'OKP', crv: 'X25519', x }], [...others, { kty: 'OKP', crv: 'Ed25519', x }])
  expect(await judge(webhook)).toMatchObject({
    verdict: 'unverifiable',
    error: expect.stringMatching(/without a key$/),
  })
  time.now += 60_000
  expect(await judge(webhook), 'which is not the one that it was signed with').toMatchObject({ verdict: 'forged' })
})

test('MiniMax asks first whether its webhooks are wanted', async () => {
  const { judge } = await told('minimax')
  const of = (body: string): ReceivedWebhook => ({ headers: {}, body: Buffer.from(body) })
  expect(await judge(of('{"challenge":"paper-boat"}'))).toEqual({
    verdict: 'challenge',
    answer: { challenge: 'paper-boat' },
  })
  for (const body of ['{"challenge":1}', `{"challenge":"${'x'.repeat(1025)}"}`, 'no JSON', ''])
    expect(await judge(of(body)), body).toEqual({ verdict: 'genuine' })
})
