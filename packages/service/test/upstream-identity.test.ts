import { expect, test } from 'vitest'
import type { FaultExchange, FaultServer } from '@model-tasks/client/testing'
import { faults, startFaultServer } from '@model-tasks/client/testing'
import { onTestFinished } from 'vitest'
import { differenceOf, identityOf, mayNameAnother } from '../src/run/provider/upstream-identity.js'
import { ended, relay, upstreamOf, type Relay } from './support/relay.js'
import { video } from './support/service.js'

const minutes = (count: number): number => count * 60_000

/** An upstream that knows only the tasks that were submitted with a key. It makes them once `finishes` is called, however often it is asked before. */
async function upstream(): Promise<FaultServer & { finishes(): void }> {
  const step = { status: 'processing' }
  const server = await startFaultServer({ script: Array.from({ length: 1000 }, () => step) })
  onTestFinished(() => server.close())
  return { ...server, finishes: () => void (step.status = 'completed') }
}

async function pass({ clock, meanwhile }: Relay, milliseconds: number): Promise<void> {
  const until = clock.elapsed() + milliseconds
  while (clock.elapsed() < until) await meanwhile(new Promise((resolve) => setTimeout(resolve, 2)))
}

/** A service with one accepted task; it has stopped. */
async function accepted(alpha: Awaited<ReturnType<typeof upstream>>) {
  const first = await relay(upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey }))
  const { body } = await first.call('POST', '/tasks', video)
  await first.when(body.id, ({ status }) => status === 'processing' && alpha.count('submit') === 1)
  await first.meanwhile(new Promise((resolve) => setTimeout(resolve, 30)))
  await first.close()
  alpha.finishes()
  return { id: body.id, first }
}

/** The next service on the same folder, with another protocol under the same name of an upstream. */
function replaced(by: FaultServer, first: Relay): Promise<Relay> {
  return relay(upstreamOf({ name: 'alpha', baseUrl: by.baseUrl, apiKey: 'key', protocol: 'ark' }), first)
}

test('a task waits while the key of its upstream is another, says why, and completes once the key is back', async () => {
  const [alpha, other] = [await upstream(), await upstream()]
  const { id, first } = await accepted(alpha)
  // Another account of the same vendor: it knows no task of the first.
  const wrong = await relay(upstreamOf({ name: 'alpha', baseUrl: other.baseUrl, apiKey: other.apiKey }), first)
  await pass(wrong, minutes(10))
  expect((await wrong.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
  expect(wrong.errors.filter((line) => /has changed since tasks were submitted.*they wait/.test(line))).toHaveLength(1)
  await wrong.close()
  const right = await relay(upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey }), first)
  expect((await right.when(id, ended)).status).toBe('completed')
})

test('a task of another protocol under the same name of an upstream waits', async () => {
  const [alpha, other] = [await upstream(), await upstream()]
  const { id, first } = await accepted(alpha)
  const wrong = await replaced(other, first)
  await pass(wrong, minutes(10))
  expect((await wrong.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
  expect(wrong.errors.filter((line) => /^the protocol of an upstream has changed/.test(line))).toHaveLength(1)
  expect(other.requests, 'nothing is asked under a reference of another protocol').toEqual([])
  await wrong.close()
  const right = await relay(upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey }), first)
  expect((await right.when(id, ended)).status).toBe('completed')
})

test.each([
  ['key', 'the same host'],
  ['host', 'another host'],
])(
  'a short ID may be that of another task once the %s of the upstream has changed: nothing is asked under it',
  async (what) => {
    const [alpha, other] = [await upstream(), await upstream()]
    const at = (server: FaultServer, apiKey = server.apiKey) =>
      upstreamOf({ name: 'alpha', baseUrl: server.baseUrl, apiKey })
    const numbered = { id: '4711', object: 'video', created: 1, model: video.model, error: null }
    let state: object = { status: 'processing' }
    for (const server of [alpha, other])
      server.next(
        'query',
        ...Array.from(
          { length: 500 },
          () => (exchange: FaultExchange) => faults.status(200, { ...numbered, ...state })(exchange),
        ),
      )
    alpha.next('submit', faults.status(200, { ...numbered, status: 'queued' }))
    const { id, first } = await accepted(alpha)
    state = { status: 'failed', error: 'of another caller' }
    const asked = what === 'key' ? alpha : other
    const before = asked.count('query')
    const wrong = await relay(what === 'key' ? at(alpha, 'another') : at(other), first)
    await pass(wrong, minutes(10))
    expect((await wrong.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
    expect(asked.count('query')).toBe(before)
    await wrong.close()
    state = { status: 'failed', error: 'of this caller' }
    const right = await relay(at(alpha), first)
    expect(await right.when(id, ended)).toMatchObject({ status: 'failed', error: 'of this caller' })
  },
)

test('a task that waits for its protocol to come back ends as charged when it is cancelled', async () => {
  const [alpha, other] = [await upstream(), await upstream()]
  const { id, first } = await accepted(alpha)
  const wrong = await replaced(other, first)
  expect((await wrong.meanwhile(wrong.call('POST', `/tasks/${id}/cancel`))).status).toBeLessThan(300)
  const task = await wrong.when(id, ended)
  expect(task).toMatchObject({ status: 'failed', amount: 5 })
  expect(task.error).toContain('the protocol of the upstream alpha has changed since the task was submitted')
  expect(other.requests).toEqual([])
})

test.each([
  ['for less than a minute is followed to its end', 4, 'completed'],
  ['for longer is charged as it was held, since it may have been made', 40, 'failed'],
])('a task that its upstream does not know after a restart, as the same, %s', async (_, times, status) => {
  const alpha = await upstream()
  const { id, first } = await accepted(alpha)
  const asked = alpha.count('query')
  alpha.next('query', ...Array.from({ length: times }, () => faults.status(404, { title: 'No such task' })))
  const again = await relay(upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey }), first)
  const restarted = again.clock.elapsed()
  const task = await again.when(id, ended)
  expect(task).toMatchObject({ status, amount: 5 })
  if (status === 'completed') return
  expect(again.clock.elapsed() - restarted, 'what was seen before the restart does not count').toBeGreaterThan(60_000)
  expect(alpha.count('query') - asked).toBeGreaterThanOrEqual(5)
  expect(task.error).toContain('no longer knows the task')
  expect(alpha.count('submit'), 'nothing is bought again').toBe(1)
})

test('an identity tells the protocol, the host and the key apart, and does not hold the key', () => {
  const base = { baseUrl: 'https://a.example/v1', apiKey: 'a-secret-key' }
  const identity = identityOf(base)
  expect(identity).not.toContain('a-secret-key')
  expect(differenceOf(identity, identityOf({ ...base, baseUrl: 'https://a.example/v2' }))).toBeUndefined()
  expect(differenceOf(identity, identityOf({ ...base, apiKey: 'another' }))).toBe('key')
  expect(differenceOf(identity, identityOf({ ...base, baseUrl: 'https://b.example' }))).toBe('host')
  expect(differenceOf(identity, identityOf({ ...base, protocol: 'ark' }))).toBe('protocol')
  expect(differenceOf(undefined, identity), 'of a task of an earlier version nothing is known').toBeUndefined()
})

test.each([
  ['4711', 'key', true],
  ['task_0004711', 'host', true],
  ['00000000-0000-4000-8000-000000004711', 'key', false],
  ['310001234567890', 'host', false],
  ['00000000-0000-4000-8000-000000004711', 'protocol', true],
] as const)('the reference %s, after a change of the %s, may name another task: %s', (reference, difference, may) => {
  expect(mayNameAnother(reference, difference)).toBe(may)
})
