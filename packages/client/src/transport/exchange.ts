import { bounded } from '../policy/clock.js'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { readText } from './read-text.js'
import { retryAfter } from '../policy/retry-after.js'

/** An answer, read to its end. */
export interface Answer {
  status: number
  headers: Headers
  body: string
  /** The parsed body; undefined when it is no JSON. */
  json: unknown
  /** Milliseconds. */
  retryAfter: number | undefined
}

/**
 * One request below `{base_url}/v2/model-center`, one answer. Never follows a redirect, so that the key stays with the
 * service it belongs to. Throws ConnectionError without a whole answer of at most 8 MiB, and AbortedError when the caller's signal fired.
 */
export async function exchange(
  { clock, baseUrl, apiKey, send }: Context,
  call: Call,
  method: string,
  path: string,
  init?: RequestInit,
  taskId?: string,
): Promise<Answer> {
  const headers = { ...init?.headers, authorization: `Bearer ${apiKey}` }
  const url = `${baseUrl}/v2/model-center${path}`
  const request = { ...init, method, headers, redirect: 'manual' as const }
  const failed = (cause: unknown, nothingSent: boolean, refused?: true): ConnectionError =>
    new ConnectionError(`${method} ${path} at ${new URL(baseUrl).host}: no answer (${innermost(cause)})`, {
      nothingSent,
      refused,
      cause,
      taskId,
    })
  try {
    new Request(url, request)
  } catch (cause) {
    throw failed(cause, true, true)
  }
  try {
    return await bounded(
      clock,
      Math.min(call.requestTimeout, call.deadline - clock.now()),
      call.signal,
      async (signal) => {
        const response = await send(url, { ...request, signal })
        const body = await readText(response)
        return {
          status: response.status,
          headers: response.headers,
          body,
          json: parse(body),
          retryAfter: retryAfter(response.headers),
        }
      },
    )
  } catch (cause) {
    if (cause instanceof AbortedError) throw cause
    const refused = innermost(cause) === 'bad port' || undefined
    throw failed(cause, refused ?? neverSent(cause), refused)
  }
}

/** The value of a JSON text; undefined when it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The connection was never made: Node and Bun name the system call or the failure. Anything unknown counts as sent. */
function neverSent(error: unknown): boolean {
  const { cause, errors, syscall, code } = error as {
    cause?: unknown
    errors?: unknown[]
    syscall?: unknown
    code?: unknown
  }
  return (
    /^(connect|getaddrinfo|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT)$|CERT|SELF_SIGNED/.test(
      String(syscall ?? code),
    ) || (errors ? errors.every(neverSent) : cause instanceof Error && neverSent(cause))
  )
}

function innermost(error: unknown): string {
  const { cause, message, code } = error as { cause?: unknown; message?: unknown; code?: unknown }
  return cause instanceof Error ? innermost(cause) : String(message || code)
}
