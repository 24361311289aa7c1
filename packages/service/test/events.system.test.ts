import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { EventFeed } from '../src/run/event-feed.js'
import { systemClock } from '../src/base/clock.js'
import { silentLog } from '../src/base/log.js'
import { SqliteEventStore } from '../src/keep/store/sqlite/event-store.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { readEvents } from './support/event-stream.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const heldBack = () => Object.assign(new StubProvider(), { instant: false })

async function newAccount(
  dataDirectory: string,
  name: string,
): Promise<{ account: string; key: string; keyId: string }> {
  const lines: string[] = []
  await runCommand(['account', 'add', name], { databaseUrl: undefined, dataDirectory }, (line) => {
    lines.push(line)
  })
  const said = lines.join('\n')
  const [key = ''] = /mt_\S+/.exec(said) ?? []
  return { account: /^account  (\S+)/m.exec(said)?.[1] ?? '', key, keyId: /key_\w+/.exec(said)?.[0] ?? '' }
}

test('the end of a task is an event of its account, with the task as a query answers it', async () => {
  const provider = heldBack()
  const { service, key, submit } = await testService({}, { provider })
  const events = await readEvents(service.baseUrl, key)
  expect([events.status, events.headers.get('content-type'), events.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ])
  expect(await events.begin()).toBe('0')
  const { body: first } = await submit(image)
  const { body: second } = await submit(image)
  await (await provider.job(1)).complete()
  const [one] = await events.take(1)
  ;(await provider.job(0)).fail('no paper')
  const [other] = await events.take(1)
  expect(one).toEqual({
    id: `1-${second.id}`,
    event: 'task.completed',
    data: {
      type: 'task.completed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({ id: second.id, status: 'completed', result_url: expect.stringMatching(/^http/) }),
    },
  })
  expect(other).toMatchObject({ id: `2-${first.id}`, event: 'task.failed', data: { data: { status: 'failed' } } })
})

test('a reader that connects again behind its last event gets each event once', async () => {
  const { service, key, submit, ended } = await testService()
  const made: string[] = []
  const make = async (count: number): Promise<void> => {
    const submitted = await Promise.all(Array.from({ length: count }, () => submit(image)))
    for (const { body } of submitted) made.push((await ended(body.id)).id)
  }
  await make(3)
  const first = await readEvents(service.baseUrl, key, '0')
  const seen = await first.take(2)
  first.hangUp()
  await make(120)
  const second = await readEvents(service.baseUrl, key, seen.at(-1)?.id)
  seen.push(...(await second.take(121)))
  expect(seen.map(({ data }) => data.data.id).sort()).toEqual(made.sort())
  expect(seen.map(({ id }) => Number.parseInt(id))).toEqual(made.map((_, index) => index + 1))
  const now = await readEvents(service.baseUrl, key)
  expect(await now.begin()).toBe(seen.at(-1)?.id)
})

test('an ID of another history, of no event, or of the future is an error that says what to do', async () => {
  const { service, key, submit, ended } = await testService()
  const { body } = await submit(image)
  await ended(body.id)
  for (const id of ['1-task_00000000000000000000000000', '2', `2-${body.id}`, 'x', '-1', '1e3']) {
    const answer = await readEvents(service.baseUrl, key, id)
    expect([id, answer.status, await answer.rest()]).toEqual([id, 409, expect.stringContaining('list the tasks')])
  }
  for (const id of ['0', '1', `1-${body.id}`]) expect((await readEvents(service.baseUrl, key, id)).status).toBe(200)
})

test('events of other accounts are never seen, and a key that is revoked sees none any more', async () => {
  const provider = heldBack()
  const running = await testService({}, { provider })
  const { service, key, folder, submit } = running
  const other = await newAccount(folder, 'Other')
  const theirs = await readEvents(service.baseUrl, other.key)
  await theirs.begin()
  const ours = await readEvents(service.baseUrl, key)
  await ours.begin()
  const { body } = await submit(image)
  await (await provider.job(0)).complete()
  expect((await ours.take(1))[0]?.data.data.id).toBe(body.id)
  const again = await fetch(`${service.baseUrl}/v2/model-center/events`, {
    headers: { authorization: `Bearer ${other.key}`, 'last-event-id': `1-${body.id}` },
  })
  expect(again.status, 'the number of an event of another account').toBe(409)
  const headers = { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' }
  const post = async (): Promise<Response> =>
    fetch(`${service.baseUrl}/v2/model-center/tasks`, { method: 'POST', headers, body: JSON.stringify(image) })
  expect((await post()).status).toBe(200)
  await runCommand(['key', 'revoke', other.keyId], { databaseUrl: undefined, dataDirectory: folder }, () => undefined)
  await expect.poll(async () => (await post()).status).toBe(401)
  await (await provider.job(1)).complete()
  await expect(theirs.take(1)).rejects.toThrow('the stream has ended')
})

test('a key that expires while its stream is open sees no event after that', async () => {
  const provider = heldBack()
  let ahead = 0
  const clock = { ...systemClock, now: () => Date.now() + ahead }
  const { service, folder, submit } = await testService({}, { provider, clock })
  const { account, key } = await newAccount(folder, 'Other')
  const lines: string[] = []
  const expires = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)
  await runCommand(
    ['key', 'add', account, `expires=${expires}Z`],
    { databaseUrl: undefined, dataDirectory: folder },
    (line) => lines.push(line),
  )
  const [short, lasting] = [await readEvents(service.baseUrl, lines[0] ?? ''), await readEvents(service.baseUrl, key)]
  for (const events of [short, lasting]) await events.begin()
  for (let job = 0; job < 2; job += 1) {
    const { body } = await submit(image, { authorization: `Bearer ${key}` })
    await (await provider.job(job)).complete()
    expect((await lasting.take(1))[0]?.data.data.id).toBe(body.id)
    if (job === 0) expect((await short.take(1))[0]?.data.data.id).toBe(body.id)
    else await expect(short.take(1)).rejects.toThrow('the stream has ended')
    ahead = 7_200_000
  }
})

test('a reader behind events of forgotten tasks hears of the next one, and the service answers meanwhile', async () => {
  const { service, key, folder, submit, ended } = await testService()
  const stores = await openSqliteStores(join(folder, 'tasks.db'))
  for (let made = 0; made < 3; made += 1) {
    const { id } = await ended((await submit(image)).body.id)
    await stores.tasks.forgetResult(id)
  }
  // On a loaded machine a step forgets fewer, so that nothing waits for it.
  for (let forgotten = 0; forgotten < 3;) forgotten += await stores.tasks.forgetTasks(Date.now() + 1000, 10)
  await stores.close()
  const events = await readEvents(service.baseUrl, key, '0')
  await events.begin()
  const { id } = await ended((await submit(image)).body.id)
  expect((await events.take(1))[0]?.id).toBe(`4-${id}`)
})

test('a key that is revoked reads no more than a page of what has gathered', async () => {
  const { service, key, folder, submit } = await testService()
  const other = await newAccount(folder, 'Other')
  const headers = { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' }
  expect((await submit(image)).status).toBe(200)
  const post = (): Promise<Response> =>
    fetch(`${service.baseUrl}/v2/model-center/tasks`, { method: 'POST', headers, body: JSON.stringify(image) })
  await Promise.all(Array.from({ length: 300 }, post))
  await expect
    .poll(async () => {
      const events = await readEvents(service.baseUrl, other.key)
      const begin = await events.begin()
      events.hangUp()
      return begin
    })
    .toMatch(/^300-/)
  let pages = 0
  const { after } = SqliteEventStore.prototype
  vi.spyOn(SqliteEventStore.prototype, 'after').mockImplementation(async function (this: SqliteEventStore, ...range) {
    if (range[2] === 100 && ++pages === 2) {
      await runCommand(
        ['key', 'revoke', other.keyId],
        { databaseUrl: undefined, dataDirectory: folder },
        () => undefined,
      )
      await expect.poll(async () => (await post()).status).toBe(401)
    }
    return after.apply(this, range)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const text = await (await readEvents(service.baseUrl, other.key, '0')).rest()
  expect(text.match(/^event: /gm)).toHaveLength(200)
  expect((await readEvents(service.baseUrl, key)).status).toBe(200)
})

test('a service that stops ends all streams', async () => {
  const { service, key } = await testService()
  const events = await readEvents(service.baseUrl, key)
  await events.begin()
  await service.close()
  expect(await events.rest()).toBe('')
})

test('a HEAD of the stream is not offered, and it needs a key', async () => {
  const { key, service } = await testService()
  const url = `${service.baseUrl}/v2/model-center/events`
  const headers = { authorization: `Bearer ${key}` }
  expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(405)
  expect((await fetch(url)).status).toBe(401)
})

function feed(limits = { total: 3, perKey: 2 }) {
  const clock = new ManualClock()
  const latest = new Map<string, number>()
  const made = new EventFeed({ clock, log: silentLog, limits, events: { latest: async () => latest } })
  made.start()
  return { feed: made, latest, clock }
}

test('no key takes all the streams of a process, and none is kept beyond their number', async () => {
  const { feed: made } = feed()
  const [first, second] = [made.open('a', 'one'), made.open('a', 'one')]
  expect([first !== undefined, second !== undefined, made.open('a', 'one')]).toEqual([true, true, undefined])
  expect(made.open('a', 'two')).toBeDefined()
  expect(made.open('a', 'three')).toBeUndefined()
  first?.close()
  first?.close()
  expect([made.size, made.open('a', 'one') === undefined, made.open('a', 'one')]).toEqual([2, false, undefined])
  const waits = second?.next(0)
  await made.close()
  expect([await waits, await second?.next(0), made.open('b', 'four')]).toEqual(['over', 'over', undefined])
})

test('a stream hears of events behind its own, and that there were none for a while', async () => {
  const { feed: made, latest, clock } = feed()
  const stream = made.open('a', 'one')
  latest.set('a', 2).set('b', 9)
  expect(await stream?.next(1)).toBe(2)
  const silent = stream?.next(2)
  let turn: unknown
  void silent?.then((found) => (turn = found))
  let passed = 0
  while (turn === undefined) {
    if (clock.waiting > 0) {
      clock.advance(100)
      passed += 100
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(turn).toBe('silence')
  expect(passed).toBeGreaterThan(14_000)
  expect(passed).toBeLessThan(17_000)
  await made.close()
})
