import type { Call, Context } from '../call/context.js'
import { unanswered } from '../errors/failure.js'
import type { Subject } from '../errors/subject.js'
import { createAnswer, type Answer } from '../policy/answer.js'
import { isSuccess } from '../policy/classify.js'
import { mayExist, notSent, outcomeOfFailure, type MayExist, type NotSent } from '../policy/outcome.js'
import { readText } from '../policy/read-text.js'

/** One request below `{base_url}/v2/model-center`. */
export interface ServiceRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Blob | null
}

/**
 * One request, one answer of at most 8 MiB, or what the lack of one proves; never throws. Nothing is sent once the call
 * has ended. Never follows a redirect, so that the key stays with the service it belongs to. A request answered with 401 is
 * sent once more when the key function provides another key.
 */
export async function tryExchange(
  context: Context,
  call: Call,
  exchanged: ServiceRequest,
  renewed?: boolean,
): Promise<Answer | NotSent | MayExist> {
  const { scope, requestTimeout, headers: own } = call
  const { method, path, headers, body = null } = exchanged
  const url = `${context.baseUrl}/v2/model-center${path}`
  let release: (() => void) | undefined
  // What it proves that the next step fails.
  let proves: (cause: unknown) => NotSent | MayExist = notSent
  try {
    const transport = context.transport.loaded ?? (await scope.run(context.transport.load))
    const key = typeof transport.key === 'string' ? transport.key : await scope.run(transport.key)
    const request = {
      method,
      body,
      headers: { ...own, ...headers, ...(key && { authorization: `Bearer ${key}` }) },
      redirect: 'manual' as const,
    }
    proves = (cause) => notSent(cause, false)
    new Request(url, request)
    proves = notSent
    release = await transport.admit(scope)
    const answer = await scope.run(async (signal) => {
      proves = outcomeOfFailure
      const response = await transport.send(url, { ...request, signal })
      const { status, headers } = response
      let text = ''
      // An ID that has arrived is kept, regardless of what becomes of the rest.
      if (isSuccess(status)) proves = (cause) => mayExist(createAnswer(status, headers, text), cause)
      return createAnswer(status, headers, await readText(response, 8, (read) => (text = read)))
    }, requestTimeout)
    if (answer.status !== 401 || renewed || !(await transport.renew?.(key, scope))) return answer
  } catch (cause) {
    return proves(cause)
  } finally {
    // Its socket is free a moment after the answer is read: a request that starts before opens another.
    if (release) setTimeout(release)
  }
  return tryExchange(context, call, exchanged, true)
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
