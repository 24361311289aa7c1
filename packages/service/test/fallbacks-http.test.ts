import { faults, type FaultServerOptions } from '@model-tasks/client/testing'
import { expect, test } from 'vitest'
import { fallbacksResource, quoteFallbacks } from '../src/admit/fallbacks.js'
import { Problem } from '../src/admit/problem.js'
import type { Quote } from '../src/domain/money/quote.js'
import { fallbackSettingsOf } from '../src/settings/fallback-settings.js'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { prices } from './support/prices.js'
import { relay, upstream, type Relay } from './support/relay.js'
import { image, video } from './support/service.js'
import { testReceiver } from './support/webhook-receiver.js'

const adminKey = 'an-admin-key-of-32-characters-00'
const named = {
  fallbacks: new Map([['beta-5.0', ['beta_5.0Pro']]]),
  prices: prices({ 'beta-5.0': { perTask: 1 }, 'beta_5.0Pro': { perTask: 3 } }),
  adminKey,
}

test('a fallback that cannot make a request is left out with the reason, and an error that is not about the request is not one', async () => {
  const invalid = new Problem('invalid-request', 'duration: too long')
  const quotes = await quoteFallbacks(['a', 'b'], async (model) => {
    if (model === 'a') throw invalid
    return { quote: { amount: 3_000_000 } as Quote }
  })
  expect(quotes).toEqual([
    { model: 'a', reason: 'duration: too long' },
    { model: 'b', amount: 3_000_000 },
  ])
  expect(fallbacksResource(quotes, 3_000_000)).toEqual({ held: 3, fallbacks: [quotes[0], { model: 'b', amount: 3 }] })
  const outage = new Error('the database is gone')
  await expect(quoteFallbacks(['a'], () => Promise.reject(outage))).rejects.toBe(outage)
})

/** The model that each submit named. */
const models = ({ requests }: Awaited<ReturnType<typeof upstream>>): unknown[] =>
  requests.flatMap(({ route, body }) => (route === 'submit' ? [(JSON.parse(body) as { model: unknown }).model] : []))

async function service(settings: Parameters<typeof relay>[2] = named, options?: FaultServerOptions) {
  const behind = await upstream({ result: { bytes: Buffer.from('a picture') }, ...options })
  return { behind, ...(await relay(behind, undefined, settings)) }
}

/** A key of an account that has so many credits. */
async function paying({ url, meanwhile }: Relay, credits: number) {
  const admin = async (method: string, path: string, body: object) =>
    (await meanwhile(
      fetch(`${url}/admin${path}`, {
        method,
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    ).then((answer) => answer.json())) as { id: string; key: string }
  const { id } = await admin('POST', '/accounts', { name: 'Payer', credits })
  const { key } = await admin('POST', `/accounts/${id}/keys`, {})
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v2/model-center${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { id, admin, call }
}

test('a gateway in front says that the one behind it went over to another model, and keeps its own price', async () => {
  const inner = await service(
    { fallbacks: new Map([[video.model, ['sd_2.5_discount_v1']]]) },
    { result: fakeFile('video') },
  )
  inner.behind.next('submit', faults.status(400, { title: 'a face' }))
  const outer = await relay({ baseUrl: `${inner.url}/api`, apiKey: inner.key }, undefined, {
    prices: prices({ [video.model]: { perTask: 2 } }),
  })
  const { body } = await outer.call('POST', '/tasks', video)
  const task = await outer.when(body.id, (one) => {
    inner.clock.advance(1000)
    return one.status === 'completed' || one.status === 'failed'
  })
  expect(task).toMatchObject({
    ...{ status: 'completed', model: video.model, amount: 2 },
    upstream_fallback: {
      ...{ model: 'sd_2.5_discount_v1', asked: video.model, reason: 'rejected' },
      message: 'the upstream rejected the request (400): a face',
    },
  })
  expect(task['fallback']).toBeUndefined()
})

test('a rejected task is made by the model that the operator named, and says so wherever it is shown', async () => {
  const receiver = await testReceiver()
  const running = await service({ ...named, webhooks: [receiver.webhook] })
  const { behind, url, meanwhile } = running
  const { call, id: account } = await paying(running, 10)
  behind.next('submit', faults.status(400, { title: 'a face' }))
  const balance = async () => (await call('/account')).body
  const submitted = await call('/tasks', image)
  expect(submitted.status).toBe(200)
  const id = String(submitted.body['id'])
  expect(await balance()).toMatchObject({ credits: 7, held: 3 })
  let task: Record<string, unknown> = {}
  while (!['completed', 'failed'].includes(String(task['status']))) {
    running.clock.advance(1000)
    task = (await call(`/tasks/${id}`)).body
  }
  const fallback = {
    asked: 'beta-5.0',
    reason: 'rejected',
    message: 'the upstream rejected the request (400): a face',
  }
  expect(task).toMatchObject({ status: 'completed', model: 'beta_5.0Pro', amount: 3, error: null, fallback })
  expect(models(behind)).toEqual(['beta-5.0', 'beta_5.0Pro'])
  const keys = behind.requests.flatMap(({ route, headers }) => (route === 'submit' ? [headers['idempotency-key']] : []))
  expect(keys, 'what was bought under it all the same is not bought twice').toEqual([id, id])
  expect(await balance()).toMatchObject({ credits: 7, held: 0 })
  const event = await meanwhile(receiver.arrival(0))
  expect(event.body.data).toMatchObject({ model: 'beta_5.0Pro', fallback })
  const shown = async (path: string): Promise<string> =>
    (await meanwhile(fetch(`${url}${path}`, { headers: { authorization: `Bearer ${adminKey}` } }))).text()
  const story = (JSON.parse(await shown(`/admin/tasks/${id}/story`)) as { data: { what: string; detail?: string }[] })
    .data
  expect(story.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Held 3 credits',
      'Declined by default',
      'Falls back from beta-5.0 to beta_5.0Pro: rejected',
      'Settled: 3 credits spent',
    ]),
  )
  expect(JSON.parse(await shown(`/admin/tasks/${id}/proof`))).toMatchObject({
    ...{ account, model: 'beta_5.0Pro', tried: [{ model: 'beta-5.0', reason: 'rejected' }], cost: 3 },
  })
})

test('a quote says what each model costs and what is held; credits and budgets count what is held', async () => {
  const running = await service()
  const { call, admin, id } = await paying(running, 2)
  expect((await call('/quote', image)).body).toMatchObject({
    ...{ model: 'beta-5.0', amount: 1, held: 3, available: 2, fallbacks: [{ model: 'beta_5.0Pro', amount: 3 }] },
  })
  expect((await call('/capabilities')).body['extensions']).toContain('fallbacks')
  const poor = await call('/tasks', image)
  expect([poor.status, poor.body['detail']]).toEqual([
    402,
    'the task needs 3 credits, the highest price of its model and of those it may fall back to (beta_5.0Pro), and 2 are left',
  ])
  await admin('POST', `/accounts/${id}/credits`, { credits: 10, reference: 'more' })
  await admin('PUT', `/budgets/${id}/day`, { credits: 2 })
  const over = await call('/tasks', image)
  expect([over.status, over.body['detail']]).toEqual([
    402,
    expect.stringContaining('of those it may fall back to (beta_5.0Pro), and this account may spend 2 credits'),
  ])
  expect(running.behind.count('submit')).toBe(0)
})

test('a model that cannot make the request is left out, which the quote says, and costs nothing', async () => {
  const fallbacks = new Map([['epsilonO3', ['gamma-1.0-t2v', 'sd_2.0_discount']]])
  const body = { model: 'epsilonO3', prompt: 'a paper boat', duration: 3 }
  const running = await service({ ...named, fallbacks, prices: prices({ 'sd_2.0_discount': { perTask: 900 } }) })
  const { call } = await paying(running, 100)
  const quote = await call('/quote', body)
  expect(quote.status, JSON.stringify(quote.body)).toBe(200)
  const quoted = quote.body['fallbacks'] as { model: string; amount?: number; reason?: string }[]
  expect(quoted.find(({ model }) => model === 'sd_2.0_discount')?.reason).toMatch(/duration/)
  expect(quote.body['held']).toBeLessThan(100)
  running.behind.next('submit', faults.status(400), faults.status(400), faults.status(400))
  const { body: task } = await call('/tasks', body)
  await running.meanwhile(running.behind.received('submit', 1))
  for (let turn = 0; turn < 30; turn += 1) {
    running.clock.advance(1000)
    await call(`/tasks/${String(task['id'])}`)
  }
  expect(models(running.behind)).not.toContain('sd_2.0_discount')
})

test('what an upstream says to have under the key of the task, although it has rejected it, is not given back', async () => {
  const running = await service()
  const { call } = await paying(running, 10)
  const conflict = faults.status(409, {
    type: 'urn:model-tasks:problem:idempotency-conflict',
    title: 'The idempotency key belongs to another request',
  })
  running.behind.next('submit', faults.status(400, { title: 'a face' }), conflict, conflict, conflict)
  const id = String((await call('/tasks', image)).body['id'])
  const { held } = (await call('/account')).body
  await running.meanwhile(running.behind.received('submit', 2))
  for (let turn = 0; turn < 10; turn += 1) {
    running.clock.advance(250)
    await call(`/tasks/${id}`)
  }
  expect(models(running.behind).slice(0, 2)).toEqual(['beta-5.0', 'beta_5.0Pro'])
  expect((await call(`/tasks/${id}`)).body).toMatchObject({ status: 'processing', model: 'beta_5.0Pro' })
  expect((await call('/account')).body['held']).toBe(held)
})

test('without other models nothing is said of them, and a reload names the first', async () => {
  const { behind, call, reload } = await service({ prices: named.prices })
  const before = await call('POST', '/quote', image)
  expect([before.body['held'], before.body['fallbacks']]).toEqual([undefined, undefined])
  expect((await call('GET', '/capabilities')).body.extensions).not.toContain('fallbacks')
  expect(await reload(behind, { fallbacks: named.fallbacks })).toEqual({
    rejected: false,
    lines: ['taken over: fallbacks'],
  })
  expect((await call('POST', '/quote', image)).body['held']).toBe(3)
  expect((await call('GET', '/capabilities')).body.extensions).toContain('fallbacks')
})

test.each([
  [[], 'fallbacks must map Model IDs to lists of other Model IDs'],
  [{ 'beta-6': ['beta-5.0'] }, 'fallbacks: "beta-6" is not a Model ID of this catalogue'],
  [{ 'beta-5.0': ['beta-6'] }, 'fallbacks.beta-5.0: "beta-6" is not a Model ID of this catalogue'],
  [
    { 'beta-5.0': [] },
    'fallbacks.beta-5.0 must be a list of 1 to 4 other Model IDs, the one to try first before the others',
  ],
  [{ 'beta-5.0': ['beta-5.0'] }, 'fallbacks.beta-5.0: beta-5.0 is named twice'],
  [{ 'beta-5.0': ['beta_5.0Pro', 'beta_5.0Pro'] }, 'fallbacks.beta-5.0: beta_5.0Pro is named twice'],
  [
    { 'beta-5.0': ['epsilonO3'] },
    'fallbacks.beta-5.0: epsilonO3 makes another kind of result (video) than beta-5.0 (image)',
  ],
])('wrong settings are rejected with the place: %j', (value, why) => {
  expect(() => fallbackSettingsOf(value, (words) => new SettingsError(words))).toThrow(why)
})
