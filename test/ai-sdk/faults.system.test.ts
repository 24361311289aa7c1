/** What the unmodified `ai` and this provider make of faults: at most one task per call, and none that is lost. */
import { memoryJournal } from '@model-tasks/client/journal'
import { faults, type Fault } from '@model-tasks/client/testing'
import { APICallError, experimental_getVideoStatus as getVideoStatus, experimental_startVideo as startVideo } from 'ai'
import { describe, expect, it } from 'vitest'
import { boat, image, provider, start, video } from './calls.js'

const calls = { video, image }
const brokenAfterTheWork: Fault = async ({ accept, answer }) => {
  await accept()
  answer(500, {}, {})
}

/** What happens to a submit. */
const kept: [string, Fault][] = [
  ['a reset after the work', faults.resetAfterAccept],
  ['a reset before it', faults.resetAfterReading],
  ['a 500 after the work', brokenAfterTheWork],
  ['an answer without a task', faults.noTask],
  ['a 503 before it', faults.status(503)],
  ['429', faults.tooManyRequests(0)],
  ['an answer that never comes', faults.silence],
]

/** The same, with the tasks that there are then, and whether one may exist as far as the error knows. */
const notKept: [string, Fault, number, boolean][] = [
  ['a reset after the work', faults.resetAfterAccept, 1, true],
  ['a reset before it', faults.resetAfterReading, 0, true],
  ['a 500 after the work', brokenAfterTheWork, 1, true],
  ['an answer without a task', faults.noTask, 1, true],
  ['a 503 before it', faults.status(503), 0, true],
  ['an answer that never comes', faults.silence, 1, true],
  ['402', faults.status(402), 0, false],
]

describe.each(['video', 'image'] as const)('a submit of a %s', (kind) => {
  // The files of the fault server are videos; the core takes what it is given.
  const open = (extensions: string[]): ReturnType<typeof start> => start({ extensions })

  it.each(kept)('one task and a file, where the service keeps keys: %s', async (_, fault) => {
    const server = await open(['idempotency'])
    server.next('submit', fault)
    const result = await calls[kind](provider(server, { requestTimeout: 500 }))
    const [file] = 'videos' in result ? result.videos : result.images
    expect(Buffer.from(file?.uint8Array ?? []).equals(server.result)).toBe(true)
    expect(server.tasks.size).toBe(1)
  })

  it.each(notKept)(
    'one POST and an error that the core does not retry, where it keeps none: %s',
    async (_, fault, tasks, mayExist) => {
      const server = await open([])
      server.next('submit', fault)
      const error: unknown = await calls[kind](provider(server, { requestTimeout: 500 })).catch(
        (reason: unknown) => reason,
      )
      expect(APICallError.isInstance(error)).toBe(true)
      expect(error).toMatchObject({ isRetryable: false, data: { taskMayExist: mayExist } })
      expect([server.count('submit'), server.tasks.size]).toEqual([1, tasks])
    },
  )

  it('429 is waited out, also where the service keeps no keys', async () => {
    const server = await open([])
    server.next('submit', faults.tooManyRequests(0))
    await calls[kind](provider(server))
    expect(server.tasks.size).toBe(1)
  })

  it('polls that fail say nothing about the task', async () => {
    const server = await open(['idempotency'])
    server.next(
      'query',
      faults.resetAfterReading,
      faults.status(500),
      faults.notJson,
      faults.tooManyRequests(0),
      faults.badGatewayPage,
    )
    await calls[kind](provider(server))
    expect([server.count('submit'), server.tasks.size]).toEqual([1, 1])
  })

  it('a result that breaks off is fetched again, and another task is not paid for', async () => {
    const server = await open(['idempotency'])
    server.next('result', faults.resetAfterReading, faults.status(503))
    await calls[kind](provider(server))
    expect(server.tasks.size).toBe(1)
  })

  it('a key that the journal shows as unknown is not submitted again, also by another process', async () => {
    const server = await open([])
    const journal = memoryJournal()
    const named = { headers: { 'Idempotency-Key': 'order-17' } }
    server.next('submit', faults.resetAfterAccept)
    for (const process of [provider(server, { journal }), provider(server, { journal })])
      await expect(calls[kind](process, named)).rejects.toMatchObject({ data: { taskMayExist: true } })
    // Without a key of the caller's own as well: the same request may be the lost one.
    server.next('submit', faults.resetAfterAccept)
    for (const process of [provider(server, { journal }), provider(server, { journal })])
      await expect(calls[kind](process)).rejects.toMatchObject({ data: { taskMayExist: true } })
    expect(server.count('submit')).toBe(2)
  })

  it('a call under a key is one task: again, at once, in another process, after the journal was lost', async () => {
    const server = await open(['idempotency'])
    const journal = memoryJournal()
    const models = provider(server, { journal })
    const named = { headers: { 'Idempotency-Key': 'order-17' } }
    await Promise.all([calls[kind](models, named), calls[kind](models, named)])
    await calls[kind](models, named)
    await calls[kind](provider(server, { journal }), named)
    expect(server.count('submit')).toBe(1)
    await calls[kind](provider(server), named)
    expect(server.tasks.size).toBe(1)
    await expect(calls[kind](models, { ...named, prompt: 'Another boat' })).rejects.toMatchObject({
      isRetryable: false,
      data: { code: 'key-of-another-request' },
    })
    await calls[kind](models)
    expect(server.tasks.size).toBe(2)
  })

  it('a call that was aborted leaves a task that the journal has', async () => {
    const server = await start({ extensions: [], script: [{ status: 'processing' }] })
    const models = provider(server)
    const abort = new AbortController()
    const call = calls[kind](models, { abortSignal: abort.signal })
    await server.received('query', 1)
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect((await models.unfinished()).tasks.map(({ id }) => id)).toEqual([...server.tasks.keys()])
  })
})

it('the timeout of the core loses no task: the journal has it, and its operation goes on', async () => {
  const server = await start({
    extensions: [],
    script: [{ status: 'processing' }, { status: 'processing' }, { status: 'completed' }],
  })
  const models = provider(server)
  await expect(video(models, { poll: { intervalMs: 1, timeoutMs: 1 } })).rejects.toThrow('timed out')
  const { tasks } = await models.unfinished()
  expect(tasks.map(({ id }) => id)).toEqual([...server.tasks.keys()])
  const [left] = tasks
  const model = models.video(left?.modelId ?? '')
  const statuses: string[] = []
  while (statuses.at(-1) !== 'completed')
    statuses.push((await getVideoStatus(model, { operation: left?.operation ?? {} })).status)
  expect(statuses.filter((status) => status === 'pending').length).toBeGreaterThan(0)
  expect((await models.unfinished()).tasks).toEqual([])
})

it('a call after a kill continues the task that its process has left, and each of them once', async () => {
  const server = await start({ extensions: [] })
  const journal = memoryJournal()
  const { operation } = await startVideo({
    model: provider(server, { journal }).video('sd_2.0_discount'),
    ...boat,
    n: 2,
  })
  expect(Object.keys(Object(operation) as object)).toEqual(['tasks'])
  const after = provider(server, { journal })
  const { videos, warnings } = await video(after, { n: 3 })
  expect([videos.length, server.count('submit'), server.tasks.size]).toEqual([3, 3, 3])
  expect(warnings).toMatchObject([{ message: /continued/ }, { message: /continued/ }].map(() => ({ type: 'other' })))
  // All have ended now: the next call is a new one.
  await video(after)
  expect(server.tasks.size).toBe(4)
})

it('two equal calls at once are two tasks', async () => {
  const server = await start()
  const models = provider(server)
  await Promise.all([video(models), video(models)])
  expect(server.tasks.size).toBe(2)
})

it('of three, those that were made are answered, with a warning for each other', async () => {
  const server = await start({ script: [{ status: 'completed' }] })
  server.next('query', faults.taskWith({ status: 'failed', error: 'moderation' }))
  const { videos, warnings, providerMetadata } = await video(provider(server), { n: 3 })
  expect([videos.length, server.tasks.size]).toEqual([2, 3])
  expect(warnings).toEqual([{ type: 'other', message: expect.stringContaining('failed: moderation') as string }])
  expect(providerMetadata['modelTasks']).toMatchObject({ tasks: [...server.tasks.keys()].map((id) => ({ id })) })
})

it('of three, a submit that is rejected leaves those before it', async () => {
  const server = await start()
  server.next('submit', faults.taskWith({}), faults.status(402, { title: 'No credits' }))
  const { videos, warnings } = await video(provider(server), { n: 3 })
  expect([videos.length, server.tasks.size]).toEqual([1, 1])
  expect(warnings).toMatchObject([{ message: expect.stringContaining('Only 1 of 3 tasks') as string }])
})

it('a task that fails is an error with its ID, and is not made again', async () => {
  const server = await start({ script: [{ status: 'failed', error: 'moderation' }] })
  await expect(video(provider(server))).rejects.toThrow(/Task \S+ failed: moderation/)
  await expect(image(provider(server))).rejects.toMatchObject({ data: { code: 'task-failed' }, isRetryable: false })
  expect(server.tasks.size).toBe(2)
})
