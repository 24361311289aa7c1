import type { ClientOptions, Logger } from '../call/options.js'
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
}

/** A `fetch` that tells hooks and the log of each request, and sends the caller's W3C trace context along. */
export function observed(
  send: typeof fetch,
  { onRequest, onResponse, traceContext, clock, ...options }: ClientOptions,
  logger: Logger,
): typeof fetch {
  const now = (): number => clock?.now() ?? performance.now()
  return async (url, init) => {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init?.headers)), ...traceContext?.() })
    const seen = Object.fromEntries(headers)
    if ('authorization' in seen) seen.authorization = '[redacted]'
    const event: RequestEvent = {
      method: init?.method ?? 'GET',
      url: redact(url instanceof Request ? url.url : url.toString(), [options.apiKey]),
      headers: seen,
    }
    const started = now()
    const tell = <E>(hook: ((event: E) => void) | undefined, value: E): void => {
      try {
        hook?.(value)
      } catch (error) {
        logger.warn?.(`a hook threw: ${String(error)}`)
      }
    }
    const done = (status: number): void => {
      const answered: ResponseEvent = { ...event, status, milliseconds: now() - started }
      logger.debug?.(`${event.method} ${event.url} ${status || 'no answer'}`, { ...answered })
      tell(onResponse, answered)
    }
    tell(onRequest, event)
    try {
      const response = await send(url, { ...init, headers })
      done(response.status)
      return response
    } catch (error) {
      done(0)
      throw error
    }
  }
}
