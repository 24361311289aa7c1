import type { Logger } from '../call/logger.js'
import type { Clock } from '../policy/clock.js'
import { requestIdOf } from '../policy/answer.js'
import { redact } from '../policy/redact.js'

/** One request as hooks and the log see it: no key, no body, no signature in the URL. */
export interface RequestEvent {
  method: string
  url: string
  headers: Record<string, string>
}

export interface ResponseEvent extends RequestEvent {
  /** 0 when no answer came. */
  status: number
  milliseconds: number
  /** Headers of the answer; empty when none came. */
  responseHeaders: Record<string, string>
  /** The ID that the service gave to the request. */
  requestId: string | undefined
}

/** W3C trace context. */
export interface TraceContext {
  traceparent: string
  tracestate?: string
}

/** What may observe each request. */
export interface Hooks {
  /** Told each request before it is sent, without key and body. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined
  /** Told each answer. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined
  /** The current W3C trace context, to go out with each request. */
  traceContext?: (() => TraceContext | undefined) | undefined
}

/** A `fetch` that tells hooks and the log of each request, and sends the caller's W3C trace context along. */
export function observed(
  send: typeof fetch,
  { onRequest, onResponse, traceContext }: Hooks,
  logger: Logger,
  clock: Clock,
  secrets: readonly string[],
): typeof fetch {
  const safe = (headers: Headers): Record<string, string> =>
    Object.fromEntries([...headers].map(([name, value]) => [name, redact(value, secrets)]))
  return async (url, init) => {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init?.headers)), ...traceContext?.() })
    const seen = safe(headers)
    if ('authorization' in seen) seen.authorization = '[redacted]'
    const event: RequestEvent = {
      method: init?.method ?? 'GET',
      url: redact(url instanceof Request ? url.url : url.toString(), secrets),
      headers: seen,
    }
    const started = clock.now()
    const tell = <E>(hook: ((event: E) => unknown) | undefined, value: E): void => {
      void (async () => hook?.(value))().catch((error: unknown) => logger.warn?.(`a hook threw: ${String(error)}`))
    }
    const done = (status: number, received = new Headers()): void => {
      const answered: ResponseEvent = {
        ...event,
        status,
        milliseconds: clock.now() - started,
        responseHeaders: safe(received),
        requestId: requestIdOf(received),
      }
      logger.debug?.(`${event.method} ${event.url} ${status || 'no answer'}`, { ...answered })
      tell(onResponse, answered)
    }
    tell(onRequest, event)
    try {
      const response = await send(url, { ...init, headers })
      done(response.status, response.headers)
      return response
    } catch (error) {
      done(0)
      throw error
    }
  }
}
