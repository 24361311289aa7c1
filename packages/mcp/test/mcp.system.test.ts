/** The program with the official clients of both generations, in front of a service that renders real files. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FormerStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FormerHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it, onTestFinished } from 'vitest'
import { call, folder, overHttp, overStdio, program, sandbox, type AnyClient, type Called } from './support.js'

const few = ['list_models', 'describe_model', 'cost', 'generate', 'get_task', 'cancel_task']
const boat = { model: 'beta-5.0', parameters: { prompt: 'A paper boat at dusk' } }

/** Waits for a task by its handle, as a model would. */
async function completed(client: AnyClient, answer: Called): Promise<Called> {
  let latest = answer
  while (!latest.isError && latest.structuredContent.status !== 'completed')
    latest = await call(client, 'get_task', { task_id: answer.structuredContent.task_id })
  return latest
}

/** Stores the file that an answer links to. */
async function store({ content }: Called): Promise<Buffer> {
  const link = content.find(({ type }) => type === 'resource_link')
  const path = join(await folder(), 'boat')
  await writeFile(path, Buffer.from(await (await fetch(String(link?.uri))).arrayBuffer()))
  return readFile(path)
}

it.each(['legacy', 'auto'] as const)('tools are listed without a key, and nothing is written (%s)', async (mode) => {
  const state = join(await folder(), 'state')
  const { client } = await overStdio({ MODEL_TASKS_MCP_STATE: state }, mode)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(few)
  const { structuredContent } = await call(client, 'describe_model', { model: 'sd_2.0_discount' })
  expect(structuredContent).toMatchObject({
    id: 'sd_2.0_discount',
    kind: 'video',
    parameters: { required: ['prompt', 'duration'] },
  })
  const without = await call(client, 'generate', boat)
  expect(without.isError).toBe(true)
  expect(without.content[0]?.text).toContain('MODEL_TASKS_BASE_URL')
  expect(existsSync(state)).toBe(false)
})

it.each(['legacy', 'auto'] as const)('over stdio, from a request to a file on disk (%s)', async (mode) => {
  const { environment } = await sandbox()
  const { client } = await overStdio(environment, mode)
  const answer = await call(client, 'generate', { ...boat, request_id: 'boat-1', wait_seconds: 0 })
  expect(answer.isError).toBeFalsy()
  expect((await store(await completed(client, answer))).subarray(1, 4).toString()).toBe('PNG')
})

it.each([
  [
    'of this generation',
    () => new Client({ name: 'test', version: '1' }),
    (url: URL, requestInit: RequestInit) => new StreamableHTTPClientTransport(url, { requestInit }),
  ],
  [
    'of the one before',
    () => new FormerClient({ name: 'test', version: '1' }),
    (url: URL, requestInit: RequestInit) => new FormerHttp(url, { requestInit }),
  ],
])(
  'over HTTP, with a client %s and the key of the request, from a request to a file on disk',
  async (_, create, transport) => {
    const { environment } = await sandbox()
    const { MODEL_TASKS_API_KEY: key, ...rest } = environment
    const url = await overHttp(rest)
    const client = create() as FormerClient
    const open = transport(url, { headers: { authorization: `Bearer ${key}` } })
    await client.connect(open)
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(few)
    const answer = await call(client, 'generate', { ...boat, wait_seconds: 0 })
    expect((await store(await completed(client, answer))).subarray(1, 4).toString()).toBe('PNG')
  },
)

it('over stdio, with a client of the generation before', async () => {
  const { environment } = await sandbox()
  const client = new FormerClient({ name: 'test', version: '1' })
  await client.connect(new FormerStdio({ command: process.execPath, args: [program], env: environment }))
  onTestFinished(() => client.close())
  const answer = await completed(client, await call(client, 'generate', boat))
  expect(answer.content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
})

it('a request for another host reaches no tool', async () => {
  const url = await overHttp({ MODEL_TASKS_MCP_STATE: await folder() })
  const status = await new Promise((resolve, reject) => {
    request(
      url,
      { method: 'POST', headers: { host: 'rebound.example', 'content-type': 'application/json' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
      .on('error', reject)
      .end('{}')
  })
  expect(status).toBe(403)
})

it('a server that is killed and called again with the same request_id has one task', async () => {
  const { environment, tasks } = await sandbox()
  const request = { ...boat, request_id: 'boat-1' }
  const first = await overStdio(environment)
  const cut = call(first.client, 'generate', { ...request, wait_seconds: 45 }).catch(() => undefined)
  await expect.poll(async () => (await tasks()).length).toBe(1)
  process.kill(first.pid, 'SIGKILL')
  await cut
  const { client } = await overStdio(environment)
  const again = await Promise.all([1, 2].map(() => call(client, 'generate', request)))
  const [task] = await tasks()
  expect(again.map(({ structuredContent }) => structuredContent.task_id)).toEqual([task?.id, task?.id])
  expect(await tasks()).toHaveLength(1)
  const other = await call(client, 'generate', { ...request, parameters: { prompt: 'A kite' } })
  expect(other.isError).toBe(true)
  expect(other.content[0]?.text).toContain('request_id "boat-1" belongs to another request')
  expect(await tasks()).toHaveLength(1)
})

it('what is wrong is named by parameter, before anything is sent', async () => {
  const { environment, tasks } = await sandbox()
  const { client } = await overStdio(environment)
  const parameters = { prompt: 'A paper boat', duration: 5, resolution: '720P' }
  for (const tool of ['generate', 'cost']) {
    const answer = await call(client, tool, { model: 'sd_2.0_discount', parameters })
    expect(answer.isError).toBe(true)
    expect(answer.structuredContent.findings.map(({ parameter }) => parameter)).toEqual(['resolution'])
    expect(answer.content[0]?.text).toContain('did you mean "720p"?')
  }
  for (const [name, input, words] of [
    ['generate', { model: 'beta-5.0' }, 'prompt'],
    ['generate', { ...boat, wait_seconds: 600 }, 'wait_seconds must be a number from 0 to 45; got 600'],
    ['generate', { ...boat, parameters: 'A boat' }, 'parameters must be an object'],
    ['get_task', {}, 'task_id must be a string'],
    ['paint', {}, 'There is no tool "paint"'],
    ['describe_model', { model: 'sd_2.0_discont' }, 'sd_2.0_discount'],
  ] as const) {
    const answer = await call(client, name, input)
    expect(answer.isError).toBe(true)
    expect(answer.content[0]?.text).toContain(words)
  }
  expect(await tasks()).toEqual([])
})

it('a budget counts each task once, and holds for the day across processes', async () => {
  const { environment, tasks } = await sandbox()
  const { client: free } = await overStdio(environment)
  const { structuredContent } = await call(free, 'cost', boat)
  const credits = structuredContent['credits'] as number
  expect(credits).toBeGreaterThan(0)
  const bounded = { ...environment, MODEL_TASKS_MCP_DAILY_BUDGET: String(credits * 1.5) }
  const { client } = await overStdio(bounded)
  for (let time = 0; time < 2; time++)
    expect((await call(client, 'generate', { ...boat, request_id: 'boat-1' })).isError).toBeFalsy()
  const { client: next } = await overStdio(bounded)
  const over = await call(next, 'generate', { ...boat, request_id: 'boat-2' })
  expect(over.isError).toBe(true)
  expect(over.content[0]?.text).toContain(`credits of this day (UTC) are left. Nothing was submitted`)
  const session = { ...environment, MODEL_TASKS_MCP_BUDGET: String(credits / 2) }
  expect((await call((await overStdio(session)).client, 'generate', boat)).content[0]?.text).toContain(
    'of this session',
  )
  expect(await tasks()).toHaveLength(1)
})

it.each(['legacy', 'auto'] as const)(
  'the user is asked about the cost once per task, where the client can (%s)',
  async (mode) => {
    const { environment, tasks } = await sandbox()
    const questions: string[] = []
    let agrees = false
    const { client } = await overStdio(environment, mode, (question) => {
      questions.push(question)
      return agrees ? { action: 'accept', content: { submit: true } } : { action: 'decline' }
    })
    const declined = await call(client, 'generate', { ...boat, request_id: 'boat-1' })
    expect(declined.isError).toBe(true)
    expect(declined.content[0]?.text).toContain('The user did not agree to the cost')
    expect(await tasks()).toEqual([])
    agrees = true
    const answers = [
      await call(client, 'generate', { ...boat, request_id: 'boat-1' }),
      await call(client, 'generate', { ...boat, request_id: 'boat-1' }),
    ]
    expect(new Set(answers.map(({ structuredContent }) => structuredContent.task_id)).size).toBe(1)
    expect(questions).toEqual(
      [1, 2].map(
        () => expect.stringMatching(/^A task of beta-5\.0 costs \d+(\.\d+)? credits\. Submit it\?$/) as string,
      ),
    )
  },
)

it('per model, each tool has the schema of the catalogue', async () => {
  const { environment } = await sandbox()
  const { client } = await overStdio({ ...environment, MODEL_TASKS_MCP_TOOLS: 'per-model' })
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === 'generate_beta-5_0')
  expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(
    expect.arrayContaining(['prompt', 'resolution', 'request_id', 'wait_seconds']),
  )
  const answer = await completed(client, await call(client, 'generate_beta-5_0', { prompt: 'A paper boat' }))
  expect(answer.structuredContent.files).toHaveLength(1)
})

it.each([
  [['--http', 'x'], {}, '--http is "x"; give a port'],
  [[], { MODEL_TASKS_MCP_BUDGET: 'much' }, 'MODEL_TASKS_MCP_BUDGET is "much"; give credits as a number'],
  [[], { MODEL_TASKS_MCP_TOOLS: 'all' }, 'MODEL_TASKS_MCP_TOOLS is "all"; use few or per-model'],
])('a setting that cannot be used stops the start with one line: %j %j', async (words, environment, line) => {
  const child = spawn(process.execPath, [program, ...words], { env: environment })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number]
  expect([code, said.trim()]).toEqual([2, expect.stringContaining(line)])
})
