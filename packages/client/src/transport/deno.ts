import { innermostMessage } from '../policy/classify.js'
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
      const response = await send(url, { ...init, ...{ client } }).catch(blocked)
      const { status, headers } = response
      let text = ''
      const body = await readText(response, 8, (read) => (text = read)).catch((cause: unknown) =>
        brokenOff(text, cause),
      )
      return new Response(withoutBody.includes(status) ? null : body, { status, headers })
    } finally {
      client.close()
    }
  }
}

/** Throws the error of a request that was not sent. Deno's words for a port that no `fetch` sends to are its own: Node's stand for them. */
function blocked(error: unknown): never {
  const isBlocked = /Requests to port \d+ are blocked$/.test(innermostMessage(error))
  throw isBlocked ? new TypeError('fetch failed', { cause: new Error('bad port') }) : error
}

/** A body of which that much came before what broke it off. */
function brokenOff(text: string, cause: unknown): ReadableStream<Uint8Array> {
  const chunks = text === '' ? [] : [new TextEncoder().encode(text)]
  return new ReadableStream({
    pull: (controller) => {
      const chunk = chunks.pop()
      if (chunk) controller.enqueue(chunk)
      else controller.error(cause)
    },
  })
}
