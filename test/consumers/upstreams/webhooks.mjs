import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Replicate, { validateWebhook } from 'replicate'
import { loaders } from '../../../generated/upstreams/index.js'
import { serveFake } from '../../../packages/service/dist/commands/fake/serve-fake.js'

/**
 * Lets Replicate's own client verify a webhook of the fake, with the secret that it asks the fake for. The service
 * verifies the same webhooks: what the fake signs is what the vendor signs.
 */
const { mapping } = await loaders.replicate()
const fake = await serveFake(mapping, { duration: 100, key: 'fake-key' })
const receiver = createServer().listen(0, '127.0.0.1')
await once(receiver, 'listening')
const arrived = new Promise((resolve) => {
  receiver.on('request', (request, response) => {
    void buffer(request).then((body) => {
      response.end()
      resolve({ headers: request.headers, body: body.toString() })
    })
  })
})

try {
  const replicate = new Replicate({ auth: 'fake-key', baseUrl: fake.baseUrl })
  await replicate.predictions.create({
    model: 'owner/sd_2.0_discount',
    input: { prompt: 'A paper boat at dusk', duration: 5 },
    webhook: `http://127.0.0.1:${receiver.address().port}/hook`,
    webhook_events_filter: ['completed'],
  })
  const { headers, body } = await arrived
  const { key: secret } = await replicate.webhooks.default.secret.get()
  const parts = { id: headers['webhook-id'], timestamp: headers['webhook-timestamp'], secret }
  const signature = headers['webhook-signature']
  if (!(await validateWebhook({ ...parts, signature, body }))) throw new Error('the signature is rejected')
  if (await validateWebhook({ ...parts, signature, body: `${body} ` })) throw new Error('an altered body is taken')
  if (JSON.parse(body).status !== 'succeeded') throw new Error(`the webhook says ${body}`)
  console.log('replicate verifies a webhook of the fake')
} catch (error) {
  process.exitCode = 1
  console.log(
    `FAILED replicate verifies a webhook of the fake: ${error instanceof Error ? error.message : String(error)}`,
  )
} finally {
  receiver.close()
  await fake.close()
}
