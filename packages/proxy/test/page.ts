import { ModelTasks } from '@model-tasks/client'
import type { ProxyHandler } from '../src/index.js'

/** A task that goes on until it is cancelled. */
export const boat = { prompt: '[[delay: 1h]] A paper boat', duration: 4, resolution: '480p' } as const

/** What proxies sign with. */
export const secret = 'a secret of this test, long enough to sign'

/** The client as a page has it: no key, and the user of its cookie. */
export function as(user: string, proxy: ProxyHandler): ModelTasks {
  return new ModelTasks({
    baseUrl: 'https://app.example.com/api',
    apiKey: null,
    headers: { 'x-user': user },
    fetch: (input, init) => proxy(new Request(input, init)),
    pollInterval: 10,
    logger: {},
  })
}
