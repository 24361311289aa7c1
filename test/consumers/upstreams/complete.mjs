import { loaders } from '../../../generated/upstreams/index.js'
import { serveFake } from '../../../packages/service/dist/fake/serve-fake.js'
import { clients } from './clients.mjs'

/**
 * Lets every vendor's client complete a task: against a fake of its protocol and, where a service is given by
 * MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY, against that service's native API.
 */
const { MODEL_TASKS_BASE_URL: service, MODEL_TASKS_API_KEY: apiKey } = process.env
const prompt = 'A paper boat at dusk'
let failures = 0

for (const client of clients) {
  const model = client.model ?? 'sd_2.0_discount'
  const { mapping } = await loaders[client.protocol]()
  const fake = await serveFake(mapping, { duration: 200, key: 'fake-key' })
  await attempt(`${client.name} against the fake`, {
    ...client,
    baseUrl: fake.baseUrl,
    apiKey: 'fake-key',
    model,
    prompt,
  })
  if (fake.tasks.length !== 1) fail(`${client.name} made ${fake.tasks.length} tasks at the fake`)
  await fake.close()
  if (service === undefined || apiKey === undefined) continue
  const baseUrl = `${new URL(service).origin}/native/${client.protocol}`
  await attempt(`${client.name} against the native API`, { ...client, baseUrl, apiKey, model, prompt })
}
process.exitCode = failures > 0 ? 1 : 0

async function attempt(what, { run, ...options }) {
  try {
    const url = await run(options)
    const response = await fetch(url)
    const bytes = (await response.arrayBuffer()).byteLength
    if (!response.ok || bytes === 0) throw new Error(`the file answered ${response.status} with ${bytes} bytes`)
    console.log(`${what.padEnd(48)} ${bytes} bytes`)
  } catch (error) {
    fail(`${what}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error)}`)
  }
}

function fail(message) {
  failures++
  console.log(`FAILED ${message}`)
}
