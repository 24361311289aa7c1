import { createModelTasks } from '@model-tasks/ai-sdk'
import { createProxy } from '@model-tasks/proxy'

let proxy

/** As the guide has it, with the settings of a worker in place of those of a process. */
export default {
  async fetch(request, { BASE_URL: baseUrl, API_KEY: apiKey, SECRET: secret }) {
    if (new URL(request.url).pathname === '/image') return image({ baseUrl, apiKey })
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
