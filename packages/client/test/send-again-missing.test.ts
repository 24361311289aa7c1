/** How to send again is loaded after the first POST; what that proved stands where it cannot be loaded. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ModelTasks, RateLimitError, SubmitUnknownError } from '../src/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

vi.mock('../src/submit/send-again.js', () => {
  throw new Error('the network is gone, and with it this module')
})

let server: FaultServer
beforeEach(async () => {
  server = await startFaultServer({ extensions: ['idempotency'] })
})
afterEach(() => server.close())

it.each([
  ['429', faults.status(429), RateLimitError, 0],
  ['a lost answer', faults.resetAfterAccept, SubmitUnknownError, 1],
] as const)('%s: one POST, and its own error', async (_, fault, type, tasks) => {
  server.next('submit', fault)
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 })
  await expect(client.submit('sd_2.0_discount', { prompt: 'x' })).rejects.toBeInstanceOf(type)
  expect([server.count('submit'), server.tasks.size]).toEqual([1, tasks])
})
