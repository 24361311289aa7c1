/** Tasks of the protocol, with the official client that has them (revision 2025-11-25), in front of a service that renders real files. */
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FormerStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, it, onTestFinished } from 'vitest'
import { overStdio, program, sandbox, type Called } from './support.js'

const boat = { model: 'beta-5.0', parameters: { prompt: 'A paper boat at dusk' } }
const video = { model: 'sd_2.0_discount', parameters: { prompt: 'A paper boat at dusk', duration: 5 } }

async function formerClient(environment: Record<string, string>): Promise<FormerClient> {
  const client = new FormerClient({ name: 'test', version: '1' })
  await client.connect(new FormerStdio({ command: process.execPath, args: [program], env: environment }))
  onTestFinished(() => client.close())
  return client
}

/** Calls `generate` as a task, and answers what the stream says first: the task. */
async function startedTask(client: FormerClient, input: Record<string, unknown>) {
  const stream = client.experimental.tasks.callToolStream({ name: 'generate', arguments: input }, undefined, {
    task: {},
  })
  const { value } = await stream.next()
  if (value?.type !== 'taskCreated') throw new Error(`expected a task, got ${JSON.stringify(value)}`)
  return { task: value.task, stream }
}

it('a client that has tasks gets one for its call, follows it, and gets its files', async () => {
  const { environment, tasks } = await sandbox()
  const client = await formerClient(environment)
  const { tools } = await client.listTools()
  expect(tools.flatMap(({ name, execution }) => (execution?.taskSupport === 'optional' ? name : []))).toEqual([
    'generate',
  ])
  const { task, stream } = await startedTask(client, boat)
  expect(task).toMatchObject({ status: 'working', ttl: null })
  const seen: string[] = []
  let result: Called | undefined
  for await (const message of stream) {
    if (message.type === 'taskStatus') seen.push(message.task.status)
    if (message.type === 'error') throw message.error
    if (message.type === 'result') result = message.result as unknown as Called
  }
  expect(seen.at(-1)).toBe('completed')
  expect(result?.content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
  expect((result as unknown as { _meta: unknown })._meta).toEqual({
    'io.modelcontextprotocol/related-task': { taskId: task.taskId },
  })
  const file = Buffer.from(await (await fetch(String(result?.content[1]?.uri))).arrayBuffer())
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  expect((await tasks()).map(({ id }) => id)).toEqual([task.taskId])
})

it('a task is the same in a server that was started since, also by its request_id, and is listed there', async () => {
  const { environment, tasks } = await sandbox()
  const first = await formerClient(environment)
  const { task } = await startedTask(first, { ...boat, request_id: 'boat-1' })
  await first.close()
  const second = await formerClient(environment)
  const again = await startedTask(second, { ...boat, request_id: 'boat-1' })
  expect(again.task.taskId).toBe(task.taskId)
  const { tasks: listed } = await second.experimental.tasks.listTasks()
  expect(listed.map(({ taskId }) => taskId)).toEqual([task.taskId])
  const { content } = (await second.experimental.tasks.getTaskResult(
    task.taskId,
    CallToolResultSchema,
  )) as unknown as Called
  expect(content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
  expect((await second.experimental.tasks.getTask(task.taskId)).status).toBe('completed')
  expect(await tasks()).toHaveLength(1)
})

it('a task that is cancelled stays cancelled, and one that has ended cannot be', async () => {
  const { environment } = await sandbox()
  const client = await formerClient(environment)
  const running = await Promise.all(
    Array.from({ length: 8 }, () => startedTask(client, { ...video, request_id: crypto.randomUUID() })),
  )
  const { taskId } = running.at(-1)?.task ?? { taskId: '' }
  const { experimental } = client
  expect((await experimental.tasks.cancelTask(taskId)).status).toBe('cancelled')
  expect((await experimental.tasks.getTask(taskId)).status).toBe('cancelled')
  await expect(experimental.tasks.cancelTask(taskId)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('failed already'),
  })
  await expect(experimental.tasks.getTask('task_00000000000000000000000000')).rejects.toMatchObject({ code: -32602 })
})

it('a call that makes no task is an error in our words that names the parameter, and buys nothing', async () => {
  const { environment, tasks } = await sandbox()
  const client = await formerClient(environment)
  const stream = client.experimental.tasks.callToolStream(
    { name: 'generate', arguments: { ...boat, parameters: { prompt: 'A boat', duration: 5 } } },
    undefined,
    { task: {} },
  )
  const { value } = await stream.next()
  expect(value).toMatchObject({
    type: 'error',
    error: {
      code: -32602,
      message: expect.stringContaining('duration'),
      data: { findings: [{ parameter: 'duration' }] },
    },
  })
  expect(await tasks()).toEqual([])
})

it('a client of the revision 2026-07-28 is offered no tasks of an earlier one, and gets the handle', async () => {
  const { environment } = await sandbox()
  const { client } = await overStdio(environment)
  expect(client.getServerCapabilities()).not.toHaveProperty('tasks')
  const { tools } = await client.listTools()
  expect(tools.some((tool) => 'execution' in tool)).toBe(false)
  const { structuredContent } = (await client.callTool({
    name: 'generate',
    arguments: { ...boat, wait_seconds: 0 },
  })) as unknown as Called
  expect(structuredContent.task_id).toMatch(/^task_/)
})
