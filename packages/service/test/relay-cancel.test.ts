import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { relayProvider } from '../src/run/provider/relay.js'
import { upstreamOf } from './support/relay.js'
import { localServer } from './support/local-server.js'

/** What a cancel proves at a service of the same interface that answers it with this Task. */
async function cancelAnswered(task: { id?: string; status: string; amount?: number }, extensions = ['cancel']) {
  const asked: string[] = []
  const url = await localServer(({ method, url = '' }, response) => {
    asked.push(`${method} ${url.slice(url.indexOf('/model-center') + 13)}`)
    const answer = url.endsWith('/capabilities')
      ? { extensions }
      : { id: 'task_1', model: 'beta-5.0', created: 1, progress: 0, error: null, ...task }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const baseUrl = `${url}/api`
  const provider = relayProvider(upstreamOf({ baseUrl, apiKey: 'test-key' }), silentLog)
  return { answer: await provider.cancel?.('task_1'), asked }
}

test('a task is cancelled at a service of this interface where that answers that it failed and cost nothing', async () => {
  const { answer, asked } = await cancelAnswered({ status: 'failed', amount: 0 })
  expect(answer).toEqual({ answer: 'cancelled', proof: expect.stringContaining('cost nothing') })
  expect(asked).toEqual(['GET /capabilities', 'POST /tasks/task_1/cancel'])
})

test.each([
  ['failed and is charged', { status: 'failed', amount: 3 }],
  ['failed, without what it cost', { status: 'failed' }],
  ['still runs, and has cost nothing so far', { status: 'processing', amount: 0 }],
  ['is another one', { id: 'task_2', status: 'failed', amount: 0 }],
])('a cancel is inconclusive where the answer says that the task %s', async (_, task) => {
  expect((await cancelAnswered(task)).answer).toMatchObject({ answer: 'goes-on' })
})

test('the key that a service repeats as the status of a task is in no reason', async () => {
  const { answer } = await cancelAnswered({ status: 'test-key busy' })
  expect(answer).toEqual({ answer: 'goes-on', reason: 'the upstream answers that the task is [redacted] busy' })
})

test('a service that declares no cancel is not asked for one', async () => {
  const { answer, asked } = await cancelAnswered({ status: 'failed', amount: 0 }, [])
  expect([answer, asked]).toEqual([
    { answer: 'goes-on', reason: 'the upstream declares no cancel' },
    ['GET /capabilities'],
  ])
})
