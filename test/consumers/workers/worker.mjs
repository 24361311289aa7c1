import { createProxy } from '@model-tasks/proxy'

let proxy

/** As the guide has it, with the settings of a worker in place of those of a process. */
export default {
  fetch(request, { BASE_URL: baseUrl, API_KEY: apiKey, SECRET: secret }) {
    proxy ??= createProxy({
      ...{ baseUrl, apiKey, secret },
      user: ({ headers }) => headers.get('x-user'),
      models: ['sd_2.0_discount'],
      budget: { perDay: 100 },
    })
    return proxy(request)
  },
}
