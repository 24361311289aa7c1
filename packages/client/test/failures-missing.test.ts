/** What is known of failures is loaded when one is met. Where it cannot be, only words are missing. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  ApiError,
  AuthenticationError,
  ModelTasks,
  ModelUnavailableError,
  RateLimitError,
  RequestInvalidError,
  SubmitUnknownError,
  TaskFailedError,
  type ModelTasksError,
} from '../src/index.js'
import { createTestClock, faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'

vi.mock('../src/call/failures.js', () => {
  throw new Error('the page is older than the files on its host')
})

let server: FaultServer
beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

const client = (): ModelTasks =>
  new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10, retries: 0 })
const failed = (promise: Promise<unknown>): Promise<ModelTasksError> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ModelTasksError) => error,
  )
const findings = [{ rule: 'x', severity: 'error', path: '/prompt', message: 'no', source: 's' }]

it.each([
  [faults.status(400, { findings }), RequestInvalidError, { code: 'request-invalid', proved: 'rejected', findings }],
  [faults.status(401), AuthenticationError, { code: 'authentication', proved: 'rejected' }],
  [faults.status(403, { reason: 'r' }), ModelUnavailableError, { code: 'model-unavailable', reason: 'r' }],
  [faults.status(429), RateLimitError, { code: 'rate-limit', proved: 'rejected' }],
  [faults.status(500, { a: 1 }), ApiError, { code: 'api', proved: 'may exist', taskMayExist: true, json: { a: 1 } }],
  [faults.notJson, SubmitUnknownError, { code: 'submit-unknown', proved: 'may exist', status: 200 }],
] as const)('a submit ends in the same error, case %#', async (fault: Fault, type, fields) => {
  server.next('submit', fault)
  const error = await failed(client().submit('sd_2.0_discount', { prompt: 'x' }))
  expect(error).toBeInstanceOf(type)
  expect(error).toMatchObject(fields)
  expect(error.message).not.toContain(server.apiKey)
  if (error instanceof SubmitUnknownError)
    expect(error.message).toContain(`look for it before submitting again. Idempotency-Key: ${error.idempotencyKey}`)
})

it('a wait goes on after what passes', async () => {
  const handle = await client().submit('sd_2.0_discount', { prompt: 'x' })
  const passing = [503, 429, 425, 408, 499, 404].map((status) => faults.status(status))
  server.next('query', ...passing, faults.resetAfterReading, faults.notJson)
  expect((await handle.wait()).status).toBe('completed')
})

it('a fault does not wait for a long poll interval', async () => {
  const clock = createTestClock()
  const seldom = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 3_600_000, clock })
  const handle = await seldom.submit('sd_2.0_discount', { prompt: 'x' })
  server.next('query', faults.status(503))
  const task = handle.wait()
  for (const time of [3_600_000, 10_000, 3_600_000]) clock.advance(await clock.timer(time))
  expect((await task).status).toBe('completed')
})

it('a task that stays missing ends the wait, as it does where the words are there', async () => {
  const clock = createTestClock()
  const patient = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10_000, clock })
  const handle = await patient.submit('sd_2.0_discount', { prompt: 'x' })
  server.next('query', ...Array.from({ length: 9 }, () => faults.status(404)))
  const error = failed(handle.wait())
  for (let query = 1; query <= 4; query++) {
    clock.advance(await clock.timer(10_000))
    await server.received('query', query)
  }
  const resume = `client.task('${handle.id}').wait()`
  expect(await error).toMatchObject({ taskId: handle.id, status: 404, resume })
  expect(server.count('query')).toBe(4)
})

it('a wait that ends says which task it was, and how to resume it', async () => {
  const handle = await client().submit('sd_2.0_discount', { prompt: 'x' })
  for (const status of [401, 403, 400]) {
    server.next('query', faults.status(status))
    const resume = `client.task('${handle.id}').wait()`
    expect(await failed(handle.wait())).toMatchObject({ taskId: handle.id, status, resume })
  }
})

it('a task that failed is a task that failed', async () => {
  server.next('query', faults.taskWith({ status: 'failed', error: 'too dark' }))
  const error = await failed(client().run('sd_2.0_discount', { prompt: 'x' }))
  expect(error).toBeInstanceOf(TaskFailedError)
  expect(error).toMatchObject({ code: 'task-failed', task: { error: 'too dark' } })
})
