import { loaders } from '../../../generated/upstreams/index.js'
import { signs } from '../../../generated/upstreams/interpreter/index.js'
import { serveFake } from '../../../packages/service/dist/commands/fake/serve-fake.js'
import { exampleKey } from '../../../packages/service/dist/commands/fake/token-desk.js'
import { openCredentials } from '../../../packages/service/dist/run/provider/credentials/open.js'
import { clients } from './clients.mjs'

/**
 * Lets every vendor's client complete a task: against a fake of its protocol and, where a service is given by
 * MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY, against that service's native API.
 */
const { MODEL_TASKS_BASE_URL: service, MODEL_TASKS_API_KEY: apiKey } = process.env
const prompt = 'A paper boat at dusk'
/** Why the tasks that are to fail do. */
const reason = 'the harbour is closed'
const longest = 240_000
let failures = 0

for (const client of clients) {
  const model = client.model ?? 'sd_2.0_discount'
  if (client.atFake !== false) await atTheFake(client, model)
  if (service === undefined || apiKey === undefined || client.atService === false) continue
  const baseUrl = `${new URL(service).origin}${client.path ?? `/native/${client.protocol}`}`
  const atService = { ...client, baseUrl, apiKey, model }
  await attempt(`${client.name} against the native API`, { ...atService, prompt })
  if (client.unknownModel !== undefined) await attemptUnknownModel(client.name, { ...atService, prompt })
  await attemptFailure(`${client.name} against the native API, a task that fails`, {
    ...atService,
    prompt: `[[fail: ${reason}]]`,
  })
}
process.exitCode = failures > 0 ? 1 : 0

async function atTheFake(client, model) {
  const { mapping } = await loaders[client.protocol]()
  const signed = mapping.authentication.token?.by
  const ownKey = exampleKey(mapping.authentication, '')
  // Of such a client, as of one that signs, the key itself is sent to what makes it a token.
  const signsRequests = signs(mapping.authentication.token) || client.ownToken === true
  const known = signsRequests ? ownKey : { undefined: 'fake-key', 'jwt-hs256': ownKey }[signed]
  const fake = await serveFake(mapping, { duration: 200, ...(known === undefined ? {} : { key: known }) })
  const fakeKey = signed === undefined || signsRequests ? known : await tokenOf(mapping, fake.baseUrl)
  await attempt(`${client.name} against the fake`, {
    ...client,
    baseUrl: fake.baseUrl,
    apiKey: fakeKey,
    model,
    prompt,
  })
  if (fake.tasks.length !== 1) fail(`${client.name} made ${fake.tasks.length} tasks at the fake`)
  const atFake = { ...client, baseUrl: fake.baseUrl, apiKey: fakeKey, model }
  if (mapping.operations[client.kind ?? 'video']?.id !== undefined) {
    await attemptFailure(`${client.name} against the fake, a task that fails`, {
      ...atFake,
      prompt: `[[fail: ${reason}]]`,
    })
    if (client.cancel !== undefined) await attemptCancel(`${client.name} against the fake, a cancel`, atFake)
  }
  await fake.close()
}

/** A token of the fake: what is made of a key, which the vendor's own libraries fetch elsewhere. */
async function tokenOf({ authentication }, baseUrl) {
  const clock = { now: () => performance.now(), setTimeout, clearTimeout }
  const credentials = openCredentials(authentication, exampleKey(authentication, baseUrl), { fetch, clock })
  return (await credentials.prove({ method: 'GET', url: baseUrl })).token
}

async function attempt(what, { run, fileHeaders = () => ({}), ...options }) {
  try {
    const url = await run(options)
    const response = await fetch(url, { headers: fileHeaders(options.apiKey) })
    const bytes = (await response.arrayBuffer()).byteLength
    if (!response.ok || bytes === 0) throw new Error(`the file answered ${response.status} with ${bytes} bytes`)
    console.log(`${what.padEnd(48)} ${bytes} bytes`)
  } catch (error) {
    fail(`${what}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error)}`)
  }
}

/** A task that fails must reject the client's call, soon and with the reason: a client that polls on hangs. */
async function attemptFailure(what, { run, tellsReason = true, ...options }) {
  const outcome = await Promise.race([
    run(options).then(
      (url) => `it answered ${url}`,
      (error) => error,
    ),
    new Promise((resolve) => setTimeout(() => resolve(`it still waits after ${longest / 1000} s`), longest)),
  ])
  if (typeof outcome === 'string') return fail(`${what}: ${outcome}`)
  const said = `${outcome.message} ${JSON.stringify(outcome.body ?? outcome.cause ?? '')}`
  if (said.includes(reason) || !tellsReason) console.log(`${what.padEnd(48)} ${outcome.message.slice(0, 80)}`)
  else fail(`${what}: the reason is missing in ${said.slice(0, 300)}`)
}

/** A model that is not there must reject the call with the package's own error for that. */
async function attemptUnknownModel(name, { run, unknownModel, ...options }) {
  const what = `${name} against the native API, an unknown model`
  const model = 'no-such-model'
  const error = await run({ ...options, model }).catch((thrown) => thrown)
  if (error?.name === unknownModel && error.message.includes(model)) console.log(`${what.padEnd(48)} ${error.message}`)
  else fail(`${what}: ${error?.name ?? error}: ${error?.message}`)
}

async function attemptCancel(what, { cancel, ...options }) {
  try {
    console.log(`${what.padEnd(48)} ${await cancel({ ...options, prompt })}`)
  } catch (error) {
    fail(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function fail(message) {
  failures++
  console.log(`FAILED ${message}`)
}
