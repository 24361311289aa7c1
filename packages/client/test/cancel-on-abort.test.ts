import { afterEach, beforeEach, expect, it } from 'vitest'
import { ModelTasks, type TaskHandle } from '../src/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
const warnings: string[] = []

beforeEach(async () => {
  server = await startFaultServer({ script: [{ status: 'processing' }] })
  warnings.length = 0
})
afterEach(() => server.close())

/** The requests to cancel a task that have arrived. */
const cancelled = (): string[] =>
  server.requests.filter(({ path }) => path.endsWith('/cancel')).map(({ method, path }) => `${method} ${path}`)

/** Aborts a run as soon as its task has been seen. Returns the error and how long it took after the abort. */
async function aborted(cancelOnAbort: boolean | undefined): Promise<{ error: unknown; taskId: string }> {
  const controller = new AbortController()
  const logger = { warn: (message: string) => warnings.push(message) }
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10, logger })
  let taskId = ''
  const error: unknown = await client
    .run(
      'sd_2.0_discount',
      { prompt: 'A paper boat' },
      {
        signal: controller.signal,
        cancelOnAbort,
        onSubmitted: (id) => (taskId = id),
        onProgress: ({ status }) => status === 'processing' && controller.abort(),
      },
    )
    .catch((reason: unknown) => reason)
  return { error, taskId }
}

it('an abort cancels the task where that is asked for', async () => {
  const { error, taskId } = await aborted(true)
  expect(error).toMatchObject({ name: 'AbortError', taskId })
  await expect.poll(cancelled).toEqual([`POST /api/v2/model-center/tasks/${taskId}/cancel`])
})

it('for every kind of wait: a download, also one whose signal fired before, a loop over its states, each task of a batch', async () => {
  const client = new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    pollInterval: 10,
    cancelOnAbort: true,
    logger: {},
  })
  const input = { prompt: 'A paper boat' }
  const waits: Record<string, (handle: TaskHandle, signal: AbortSignal) => Promise<unknown>> = {
    download: (handle, signal) => handle.download('never.mp4', { signal }),
    open: (handle, signal) => handle.open({ signal }),
    'for await': async (handle, signal) => {
      for await (const task of handle.updates({ signal })) void task
    },
  }
  for (const [name, wait] of Object.entries(waits))
    for (const early of [true, false]) {
      const handle = await client.submit('sd_2.0_discount', input)
      const queries = server.count('query')
      const aborter = new AbortController()
      if (early) aborter.abort()
      const error = wait(handle, aborter.signal).catch((reason: unknown) => reason)
      if (!early) await server.received('query', queries + 1)
      aborter.abort()
      expect(await error, name).toMatchObject({ name: 'AbortError', taskId: handle.id })
      await expect.poll(cancelled).toContain(`POST /api/v2/model-center/tasks/${handle.id}/cancel`)
    }
  const before = cancelled().length
  const aborter = new AbortController()
  const requests = Array.from({ length: 3 }, () => ({ model: 'sd_2.0_discount' as const, input }))
  let running = 0
  const { summary } = await client.runAll(requests, {
    concurrency: 2,
    signal: aborter.signal,
    onSubmitted: () => ++running === 2 && aborter.abort(),
  })
  expect(summary).toMatchObject({ failed: 2, skipped: 1 })
  await expect.poll(() => cancelled().length - before).toBe(2)
})

it('and does not otherwise', async () => {
  await aborted(undefined)
  await aborted(false)
  expect(cancelled()).toEqual([])
})

it('a cancellation that fails is a warning: the abort stays what it is', async () => {
  server.next('other', faults.status(409, { title: 'It has ended' }))
  const { error, taskId } = await aborted(true)
  expect(error).toMatchObject({ name: 'AbortError', taskId })
  await expect.poll(() => warnings).toEqual([expect.stringContaining(`task ${taskId} was not cancelled: `)])
})

it('a timeout cancels nothing: the task goes on', async () => {
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10 })
  const handle = await client.submit('sd_2.0_discount', { prompt: 'x' })
  const wait = handle.wait({ timeout: 0, cancelOnAbort: true })
  await expect(wait).rejects.toMatchObject({ name: 'TaskTimeoutError' })
  expect(cancelled()).toEqual([])
})
