import { OpenAPIBackend } from 'openapi-backend'
import { differences, expectFault, expectNone, sampleVectors, subset } from '../subset.mjs'

/** Requests through the router and the validators: 3.1 in quick mode, which does not judge the document itself, and 3.0. */
export async function check() {
  const vectors = await sampleVectors(12)
  for (const [name, quick] of [
    ['openapi.json', true],
    ['openapi-3.0.json', false],
  ]) {
    const api = await backend(await subset(name), quick)
    expectNone(await differences(vectors, (body) => accepts(api, body)))
  }
  const published = await subset('openapi.json')
  const fails = await quietly(() =>
    backend(published, false).then(
      () => false,
      () => true,
    ),
  )
  expectFault(fails, 'openapi-backend takes 3.1 documents for invalid ones')
  return `${vectors.length} requests judged as their vectors say, in 3.1 and in 3.0`
}

async function backend(definition, quick) {
  const api = new OpenAPIBackend({
    definition,
    quick,
    handlers: {
      submitTask: () => true,
      validationFail: () => false,
      notFound: () => false,
      unauthorizedHandler: () => false,
    },
    ajvOpts: { logger: false },
  })
  api.registerSecurityHandler('bearer', () => true)
  await api.init()
  return api
}

function accepts(api, body) {
  return api.handleRequest({
    method: 'POST',
    path: '/v2/model-center/tasks',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body,
  })
}

/** It prints hundreds of lines about a document that it rejects. */
async function quietly(run) {
  const { error, warn } = console
  Object.assign(console, { error: () => {}, warn: () => {} })
  try {
    return await run()
  } finally {
    Object.assign(console, { error, warn })
  }
}
