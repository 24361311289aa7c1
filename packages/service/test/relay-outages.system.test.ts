import { faults, type Fault } from '@model-tasks/client/testing'
import { expect, test } from 'vitest'
import { ended, relay, upstream } from './support/relay.js'

const video = { model: 'sd_2.0_discount', prompt: 'a boat', duration: 5 }
/** Longer than a task of unknown outcome is kept whose upstream keeps no keys, in milliseconds. */
const outage = 120_000

const page = faults.status(404, '<html>default backend - 404</html>', { 'content-type': 'text/html' })

test.each<[what: string, heardBefore: boolean, fault: Fault]>([
  ['an upstream', true, faults.resetWhileReading],
  ['an upstream that was not heard before and', false, faults.resetWhileReading],
  ['an upstream behind the page of a proxy', true, page],
])(
  'after an outage of any length %s that keeps idempotency keys is asked again, and has one task',
  async (_what, heardBefore, fault) => {
    const behind = await upstream({ extensions: ['idempotency'] })
    const { call, when, clock } = await relay(behind)
    if (heardBefore) await when((await call('POST', '/tasks', video)).body.id, ended)
    const before = behind.tasks.size
    const begun = clock.now()
    const down = (): boolean => clock.now() - begun < outage
    const unlessDown = (answer: Fault): Fault[] =>
      Array.from({ length: 100 }, (): Fault => (exchange) => (down() ? fault : answer)(exchange))
    const declare: Fault = ({ answer }) => {
      answer(200, {}, { object: 'capabilities', extensions: ['idempotency'] })
    }
    const accept: Fault = async (exchange) => {
      exchange.answer(200, {}, (await exchange.accept()) ?? {})
    }
    behind.next('capabilities', ...unlessDown(declare))
    behind.next('submit', faults.resetAfterAccept, ...unlessDown(accept))
    const { body } = await call('POST', '/tasks', video)
    expect((await when(body.id, ended)).status).toBe('completed')
    expect(down()).toBe(false)
    expect(behind.tasks.size).toBe(before + 1)
  },
)

test.each<[what: string, declared: (now: number) => object]>([
  ['was restored meanwhile', (now) => ({ keptSince: new Date(now).toISOString() })],
  ['names a time that cannot be read', () => ({ keptSince: 'yesterday' })],
  ['keeps keys for a minute', () => ({ keptSeconds: 60 })],
])('an upstream that %s is not asked again for what it may have forgotten', async (_what, declared) => {
  const declares = {}
  const behind = await upstream({ extensions: ['idempotency'], declares })
  const { call, when, clock } = await relay(behind)
  const first = await call('POST', '/tasks', video)
  await when(first.body.id, ended)
  const begun = clock.now()
  const lostThenDown: Fault = async (exchange) => {
    await exchange.accept()
    Object.assign(declares, declared(clock.now()))
    return faults.resetWhileReading(exchange)
  }
  const down: Fault[] = Array.from({ length: 50 }, () => (exchange) => {
    if (clock.now() - begun < outage) return faults.resetWhileReading(exchange)
    exchange.answer(200, {}, { object: 'capabilities', extensions: ['idempotency'], idempotency: declares })
  })
  behind.next('submit', lostThenDown)
  behind.next('capabilities', ...down)
  const { body } = await call('POST', '/tasks', video)
  expect(await when(body.id, ended)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^outcome unknown: /),
  })
  expect([behind.count('submit'), behind.tasks.size]).toEqual([2, 2])
})

test.each<[what: string, body: object | string, said: string]>([
  ['a detail', { detail: 'the prompt is not allowed' }, ' (422): the prompt is not allowed'],
  [
    'details in a list',
    { detail: [{ loc: ['seed'], msg: 'required' }] },
    ' (422): [{"loc":["seed"],"msg":"required"}]',
  ],
  ['an error with a message', { error: { message: 'no such size', code: 7 } }, ' (422): no such size'],
  ['the key', { title: 'not with test-key' }, ' (422): not with [redacted]'],
  ['HTML', '<html>', ' (422)'],
])('a request that an upstream rejects with %s fails with what it said', async (_what, answer, said) => {
  const behind = await upstream()
  behind.next('submit', faults.status(422, answer))
  const { call, when } = await relay(behind)
  const { body } = await call('POST', '/tasks', video)
  expect((await when(body.id, ended)).error).toBe(`the upstream rejected the request${said}`)
})

test('a page of a proxy that answers 404 while an upstream is being replaced ends no task', async () => {
  const behind = await upstream()
  behind.next('query', ...Array.from({ length: 12 }, () => page))
  const { call, when, clock } = await relay(behind)
  const { body } = await call('POST', '/tasks', video)
  const begun = clock.now()
  expect((await when(body.id, ended)).status).toBe('completed')
  expect(clock.now() - begun).toBeGreaterThan(outage)
})

test.each([
  ['resets connections', faults.resetWhileReading],
  ['is behind a proxy that answers 502', faults.badGatewayPage],
  ['is behind a page of HTML', faults.status(200, '<html>', { 'content-type': 'text/html' })],
])('no task is risked after a pause while an upstream %s', async (_what, fault) => {
  const behind = await upstream()
  const { call, when, meanwhile } = await relay(behind)
  behind.next('submit', ...Array.from({ length: 3 }, () => fault))
  behind.next('query', ...Array.from({ length: 5 }, () => fault))
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push((await call('POST', '/tasks', video)).body.id)
  await meanwhile(behind.received('submit', 3))
  const late = await call('POST', '/tasks', video)
  await meanwhile(behind.received('query', 5))
  expect(behind.count('submit')).toBe(3)
  expect((await when(late.body.id, ended)).status).toBe('completed')
  expect((await Promise.all(ids.map((id) => when(id, ended)))).map(({ status }) => status)).toEqual(
    ids.map(() => 'failed'),
  )
})
