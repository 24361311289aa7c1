import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import {
  ModelTasks,
  TaskFailedError,
  TaskTimeoutError,
  type ClientOptions,
  type ModelTasksError,
  type TaskHandle,
} from '../src/index.js'
import { createTestClock, faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'
import { queryVerdict } from '../src/policy/query-verdict.js'
import { failed, submitTo } from './submit-to.js'
import { inTurns } from './in-turns.js'

inTurns()

let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

const submitted = (options?: ClientOptions): Promise<TaskHandle> => submitTo(server, options)

function gate(): { done: Promise<void>; release: () => void } {
  let release = (): void => undefined
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  return { done, release: () => release() }
}

describe('a fault of a query never loses a task', () => {
  const transient: Record<string, Fault> = {
    'a reset': faults.resetAfterReading,
    'a truncated answer': faults.truncatedBody,
    'no JSON': faults.notJson,
    'no Task': faults.noTask,
    'another task': faults.taskWith({ id: 'another', status: 'completed' }),
    '500': faults.status(500),
    '502 with a page': faults.badGatewayPage,
    '503': faults.status(503),
    '408': faults.status(408),
    '429': faults.tooManyRequests(),
    'a redirect to a login page': faults.redirect('http://login.example/'),
  }
  for (const [name, fault] of Object.entries(transient)) {
    it(`${name}, three times over`, async () => {
      const handle = await submitted()
      server.next('query', fault, fault, fault)
      expect(await handle.wait()).toMatchObject({ id: handle.id, status: 'completed' })
      expect(server.count('submit')).toBe(1)
    })
  }

  it('a query that is never answered', async () => {
    const clock = createTestClock()
    const handle = await submitted({ clock, pollInterval: 5_000, requestTimeout: 30_000 })
    server.next('query', faults.silence, faults.stalledBody)
    const done = handle.wait()
    clock.advance(await clock.timer(5_000))
    for (const attempt of [1, 2]) {
      await server.received('query', attempt)
      clock.advance(await clock.timer(30_000))
      clock.advance(await clock.timer(5_000))
    }
    expect((await done).status).toBe('completed')
  })

  for (const status of [301, 308, 400, 401, 403]) {
    it(`but ${status} ends the wait, and the error says how to go on`, async () => {
      const handle = await submitted()
      server.next('query', faults.status(status))
      const error = await failed(handle.wait())
      expect(error.taskId).toBe(handle.id)
      expect(error.task?.status).toBe('queued')
      expect(error.message).toContain(`client.task('${handle.id}').wait()`)
      expect(server.count('query')).toBe(1)
    })
  }
})

test('a status ends a wait where it would be the same the next time', () => {
  const statuses = Array.from({ length: 300 }, (_, index) => 300 + index)
  const goesOn = [404, 408, 425, 429, 499]
  const ends = (status: number): boolean =>
    status === 301 || status === 308 || (status >= 400 && status < 500 && !goesOn.includes(status))
  expect(statuses.filter((status) => queryVerdict(status) === 'final')).toEqual(statuses.filter(ends))
})

describe('the answers of a service may be more than the interface shows', () => {
  it('an unknown status is carried and polling goes on', async () => {
    const seen: string[] = []
    const handle = await submitted()
    server.next('query', faults.taskWith({ status: 'paused' }))
    await handle.wait({ onProgress: ({ status }) => seen.push(status) })
    expect(seen).toEqual(['queued', 'paused', 'completed'])
  })

  it('an unknown object and extra fields are carried', async () => {
    const handle = await submitted()
    server.next('query', faults.taskWith({ object: 'hologram', status: 'completed', depth: { layers: 3 } }))
    expect(await handle.wait()).toMatchObject({ object: 'hologram', depth: { layers: 3 } })
  })

  it('a completed task without a result URL is still the completed task', async () => {
    const handle = await submitted()
    server.next('query', faults.taskWith({ status: 'completed', result_url: undefined, video_url: undefined }))
    expect((await handle.wait()).status).toBe('completed')
  })
})

describe('a failed task', () => {
  for (const [error, message] of [
    ['invalid media type', 'invalid media type'],
    [{ code: 7 }, '{"code":7}'],
    [undefined, 'no reason given'],
    [null, 'no reason given'],
    ['', 'no reason given'],
  ] as const) {
    it(`says ${message} when its error is ${JSON.stringify(error)}`, async () => {
      const handle = await submitted()
      server.next('query', faults.taskWith({ status: 'failed', error }))
      const reason = await failed(handle.wait())
      expect(reason).toBeInstanceOf(TaskFailedError)
      expect(reason.message).toContain(message)
      expect(reason).toMatchObject({ taskId: handle.id, task: { status: 'failed' } })
    })
  }

  it('ends a for-await loop without throwing', async () => {
    const handle = await submitted()
    server.next('query', faults.taskWith({ status: 'failed', error: 'x' }))
    const seen: string[] = []
    for await (const { status } of handle) seen.push(status)
    expect(seen).toEqual(['queued', 'failed'])
  })
})

describe('the time between two queries', () => {
  it('lies between 5 and 10 seconds unless told otherwise', async () => {
    const clock = createTestClock()
    const handle = await submitted({ clock, pollInterval: undefined })
    const done = handle.wait()
    await clock.timer(7_500)
    expect(server.count('query')).toBe(0)
    clock.advance(7_499)
    expect(server.count('query')).toBe(0)
    clock.advance(1)
    await server.received('query', 1)
    clock.advance(await clock.timer(7_500))
    expect((await done).status).toBe('completed')
  })

  it('is at most 10 s after a query that failed, then twice as long, until it is as long as told', async () => {
    const clock = createTestClock()
    const handle = await submitted({ clock, pollInterval: 30_000 })
    server.next('query', ...[503, 503, 503, 503].map((status) => faults.status(status)))
    const done = handle.wait()
    for (const time of [30_000, 10_000, 20_000, 30_000, 30_000, 30_000]) clock.advance(await clock.timer(time))
    expect((await done).status).toBe('completed')
  })

  it('is as long as Retry-After says when that is longer, in seconds', async () => {
    const clock = createTestClock()
    const handle = await submitted({ clock, pollInterval: 5_000 })
    server.next('query', faults.tooManyRequests(30), faults.tooManyRequests(2))
    const done = handle.wait()
    clock.advance(await clock.timer(5_000))
    clock.advance(await clock.timer(30_000))
    clock.advance(await clock.timer(5_000))
    clock.advance(await clock.timer(5_000))
    expect((await done).status).toBe('completed')
  })

  it('and as a date, with any clock on this machine', async () => {
    const clock = createTestClock()
    const handle = await submitted({ clock, pollInterval: 5_000, requestTimeout: 20_000 })
    const date = Date.parse('2001-01-01T00:00:00Z')
    server.next(
      'query',
      faults.status(503, '', {
        date: new Date(date).toUTCString(),
        'retry-after': new Date(date + 40_000).toUTCString(),
      }),
    )
    const done = handle.wait()
    clock.advance(await clock.timer(5_000))
    clock.advance(await clock.timer(40_000))
    clock.advance(await clock.timer(5_000))
    expect((await done).status).toBe('completed')
  })

  it('of a handle from elsewhere begins with a query at once', async () => {
    const { id } = await submitted()
    const clock = createTestClock()
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, clock })
    void client
      .task(id)
      .wait()
      .catch(() => undefined)
    await server.received('query', 1)
  })

  it('does not follow jumps of the time of day', async () => {
    const handle = await submitted()
    const { now } = Date
    let jump = 0
    Date.now = () => now() + (jump = jump > 0 ? -1e10 : 1e10)
    try {
      expect((await handle.wait({ timeout: 10_000 })).status).toBe('completed')
    } finally {
      Date.now = now
    }
  })
})

describe('an end before the end', () => {
  for (const [name, fault] of Object.entries({ 'while it sleeps': undefined, 'while a query runs': faults.silence })) {
    it(`an abort settles in the same turn ${name}, and the error knows the task`, async () => {
      const handle = await submitted({ pollInterval: fault ? 1 : 60_000 })
      if (fault) server.next('query', fault)
      const controller = new AbortController()
      let error: ModelTasksError | undefined
      void failed(handle.wait({ signal: controller.signal })).then((reason) => {
        error = reason
      })
      if (fault) await server.received('query', 1)
      await new Promise(setImmediate)
      controller.abort()
      await new Promise(setImmediate)
      expect(error).toMatchObject({ name: 'AbortError', taskId: handle.id, task: { status: 'queued' } })
      expect(error?.message).toContain(`client.task('${handle.id}').wait()`)
    })

    it(`a timeout settles in the turn it runs out ${name}`, async () => {
      const clock = createTestClock()
      const handle = await submitted({ clock, pollInterval: fault ? 1 : 60_000 })
      if (fault) server.next('query', fault)
      let error: ModelTasksError | undefined
      void failed(handle.wait({ timeout: 3_000 })).then((reason) => {
        error = reason
      })
      if (fault) {
        clock.advance(await clock.timer(10))
        await server.received('query', 1)
        clock.advance(2_989)
      } else {
        await clock.timer(3_000)
        clock.advance(2_999)
      }
      await new Promise(setImmediate)
      expect(error).toBeUndefined()
      clock.advance(1)
      await new Promise(setImmediate)
      expect(error).toBeInstanceOf(TaskTimeoutError)
      expect(error).toMatchObject({ taskId: handle.id, task: { status: 'queued' } })
    })
  }

  it('an abort settles even when the fetch it was given ignores signals', async () => {
    const handle = await submitted()
    const deaf = new ModelTasks({ baseUrl: server.baseUrl, apiKey: 'k', fetch: () => new Promise(() => undefined) })
    expect((await failed(deaf.task(handle.id).wait({ signal: AbortSignal.timeout(5) }))).name).toBe('AbortError')
  })

  it('a timeout of run bounds submit and wait together', async () => {
    const clock = createTestClock()
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, clock, pollInterval: 5_000 })
    server.next('submit', faults.tooManyRequests(8))
    const submitted = gate()
    const error = failed(
      client.run('sd_2.0_discount', { prompt: 'x' }, { timeout: 10_000, onSubmitted: () => submitted.release() }),
    )
    clock.advance(await clock.timer(8_000))
    await submitted.done
    clock.advance(await clock.timer(2_000))
    expect(await error).toBeInstanceOf(TaskTimeoutError)
  })

  it('a listener that throws ends nothing', async () => {
    const warnings: string[] = []
    const handle = await submitted({
      logger: { warn: (message) => warnings.push(message) },
      onSubmitted: () => {
        throw new Error('disk full')
      },
    })
    const task = await handle.wait({
      onProgress: () => {
        throw new Error('no terminal')
      },
    })
    expect(task.status).toBe('completed')
    expect(warnings.join()).toMatch(/disk full.*no terminal/)
  })
})

describe('a handle', () => {
  it('of a task that was not seen knows its ID alone', async () => {
    const handle = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey }).task('t1')
    expect([handle.task, handle.response, JSON.stringify(handle)]).toEqual([undefined, undefined, '{"id":"t1"}'])
    server.next('submit', faults.status(200, { id: 'only-an-id', status: 7 }))
    expect(await submitted()).toMatchObject({ id: 'only-an-id', task: undefined })
  })

  it('goes through JSON to another process', async () => {
    const handle = await submitted()
    const json = JSON.parse(JSON.stringify(handle)) as { id: string }
    expect(json).toEqual({ id: handle.id, model: 'sd_2.0_discount', idempotencyKey: handle.idempotencyKey })
    const elsewhere = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 })
    expect((await elsewhere.task(json).wait()).status).toBe('completed')
  })

  it('tells the id before the first query', async () => {
    const order: string[] = []
    const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 })
    const task = await client.run(
      'sd_2.0_discount',
      { prompt: 'x' },
      { onSubmitted: (id) => order.push(id, String(server.count('query'))) },
    )
    expect(order).toEqual([task.id, '0'])
  })

  it('left in the middle of a for-await loop asks no more', async () => {
    const handle = await submitted()
    for await (const task of handle) {
      expect(task.status).toBe('queued')
      break
    }
    expect(server.count('query')).toBe(0)
  })
})

describe('a timeout says what became of the queries', () => {
  async function timedOut(answers: Fault[], requestTimeout = 50): Promise<ModelTasksError> {
    const clock = createTestClock()
    const client = new ModelTasks({
      baseUrl: server.baseUrl,
      apiKey: server.apiKey,
      clock,
      pollInterval: 700,
      requestTimeout,
    })
    server.next('query', ...answers)
    const { id } = await client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
    const reason = failed(client.task(id).wait({ timeout: 1500.4 }))
    for (let sent = 1; sent < 3; sent++) {
      await server.received('query', sent)
      clock.advance(await clock.timer(700))
    }
    await server.received('query', 3)
    clock.advance(await clock.timer(100, 101))
    return reason
  }

  it('when none brought a valid answer: the last fault is its cause', async () => {
    const error = await timedOut([faults.status(503), faults.status(503), faults.status(503, { detail: 'overloaded' })])
    expect(error).toBeInstanceOf(TaskTimeoutError)
    expect(error.message).toMatch(
      /^task \S+ was not seen yet after 1500 ms; the last query failed: query of task \S+: the service answered 503 \(overloaded\)\. Resume with client\.task\('[^']+'\)\.wait\(\)$/,
    )
    expect(error.cause).toMatchObject({ name: 'ApiError', status: 503 })
  })

  it('when it came in the middle of one: what the last answer said is its cause', async () => {
    const error = await timedOut(
      [faults.status(503), faults.status(503, { detail: 'overloaded' }), faults.silence],
      60_000,
    )
    expect(error.message).toMatch(
      /; the last query failed: query of task \S+: the service answered 503 \(overloaded\)\. Resume/,
    )
    expect(error.cause).toMatchObject({ status: 503 })
  })

  it('when the last ones failed', async () => {
    const error = await timedOut([faults.taskWith({ status: 'processing' }), faults.status(503), faults.notJson])
    expect(error.message).toMatch(
      /was processing after 1500 ms; the last query failed: query of task \S+: the answer is not this task\. Resume/,
    )
    expect(error.cause).toMatchObject({ name: 'ProtocolError' })
  })

  it('and nothing of the kind when they went well', async () => {
    const processing = faults.taskWith({ status: 'processing' })
    const error = await timedOut([processing, faults.status(503), processing])
    expect(error.message).toMatch(/was processing after 1500 ms\. Resume with client\.task/)
    expect(error.cause).toBeUndefined()
  })
})
