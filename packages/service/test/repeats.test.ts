/** Packages of vendors that repeat a submit without an Idempotency-Key. */
import { request, type ClientRequest } from 'node:http'
import { expect, test } from 'vitest'
import { ManualClock } from './support/manual-clock.js'
import { StubProvider } from './support/stub-provider.js'
import { silentLog } from '../src/base/log.js'
import { Attempts } from '../src/edge/native/attempts.js'
import { mayRepeat } from '../src/edge/native/repeats.js'
import { newTask } from './contracts/open-stores.js'
import { stores } from './support/stores.js'
import { temporaryFolder } from './support/folder.js'
import { testService, type TestService } from './support/service.js'

const prompt = 'A paper boat at dusk'
const body = JSON.stringify({ model: 'beta-5.0', prompt })

interface Answered {
  status: number
  headers: Headers
  body: { data: { url: string }[]; error: { code: string; message: string } }
}

async function generate({ service, key }: TestService, sent = body): Promise<Answered> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${service.url}/v1/images/generations`, { method: 'POST', headers, body: sent })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answered['body'],
  }
}

/** Sends the request of an image and leaves it open. */
function begin({ service, key }: TestService): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = request(`${service.url}/v1/images/generations`, { method: 'POST', headers })
  sent.on('error', () => undefined)
  sent.end(body)
  return sent
}

/** Resolves once the service has noticed that a connection is gone. */
async function dropped(sent: ClientRequest, running: TestService): Promise<void> {
  const closed = new Promise((resolve) => sent.once('close', resolve))
  sent.destroy()
  await closed
  await noted(running)
}

/** Resolves once the service has noted what became of the answers before. */
async function noted(running: TestService): Promise<void> {
  for (const _ of [1, 2, 3]) await running.call('GET', '/models')
}

const slow = (): StubProvider => Object.assign(new StubProvider(), { instant: false })

test('a repeat of a request whose caller has gone is answered with the task of that one, and the next one is new', async () => {
  const running = await testService({}, { provider: slow() })
  const { provider } = running
  const first = begin(running)
  const job = await provider.job(0)
  await dropped(first, running)
  const repeat = generate(running)
  await job.complete()
  expect((await repeat).body.data[0]?.url).toContain(job.task.id)
  await noted(running)
  const next = generate(running)
  const second = await provider.job(1)
  await second.complete()
  expect((await next).body.data[0]?.url).toContain(second.task.id)
  expect(provider.jobs).toHaveLength(2)
})

test('two equal requests at the same time are two tasks, and of two equal repeats one is', async () => {
  const running = await testService({}, { provider: slow() })
  const { provider } = running
  const [first, other] = [begin(running), generate(running)]
  const jobs = [await provider.job(0), await provider.job(1)]
  await dropped(first, running)
  const repeats = [generate(running), generate(running)]
  jobs.push(await provider.job(2))
  for (const job of jobs) await job.complete()
  const urls = (await Promise.all([other, ...repeats])).map(({ body: { data } }) => data[0]?.url.split('?')[0])
  expect(new Set(urls).size).toBe(3)
  expect((await running.call('GET', '/tasks')).body.data).toHaveLength(3)
})

test('another request, and the same one on another path, make tasks of their own', async () => {
  const running = await testService({}, { provider: slow() })
  const { provider } = running
  const first = begin(running)
  await provider.job(0)
  await dropped(first, running)
  const others = [generate(running, JSON.stringify({ model: 'beta-5.0', prompt: 'Another boat' }))]
  const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
  others.push(
    fetch(`${running.service.url}/native/openai-videos/images/generations`, { method: 'POST', headers, body }).then(
      async (response) => ({
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Answered['body'],
      }),
    ),
  )
  for (const index of [1, 2]) await (await provider.job(index)).complete()
  for (const other of others) expect((await other).status).toBe(200)
  expect(provider.jobs).toHaveLength(3)
})

test('a repeat after a stop of the service is answered with the task that it had accepted', async () => {
  const folder = temporaryFolder()
  const before = await testService({ dataDirectory: folder }, { provider: slow() })
  const first = begin(before)
  const { task } = await before.provider.job(0)
  await before.service.close()
  first.destroy()
  const after = await testService({ dataDirectory: folder, key: before.key }, { provider: slow() })
  const repeat = generate(after)
  const again = await after.provider.job(0)
  await again.complete()
  expect((await repeat).body.data[0]?.url).toContain(task.id)
  expect((await after.call('GET', '/tasks')).body.data).toHaveLength(1)
})

test('an image that takes too long is answered with 504, and a repeat waits for it', async () => {
  const clock = new ManualClock()
  const running = await testService({}, { provider: slow(), clock })
  const { provider } = running
  const meanwhile = async <T>(awaited: Promise<T>, step: number): Promise<T> => {
    let over = false
    void awaited.finally(() => (over = true))
    while (!over) {
      clock.advance(step)
      await new Promise(setImmediate)
    }
    return awaited
  }
  const first = generate(running)
  const job = await provider.job(0)
  const late = await meanwhile(first, 1000)
  // The package repeats it: another wait is what helps.
  expect([late.status, late.headers.get('x-should-retry')]).toEqual([504, null])
  const repeat = generate(running)
  await job.complete()
  const answer = await meanwhile(repeat, 100)
  expect([answer.status, answer.body.data[0]?.url]).toEqual([200, expect.stringContaining(job.task.id)])
  expect(provider.jobs).toHaveLength(1)
})

test('an Idempotency-Key decides alone what is a repeat', async () => {
  const running = await testService()
  const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
  const send = async (key: string): Promise<string> => {
    const response = await fetch(`${running.service.url}/v1/images/generations`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body,
    })
    return ((await response.json()) as Answered['body']).data[0]?.url.split('?')[0] ?? ''
  }
  const [one, again, other] = [await send('one'), await send('one'), await send('other')]
  expect(again).toBe(one)
  expect(other).not.toBe(one)
})

test('a client that counts its repeats gets the task of an answer that was lost on the way, once, and for a quarter of an hour', async () => {
  const clock = new ManualClock()
  const running = await testService({}, { provider: slow(), clock })
  const sent = JSON.stringify({ model: 'sd_2.0_discount', prompt })
  const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
  const submit = async (count?: number): Promise<string> => {
    const counted = count === undefined ? headers : { ...headers, 'x-stainless-retry-count': String(count) }
    const url = `${running.service.url}/v1/videos`
    const response = await fetch(url, { method: 'POST', headers: counted, body: sent })
    const { id } = (await response.json()) as { id: string }
    await noted(running)
    return id
  }
  const first = await submit(0)
  const repeat = await submit(1)
  expect(repeat).toBe(first)
  const [uncounted, other] = [await submit(), await submit(0)]
  expect(new Set([first, uncounted, other]).size, 'no repeats of it').toBe(3)
  expect(await submit(3), 'of an attempt that is not known').not.toBe(first)
  expect(await submit(2)).toBe(first)
  clock.advance(15 * 60_000)
  expect(await submit(1), 'too late').not.toBe(other)
})

test('where the operator says for how long, an equal request is a repeat', async () => {
  const clock = new ManualClock()
  const running = await testService({ repeatWindow: 5000 }, { provider: slow(), clock })
  const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
  const submit = async (text = prompt): Promise<string> => {
    const sent = JSON.stringify({ model: 'sd_2.0_discount', prompt: text })
    const response = await fetch(`${running.service.url}/v1/videos`, { method: 'POST', headers, body: sent })
    const { id } = (await response.json()) as { id: string }
    await noted(running)
    return id
  }
  const first = await submit()
  expect(await submit('Another boat')).not.toBe(first)
  clock.advance(4999)
  expect(await submit()).toBe(first)
  clock.advance(5000)
  expect(await submit()).not.toBe(first)
})

test('x-should-retry says what a repeat cannot change', async () => {
  const running = await testService({ rateLimit: 'off' }, { provider: slow() })
  const { service, key, provider } = running
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, more: object = {}) =>
    fetch(`${service.url}/v1${path}`, { method, headers, ...more })
  const made = await call('POST', '/videos', { body: JSON.stringify({ model: 'sd_2.0_discount', prompt }) })
  expect([made.status, made.headers.get('x-should-retry')]).toEqual([200, null])
  await provider.job(0)
  const { id } = (await made.json()) as { id: string }
  const conflict = await call('POST', '/videos', {
    headers: { ...headers, 'idempotency-key': 'one' },
    body: JSON.stringify({ model: 'sd_2.0_discount', prompt: 'one' }),
  })
  expect(conflict.status).toBe(200)
  const other = await call('POST', '/videos', {
    headers: { ...headers, 'idempotency-key': 'one' },
    body: JSON.stringify({ model: 'sd_2.0_discount', prompt: 'other' }),
  })
  expect([other.status, other.headers.get('x-should-retry')]).toEqual([409, 'false'])
  expect((await call('GET', `/videos/${id}`)).headers.get('x-should-retry')).toBeNull()
})

test('where several services share a database, one folds onto what another has lost, and not onto what it answers', async () => {
  const { tasks } = await stores()
  const clock = new ManualClock()
  const service = (): Attempts => new Attempts({ tasks, shared: true, repeatWindow: 0, clock, log: silentLog })
  const run = async (attempts: Attempts, delivered: Promise<boolean>): Promise<string> => {
    const { id } = await attempts.run(
      { account: 'rich', request: 'the-same', count: undefined, delivered },
      async (key) => {
        const task = newTask({ account: 'rich', created: clock.now() })
        await tasks.submit({ task, idempotency: { key, bodyHash: 'a' } })
        return task
      },
      async (id) => ({ id }),
    )
    return id
  }
  let lose = (_delivered: boolean): void => undefined
  const lost = new Promise<boolean>((resolve) => {
    lose = resolve
  })
  const never = new Promise<boolean>(() => undefined)
  const [one, other] = [service(), service()]
  const first = await run(one, lost)
  const second = await run(other, Promise.resolve(true))
  expect(second, 'the other one may be answering it').not.toBe(first)
  lose(false)
  while (!(await tasks.keysBeginning('rich', 'attempt:')).some(({ key }) => key.includes(':lost:')))
    await new Promise(setImmediate)
  const killed = await run(other, never)
  expect(killed).toBe(first)
  const third = await run(one, never)
  expect(third).not.toBe(first)
  clock.advance(6 * 60_000)
  expect([first, third], 'no attempt takes so long').toContain(await run(service(), never))
  clock.advance(2 * 60 * 60_000)
  expect([first, second, third], 'and no client repeats for so long').not.toContain(await run(service(), never))
})

test.each([
  ['POST', { status: 500 }, false],
  ['POST', { status: 503, problem: 'unavailable' }, false],
  ['POST', { status: 503, problem: 'draining' }, true],
  ['POST', { status: 503, problem: 'overloaded' }, true],
  ['POST', { status: 504 }, true],
  ['POST', { status: 429, headers: { 'retry-after': '60' } }, true],
  ['POST', { status: 429, headers: { 'retry-after': '61' } }, false],
  ['DELETE', { status: 409 }, false],
  ['DELETE', { status: 500 }, false],
  ['GET', { status: 500 }, true],
  ['POST', { status: 200 }, true],
])('after %s and %j a package may repeat: %j', (method, answer, may) => {
  expect(mayRepeat(method, answer)).toBe(may)
})
