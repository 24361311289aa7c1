/** The tasks extension of the revision 2026-07-28, with the official package of its clients, in front of a service that renders real files. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  createTaskSessionFromClient,
  resultFromTaskOutcome,
  type RawClientDispatch,
  type TaskEnabledSession,
} from '@modelcontextprotocol/ext-tasks/client'
import { expect, it, onTestFinished } from 'vitest'
import { overHttp, program, sandbox, type Called } from './support.js'

const boat = { model: 'beta-5.0', parameters: { prompt: 'A paper boat at dusk' } }
const video = { model: 'sd_2.0_discount', parameters: { prompt: '[[delay: 60min]] A paper boat', duration: 5 } }

const clientInfo = { name: 'test', version: '1' }

/** A session of a client that has tasks, on a connection of its own. `user` answers questions about the cost. */
async function session(transport: Transport, user?: () => 'accept' | 'decline'): Promise<TaskEnabledSession> {
  const clientCapabilities = user ? { elicitation: { form: {} } } : {}
  const client = new Client(clientInfo, { versionNegotiation: { mode: 'auto' }, capabilities: clientCapabilities })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return createTaskSessionFromClient(client, {
    endpointId: 'test',
    rawDispatch: dispatcher(transport),
    v2RequestFraming: { protocolVersion: '2026-07-28', clientInfo, clientCapabilities },
    ...(user && { onInputRequest: async () => ({ action: user(), content: { submit: true } }) as never }),
  })
}

const overStdio = (environment: Record<string, string>): StdioClientTransport =>
  new StdioClientTransport({ command: process.execPath, args: [program], env: environment })

/** Sends requests as they are, beside those of the client: the client itself reads no answer that is a task. */
function dispatcher(transport: Transport): RawClientDispatch {
  const waiting = new Map<unknown, (answer: never) => void>()
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    const answered = 'id' in message && !('method' in message) ? waiting.get(message.id) : undefined
    if (answered) answered(message as never)
    else onmessage?.(message, extra)
  }
  return async (request) => {
    const id = `raw-${crypto.randomUUID()}`
    const answer = new Promise<{ result?: never; error?: never }>((resolve) => waiting.set(id, resolve))
    await transport.send({ jsonrpc: '2.0', id, ...(request as { method: string }) })
    const { result, error } = await answer
    return error === undefined ? { kind: 'result', result: result as never } : { kind: 'error', error }
  }
}

it.each(['stdio', 'HTTP'])('a call is a task at once, is followed, and its files are there (%s)', async (over) => {
  const { environment, tasks } = await sandbox()
  const transport =
    over === 'HTTP' ? new StreamableHTTPClientTransport(await overHttp(environment)) : overStdio(environment)
  const connected = await session(transport)
  const execution = await connected.callTool('generate', boat)
  expect(execution.kind).toBe('task')
  const { content, structuredContent } = resultFromTaskOutcome((await execution.settle()).outcome) as unknown as Called
  expect(content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
  const file = Buffer.from(await (await fetch(String(content[1]?.uri))).arrayBuffer())
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  expect((await tasks()).map(({ id }) => id)).toEqual([execution.handle?.taskId])
  expect(structuredContent.task_id).toBe(execution.handle?.taskId)
})

it('a task goes on without its server, is found again by another one, and a call with its request_id is the same task', async () => {
  const { environment, tasks } = await sandbox()
  const transport = overStdio(environment)
  const execution = await (await session(transport)).callTool('generate', { ...boat, request_id: 'boat-1' })
  if (execution.kind !== 'task') throw new Error('expected a task')
  const reference = execution.serializeReference()
  process.kill(transport.pid ?? 0, 'SIGKILL')
  const second = await session(overStdio(environment))
  const again = await second.callTool('generate', { ...boat, request_id: 'boat-1' })
  expect(again.handle?.taskId).toBe(reference.taskId)
  const third = await session(overStdio(environment))
  const resumed = await third.resumeTask(reference)
  expect((await resumed.settle()).outcome).toMatchObject({ status: 'completed', task: { taskId: reference.taskId } })
  expect(await tasks()).toHaveLength(1)
})

it('a task that is cancelled stays cancelled, and the wish to cancel one that has ended is acknowledged', async () => {
  const { environment } = await sandbox()
  const connected = await session(overStdio(environment))
  const running = await Promise.all(
    Array.from({ length: 8 }, () => connected.callTool('generate', { ...video, request_id: crypto.randomUUID() })),
  )
  const waiting = connected.task(running.at(-1)?.handle?.taskId as never)
  await waiting.cancel()
  expect(await waiting.snapshot()).toMatchObject({ status: 'cancelled', statusMessage: 'cancelled by the client' })
  await waiting.cancel()
  const unknown = connected.task('task_00000000000000000000000000' as never)
  for (const ask of [() => unknown.snapshot(), () => unknown.cancel(), () => unknown.updateJson({})])
    await expect(ask()).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('has no task') })
})

it('a task that fails is a call that has ended with an error, in the words of the service', async () => {
  const { environment } = await sandbox()
  const connected = await session(overStdio(environment))
  const execution = await connected.callTool('generate', {
    ...boat,
    parameters: { prompt: '[[fail: the clouds were too low]] A boat' },
  })
  expect(execution.kind).toBe('task')
  const { outcome } = await execution.settle()
  expect(outcome).toMatchObject({
    status: 'completed',
    result: { isError: true, structuredContent: { error: 'task-failed' } },
  })
  expect(JSON.stringify(outcome)).toContain('the clouds were too low')
})

it('a call that makes no task, or says how long to wait, is answered at once', async () => {
  const { environment, tasks } = await sandbox()
  const connected = await session(overStdio(environment))
  const invalid = await connected.callTool('generate', { ...boat, parameters: { prompt: 'A boat', duration: 5 } })
  expect(invalid.kind).toBe('immediate')
  expect((await invalid.settle()).outcome).toMatchObject({
    result: { isError: true, structuredContent: { findings: [{ parameter: 'duration' }] } },
  })
  expect(await tasks()).toEqual([])
  const waited = await connected.callTool('generate', { ...boat, wait_seconds: 45 })
  expect(waited.kind).toBe('immediate')
  expect((await waited.settle()).outcome).toMatchObject({ result: { structuredContent: { status: 'completed' } } })
})

it('the user is asked about the cost before there is a task', async () => {
  const { environment, tasks } = await sandbox()
  let answer: 'accept' | 'decline' = 'decline'
  const connected = await session(overStdio(environment), () => answer)
  const declined = await connected.callTool('generate', boat)
  expect(declined.kind).toBe('immediate')
  expect((await declined.settle()).outcome).toMatchObject({ result: { isError: true } })
  expect(await tasks()).toEqual([])
  answer = 'accept'
  const execution = await connected.callTool('generate', boat)
  expect((await tasks()).map(({ id }) => id)).toEqual([execution.handle?.taskId])
})
