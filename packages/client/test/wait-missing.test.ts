/** A wait whose queries are answered with 404: a mistyped ID, a replica that lags behind, or a task that the service has lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, type ClientOptions, type HandleJson, type TaskHandle } from '../src/index.js'
import { createTestClock, faults, startFaultServer, type FaultServer } from '../src/testing/index.js'
import { failed, submitTo } from './submit-to.js'

let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

const submitted = (options?: ClientOptions): Promise<TaskHandle> => submitTo(server, options)

it('404 for a task that was never seen ends the wait at once, and waiting again is not advised', async () => {
  server.next('query', faults.status(404))
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey })
  const error = await failed(client.task('typo').wait())
  expect(error).toMatchObject({ name: 'ApiError', taskId: 'typo', status: 404 })
  expect(error.resume).toBeUndefined()
  expect(error.hint).toBe(`Check the task ID, and whether ${server.baseUrl} has it`)
})

describe('404 for a task that the service has may be a replica that lags behind: it passes', () => {
  const byId = (id: string): TaskHandle =>
    new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 }).task(id)

  it('where this handle submitted it', async () => {
    const handle = await submitted()
    server.next('query', faults.status(404), faults.status(404))
    expect((await handle.wait()).status).toBe('completed')
  })

  it('where the handle went through JSON', async () => {
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 })
    const handle = client.task(JSON.parse(JSON.stringify(await submitted())) as HandleJson)
    server.next('query', faults.status(404), faults.status(404))
    expect((await handle.wait()).status).toBe('completed')
  })

  it('where this wait has seen it', async () => {
    const handle = byId((await submitted()).id)
    server.next('query', faults.taskWith({ status: 'processing' }), faults.status(404), faults.status(404))
    expect((await handle.wait()).status).toBe('completed')
  })

  it('where an earlier query of the handle has seen it', async () => {
    const handle = byId((await submitted()).id)
    await handle.query()
    server.next('query', faults.status(404), faults.status(404))
    expect((await handle.wait()).status).toBe('completed')
  })
})

it('and ends the wait after 30 s of nothing else; the error says how to resume', async () => {
  const clock = createTestClock()
  const warnings: string[] = []
  const logger = { warn: (message: string) => warnings.push(message) }
  const handle = await submitted({ clock, pollInterval: 5_000, logger })
  server.next('query', faults.status(503), ...Array.from({ length: 9 }, () => faults.status(404)))
  const error = failed(handle.wait())
  for (let query = 1; query <= 8; query++) {
    clock.advance(await clock.timer(5_000))
    await server.received('query', query)
  }
  expect(await error).toMatchObject({ name: 'ApiError', status: 404, taskId: handle.id })
  expect((await error).summary).toBe(`query of task ${handle.id}: the service answered 404, for 30 s`)
  expect((await error).resume).toBe(`client.task('${handle.id}').wait()`)
  expect(server.count('query')).toBe(8)
  expect(warnings).toEqual([
    `still waiting after 4 failed queries in a row, for 20 s: query of task ${handle.id}: the service answered 404`,
  ])
})
