/** A service that was down until after the polling deadline of a task, and finds its upstream in trouble. */
import { expect, onTestFinished, test } from 'vitest'
import { serveFake, type FakeOptions, type ServedFake } from '../src/commands/fake/serve-fake.js'
import { ended, relay, upstreamOf } from './support/relay.js'
import { video } from './support/service.js'
import { mappingOf } from './mapped/support.js'

const apiKey = 'key-of-the-upstream'

/** A fake of Ark that answers each query of a task as `say` wants. */
async function ark(say: () => ReturnType<NonNullable<FakeOptions['intercept']>>, port = 0): Promise<ServedFake> {
  const intercept: FakeOptions['intercept'] = ({ method }) => (method === 'GET' ? say() : undefined)
  const fake = await serveFake(mappingOf('ark'), { key: apiKey, port, intercept })
  onTestFinished(() => fake.close())
  return fake
}

const answer = (status: number, body: unknown) => ({
  answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
})

/** A task that was running when its service went down, until after its deadline. */
async function down() {
  let [polls, say]: [number, () => ReturnType<typeof answer> | { reset: true } | undefined] = [
    0,
    () => answer(200, { id: fake.tasks[0]?.id, status: 'running' }),
  ]
  const fake = await ark(() => {
    polls += 1
    return say()
  })
  const behind = upstreamOf({ baseUrl: fake.baseUrl, apiKey, protocol: 'ark', pollDeadline: 120_000 })
  const before = await relay(behind)
  const { body } = await before.call('POST', '/tasks', video)
  await before.when(body.id, () => polls > 0)
  await before.close()
  before.clock.advance(600_000)
  polls = 0
  return {
    fake,
    id: body.id,
    polls: () => polls,
    answers: (next: typeof say) => (say = next),
    restart: () => relay(behind, before),
  }
}

test.each([
  ['HTTP 503', () => answer(503, { error: { code: 'ServiceUnavailable', message: 'busy' } })],
  ['HTTP 404', () => answer(404, { error: { code: 'NotFound', message: 'no such task' } })],
  ['a reset', () => ({ reset: true }) as const],
])(
  'a poll that is answered with %s after the deadline ends no task: the next ones complete it',
  async (_what, trouble) => {
    const task = await down()
    task.answers(() => (task.polls() <= 3 ? trouble() : undefined))
    const { when } = await task.restart()
    expect(await when(task.id, ended)).toMatchObject({ status: 'completed' })
    expect(task.polls()).toBeGreaterThan(3)
  },
)

test('an upstream that does not listen after the deadline ends no task', async () => {
  const task = await down()
  const failed = { id: task.fake.tasks[0]?.id, status: 'failed', error: { message: 'no such boat' } }
  await task.fake.close()
  const { clock, when, call } = await task.restart()
  const since = clock.elapsed()
  await when(task.id, () => clock.elapsed() - since > 60_000)
  expect((await call('GET', `/tasks/${task.id}`)).body.status).toBe('processing')
  await ark(() => answer(200, failed), Number(new URL(task.fake.baseUrl).port))
  expect((await when(task.id, ended)).error).toBe('no such boat')
})

test('a task whose polls have failed for five minutes after the deadline ends then', async () => {
  const task = await down()
  task.answers(() => answer(503, { error: { code: 'ServiceUnavailable', message: 'busy' } }))
  const { clock, when } = await task.restart()
  const since = clock.elapsed()
  expect((await when(task.id, ended)).error).toContain('before the polling deadline')
  expect(clock.elapsed() - since).toBeGreaterThanOrEqual(300_000)
  expect(task.polls()).toBeGreaterThanOrEqual(5)
})

test('a task that still runs after the deadline ends with the first poll that says so', async () => {
  const task = await down()
  const { when } = await task.restart()
  expect((await when(task.id, ended)).error).toContain('last seen: running')
  expect(task.polls()).toBe(1)
})
