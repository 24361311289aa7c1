import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import type { ClaimedDelivery } from '../src/keep/store/webhook-deliveries.js'
import { lease, type Target } from '../src/run/webhooks/receiver.js'
import { Webhooks } from '../src/run/webhooks/webhooks.js'
import { newTask } from './contracts/open-stores.js'
import { claimer } from './support/claims.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock, settle } from './support/manual-clock.js'

const anHour = 3_600_000

/** Ended tasks, and a receiver called `shop` that answers what it is told to; `hold` leaves its answers to the test. */
async function shop({ target = {}, hold = false }: { target?: Partial<Target>; hold?: boolean } = {}) {
  const clock = new ManualClock()
  const stores = await openSqliteStores(`${temporaryFolder()}/tasks.db`, undefined, () => clock.now())
  onTestFinished(() => stores.close())
  for (const id of ['ann', 'bob'])
    await stores.accounts.addAccount({ id, name: id, unlimited: true, credits: 0, created: 1 })
  const { claim, held } = await claimer(stores.queue)
  const lines: string[] = []
  const note =
    (level: string) =>
    (message: string, details = {}): void => {
      lines.push(
        `${level}: ${message} ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.message : value))}`,
      )
    }
  const replies: (number | Response | Error)[] = []
  const requests: { id: string; answer: (reply: Response) => void; signal: AbortSignal }[] = []
  const send: typeof fetch = (_, { headers, signal } = {}) =>
    new Promise((resolve, reject) => {
      const id = new Headers(headers).get('webhook-id') ?? ''
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      requests.push({ id, answer: resolve, signal: signal! })
      if (hold) return
      const reply = replies.shift() ?? 204
      if (reply instanceof Error) reject(reply)
      else resolve(typeof reply === 'number' ? new Response(null, { status: reply }) : reply)
    })
  const { tasks, budgets, deliveries } = stores
  const open = (over: Partial<typeof deliveries> = {}) => {
    const webhooks = new Webhooks(
      [
        {
          name: 'shop',
          addressOf: async () => ({ url: 'https://shop.example/', secrets: [Buffer.alloc(32)] }),
          fetch: send,
          concurrency: 4,
          ...target,
        },
      ],
      {
        tasks,
        budgets,
        deliveries: new Proxy(deliveries, {
          get: (of, name) => {
            const value: unknown = Reflect.get(over, name) ?? Reflect.get(of, name)
            return typeof value === 'function' ? value.bind(of) : value
          },
        }),
        clock,
        storeTime: async () => clock.now(),
        log: { ...silentLog, info: note('info'), error: note('error') },
        resultUrls: () => ['https://files.example/'],
        random: () => 0,
      },
    )
    onTestFinished(() => webhooks.close(0))
    return webhooks
  }
  /** An ended task of an account, of which the shop is to be told. */
  const ended = async (account = 'ann') => {
    const task = newTask({ account, created: clock.now() })
    await tasks.submit({ task })
    await claim()
    const end = { status: 'failed', error: 'no', credits: 'charged', because: 'cancelled' } as const
    expect(await stores.runs.finish(held(task.id), end)).toBe(true)
    expect(await deliveries.replay(task.id, 'shop', clock.now())).toBe(true)
    clock.advance(1)
    return task.id
  }
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 1000) {
      clock.advance(Math.min(left, 1000))
      await settle()
    }
  }
  const waiting = async () => (await deliveries.pending()).get('shop') ?? 0
  const told = () => requests.map(({ id }) => id.slice(0, id.indexOf('_failed')))
  return { open, ended, clock, lines, replies, requests, told, waiting, deliveries, pass }
}

test.each([200, 204, 299])('an event that is answered %i has arrived', async (status) => {
  const { open, ended, replies, waiting, lines, told } = await shop()
  const id = await ended()
  replies.push(status)
  await open().start()
  await expect.poll(waiting).toBe(0)
  expect([told(), lines]).toEqual([[id], []])
})

test.each([300, 400, 500])(
  'an event that is answered %i comes again, and why is one line and in the list',
  async (status) => {
    const { open, ended, replies, waiting, lines, deliveries, clock, told, pass } = await shop()
    const id = await ended()
    replies.push(status)
    await open().start()
    await expect.poll(() => lines.length).toBe(1)
    expect(lines).toEqual([
      `info: a webhook was not taken and will be sent again ${JSON.stringify({ webhook: 'shop', task: id, attempts: 1, answer: status, seconds: 5 })}`,
    ])
    await expect
      .poll(() => deliveries.list(9))
      .toMatchObject([{ task: id, attempts: 1, answer: String(status), due: clock.now() + 5000 }])
    await pass(6000)
    await expect.poll(waiting).toBe(0)
    expect(told()).toEqual([id, id])
  },
)

test('a host that is not reached is named by its error, without its address', async () => {
  const { open, ended, replies, lines, deliveries } = await shop()
  await ended()
  replies.push(Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:443'), { code: 'ECONNREFUSED' }))
  await open().start()
  await expect.poll(() => deliveries.list(9)).toMatchObject([{ attempts: 1, answer: 'ECONNREFUSED' }])
  expect(lines[0]).toContain('"answer":"ECONNREFUSED"')
  expect(lines[0]).not.toContain('10.1.2.3')
})

test('a failure that has only the number of an older interface, or only a cause, is named in a word', async () => {
  const { open, ended, replies, deliveries } = await shop()
  for (const account of ['ann', 'bob']) await ended(account)
  const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  replies.push(
    new DOMException('https://shop.example/ took too long', 'TimeoutError'),
    new TypeError('failed', { cause }),
  )
  await open().start()
  const answers = async () => (await deliveries.list(9)).map(({ answer }) => answer)
  await expect.poll(answers).toEqual(expect.arrayContaining(['TimeoutError', 'DEPTH_ZERO_SELF_SIGNED_CERT']))
})

test('an answer that takes longer than 10 s is not waited for, and its event comes again', async () => {
  const { open, ended, requests, deliveries, clock, lines } = await shop({ hold: true })
  await ended()
  await open().start()
  await expect.poll(() => requests.length).toBe(1)
  clock.advance(9999)
  await settle()
  expect(requests[0]?.signal.aborted).toBe(false)
  clock.advance(1)
  await expect.poll(() => deliveries.list(9)).toMatchObject([{ attempts: 1, answer: 'no answer in time' }])
  expect(lines).toHaveLength(1)
})

test('the event that waits longest is told first, whichever account it is of', async () => {
  const { open, ended, told, waiting } = await shop({ target: { concurrency: 1 } })
  const ids = [await ended('bob'), await ended('ann'), await ended('bob')]
  await open().start()
  await expect.poll(waiting).toBe(0)
  expect(told()).toEqual(ids)
})

test('a receiver gets so many at a time, and of one account no more than its share', async () => {
  const { open, ended, told, requests } = await shop({ hold: true, target: { concurrency: 3, perAccount: 2 } })
  const ids = [await ended('ann'), await ended('ann'), await ended('ann'), await ended('bob'), await ended('bob')]
  await open().start()
  await expect.poll(() => requests.length).toBe(3)
  await settle()
  expect(told()).toEqual([ids[0], ids[1], ids[3]])
  requests[0]?.answer(new Response(null, { status: 204 }))
  await expect.poll(() => requests.length).toBe(4)
  expect(told()[3], 'its account is below its share again').toBe(ids[2])
})

test('events that come while deliveries go on are found within a second', async () => {
  const { open, ended, told, pass } = await shop()
  await open().start()
  const id = await ended()
  await pass(1000)
  await expect.poll(told).toEqual([id])
})

test('a stop lets what is under way end, and begins nothing more', async () => {
  const { open, ended, requests, waiting, clock } = await shop({ hold: true, target: { concurrency: 1 } })
  await ended()
  const webhooks = open()
  await webhooks.start()
  await expect.poll(() => requests.length).toBe(1)
  await ended()
  let closed = false
  const closing = webhooks.close().then(() => (closed = true))
  await settle()
  clock.advance(4999)
  await settle()
  expect([closed, requests[0]?.signal.aborted]).toEqual([false, false])
  requests[0]?.answer(new Response(null, { status: 204 }))
  await closing
  expect([requests.length, await waiting(), clock.waiting]).toEqual([1, 1, 0])
})

test('after five seconds a stop breaks off what is under way, which does not count and is due at the next start', async () => {
  const { open, ended, requests, deliveries, clock, lines } = await shop({ hold: true })
  const id = await ended()
  const webhooks = open()
  await webhooks.start()
  await expect.poll(() => requests.length).toBe(1)
  const closing = webhooks.close()
  await settle()
  clock.advance(5000)
  await closing
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(await deliveries.list(9)).toMatchObject([{ task: id, attempts: 0 }])
  expect(lines).toEqual([])
  await open().start()
  await expect.poll(() => requests.length).toBe(2)
})

test('a store that cannot be read is one line per look, and the events are told once it can', async () => {
  const { open, ended, told, lines, deliveries, pass } = await shop()
  const id = await ended()
  let fails = 1
  await open({
    claim: (...given) => (fails-- > 0 ? Promise.reject(new Error('disk full')) : deliveries.claim(...given)),
  }).start()
  await expect
    .poll(() => lines)
    .toEqual(['error: webhooks could not be looked for; it will be tried again {"webhook":"shop","error":"disk full"}'])
  await pass(1000)
  await expect.poll(told).toEqual([id])
})

test('a delivery whose end cannot be kept is one line, and is told again once its claim has run out', async () => {
  const { open, ended, told, lines, deliveries, pass } = await shop()
  const id = await ended()
  let fails = 1
  await open({
    remove: (delivery: ClaimedDelivery) =>
      fails-- > 0 ? Promise.reject(new Error('disk full')) : deliveries.remove(delivery),
  }).start()
  await expect
    .poll(() => lines)
    .toEqual([
      `error: a webhook could not be delivered and will be tried again {"webhook":"shop","task":"${id}","error":"disk full"}`,
    ])
  await pass(lease - 1000)
  expect(told()).toEqual([id])
  await pass(2000)
  await expect.poll(told).toEqual([id, id])
})

test('410 ends an event with a line', async () => {
  const { open, ended, replies, waiting, lines, deliveries } = await shop()
  const id = await ended()
  replies.push(410)
  await open().start()
  await expect.poll(waiting).toBe(0)
  await expect
    .poll(() => lines)
    .toEqual([
      `info: a webhook is not wanted any more ${JSON.stringify({ webhook: 'shop', task: id, attempts: 1, answer: 410 })}`,
    ])
  expect(await deliveries.list(9)).toEqual([])
})

test('a receiver that asks for more time gets it, up to a day', async () => {
  const { open, ended, replies, deliveries, clock } = await shop()
  await ended()
  const busy = (after: string) => new Response(null, { status: 503, headers: { 'retry-after': after } })
  replies.push(busy('3600'))
  await open().start()
  await expect.poll(() => deliveries.list(9)).toMatchObject([{ attempts: 1, due: clock.now() + anHour }])
})

test.each([
  ['7200', 7_200_000],
  [' 60 ', 60_000],
  ['1', 5000],
  ['999999999', 24 * anHour],
  ['9999999999', 5000],
  ['-60', 5000],
  ['6e1', 5000],
  ['Fri, 02 Jan 2026 04:04:05 GMT', anHour],
  ['Fri, 02 Jan 2026 02:04:05 GMT', 5000],
  ['2026-02', 5000],
  ['soon', 5000],
])('Retry-After of %j waits %i ms', async (after, wait) => {
  const { open, ended, replies, deliveries, clock } = await shop()
  clock.advance(-1)
  await ended()
  replies.push(new Response(null, { status: 500, headers: { 'retry-after': after } }))
  await open().start()
  await expect.poll(() => deliveries.list(9)).toMatchObject([{ attempts: 1, due: clock.now() + wait }])
})

test('an event whose address is there no more is taken out', async () => {
  const { open, ended, waiting, requests, lines } = await shop({ target: { addressOf: async () => undefined } })
  await ended()
  await open().start()
  await expect.poll(waiting).toBe(0)
  expect([requests, lines]).toEqual([[], []])
})

test('what waits for a receiver that is not configured is named at the start, and stays', async () => {
  const { open, ended, deliveries, lines, clock } = await shop()
  const id = await ended()
  await deliveries.replay(id, 'gone', clock.now())
  await open().start()
  expect(lines).toEqual([
    'error: events wait for a webhook that is not configured; put it back under its name to have them delivered {"webhook":"gone","waiting":1}',
  ])
  expect((await deliveries.pending()).get('gone')).toBe(1)
})
