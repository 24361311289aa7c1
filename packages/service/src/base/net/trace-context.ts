import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string | undefined>()

/**
 * Does work whose requests belong to a trace: those that `tracedFetch` sends meanwhile carry this `traceparent` (W3C Trace
 * Context). Undefined: they belong to none.
 */
export function inTrace<T>(traceparent: string | undefined, work: () => T): T {
  return current.run(traceparent, work)
}

/** The same `fetch`; its requests carry the `traceparent` of the work that they belong to. */
export function tracedFetch(send: typeof fetch): typeof fetch {
  return (input, init = {}) => {
    const traceparent = current.getStore()
    if (traceparent === undefined) return send(input, init)
    const headers = new Headers(init.headers)
    headers.set('traceparent', traceparent)
    return send(input, { ...init, headers })
  }
}
