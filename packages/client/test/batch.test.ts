import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileName, runAll, saveAll } from '../src/batch/index.js'
import { ModelTasks, ModelTasksError, RequestInvalidError, type BatchRequest } from '../src/index.js'
import { faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
let client: ModelTasks
const requests = (count: number): BatchRequest[] =>
  Array.from({ length: count }, (_, index) => ({ model: 'sd_2.0_discount', input: { prompt: `boat ${index}` } }))

beforeEach(async () => {
  server = await startFaultServer({ script: [{ status: 'completed' }] })
  client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 })
})
afterEach(() => server.close())

describe('runAll', () => {
  it('gives results in the order of the requests and a sum of the credits', async () => {
    const { results, failures, summary } = await client.runAll(requests(10), { concurrency: 3 })
    expect(results.map(({ request }) => request.input.prompt)).toEqual(requests(10).map(({ input }) => input.prompt))
    expect(failures).toEqual([])
    expect(summary).toEqual({ total: 10, completed: 10, failed: 0, skipped: 0, amount: 50 })
  })

  it('runs no more at once than it may', async () => {
    let running = 0
    let most = 0
    await client.runAll(requests(12), {
      concurrency: 3,
      onSubmitted: () => {
        most = Math.max(most, ++running)
      },
      onCompleted: () => {
        running--
      },
    })
    expect(most).toBeLessThanOrEqual(3)
  })

  it('loses no paid task to a listener that throws', async () => {
    const warnings: string[] = []
    const quiet = new ModelTasks({
      baseUrl: server.baseUrl,
      apiKey: server.apiKey,
      pollInterval: 1,
      logger: { warn: (message) => warnings.push(message) },
    })
    const { results, failures, summary } = await quiet.runAll(requests(3), {
      concurrency: 1,
      budget: 10,
      onProgress: () => {
        throw new Error('no screen')
      },
      onCompleted: () => Promise.reject(new Error('no disk')),
    })
    expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'skipped'])
    expect(failures[0]?.error).toMatchObject({ taskId: [...server.tasks.keys()][0], task: { status: 'completed' } })
    expect(summary.amount).toBe(10)
    expect(warnings).toEqual(Array.from({ length: 3 }, () => 'a listener threw: Error: no screen'))
  })

  it('keeps failures apart and goes on', async () => {
    server.next('submit', faults.resetAfterAccept)
    const bad: BatchRequest = { model: 'sd_2.0_discount', input: { prompt: 'x', duration: 99 } }
    const { results, failures, summary } = await client.runAll([...requests(2), bad, ...requests(2)], {
      concurrency: 1,
    })
    expect(results.map(({ status }) => status)).toEqual(['failed', 'completed', 'failed', 'completed', 'completed'])
    expect(failures[1]?.error).toBeInstanceOf(RequestInvalidError)
    expect(summary.failed).toBe(2)
    expect(server.count('submit')).toBe(4)
  })

  for (const status of [401, 402]) {
    it(`submits nothing more after ${status}`, async () => {
      server.next(
        'submit',
        (exchange) => exchange.accept().then((task) => exchange.answer(200, {}, task ?? {})),
        faults.status(status, { title: 'no' }),
      )
      const { results, summary } = await client.runAll(requests(5), { concurrency: 1 })
      expect(server.count('submit')).toBe(2)
      expect(summary).toMatchObject({ completed: 1, failed: 1, skipped: 3 })
      expect(results[4]).toMatchObject({ status: 'skipped', reason: expect.stringContaining(String(status)) as string })
    })
  }

  it('goes on after any other answer', async () => {
    server.next('submit', ...[400, 403, 404, 422].map((status) => faults.status(status, { title: 'no' })))
    const { results } = await client.runAll(requests(5), { concurrency: 1 })
    expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed', 'completed'])
  })

  it('gives what is thrown instead of an error a place and a name', async () => {
    const { results, summary } = await runAll({ submit: () => Promise.reject(new TypeError('down')) }, requests(2))
    expect(results).toMatchObject([
      { status: 'failed', error: { name: 'ModelTasksError', message: 'TypeError: down' } },
      { status: 'failed', error: expect.any(ModelTasksError) as unknown },
    ])
    expect(summary).toEqual({ total: 2, completed: 0, failed: 2, skipped: 0, amount: 0 })
    expect((await runAll({ submit: () => Promise.reject(new Error('down')) }, [])).results).toEqual([])
  })

  it('needs no listener and no log, and warns of nothing then', async () => {
    const warnings: string[] = []
    const { summary } = await runAll(client, requests(2), {}, { logger: { warn: (message) => warnings.push(message) } })
    expect(summary.completed).toBe(2)
    expect(warnings).toEqual([])
    const onProgress = (): never => {
      throw new Error('no screen')
    }
    expect((await runAll(client, requests(2), { onProgress })).summary.completed).toBe(2)
  })

  it('tells after each result how far it has come', async () => {
    const seen: unknown[] = []
    await client.runAll(requests(2), {
      concurrency: 1,
      onProgress: (summary, { request }) => seen.push([summary, request.input.prompt]),
    })
    const soFar = { total: 2, failed: 0, skipped: 0 }
    expect(seen).toEqual([
      [{ ...soFar, completed: 1, amount: 5 }, 'boat 0'],
      [{ ...soFar, completed: 2, amount: 10 }, 'boat 1'],
    ])
  })

  it('submits nothing with a budget of nothing', async () => {
    const { results, summary } = await client.runAll(requests(3), { budget: 0 })
    expect(summary).toEqual({ total: 3, completed: 0, failed: 0, skipped: 3, amount: 0 })
    expect(results[0]).toMatchObject({ reason: 'the budget of 0 credits is used up' })
    expect(server.count('submit')).toBe(0)
  })

  it('submits nothing more once the budget is used up', async () => {
    const { summary } = await client.runAll(requests(10), { concurrency: 1, budget: 12 })
    expect(summary).toMatchObject({ completed: 3, skipped: 7, amount: 15 })
  })

  it('submits nothing more after an abort', async () => {
    const controller = new AbortController()
    const { summary } = await client.runAll(requests(5), {
      concurrency: 1,
      signal: controller.signal,
      onProgress: ({ completed }) => {
        if (completed === 2) controller.abort()
      },
    })
    expect(summary).toMatchObject({ completed: 2, skipped: 3 })
  })
})

describe('saveAll', () => {
  it('names files by a template and never gives two tasks one file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'model-tasks-save-'))
    try {
      const handles = await Promise.all([1, 2, 3].map(() => client.submit('sd_2.0_discount', { prompt: 'x' })))
      const saved = await saveAll(handles, { template: join(folder, '{model}', 'clip.{extension}') })
      expect(saved.every((result) => !(result instanceof Error) && result.bytes === server.result.length)).toBe(true)
      expect(await readdir(join(folder, 'sd_2.0_discount'))).toHaveLength(3)
      server.next('result', faults.status(200, 'no', { 'content-type': 'text/html' }))
      expect(
        (await saveAll(handles, { template: join(folder, '{index}-{id}.mp4'), concurrency: 1 }))[0],
      ).toBeInstanceOf(Error)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('waits for tasks that still run, names each file after what its task became, and receives so many at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'model-tasks-save-'))
    try {
      const handles = await Promise.all([1, 2, 3].map(() => client.submit('sd_2.0_discount', { prompt: 'x' })))
      let [running, most] = [0, 0]
      const count: Fault = async ({ response }) => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        response.writeHead(200, { 'content-type': 'video/webm' }).end('clip')
      }
      server.next('result', count, count, count)
      const url = { result_url: `${server.baseUrl.replace('/api', '/files')}/clip.webm` }
      server.next('query', ...handles.map(() => faults.taskWith(url)))
      const saved = await saveAll(handles, { template: join(folder, 'v1.2/clip-{status}'), concurrency: 1 })
      const [one, two, three] = handles.map(({ id }) => id)
      expect(one).toBeDefined()
      expect(saved.map((result) => 'path' in result && result.path)).toEqual([
        join(folder, 'v1.2/clip-completed'),
        join(folder, `v1.2/clip-completed-${two}`),
        join(folder, `v1.2/clip-completed-${three}`),
      ])
      expect(most).toBe(1)
      const again = await saveAll(handles, { template: join(folder, 'a.b.{extension}') })
      expect(again.map((result) => 'path' in result && result.path).sort()).toEqual(
        [join(folder, 'a.b.webm'), join(folder, `a.b-${two}.webm`), join(folder, `a.b-${three}.webm`)].sort(),
      )
      expect(await saveAll([])).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('lets nothing that the service says leave the folder', () => {
    const task = {
      id: '../../etc/passwd',
      object: 'video',
      created: 1,
      model: '..',
      status: 'completed',
      result_url: 'http://x.example/a.mp4?x=../..',
    } as const
    expect(fileName('out/{model}/{id}.{extension}', task, 0, 10)).toBe('out/_/__.._etc_passwd.mp4')
    expect(fileName('{index}-{unknown}', task, 0, 10)).toBe('01-{unknown}')
  })
})
