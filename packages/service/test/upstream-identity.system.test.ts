import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FaultExchange, FaultServer } from '@model-tasks/client/testing'
import type { Snapshot } from '../src/domain/provider/provider.js'
import { faults, startFaultServer } from '@model-tasks/client/testing'
import { onTestFinished } from 'vitest'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { differenceOf, identityOf, mayNameAnother } from '../src/run/provider/upstream-identity.js'
import { ended, relay, upstreamOf, type Relay } from './support/relay.js'
import { world } from './support/scheduler.js'
import { video } from './support/service.js'
import { StubUpstream } from './support/stub-upstream.js'

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
  ['video:sd_2.0_discount:4711', 'key', true],
  ['video:sd_2.0_discount:4711', 'host', true],
  ['image:flux-2-pro:4711:https%3A%2F%2Fapi.us1.bfl.ai%2Fv1%2Fget_result%3Fid%3D4711', 'key', true],
  ['video:sd_2.0_discount:cgt-20260101000000-abcde', 'key', false],
] as const)('the reference %s, after a change of the %s, may name another task: %s', (reference, difference, may) => {
  expect(mayNameAnother(reference, difference)).toBe(may)
})

/** A task that its upstream has, of which this has changed since; the next engine runs. What the upstream is asked about it answers with `snapshot`. */
async function changed(what: 'host' | 'key', snapshot: Snapshot, reference = 'ref-0000-4711-0000') {
  const provider = new StubUpstream()
  const identity = 'ark here.example one'
  const made = await world({ provider, identity })
  const { accept, engine, stores, when, providers, pass } = made
  provider.answers = [{ answer: 'accepted', reference }]
  const { id } = await accept({ account: 'poor' })
  const first = engine()
  await first.start()
  await when(id, ({ submission }) => submission.state === 'accepted')
  await first.close(0)
  const other = what === 'host' ? 'ark there.example one' : 'ark here.example two'
  providers.replace(providers.lanes.map((lane) => ({ ...lane, identity: other })))
  const { poll } = provider
  provider.poll = async (references) => {
    await poll.call(provider, references)
    return new Map(references.map((one) => [one, snapshot]))
  }
  const running = engine()
  await running.start()
  await pass(20_000)
  const cancel = async () => {
    await stores.tasks.cancel(id, 'cancelled by the client')
    return running.cancel(id, 'req_1')
  }
  const credits = async () => (await stores.accounts.findAccount('poor'))?.credits
  return { ...made, provider, id, cancel, credits }
}

const unknown: Snapshot = { state: 'missing', error: 'answered 404' }
const runs: Snapshot = { state: 'running', status: 'processing' }

test('a task that another host has not said anything of is not cancelled there, and is charged once its caller gives it up', async () => {
  const { provider, cancel, id, when, credits } = await changed('host', unknown)
  provider.cancelAnswers = [{ answer: 'cancelled', proof: 'answered 200' }]
  expect([await cancel(), provider.cancelled]).toEqual([false, []])
  expect(await when(id, ({ status }) => status === 'failed')).toMatchObject({
    error:
      'the host of the upstream default has changed since the task was submitted, so that nothing proves that it was not made',
    errorClass: 'lost',
  })
  expect(await credits()).toBe(7)
})

test.each<['host' | 'key', Snapshot]>([
  ['host', runs],
  ['key', unknown],
])(
  'a task is cancelled where it was submitted, after a change of the %s, once that is known to be so',
  async (what, snapshot) => {
    const { provider, cancel, id, stores, credits } = await changed(what, snapshot)
    provider.cancelAnswers = [{ answer: 'cancelled', proof: 'answered 200' }]
    expect([await cancel(), provider.cancelled]).toEqual([true, ['ref-0000-4711-0000']])
    expect([(await stores.tasks.read(id))?.error, await credits()]).toEqual(['cancelled by the client', 10])
  },
)

test.each([
  ['a short reference', '4711'],
  ['a reference of a mapped upstream, whose ID is short,', 'video:sd_2.0_discount:4711'],
])('under %s nothing is polled or cancelled after a change of the key', async (_, reference) => {
  const { provider, cancel, credits, pass } = await changed('key', runs, reference)
  const polls = provider.polled.length
  expect([await cancel(), provider.cancelled]).toEqual([false, []])
  await pass(60_000)
  expect(provider.polled).toHaveLength(polls)
  expect(await credits()).toBe(7)
})

test('a task that an operator adopts over HTTP, and that was never submitted, has the identity of its upstream of now', async () => {
  const [alpha, other] = [await upstream(), await upstream()]
  const adminKey = 'an-admin-key-of-32-characters-00'
  const at = ({ baseUrl, apiKey }: FaultServer) => upstreamOf({ name: 'alpha', baseUrl, apiKey })
  const service = await relay(at(alpha), undefined, { adminKey })
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
    return (await fetch(`${service.url}/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  expect(await post('/upstreams/alpha/hold', {})).toBeLessThan(300)
  await pass(service, 5000)
  const { id } = (await service.call('POST', '/tasks', video)).body
  await service.reload(at(other), { adminKey })
  expect(await post(`/tasks/${id}/adopt`, { reference: 'a-task-made-by-hand-0001' })).toBe(204)
  await service.close()
  const stores = await openSqliteStores(join(service.folder, 'tasks.db'), undefined, () => Date.now())
  const { submission } = (await stores.tasks.read(id)) ?? {}
  await stores.close()
  expect(submission?.identity, 'that of the settings that were taken over last').toBe(identityOf(at(other)))
})

/** A task whose submit was answered with the URL at which it is queried. */
const stated = 'image:flux-2-pro:c58becd3-a5b3-4aff-9478-a58071afd23c:https%3A%2F%2Fhere.example%2Fget_result%3Fid%3D1'

test('a task that its host is to be asked for at a URL is not asked for any more once the host is another', async () => {
  const { provider, cancel, id, when, credits, pass } = await changed('host', runs, stated)
  const polls = provider.polled.length
  await pass(60_000)
  expect(provider.polled).toHaveLength(polls)
  expect([await cancel(), provider.cancelled]).toEqual([false, []])
  await pass(60_000)
  expect(await when(id, ({ status }) => status === 'failed')).toMatchObject({ errorClass: 'lost' })
  expect(await credits()).toBe(7)
})

test('a task that is queried at a URL is followed on with another key of the same host', async () => {
  const { provider } = await changed('key', runs, stated)
  expect(provider.polled.length).toBeGreaterThan(1)
})
