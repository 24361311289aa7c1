import {
  faults,
  startFaultServer,
  type FaultExchange,
  type FaultServer,
  type FaultServerOptions,
} from '@model-tasks/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { openedProviders } from '../src/compose/providers.js'
import { microCreditsPerCredit } from '../src/domain/money/credits.js'
import { ProviderSet } from '../src/domain/provider/provider-set.js'
import { openTelemetry } from '../src/run/telemetry/open-telemetry.js'
import { readSettings } from '../src/keep/read-settings.js'
import { upstreamChanges } from '../src/settings/upstream-changes.js'
import { configured } from './support/configured.js'
import { defaultSettings } from '../src/settings/settings.js'
import { ended, relay, upstreamOf, type Behind, type Relay } from './support/relay.js'
import { UpstreamFigures } from '../src/run/telemetry/upstream-figures.js'
import { ManualClock } from './support/manual-clock.js'
import { prices } from './support/prices.js'
import { world } from './support/scheduler.js'
import { image, video } from './support/service.js'
import { StubUpstream } from './support/stub-upstream.js'

const [key, rotated, foreign] = ['key-of-the-start', 'key-that-is-newer', 'key-of-another-account']

/** An upstream of which two keys are of one account and one is of another. It completes tasks once `finishes` is called. */
async function upstream(
  more: FaultServerOptions = {},
): Promise<FaultServer & { finishes(): void; keysOf(route: string): Set<string> }> {
  const step = { status: 'processing' }
  const server = await startFaultServer({
    script: Array.from({ length: 1000 }, () => step),
    keys: { [key]: 'ours', [rotated]: 'ours', [foreign]: 'theirs' },
    ...more,
  })
  onTestFinished(() => server.close())
  const keysOf = (route: string): Set<string> => {
    const asked = server.requests.filter((request) => request.route === route)
    return new Set(asked.map(({ headers }) => String(headers['authorization']).replace('Bearer ', '')))
  }
  return { ...server, finishes: () => void (step.status = 'completed'), keysOf }
}

const at = ({ baseUrl }: FaultServer, more: Partial<Behind> = {}): Behind =>
  upstreamOf({ name: 'alpha', baseUrl, apiKey: key, ...more })

async function pass({ clock, meanwhile }: Relay, milliseconds: number): Promise<void> {
  const until = clock.elapsed() + milliseconds
  while (clock.elapsed() < until) await meanwhile(new Promise((resolve) => setTimeout(resolve, 2)))
}

/** Submits a task. Resolves once the upstream has been asked for so many in all. */
async function submitted(service: Relay, server: FaultServer, count: number, body: object = image): Promise<string> {
  const { id } = (await service.call('POST', '/tasks', body)).body
  await service.meanwhile(server.received('submit', count))
  return id
}

test('a changed key is used at once, for new tasks and for those that the upstream has, each of which is bought once', async () => {
  const alpha = await upstream()
  const service = await relay(at(alpha))
  const first = await submitted(service, alpha, 1)
  await service.when(first, ({ status }) => status === 'processing')
  expect(await service.reload(at(alpha, { apiKey: rotated }))).toEqual({
    rejected: false,
    lines: ['taken over: upstreams', 'upstream alpha: key changed'],
  })
  const second = await submitted(service, alpha, 2)
  expect(alpha.requests.findLast(({ method }) => method === 'POST')?.headers['authorization']).toBe(`Bearer ${rotated}`)
  // A poll that was under way while the key changed has arrived by now.
  const before = alpha.requests.length
  alpha.finishes()
  for (const id of [first, second]) expect(await service.when(id, ended)).toMatchObject({ status: 'completed' })
  const later = alpha.requests.slice(before).flatMap(({ headers }) => headers['authorization'] ?? [])
  expect(new Set(later), 'the key of before is not used any more').toEqual(new Set([`Bearer ${rotated}`]))
  expect(alpha.count('submit')).toBe(2)
})

test('a task waits while the key is that of another account, and completes once a reload has put it back', async () => {
  const alpha = await upstream()
  const service = await relay(at(alpha))
  const id = await submitted(service, alpha, 1)
  await service.when(id, ({ status }) => status === 'processing')
  await service.reload(at(alpha, { apiKey: foreign }))
  alpha.finishes()
  await pass(service, 600_000)
  expect((await service.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
  expect(service.errors.filter((line) => /has changed since tasks were submitted.*they wait/.test(line))).toHaveLength(
    1,
  )
  await service.reload(at(alpha))
  expect((await service.when(id, ended)).status).toBe('completed')
  expect(alpha.count('submit')).toBe(1)
})

test('nothing is asked under a short ID once a reload has changed the key', async () => {
  const alpha = await upstream()
  const numbered = { id: '4711', object: 'image', created: 1, model: image.model, error: null }
  let state: object = { status: 'processing' }
  const known = (exchange: FaultExchange) => faults.status(200, { ...numbered, ...state })(exchange)
  alpha.next('query', ...Array.from({ length: 500 }, () => known))
  alpha.next('submit', faults.status(200, { ...numbered, status: 'queued' }))
  const service = await relay(at(alpha))
  const id = await submitted(service, alpha, 1)
  await service.when(id, ({ status }) => status === 'processing')
  await service.meanwhile(alpha.received('query', 1))
  state = { status: 'failed', error: 'of another caller' }
  await service.reload(at(alpha, { apiKey: rotated }))
  const before = alpha.count('query')
  await pass(service, 600_000)
  expect(alpha.count('query')).toBe(before)
  expect((await service.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
  state = { status: 'failed', error: 'of this caller' }
  await service.reload(at(alpha))
  expect(await service.when(id, ended)).toMatchObject({ status: 'failed', error: 'of this caller' })
})

test('a submit that is under way while the key changes is heard out, and its task is followed with the new key', async () => {
  const alpha = await upstream()
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  alpha.next('submit', async (exchange) => {
    const task = await exchange.accept()
    await asked
    exchange.answer(200, {}, { ...task })
  })
  const service = await relay(at(alpha))
  const slow = await submitted(service, alpha, 1)
  await service.reload(at(alpha, { apiKey: rotated }))
  const quick = await submitted(service, alpha, 2)
  alpha.finishes()
  expect((await service.when(quick, ended)).status, 'it does not wait for that one').toBe('completed')
  await pass(service, 300_000)
  answer()
  expect((await service.when(slow, ended)).status).toBe('completed')
  expect(alpha.count('submit'), 'it is not asked for twice').toBe(2)
  expect([...alpha.keysOf('query')]).toEqual([rotated])
})

test('a submit that is under way while other settings of its upstream change is not repeated, though a repeat would buy nothing', async () => {
  const alpha = await upstream({ extensions: ['capabilities', 'idempotency'] })
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  alpha.next('submit', async (exchange) => {
    const task = await exchange.accept()
    await asked
    exchange.answer(200, {}, { ...task })
  })
  const service = await relay(at(alpha))
  const id = await submitted(service, alpha, 1)
  await service.reload(at(alpha, { pollDeadline: 3_600_000 }))
  await pass(service, 30_000)
  expect(alpha.count('submit')).toBe(1)
  answer()
  alpha.finishes()
  expect((await service.when(id, ended)).status).toBe('completed')
  expect(alpha.count('submit')).toBe(1)
})

test('changed limits hold at once and interrupt nothing', async () => {
  const alpha = await upstream()
  const service = await relay(at(alpha, { concurrency: 1 }))
  const first = await submitted(service, alpha, 1)
  const second = (await service.call('POST', '/tasks', image)).body.id
  await pass(service, 30_000)
  expect(alpha.count('submit')).toBe(1)
  const { lines } = await service.reload(at(alpha, { concurrency: 2, requestsPerSecond: 5, priority: 3 }))
  expect(lines).toContain('upstream alpha: concurrency, priority, requestsPerSecond changed')
  await service.meanwhile(alpha.received('submit', 2))
  await service.reload(at(alpha, { concurrency: 1 }))
  const third = (await service.call('POST', '/tasks', image)).body.id
  await pass(service, 30_000)
  expect(alpha.count('submit')).toBe(2)
  alpha.finishes()
  for (const id of [first, second, third]) expect((await service.when(id, ended)).status).toBe('completed')
  expect(alpha.count('submit')).toBe(3)
})

test('an added upstream takes tasks of a model that none took before', async () => {
  const [alpha, beta] = [await upstream(), await upstream()]
  const only = at(alpha, { models: [video.model] })
  const service = await relay(only)
  expect((await service.call('POST', '/tasks', image)).status).toBe(403)
  const { lines } = await service.reload([only, at(beta, { name: 'beta', models: [image.model] })])
  expect(lines).toEqual(['taken over: upstreams', 'upstream beta: added'])
  beta.finishes()
  const id = await submitted(service, beta, 1)
  expect((await service.when(id, ended)).status).toBe('completed')
  expect(alpha.count('submit')).toBe(0)
})

test('a removed upstream takes no new task: those that wait move, and what it has is followed as before to its end', async () => {
  const [alpha, beta] = [await upstream(), await upstream()]
  const both = [at(alpha, { concurrency: 1 }), at(beta, { name: 'beta', priority: 1 })]
  const service = await relay(both[0]!)
  const kept = await submitted(service, alpha, 1)
  const waiting = (await service.call('POST', '/tasks', image)).body.id
  await service.when(kept, ({ status }) => status === 'processing')
  await service.reload(both)
  const { lines } = await service.reload(both[1]!)
  expect(lines).toEqual([
    'taken over: upstreams',
    'upstream alpha: removed; it takes no new task, and this process goes on with 1 task there to the end. After a restart they would wait until the upstream is in the settings again',
  ])
  const fresh = (await service.call('POST', '/tasks', image)).body.id
  beta.finishes()
  for (const id of [waiting, fresh]) expect((await service.when(id, ended)).status).toBe('completed')
  expect([alpha.count('submit'), beta.count('submit')]).toEqual([1, 2])
  alpha.finishes()
  expect((await service.when(kept, ended)).status).toBe('completed')
  expect([...alpha.keysOf('query')]).toEqual([key])
  await pass(service, 120_000)
  expect(service.errors).toEqual([])
})

test('an upstream that was removed and is put back goes on with its tasks and takes new ones', async () => {
  const [alpha, beta] = [await upstream(), await upstream()]
  const [one, other] = [at(alpha), at(beta, { name: 'beta', models: [video.model] })]
  const service = await relay([one, other])
  const first = await submitted(service, alpha, 1)
  await service.reload(other)
  await service.reload([one, other])
  const second = await submitted(service, alpha, 2)
  alpha.finishes()
  for (const id of [first, second]) expect((await service.when(id, ended)).status).toBe('completed')
  expect(alpha.count('submit')).toBe(2)
})

test('one more key of an upstream leaves the one of before as it is, which can then be removed', () => {
  const read = (...keys: object[]) =>
    readSettings({
      MODEL_TASKS_PROVIDER: 'relay',
      ...configured({ upstreams: [{ name: 'alpha', url: 'https://a.example', keys }] }),
    }).upstreams
  const [before, after] = [{ key }, { name: 'new', key: rotated, concurrency: 5 }]
  expect(upstreamChanges(read(before), read(before, after))).toEqual([
    { name: 'alpha-new', change: 'added', members: [] },
  ])
  expect(upstreamChanges(read(before, after), read(after))).toEqual([{ name: 'alpha', change: 'removed', members: [] }])
  expect(upstreamChanges(read(after), read({ ...after, concurrency: 6 }))).toEqual([
    { name: 'alpha-new', change: 'changed', members: ['concurrency'] },
  ])
})

test('where one upstream cannot be asked, nothing of the configuration is taken over', async () => {
  const alpha = await upstream()
  const service = await relay(at(alpha), undefined, { prices: prices({ 'beta-5.0': { perTask: 7 } }) })
  const wrong = at(alpha, { name: 'vertex', protocol: 'vertex', apiKey: 'not a key file' })
  const outcome = await service.reload([at(alpha, { apiKey: rotated }), wrong], {
    prices: prices({ 'beta-5.0': { perTask: 9 } }),
  })
  expect(outcome).toEqual({ rejected: true, lines: [expect.stringMatching(/^upstream vertex: /)] })
  expect(outcome.lines.join()).not.toContain('not a key file')
  await submitted(service, alpha, 1)
  expect([...alpha.keysOf('submit')]).toEqual([key])
  expect((await service.call('POST', '/quote', image)).body.amount).toBe(7)
})

test('what operators hold back stays so through reloads', async () => {
  const alpha = await upstream()
  const adminKey = 'an-admin-key-of-32-characters-00'
  const service = await relay(at(alpha), undefined, { adminKey })
  const hold = await fetch(`${service.url}/admin/upstreams/alpha/hold`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(hold.status).toBeLessThan(300)
  await pass(service, 5000)
  await service.reload(at(alpha, { apiKey: rotated }))
  await service.call('POST', '/tasks', image)
  await pass(service, 30_000)
  expect(alpha.count('submit')).toBe(0)
})

test('usage tells what upstreams charge now, after a reload as before it', async () => {
  const alpha = await upstream()
  const adminKey = 'an-admin-key-of-32-characters-00'
  const rate = (credits: number): Partial<Behind> => ({
    costs: new Map([[image.model, credits * microCreditsPerCredit]]),
  })
  const service = await relay(at(alpha, rate(1)), undefined, { adminKey })
  const costs = async (): Promise<unknown[]> => {
    const headers = { authorization: `Bearer ${adminKey}` }
    const { data } = await (await fetch(`${service.url}/admin/usage`, { headers })).json()
    return data.map((row: { upstream_cost: unknown }) => row.upstream_cost)
  }
  const id = await submitted(service, alpha, 1)
  alpha.finishes()
  await service.when(id, ended)
  expect(await costs()).toEqual([1])
  await service.reload(at(alpha, rate(3)))
  expect(await costs()).toEqual([3])
})

test('what comes into the queue of a removed upstream later, as from a process with other settings, is not submitted to it', async () => {
  const [stays, leaves] = [new StubUpstream('stays'), new StubUpstream('leaves')]
  const { engine, accept, when, pass, providers, clock } = await world({ provider: leaves }, { provider: stays })
  const scheduler = engine()
  await scheduler.start()
  const followed = await accept({ queue: 'default' })
  await when(followed.id, ({ submission }) => submission.state === 'accepted')
  providers.replace(providers.lanes.slice(1))
  await scheduler.reload()
  await pass(1000)
  const { id } = await accept({ queue: 'default' })
  const since = clock.elapsed()
  await when(id, ({ queue, submission }) => queue === 'stays' && submission.state !== 'none')
  expect(clock.elapsed() - since, 'not once a minute').toBeLessThan(10_000)
  expect(leaves.submitted).toEqual([followed.id])
})

test('tracing keeps the order in which upstreams are chosen', async () => {
  const providers = new ProviderSet('test', [], { order: 'price', models: new Map() })
  const tracing = openTelemetry('1.0.0')
  const [figures, clock] = [new UpstreamFigures(500), new ManualClock()]
  const parts = {
    settings: defaultSettings,
    log: silentLog,
    addresses: undefined,
    valueLists: undefined,
    tracing,
    figures,
    clock,
  }
  expect((await openedProviders(providers, parts)).orderFor(image.model)).toBe('price')
})
