import type { Call, Context } from '../call/context.js'
import { unanswered, type Subject } from '../errors/failure.js'
import { createAnswer, type Answer } from '../policy/answer.js'
import { notSent, outcomeOfFailure, type MayExist, type NotSent } from '../policy/outcome.js'
import { readText } from '../policy/read-text.js'

/** One request below `{base_url}/v2/model-center`. */
export interface ServiceRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Blob
  /** What a platform needs beside the standard fields. */
  init?: object
}

/**
 * One request, one answer of at most 8 MiB, or what the lack of one proves; never throws. Nothing is sent once the call
 * has ended. Never follows a redirect, so that the key stays with the service it belongs to. A request answered with 401 is
 * sent once more when the key function provides another key.
 */
export async function tryExchange(
  context: Context,
  { scope, requestTimeout, headers: own }: Call,
  { method, path, headers, body, init }: ServiceRequest,
): Promise<Answer | NotSent | MayExist> {
  const url = `${context.baseUrl}/v2/model-center${path}`
  for (let renewed = false; ; renewed = true) {
    let release: (() => void) | undefined
    let started = false
    try {
      const held = context.key.current()
      const key = typeof held === 'string' ? held : await scope.run(() => held)
      const request = {
        ...init,
        method,
        ...(body !== undefined && { body }),
        headers: { ...own, ...headers, authorization: `Bearer ${key}` },
        redirect: 'manual' as const,
      }
      const send = context.plainSend ?? (await scope.run(context.loadSend))
      const invalid = invalidRequest(url, request)
      if (invalid) return notSent(invalid, false)
      release = await context.admission.acquire(scope)
      const answer = await scope.run(async (signal) => {
        started = true
        const response = await send(url, { ...request, signal })
        return createAnswer(response.status, response.headers, await readText(response), context.clock.date?.())
      }, requestTimeout)
      if (answer.status !== 401 || renewed || !(await scope.run(() => context.key.renew(key)).catch(() => false)))
        return answer
    } catch (cause) {
      return started ? outcomeOfFailure(cause) : notSent(cause)
    } finally {
      release?.()
    }
  }
}

/** `tryExchange` for requests that create nothing. Throws AbortedError, and ConnectionError without a whole answer. */
export async function exchange(
  context: Context,
  call: Call,
  request: ServiceRequest,
  about: Subject = {},
): Promise<Answer> {
  const answer = await tryExchange(context, call, request)
  if ('proved' in answer) throw unanswered(context, request, answer, about)
  return answer
}

function invalidRequest(url: string, init: RequestInit): unknown {
  try {
    new Request(url, init)
  } catch (cause) {
    return cause
  }
  return undefined
}
