import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { generated } from '../../paths.mjs'
import { expectFault, sampleVectors, subset } from '../subset.mjs'

const tasks = '/v2/model-center/tasks'
const boat = { model: 'sd_2.0_discount', prompt: 'A paper boat at dusk', duration: 4, resolution: '480p' }

/** `prism mock` from the examples of the document, and `prism proxy --errors` in front of the running service. */
export async function check() {
  const operations = await getHttpOperationsFromSpec(`${generated}/openapi.json`)
  const mocked = await mock(operations)
  const proxied = await proxy(operations)
  const all = await getHttpOperationsFromSpec(await subset('openapi-defaults.json'))
  if (all.length !== operations.length) throw new Error('the flavour with defaults has other operations')
  return `${mocked} requests to the mock, ${proxied} through the proxy without an error of its own`
}

async function mock(operations) {
  const vectors = (await sampleVectors(8)).filter(({ body }) => body !== null)
  return withPrism(operations, { mock: { dynamic: false }, isProxy: false, errors: false }, async (base) => {
    const ask = asker(base, 'key')
    for (const { id, body, valid } of vectors) await ask('POST', tasks, valid ? 200 : 400, body, id)
    const spaced = { ...boat, reference_images: ['https://example.com/a\u3000b.png'] }
    await ask('POST', tasks, 200, spaced)
    await ask('GET', `${tasks}/some`, 200)
    await asker(base, undefined)('GET', `${tasks}/some`, 401)
    return vectors.length + 3
  })
}

async function proxy(operations) {
  const { MODEL_TASKS_BASE_URL: upstream, MODEL_TASKS_API_KEY: key } = process.env
  return withPrism(
    operations,
    { mock: false, isProxy: true, upstream: new URL(upstream), errors: true },
    async (base) => {
      const ask = asker(base, key)
      const task = await ask('POST', tasks, 200, boat)
      const paths = [
        `${tasks}/${task.id}`,
        tasks,
        ...['capabilities', 'models', 'directory', 'assets'].map((name) => `/v2/model-center/${name}`),
      ]
      for (const path of paths) await ask('GET', path, 200)
      await ask('POST', '/v2/model-center/quote', 200, boat)
      await ask('GET', `${tasks}/unknown`, 404)
      await ask('POST', `${tasks}/${task.id}/cancel`, 200)
      // With --errors Prism does not forward what it rejects, and answers with 422 instead of the 400 of the document.
      const { validation } = await ask('POST', tasks, 422, { ...boat, duration: 60 })
      expectFault(validation.length > 10, 'Prism reports one mistake once per model')
      return paths.length + 5
    },
  )
}

function asker(base, key) {
  return async (method, path, status, body, about = path) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    const violations = response.headers.get('sl-violations')
    if (response.status !== status || (status === 200 && violations !== null))
      throw new Error(
        `${method} ${about}: ${response.status}, not ${status}: ${violations ?? ''} ${JSON.stringify(answer).slice(0, 500)}`,
      )
    return answer
  }
}

async function withPrism(operations, config, use) {
  const logger = createLogger('prism', { level: 'silent' })
  const server = createServer(operations, {
    components: { logger },
    cors: true,
    config: { checkSecurity: true, validateRequest: true, validateResponse: true, ...config },
  })
  try {
    return await use(await server.listen(0, '127.0.0.1'))
  } finally {
    await server.close()
  }
}
