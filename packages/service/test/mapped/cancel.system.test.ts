import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../src/commands/administration/run.js'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import type { InterceptedRequest, Interception } from '../../src/commands/fake/serve-fake.js'
import { protocols } from '@model-tasks/documents/upstreams'
import { prices } from '../support/prices.js'
import { ended, relay, upstreamOf } from '../support/relay.js'
import { answerOf, type Answer, type AnswerBody } from '../support/service.js'
import { mappingOf, mappings, taskFor } from './support.js'

const terms = prices({ 'sd_2.0_discount': { perTask: 1 }, 'zeta-H3-768p': { perTask: 1 } })
const json = { 'content-type': 'application/json' }
/** What these cancel they may charge for: Replicate does not say in time, the others not at all. */
const mayCharge: readonly string[] = ['replicate', 'runway', 'higgsfield', 'vidu']
/** What these cancel while it runs. */
const stopsRunning: readonly string[] = ['replicate', 'runway']

/** A service in front of a fake of a protocol, an account with so many credits, and what its key asks for. */
async function paying(
  named: string,
  credits: number,
  intercept?: (one: InterceptedRequest) => Interception | undefined,
) {
  let time = 0
  const fake = await serveFake(mappingOf(named), {
    key: 'key-of-the-upstream',
    duration: 1000,
    now: () => time,
    ...(intercept === undefined ? {} : { intercept }),
  })
  onTestFinished(() => fake.close())
  const protocol = protocols.find((one) => one === named)
  const service = await relay(
    upstreamOf({
      name: 'up',
      baseUrl: fake.baseUrl,
      apiKey: 'key-of-the-upstream',
      ...(protocol === undefined ? {} : { protocol }),
    }),
    undefined,
    { prices: terms },
  )
  const lines: string[] = []
  const settings = { dataDirectory: service.folder, databaseUrl: undefined }
  const run = (...words: string[]) => runCommand(words, settings, (line) => lines.push(line))
  await run('account', 'add', 'Payer', String(credits))
  const key = /^key +(\S+)/m.exec(lines.join('\n'))?.[1] ?? ''
  const call = async (method: string, path: string, body?: object): Promise<Answer> =>
    answerOf(
      await fetch(`${service.url}/api/v2/model-center${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...json },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const { model, parameters } = taskFor(mappingOf(named))
  return {
    fake,
    call,
    submit: () => call('POST', '/tasks', { model, ...parameters }),
    /** Waits until the service knows the task's reference, and queries it then. */
    async accepted(count: number): Promise<void> {
      while (fake.tasks.length < count) await service.meanwhile(new Promise((resolve) => setTimeout(resolve, 5)))
      await service.meanwhile(new Promise((resolve) => setTimeout(resolve, 30)))
    },
    async when(id: string): Promise<AnswerBody> {
      for (;;) {
        const { body } = await call('GET', `/tasks/${id}`)
        if (ended(body)) return body
        service.clock.advance(1000)
      }
    },
    /** The account's line: its credits, and what is held. */
    async balance(): Promise<string> {
      lines.length = 0
      await run('account', 'list')
      return /^\S+ +(.*?)  Payer/m.exec(lines.join('\n'))?.[1] ?? ''
    },
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

test('a cancel that the upstream refuses buys nothing for free: the tasks go on and are paid for', async () => {
  const refused: Interception = {
    answer: {
      status: 409,
      headers: json,
      body: '{"error":{"code":"InvalidAction.RunningTaskDeletion","message":"runs"}}',
    },
  }
  const { fake, call, submit, accepted, when, balance, pass } = await paying('ark', 5, ({ method }) =>
    method === 'DELETE' ? refused : undefined,
  )
  const ids: string[] = []
  for (let round = 0; round < 12; round += 1) {
    const { status, body } = await submit()
    if (status !== 200) {
      expect(status).toBe(402)
      continue
    }
    ids.push(body.id)
    await accepted(ids.length)
    const answer = await call('POST', `/tasks/${body.id}/cancel`)
    expect([answer.status, answer.body.status]).toEqual([200, 'processing'])
    expect(answer.body['cancellation']).toMatch(/^asked for: .*It goes on, and is charged unless/)
  }
  expect([fake.tasks.length, await balance()]).toEqual([5, '0 (and 5 held)'])
  pass(1000)
  for (const id of ids) {
    const task = await when(id)
    expect(task).toMatchObject({ status: 'completed', amount: 1, error: null })
    expect(task['cancellation']).toMatch(/^too late/)
    expect((await fetch(task.result_url)).status).toBe(200)
  }
  expect(await balance()).toBe('0 (and 0 held)')
})

const cancelling = mappings
  .map(([name]) => name)
  .filter((name) => mappingOf(name).operations.video?.cancel !== undefined)

test.each(cancelling)(
  '%s: a task that waits at the upstream is cancelled as the vendor proves, or charged',
  async (name) => {
    const { fake, call, submit, accepted, when, balance, pass } = await paying(name, 5)
    const { body } = await submit()
    await accepted(1)
    const answer = await call('POST', `/tasks/${body.id}/cancel`)
    expect(fake.tasks).toMatchObject([{ cancelled: true }])
    const free = !mayCharge.includes(name)
    if (free) expect(answer.body).toMatchObject({ status: 'failed', amount: 0, error: 'cancelled by the client' })
    pass(1000)
    const task = await when(body.id)
    expect(task).toMatchObject({ status: 'failed', amount: free ? 0 : 1 })
    expect(task['cancellation']).toMatch(free ? /^cancelled: nothing is charged/ : /^unproven: .*charged/)
    expect(await balance()).toBe(free ? '5 (and 0 held)' : '4 (and 0 held)')
  },
)

test.each(cancelling)('%s: a task that runs at the upstream is never cancelled for free', async (name) => {
  const { call, submit, accepted, when, balance, pass } = await paying(name, 5)
  const { body } = await submit()
  await accepted(1)
  pass(500)
  const answer = await call('POST', `/tasks/${body.id}/cancel`)
  expect([answer.status, answer.body.status]).toEqual([200, 'processing'])
  expect(await balance()).toBe('4 (and 1 held)')
  pass(500)
  const task = await when(body.id)
  expect([task.status, task.amount]).toEqual([stopsRunning.includes(name) ? 'failed' : 'completed', 1])
  expect(await balance()).toBe('4 (and 0 held)')
})

test.each(cancelling)('%s: a task that is done at the upstream is not removed there by a cancel', async (name) => {
  const { call, submit, accepted, when, pass } = await paying(name, 5)
  const { body } = await submit()
  await accepted(1)
  pass(1000)
  await call('POST', `/tasks/${body.id}/cancel`)
  const task = await when(body.id)
  expect([task.status, task.amount]).toEqual(['completed', 1])
})
