import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@model-tasks/client/webhooks'
import { expect, test } from 'vitest'
import { silentLog, type Log } from '../src/base/log.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService, video, type TestService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { testReceiver, type Reply, type TestReceiver } from './support/webhook-receiver.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A log that keeps what was said. */
function heard(): { log: Log; lines: string[]; errors: string[] } {
  const lines: string[] = []
  const errors: string[] = []
  const line = (message: string, details: Record<string, unknown> = {}): string =>
    `${message} ${JSON.stringify(details)}`
  return {
    lines,
    errors,
    log: {
      ...silentLog,
      info: (message, details) => {
        lines.push(line(message, details))
      },
      error: (message, details) => {
        errors.push(line(message, details))
      },
    },
  }
}

/** A clock that knows how many requests to receivers are under way: each is timed, and nothing else is for 10 s. */
class PostClock extends ManualClock {
  #timed: AbortSignal[] = []

  override delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const over = super.delay(milliseconds, signal)
    if (milliseconds !== 10 * second || signal === undefined) return over
    this.#timed.push(signal)
    return over.then(() => {
      this.#timed = this.#timed.filter((one) => one !== signal)
    })
  }

  get posts(): number {
    return this.#timed.length
  }
}

/** Lets the service come to where it waits for the clock: requests are answered, and what they brought is kept. */
async function idle(clock: PostClock): Promise<void> {
  for (let turns = 0; turns < 20;) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    turns = clock.posts > 0 ? 0 : turns + 1
  }
}

/** Moves the clock on, step by step, until the condition holds. */
async function until(clock: PostClock, condition: () => boolean, step = second): Promise<void> {
  for (await idle(clock); !condition(); await idle(clock)) clock.advance(step)
}

/** A service that stands still in time, with receivers; the first task of it has ended. */
async function told(receivers: readonly TestReceiver[], settings: Parameters<typeof testService>[0] = {}) {
  const clock = new PostClock()
  const said = heard()
  const service = await testService(
    { resultUrlLifetime: 365 * 24 * hour, ...settings, webhooks: receivers.map(({ webhook }) => webhook) },
    { clock, log: said.log },
  )
  const {
    body: { id },
  } = await service.submit(image)
  await service.ended(id)
  return { ...service, ...said, clock, id, start: clock.now() }
}

test('a completed task is told with the Task as a query answers it, and its result can be fetched', async () => {
  const receiver = await testReceiver()
  const service = await told([receiver])
  const { body, headers, path, id, text } = await receiver.arrival(0)
  expect(body).toEqual({
    type: 'task.completed',
    timestamp: new Date(service.start).toISOString(),
    data: (await service.call('GET', `/tasks/${service.id}`)).body,
  })
  expect(await (await fetch(body.data.result_url)).text()).toBe(`result of ${service.id}`)
  expect(await verifyWebhook({ headers, body: text, secret: receiver.secret, tolerance: Infinity })).toEqual({
    ...body,
    id,
  })
  expect(path, 'the URL as it was written').toBe('/hooks/')
  expect(id).toBe(`${service.id}_completed_orders`)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-timestamp': String(service.start / 1000),
  })
  expect(headers['connection'], 'none that has died since the event before').toBe('close')
})

test('result URLs begin with the public URL where there is one', async () => {
  const receiver = await testReceiver()
  const { id } = await told([receiver], { publicUrl: 'https://tasks.example' })
  const {
    body: { data },
  } = await receiver.arrival(0)
  expect(data.result_url).toMatch(new RegExp(`^https://tasks\\.example/results/${id}\\.png\\?expires=\\d+&signature=`))
  expect(data.image_url).toBe(data.result_url)
})

test('a failed and a cancelled task are told, with nothing charged', async () => {
  const receiver = await testReceiver()
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit, call } = await testService({ webhooks: [receiver.webhook] }, { provider })
  const failed = (await submit(video)).body.id
  ;(await provider.job(0)).fail('the boat sank')
  const cancelled = (await submit(image)).body.id
  await call('POST', `/tasks/${cancelled}/cancel`)
  await receiver.arrival(1)
  const bodies = receiver.arrivals
    .map(({ body }) => body)
    .sort((one, other) => one.data.id.localeCompare(other.data.id))
  expect(bodies).toMatchObject([
    { type: 'task.failed', data: { id: failed, status: 'failed', error: 'the boat sank', amount: 0 } },
    { type: 'task.failed', data: { id: cancelled, status: 'failed', error: 'cancelled by the client', amount: 0 } },
  ])
  for (const { data } of bodies) expect(data).not.toHaveProperty('result_url')
})

test('a receiver hears only of the events and accounts it asked for', async () => {
  const [all, failed, others] = [
    await testReceiver(),
    await testReceiver({ name: 'failed', events: ['task.failed'] }),
    await testReceiver({ name: 'others', accounts: ['account_of_nobody'] }),
  ]
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit } = await testService({ webhooks: [all.webhook, failed.webhook, others.webhook] }, { provider })
  await submit(image)
  await (await provider.job(0)).complete()
  await all.arrival(0)
  await submit(image)
  ;(await provider.job(1)).fail('x')
  await Promise.all([all.arrival(1), failed.arrival(0)])
  expect([all, failed, others].map(({ arrivals }) => arrivals.map(({ body }) => body.type))).toEqual([
    ['task.completed', 'task.failed'],
    ['task.failed'],
    [],
  ])
})

test.each<[string, Reply, number]>([
  ['a 500', 500, 0],
  ['a 404', 404, 0],
  ['a reset', 'reset', 0],
  ['no answer in 10 s', 'silence', 10 * second],
  [
    'an answer whose head never ends',
    (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx: ')
    },
    10 * second,
  ],
])(
  '%s is followed by another attempt after 5 s: the same id, a time and a signature of its own',
  async (_name, reply, time) => {
    const receiver = await testReceiver()
    receiver.replies.push(reply)
    const { clock, start, lines, errors } = await told([receiver])
    await receiver.arrival(0)
    clock.advance(time)
    await until(clock, () => receiver.arrivals.length > 1)
    const [first, again] = receiver.arrivals
    expect(again?.id).toBe(first?.id)
    expect(again?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
    expect(again?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature'])
    expect(clock.now() - start).toBeGreaterThanOrEqual(time + 5 * second)
    expect(lines.filter((line) => line.includes('will be sent again'))).toHaveLength(1)
    await until(clock, () => clock.now() - start > hour, minute)
    expect(receiver.arrivals, 'taken for good').toHaveLength(2)
    expect(errors).toEqual([])
  },
)

test('a redirect is not followed', async () => {
  const [receiver, elsewhere] = [await testReceiver(), await testReceiver()]
  receiver.replies.push(
    { status: 307, headers: { location: elsewhere.webhook.url } },
    { status: 301, headers: { location: elsewhere.webhook.url } },
  )
  const { clock } = await told([receiver])
  await until(clock, () => receiver.arrivals.length > 2)
  expect(elsewhere.arrivals).toHaveLength(0)
})

test('410 ends an event, and only that one', async () => {
  const receiver = await testReceiver()
  receiver.replies.push(410)
  const { clock, start, submit, errors } = await told([receiver])
  await receiver.arrival(0)
  await until(clock, () => clock.now() - start > 2 * 24 * hour, hour)
  expect(receiver.arrivals).toHaveLength(1)
  await submit(image)
  await receiver.arrival(1)
  expect(errors).toEqual([])
})

test.each([
  ['in seconds', () => '120', 2 * minute],
  ['as a date', (now: number) => new Date(now + 3 * minute).toUTCString(), 3 * minute],
  ['for longer than a day', () => '999999', 24 * hour],
  ['for less than the pause', () => '1', 5 * second],
])('Retry-After %s is kept to', async (_name, value, pause) => {
  const receiver = await testReceiver()
  const clock = new PostClock()
  receiver.replies.push({ status: 503, headers: { 'retry-after': value(clock.now()) } })
  const { submit } = await testService({ webhooks: [receiver.webhook] }, { clock })
  await submit(image)
  await receiver.arrival(0)
  const start = clock.now()
  await idle(clock)
  clock.advance(pause - 1)
  await idle(clock)
  expect(receiver.arrivals).toHaveLength(1)
  await until(clock, () => receiver.arrivals.length > 1)
  expect(clock.now() - start, 'nor much longer').toBeLessThanOrEqual(pause * 1.1 + second)
})

test('an event that no receiver takes is tried nine times in 42 hours, then given up with one error without secret, URL and prompt', async () => {
  const receiver = await testReceiver()
  receiver.replies.push(...Array.from({ length: 20 }, () => 500))
  const { clock, errors, lines, start } = await told([receiver])
  await receiver.arrival(0)
  const at: number[] = []
  await until(
    clock,
    () => {
      if (receiver.arrivals.length > at.length) at.push(clock.now() - start)
      return clock.now() - start > 60 * hour
    },
    minute,
  )
  const pauses = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / minute)
  for (const [index, pause] of [0, 1, 5, 30, 120, 300, 600, 1440].entries()) {
    expect(pauses[index], `minutes after attempt ${index + 1}`).toBeGreaterThanOrEqual(pause)
    expect(pauses[index]).toBeLessThanOrEqual(pause * 1.1 + 1)
  }
  expect(receiver.arrivals).toHaveLength(9)
  expect(new Set(receiver.arrivals.map(({ id }) => id)).size).toBe(1)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(
    /^a webhook was never taken and is given up; the console and "webhook replay" send it again \{"webhook":"orders","task":"task_\w+","attempts":9,"answer":500\}$/,
  )
  for (const secret of [receiver.secret, receiver.secret.slice(6), 'signature=', '/hooks/', 'paper boat'])
    expect([...lines, ...errors].join('\n')).not.toContain(secret)
})

test('a receiver that does not answer delays no other, and gets a handful at a time', async () => {
  const [slow, quick] = [await testReceiver({ name: 'slow' }), await testReceiver({ name: 'quick' })]
  slow.replies.push(...Array.from({ length: 30 }, () => 'silence' as const))
  const service: TestService = await testService(
    { webhooks: [slow.webhook, quick.webhook] },
    { clock: new ManualClock() },
  )
  for (let count = 0; count < 10; count += 1) await service.submit(image)
  await quick.arrival(9)
  expect(slow.arrivals).toHaveLength(4)
})

test('what a receiver answers is not read', async () => {
  const receiver = await testReceiver()
  let written = 0
  const stopped = new Promise<void>((resolve) => {
    receiver.replies.push((response) => {
      response.writeHead(200)
      response.on('close', () => {
        resolve()
      })
      const more = (): void => {
        written += 1
        if (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
  })
  await told([receiver])
  await receiver.arrival(0)
  await stopped
  expect(written * 64, 'KiB that were written').toBeLessThan(16 * 1024)
})

test('what waits for a receiver outlives a stop, and one that is taken out of the file is named at the next start', async () => {
  const receiver = await testReceiver()
  receiver.replies.push(500)
  const { service, folder, clock } = await told([receiver])
  await receiver.arrival(0)
  await service.close()
  const said = heard()
  const without = await testService({ dataDirectory: folder, key: 'none' }, { clock, log: said.log })
  expect(said.errors).toEqual([
    'events wait for a webhook that is not configured; put it back under its name to have them delivered {"webhook":"orders","waiting":1}',
  ])
  await without.service.close()
  await testService({ dataDirectory: folder, key: 'none', webhooks: [receiver.webhook] }, { clock })
  await until(clock, () => receiver.arrivals.length > 1)
  expect(receiver.arrivals[1]?.id).toBe(receiver.arrivals[0]?.id)
})

test('a stop breaks off what is under way, which is delivered at the next start without having counted', async () => {
  const receiver = await testReceiver()
  receiver.replies.push('silence')
  const { service, folder, clock, lines } = await told([receiver])
  await receiver.arrival(0)
  await service.close()
  expect(lines.filter((line) => line.includes('will be sent again'))).toEqual([])
  await testService({ dataDirectory: folder, key: 'none', webhooks: [receiver.webhook] }, { clock })
  await receiver.arrival(1)
})

test.each<[string, Reply]>([
  ['was on its way', 'silence'],
  ['was tried in vain', 500],
])(
  'an event that %s arrives also when the clock is set back by a year before the next start',
  async (_which, reply) => {
    const receiver = await testReceiver()
    receiver.replies.push(reply)
    const { service, folder, clock } = await told([receiver])
    await receiver.arrival(0)
    if (reply !== 'silence') await idle(clock)
    await service.close()
    clock.set(-365 * 24 * hour)
    const started = clock.elapsed()
    await testService({ dataDirectory: folder, key: 'none', webhooks: [receiver.webhook] }, { clock })
    await until(clock, () => receiver.arrivals.length > 1 || clock.elapsed() - started > 5 * minute)
    expect(receiver.arrivals).toHaveLength(2)
  },
)

test('capabilities name webhooks only where some are configured', async () => {
  const receiver = await testReceiver()
  const [some, none] = [await testService({ webhooks: [receiver.webhook] }), await testService()]
  expect((await some.call('GET', '/capabilities')).body.extensions).toContain('webhooks')
  expect((await none.call('GET', '/capabilities')).body.extensions).not.toContain('webhooks')
})

test('a receiver that cannot be reached is tried again', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => {
    closed.close(resolve)
  })
  const url = `http://127.0.0.1:${port}/hooks/`
  const { webhook } = await testReceiver({ url })
  const clock = new PostClock()
  const said = heard()
  const { submit } = await testService({ webhooks: [webhook] }, { clock, log: said.log })
  await submit(image)
  await until(clock, () => said.lines.some((line) => line.includes('"answer":"ECONNREFUSED"')))
  const late = await testReceiver({ url }, port)
  await until(clock, () => late.arrivals.length > 0)
  expect(said.errors).toEqual([])
})
