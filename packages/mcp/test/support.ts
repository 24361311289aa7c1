import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ModelTasks, type Task } from '@model-tasks/client'
import { startService, type RunningService } from '@model-tasks/service'
import { onTestFinished } from 'vitest'

/** The program, as it is built. */
export const program = fileURLToPath(new URL('../bin/model-tasks-mcp.js', import.meta.url))

/** What a tool call answered, as tests read it. */
export interface Called {
  isError?: boolean
  content: { type: string; text?: string; uri?: string; mimeType?: string }[]
  structuredContent: {
    [member: string]: unknown
    task_id: string
    status: string
    findings: { parameter: string; message: string }[]
    task: { id: string }
    files: { uri: string }[]
  }
}

/** What a test asks of a client of either generation. */
export interface AnyClient {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
}

/** Calls a tool. */
export async function call(client: AnyClient, name: string, input: Record<string, unknown> = {}): Promise<Called> {
  return (await client.callTool({ name, arguments: input })) as Called
}

/** A folder that is gone after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'model-tasks-mcp-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A service with its sandbox, and the settings that lead a server to it. */
export interface Sandbox {
  service: RunningService
  environment: Record<string, string>
  state: string
  /** The tasks that the service has. */
  tasks(): Promise<Task[]>
}

/** Starts a service that renders real files. */
export async function sandbox(): Promise<Sandbox> {
  const service = await startService({ port: 0, dataDirectory: await folder(), rateLimit: 'off', shutdownTimeout: 0 })
  onTestFinished(() => service.close())
  const state = join(await folder(), 'state')
  const apiKey = service.newKey ?? ''
  const client = new ModelTasks({ baseUrl: service.baseUrl, apiKey })
  return {
    service,
    state,
    environment: { MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: apiKey, MODEL_TASKS_MCP_STATE: state },
    tasks: async () => (await client.list()).data,
  }
}

/** The official client over standard input and output, and the process that it speaks to. */
export async function overStdio(
  environment: Record<string, string>,
  mode: 'legacy' | 'auto' = 'auto',
  user?: (question: string) => { action: 'accept' | 'decline'; content?: { submit: boolean } },
): Promise<{ client: Client; pid: number }> {
  const capabilities = user ? { elicitation: { form: {} } } : {}
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities })
  if (user) client.setRequestHandler('elicitation/create', ({ params }) => user(params.message))
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], env: environment })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, pid: transport.pid ?? 0 }
}

/** The program over HTTP: its URL. */
export async function overHttp(environment: Record<string, string>): Promise<URL> {
  const child = spawn(process.execPath, [program, '--http', '0'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /http:\S+/.exec(line) ?? []
    if (url) return new URL(url)
  }
  throw new Error('it did not start')
}
