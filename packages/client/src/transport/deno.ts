import { readText } from '../policy/read-text.js'

interface HttpClient {
  close: () => void
}
type Runtime = typeof globalThis & {
  Deno?: { createHttpClient?: (options: { poolMaxIdlePerHost: number }) => HttpClient }
}

/** The statuses of answers that have no body. */
const withoutBody: readonly number[] = [101, 204, 205, 304]

/**
 * Deno sends a POST again, unasked, when a kept connection is reset before the answer; over a connection of its own it does not.
 * A `fetch` that gives each POST one, and closes it once the answer is here. Elsewhere it is `send` itself: Node does not send
 * again, and browsers offer no way to tell them.
 */
export function overOwnConnections(send: typeof fetch): typeof fetch {
  const { createHttpClient } = (globalThis as Runtime).Deno ?? {}
  if (!createHttpClient) return send
  return async (url, init) => {
    if (init?.method !== 'POST') return send(url, init)
    const client = createHttpClient({ poolMaxIdlePerHost: 0 })
    try {
      const response = await send(url, { ...init, ...{ client } })
      const { status, headers } = response
      const body = await readText(response)
      return new Response(withoutBody.includes(status) ? null : body, { status, headers })
    } finally {
      client.close()
    }
  }
}
