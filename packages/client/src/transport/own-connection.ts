/** A connection for one submit. */
export interface OwnConnection {
  /** What the request needs beside its body. */
  readonly init: object
  close: () => void
}

interface HttpClient {
  close: () => void
}
type Runtime = typeof globalThis & {
  Deno?: { createHttpClient?: (options: { poolMaxIdlePerHost: number }) => HttpClient }
}

/**
 * Deno sends a POST again, unasked, when a kept connection is reset before the answer; over a connection of its own it
 * does not. Elsewhere this is nothing: Node does not send again, and browsers offer no way to tell them.
 */
export function ownConnection(): OwnConnection {
  const client = (globalThis as Runtime).Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 })
  return { init: client ? { client } : {}, close: () => client?.close() }
}
