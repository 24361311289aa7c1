import { createAnswer, type Answer } from '../policy/answer.js'
import { bounded } from '../policy/bounded.js'
import { innermostMessage, provedByFailure } from '../policy/classify.js'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { readText } from './read-text.js'

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
    new ConnectionError(`${method} ${path} at ${new URL(baseUrl).host}: no answer (${innermostMessage(cause)})`, {
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
        return createAnswer(response.status, response.headers, body)
      },
    )
  } catch (cause) {
    if (cause instanceof AbortedError) throw cause
    const proved = provedByFailure(cause)
    throw failed(cause, proved !== 'may exist', proved === 'blocked' || undefined)
  }
}
