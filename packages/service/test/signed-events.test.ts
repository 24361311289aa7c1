import { verifyWebhook } from '@model-tasks/client/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import type { Callbacks } from '../src/settings/settings.js'
import { Outbox } from '../src/keep/store/outbox.js'
import { callbackSecret } from '../src/run/webhooks/callback-secret.js'
import type { Target } from '../src/run/webhooks/receiver.js'
import { callbackTarget, webhookTarget } from '../src/run/webhooks/targets.js'
import { Webhooks } from '../src/run/webhooks/webhooks.js'
import { newTask } from './contracts/open-stores.js'
import { claimer } from './support/claims.js'
import { ManualClock } from './support/manual-clock.js'
import { stores } from './support/stores.js'
import { testReceiver } from './support/webhook-receiver.js'

const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`
const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }

/** Stores in which tasks end, with webhooks that deliver. */
async function deliver(targetsOf: (opened: Awaited<ReturnType<typeof stores>>) => Target[], names: string[] = []) {
  const clock = new ManualClock()
  const subscriptions = names.map((name) => ({ name, events: ['task.completed'] as const, accounts: undefined }))
  const opened = await stores(new Outbox(subscriptions, () => clock.now()))
  const { tasks, queue, runs, deliveries, budgets } = opened
  const webhooks = new Webhooks(targetsOf(opened), {
    tasks,
    budgets,
    deliveries,
    clock,
    storeTime: async () => clock.now(),
    log: silentLog,
    resultUrls: () => ['https://tasks.example/results/x.png'],
    random: () => 0.5,
  })
  await webhooks.start()
  onTestFinished(() => webhooks.close(0))
  const { claim, held } = await claimer(queue)
  return {
    deliveries,
    clock,
    async complete(callback?: string, account = 'rich') {
      const task = newTask({ account, amount: 1 })
      if (callback !== undefined) await deliveries.addCallback(task.id, callback, task.created)
      await tasks.submit({ task })
      await claim()
      await runs.finish(held(task.id), { status: 'completed', result: file })
      webhooks.wake()
      return task.id
    },
    /** Resolves once nothing waits for a receiver any more. */
    async done() {
      while ((await deliveries.pending()).size > 0)
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
    },
  }
}

test('while a secret is replaced, an event is signed with both: a receiver takes it before and after its own change', async () => {
  const [before, after] = [Buffer.alloc(32, 'b'), Buffer.alloc(32, 'a')]
  const receivers = [await testReceiver({ name: 'before' }, 0, before), await testReceiver({ name: 'after' }, 0, after)]
  const targets = receivers.map(({ webhook }) => webhookTarget({ ...webhook, secret: after, previousSecret: before }))
  const { complete, done } = await deliver(() => targets, ['before', 'after'])
  const id = await complete()
  await done()
  for (const { arrivals } of receivers) {
    expect(arrivals.map(({ body }) => body.data.id)).toEqual([id])
    const { headers, text } = arrivals[0]!
    expect(String(headers['webhook-signature'])).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const key of [before, after])
      expect(await verifyWebhook({ headers, body: text, secret: secretOf(key), tolerance: Infinity })).toBeDefined()
  }
})

test('the URL that a request names is told once, signed with the secret of its account and no other', async () => {
  const callbacks: Callbacks = { secret: Buffer.alloc(32, 'c'), hosts: undefined }
  const key = callbackSecret(callbacks.secret, 'rich')
  const receiver = await testReceiver({}, 0, key)
  const asked: string[] = []
  const { complete, done, deliveries } = await deliver((opened) => [
    {
      ...callbackTarget(() => callbacks, opened.deliveries),
      // No public host is at hand: the receiver is where this host would be.
      fetch: (url, init) => {
        asked.push(url instanceof Request ? url.url : url.toString())
        return fetch(receiver.webhook.url, init)
      },
    },
  ])
  await complete()
  const id = await complete('https://hooks.example/orders?of=7')
  await done()
  expect(asked).toEqual(['https://hooks.example/orders?of=7'])
  expect(receiver.arrivals.map(({ body }) => [body.type, body.data.id])).toEqual([['task.completed', id]])
  const { headers, text } = receiver.arrivals[0]!
  await expect(
    verifyWebhook({
      headers,
      body: text,
      secret: secretOf(callbackSecret(callbacks.secret, 'poor')),
      tolerance: Infinity,
    }),
  ).rejects.toThrow()
  expect(await deliveries.list(9)).toEqual([])
})

test('callbacks of an account whose host never answers delay none of another account', async () => {
  const callbacks: Callbacks = { secret: Buffer.alloc(32, 'c'), hosts: undefined }
  const open = new Map<string, number>()
  let most = 0
  const told: string[] = []
  const { complete, clock } = await deliver((opened) => [
    {
      ...callbackTarget(() => callbacks, opened.deliveries),
      fetch: (url, init) => {
        const { host } = new URL(url instanceof Request ? url.url : url)
        if (host === 'fast.example') {
          told.push(host)
          return Promise.resolve(new Response(null, { status: 204 }))
        }
        open.set(host, (open.get(host) ?? 0) + 1)
        most = Math.max(most, open.get(host) ?? 0)
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => {
            open.set(host, (open.get(host) ?? 0) - 1)
            reject(new Error('no answer'))
          })
        })
      },
    },
  ])
  for (let count = 0; count < 200; count += 1) await complete('https://never.example/')
  for (let count = 0; count < 5; count += 1) {
    await complete('https://fast.example/', 'poor')
    while (told.length <= count)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    clock.advance(1000)
  }
  expect(most).toBeGreaterThanOrEqual(8)
  expect(most, 'as the README says').toBeLessThanOrEqual(15)
})
