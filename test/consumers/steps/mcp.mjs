import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { here, root } from '../paths.mjs'
import { executeOnNode22 } from '../node-22/index.mjs'
import { withService } from '../service.mjs'
import { install } from '../shell.mjs'

const program = `${root}/packages/mcp/bin/model-tasks-mcp.js`
const packages = `${here}/mcp/node_modules/@modelcontextprotocol`

/** Scenarios of the conformance suite for what the server offers. All others call tools and prompts of a test server's own. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

/** The MCP inspector and the conformance suite, unmodified, against our server: over stdio and over HTTP. */
export const mcp = {
  name: 'MCP',
  room: 'packages/mcp',
  run: () =>
    withService(async ({ folder, environment }) => {
      await install(`${here}/mcp`)
      const env = { ...environment, HOME: folder, MODEL_TASKS_MCP_STATE: `${folder}/state` }
      const ask = inspector(env)
      const few = await ask({}, '--strict', '--method', 'tools/list')
      const perModel = await ask({ MODEL_TASKS_MCP_TOOLS: 'per-model' }, '--strict', '--method', 'tools/list')
      if (few.tools.length >= perModel.tools.length)
        throw new Error(`${few.tools.length} tools, and ${perModel.tools.length} with one per model`)
      await purchase(ask, environment, 1)
      await finding(ask)
      const passed = await overHttp(env, async (url) => {
        const askAt = inspectorAt(url, env)
        const there = await askAt({}, '--method', 'tools/list')
        if (there.tools.length !== few.tools.length) throw new Error(`${there.tools.length} tools over HTTP`)
        await purchase(askAt, environment, 2)
        await finding(askAt)
        return conforms(url, env)
      })
      return `${few.tools.length} tools and ${perModel.tools.length} with one per model, one task for one request_id over stdio and over HTTP, ${passed} checks of conformance`
    }),
}

/** Calls the inspector at our server, each time with a process of its own. `more`: settings of the server. */
function inspector(env) {
  return async (more, ...words) => {
    const settings = Object.entries({ ...env, ...more })
      .filter(([name]) => name.startsWith('MODEL_TASKS_'))
      .flatMap(([name, value]) => ['-e', `${name}=${value}`])
    return inspect([process.execPath, program, ...settings, ...words], env)
  }
}

/** Calls the inspector at a server that runs. */
function inspectorAt(url, env) {
  return (_, ...words) => inspect([url, '--transport', 'http', ...words], env)
}

async function inspect(words, env) {
  const script = `${packages}/inspector/clients/launcher/build/index.js`
  const output = await executeOnNode22(script, ['--cli', ...words], { env })
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
}

const call = (tool, input) => [
  ...['--method', 'tools/call', '--tool-name', tool, '--tool-arg'],
  ...Object.entries(input).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ),
]

/** One request_id is one task, in two calls; its handle leads to a file. `made`: the tasks of the account afterwards. */
async function purchase(ask, { MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: key }, made) {
  const boat = {
    model: 'beta-5.0',
    parameters: { prompt: 'A paper boat at dusk' },
    request_id: `boat-${made}`,
    wait_seconds: 0,
  }
  const [first, again] = [await ask({}, ...call('generate', boat)), await ask({}, ...call('generate', boat))]
  const { task_id } = first.structuredContent
  if (again.structuredContent.task_id !== task_id) throw new Error('the same request_id made two tasks')
  let latest = first
  while (latest.structuredContent.status !== 'completed') latest = await ask({}, ...call('get_task', { task_id }))
  const link = latest.content.find(({ type }) => type === 'resource_link')
  const file = Buffer.from(await (await fetch(link.uri)).arrayBuffer())
  if (file.subarray(1, 4).toString() !== 'PNG') throw new Error('the file is not what its model makes')
  const listed = await fetch(`${baseUrl}/v2/model-center/tasks`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = await listed.json()
  if (data.length !== made) throw new Error(`${data.length} tasks were made`)
}

/** What is wrong is a tool error that names the parameter, which the inspector ends with. */
async function finding(ask) {
  const wrong = { model: 'beta-5.0', parameters: { prompt: 'A boat', duration: 5 } }
  const words = await ask({}, ...call('generate', wrong)).then(
    () => 'nothing was wrong',
    ({ message }) => message,
  )
  if (!words.includes('duration') || !words.includes('tool_is_error'))
    throw new Error(`expected a finding, got ${words}`)
}

/** Hands the address of a server over HTTP to `use`, then stops it. */
async function overHttp(env, use) {
  const child = spawn(process.execPath, [program, '--http', '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  try {
    return await use(await addressOf(child))
  } finally {
    child.kill()
    await ended
  }
}

/** Runs the scenarios. Answers how many checks have passed. */
async function conforms(url, env) {
  let passed = 0
  for (const scenario of scenarios) {
    const words = ['server', '--url', url, '--scenario', scenario]
    const output = await executeOnNode22(`${packages}/conformance/dist/index.js`, words, { env })
    const [, good, all] = /Passed: (\d+)\/(\d+), 0 failed, 0 warnings/.exec(output) ?? []
    if (good === undefined || good !== all || good === '0') throw new Error(`${scenario}:\n${output}`)
    passed += Number(good)
  }
  return passed
}

async function addressOf({ stderr }) {
  for await (const line of createInterface({ input: stderr })) {
    const [url] = /http:\S+/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the server did not start')
}
