import { createModelTasks } from '@model-tasks/ai-sdk'
import { ModelTasks } from '@model-tasks/client'
import { createProxy } from '@model-tasks/proxy'

let proxy

/** As the guide has it, with the settings of a worker in place of those of a process. */
export default {
  async fetch(request, { BASE_URL: baseUrl, API_KEY: apiKey, SECRET: secret }) {
    const { pathname } = new URL(request.url)
    if (pathname === '/image') return image({ baseUrl, apiKey })
    if (pathname === '/from-image') return fromImage({ baseUrl, apiKey }, await request.blob())
    proxy ??= createProxy({
      ...{ baseUrl, apiKey, secret },
      user: ({ headers }) => headers.get('x-user'),
      models: ['sd_2.0_discount'],
      budget: { perDay: 100 },
    })
    return proxy(request)
  },
}

/** What the provider of the AI SDK makes, without the AI SDK around it. */
async function image(settings) {
  const options = { n: 1, providerOptions: {}, headers: { 'idempotency-key': 'image-of-a-worker' } }
  const { images } = await createModelTasks(settings)
    .image('beta-5.0')
    .doGenerate({ prompt: 'A paper boat', ...options })
  return new Response(images[0])
}

/** What the client submits with a file, of which a worker cannot tell the pixels. */
async function fromImage(settings, picture) {
  const warnings = []
  const client = new ModelTasks({ ...settings, logger: { warn: (message) => warnings.push(message) } })
  const input = { prompt: 'A paper boat', duration: 4, resolution: '480p', first_image: [picture] }
  const { id } = await client.submit('sd_2.0_discount', input)
  return Response.json({ id, warnings })
}
