import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { waitPreference } from '../src/edge/http/prefer.js'
import { silentLog } from '../src/base/log.js'
import { TaskWaits } from '../src/run/task-waits.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const waiting = (seconds: number, seen?: string) => ({
  headers: { prefer: `wait=${seconds}${seen === undefined ? '' : `; seen=${seen}`}` },
})
const heldBack = () => Object.assign(new StubProvider(), { instant: false })

test.each([
  ['wait=10', { seconds: 10 }],
  ['Wait = 10', { seconds: 10 }],
  ['wait=10; seen=queued', { seconds: 10, seen: 'queued' }],
  ['wait=10;note=1;Seen="queued"', { seconds: 10, seen: 'queued' }],
  ['respond-async, wait=5', { seconds: 5 }],
  ['handling="a, wait=3", wait="7"; note=1', { seconds: 7 }],
  ['wait=1, wait=2', { seconds: 1 }],
  ['wait', undefined],
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['waits=1', undefined],
  ['', undefined],
  [undefined, undefined],
])('of the Prefer header %j, the wait is %j', (header, preference) => {
  expect(waitPreference(header)).toEqual(preference)
})

test('a query that prefers to wait is answered when the task starts, and when it ends', async () => {
  const provider = heldBack()
  const { submit, call } = await testService({}, { provider })
  const { body } = await submit(image)
  const job = await provider.job(0)
  let task = body
  while (task.status === 'queued') task = (await call('GET', `/tasks/${body.id}`, waiting(30, 'queued'))).body
  expect(task.status).toBe('processing')
  const answer = call('GET', `/tasks/${body.id}`, waiting(30))
  await job.complete()
  const { status, headers, body: ended } = await answer
  expect([status, ended.status, headers.get('preference-applied')]).toEqual([200, 'completed', 'wait=30'])
  expect(ended.result_url).toMatch(/^http/)
})

test('a wait is over after its seconds, of which thirty are the most', async () => {
  const clock = new ManualClock()
  const provider = heldBack()
  const { submit, call } = await testService({}, { provider, clock })
  const { body } = await submit(image)
  await provider.job(0)
  let answered = false
  const answer = call('GET', `/tasks/${body.id}`, waiting(3600)).finally(() => (answered = true))
  let passed = 0
  while (!answered) {
    if (clock.waiting > 0) {
      clock.advance(100)
      passed += 100
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await answer).headers.get('preference-applied')).toBe('wait=30')
  expect((await answer).body.status).toBe('processing')
  expect(passed).toBeGreaterThan(25_000)
})

test('a task that has ended and an unknown task are answered at once', async () => {
  const { submit, call, ended } = await testService()
  const { body } = await submit(image)
  await ended(body.id)
  const done = await call('GET', `/tasks/${body.id}`, waiting(30))
  expect([done.body.status, done.headers.get('preference-applied')]).toEqual(['completed', null])
  expect((await call('GET', '/tasks/task_00000000000000000000000000', waiting(30))).status).toBe(404)
})

test('a service that stops answers all who wait', async () => {
  const provider = heldBack()
  const { service, submit, call } = await testService({}, { provider })
  const { body } = await submit(image)
  await provider.job(0)
  const answers = [1, 2, 3].map(() => call('GET', `/tasks/${body.id}`, waiting(30)))
  await new Promise((resolve) => setImmediate(resolve))
  await service.close()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})

function waits(limits = { total: 3, perAccount: 2 }) {
  const clock = new ManualClock()
  const made = new TaskWaits({ clock, log: silentLog, limits, changed: async () => [] })
  const begin = (account: string, left: (gone: () => void) => void = () => undefined) =>
    made.wait({ task: 'one', status: 'queued', account }, 10_000, left)
  return { waits: made, begin }
}

test('no account takes all the waits of a process, and none is kept beyond their number', async () => {
  const { waits: made, begin } = waits()
  const [first, second] = [begin('a'), begin('a')]
  expect(await begin('a')).toBe('declined')
  const third = begin('b')
  expect(await begin('c')).toBe('declined')
  made.tell(['one'])
  expect(await Promise.all([first, second, third])).toEqual(['changed', 'changed', 'changed'])
  expect(made.size).toBe(0)
  const again = begin('a')
  await made.close()
  expect([await again, await begin('a')]).toEqual(['over', 'declined'])
})

test('who hangs up leaves nothing behind', async () => {
  const { waits: made, begin } = waits()
  let hangUp = (): void => undefined
  const wait = begin('a', (gone) => (hangUp = gone))
  hangUp()
  expect([await wait, made.size]).toEqual(['left', 0])
})

test('a connection that is cut while it waits costs the service nothing', async () => {
  const provider = heldBack()
  const { service, key, submit, call } = await testService({}, { provider })
  const { body } = await submit(image)
  const job = await provider.job(0)
  const { port } = new URL(service.url)
  for (let at = 0; at < 20; at++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET /api/v2/model-center/tasks/${body.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nPrefer: wait=30\r\n\r\n`,
      () => socket.resetAndDestroy(),
    )
  }
  const answer = call('GET', `/tasks/${body.id}`, waiting(30))
  await job.complete()
  expect((await answer).body.status).toBe('completed')
})
