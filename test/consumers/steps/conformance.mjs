import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { generated, here } from '../paths.mjs'
import { withService } from '../service.mjs'
import { install } from '../shell.mjs'

const prefix = '/v2/model-center'
const json = { 'content-type': 'application/json' }
const boat = {
  model: 'sd_2.0_discount',
  prompt: '[[delay: 60s]] A paper boat at dusk',
  duration: 4,
  resolution: '480p',
}

/** Asks the running service everything the document describes, and holds each answer against it. */
export const conformance = {
  name: 'OpenAPI and the service',
  run: () =>
    withService(async ({ environment }) => {
      const document = JSON.parse(await readFile(`${generated}/openapi.json`, 'utf8'))
      const ask = asker(document, environment, await openapiAjv())
      await ask('GET', '/capabilities', 200, { key: undefined })
      await ask('GET', '/models', 200)
      await ask('GET', '/directory', 200)
      const task = await ask('POST', '/tasks', 200, { body: boat, headers: { 'idempotency-key': 'once' } })
      const again = await ask('POST', '/tasks', 200, { body: boat, headers: { 'idempotency-key': 'once' } })
      if (again.id !== task.id) throw new Error('the same Idempotency-Key made two tasks')
      await ask('POST', '/tasks', 409, { body: { ...boat, duration: 5 }, headers: { 'idempotency-key': 'once' } })
      await ask('GET', '/tasks/{id}', 200, { id: task.id })
      await ask('GET', '/tasks', 200, { query: '?limit=1&status=queued' })
      await ask('POST', '/tasks/{id}/cancel', 200, { id: task.id })
      await ask('POST', '/tasks/{id}/cancel', 409, { id: task.id })
      const asset = await ask('POST', '/assets', 200, { bytes: onePixel, headers: { 'content-type': 'image/png' } })
      await ask('GET', '/assets/{id}', 200, { id: asset.id })
      await ask('GET', '/assets', 200)
      await ask('DELETE', '/assets/{id}', 204, { id: asset.id })
      await ask('DELETE', '/assets/{id}', 404, { id: asset.id })
      await ask('POST', '/tasks', 400, { body: { ...boat, resolution: '720P' } })
      await ask('POST', '/tasks', 401, { body: boat, key: undefined })
      await ask('POST', '/tasks', 403, { body: { model: 'zeta-H3_933_1080p', prompt: 'A boat' } })
      await ask('GET', '/tasks/{id}', 404, { id: 'task_unknown' })
      await ask('POST', '/tasks', 415, {
        bytes: Buffer.from('a=b'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      return `${ask.count} answers as the document describes them`
    }),
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** An ajv that checks formats, those of OpenAPI's integers too, and knows the words of OpenAPI; it fails on any other. */
async function openapiAjv() {
  const folder = `${here}/json-schema-tools`
  await install(folder)
  const require = createRequire(`${folder}/package.json`)
  const { Ajv2020 } = require('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: { log: fail, warn: fail, error: fail } })
  require('ajv-formats').default(ajv)
  return ajv
}

function fail(...words) {
  throw new Error(words.join(' '))
}

function asker(document, { MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: apiKey }, ajv) {
  ajv.addSchema({ $id: 'document', ...document })

  async function ask(method, path, status, { id, query = '', body, bytes, headers = {}, ...rest } = {}) {
    const key = 'key' in rest ? rest.key : apiKey
    const response = await fetch(baseUrl + prefix + path.replace('{id}', id) + query, {
      method,
      headers: {
        ...(body === undefined ? {} : json),
        ...headers,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    const text = await response.text()
    const where = `${method} ${path} answered ${response.status} ${text}`
    if (response.status !== status) throw new Error(`${where}, not ${status}`)
    const type = response.headers.get('content-type')?.split(';')[0]
    const { pointer, value } = described(document, [
      'paths',
      prefix + path,
      method.toLowerCase(),
      'responses',
      String(status),
    ])
    if (value.content === undefined && text === '') {
      ask.count++
      return undefined
    }
    if (value.content?.[type] === undefined) throw new Error(`${where}; the document has no ${type} for it`)
    const answer = JSON.parse(text)
    const validate = ajv.compile({ $ref: `document#${pointer}/content/${escaped(type)}/schema` })
    if (!validate(answer)) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`)
    ask.count++
    return answer
  }
  ask.count = 0
  return ask
}

/** The place a path leads to, its references followed. */
function described(document, steps) {
  let [pointer, value] = ['', document]
  for (const step of steps) {
    ;[pointer, value] = [`${pointer}/${escaped(step)}`, value?.[step]]
    if (value?.$ref !== undefined) {
      pointer = value.$ref.slice(1)
      value = pointer
        .slice(1)
        .split('/')
        .reduce((place, name) => place[name], document)
    }
  }
  if (value === undefined) throw new Error(`the document does not describe ${steps.join(' ')}`)
  return { pointer, value }
}

function escaped(step) {
  return encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))
}
