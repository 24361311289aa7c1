import express from 'express'
import { middleware } from 'express-openapi-validator'
import { differences, expectFault, expectNone, sampleVectors, subset } from '../subset.mjs'

/** A server whose requests the middleware checks: as published, and without the discriminator. */
export async function check() {
  const vectors = await sampleVectors(12)
  const published = await subset('openapi.json')
  const wrong = await withServer(published, (accepts) => differences(vectors, accepts))
  const valid = vectors.filter((vector) => vector.valid && vector.body.model !== 'beta-5.0')
  expectFault(wrong.length > valid.length / 2, 'express-openapi-validator chooses the wrong model by the discriminator')
  const plain = structuredClone(published)
  delete plain.components.schemas.SubmitRequest.discriminator
  expectNone(await withServer(plain, (accepts) => differences(vectors, accepts)))
  return `${vectors.length} requests judged as their vectors say without the discriminator, ${wrong.length} wrongly with it`
}

async function withServer(document, use) {
  const app = express()
  app.use(express.json())
  app.use(middleware({ apiSpec: document, validateRequests: true, validateResponses: false }))
  app.post('/api/v2/model-center/tasks', (_, response) => {
    response.json({})
  })
  app.use((error, _request, response, _next) => {
    response.status(error.status ?? 500).json({ message: error.message })
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  try {
    return await use(async (body) => {
      const response = await fetch(`http://127.0.0.1:${server.address().port}/api/v2/model-center/tasks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
        body: JSON.stringify(body),
      })
      if (response.status !== 200 && response.status !== 400)
        throw new Error(`${response.status} ${await response.text()}`)
      return response.status === 200
    })
  } finally {
    server.close()
  }
}
