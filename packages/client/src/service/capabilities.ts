import type { Call, Context } from '../call/context.js'
import { answerDetails, failure } from '../errors/failure.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { backoff } from '../policy/backoff.js'
import { isSuccess } from '../policy/classify.js'
import { exchange } from '../transport/exchange.js'
import { fromAnswer } from '../transport/response-info.js'
import { isTransient } from '../wait/transient.js'
import { pollDelay } from '../wait/poll-delay.js'

/** What a service declares beyond the interface. */
export interface Capabilities {
  object: 'capabilities'
  version?: string
  /** IDs of the extensions, such as `idempotency` or `list`. */
  extensions: string[]
  polling?: { minimumSeconds?: number }
  [field: string]: unknown
}

/** Asks the service what it offers beyond the interface. Throws ApiError where it does not have this route. */
export async function capabilities(context: Context, call: Call): Promise<Capabilities> {
  const answer = await exchange(context, call, { method: 'GET', path: '/capabilities' })
  if (!isSuccess(answer.status)) throw await failure(context, call, answer, 'capabilities', {})
  if (!isCapabilities(answer.json))
    throw new ProtocolError('capabilities: the answer declares no extensions', answerDetails(context, answer))
  context.idempotent ??= answer.json.extensions.includes('idempotency')
  return fromAnswer(answer.json, answer)
}

/**
 * Whether the service has declared that it keeps Idempotency-Keys. Asked only when the answer decides something;
 * a service that cannot be asked has not declared it. Throws only `Stopped`, when the call ends meanwhile.
 */
export async function keepsKeys(context: Context, call: Call): Promise<boolean> {
  for (let attempt = 0; context.idempotent === undefined; attempt++) {
    try {
      await capabilities(context, call)
    } catch (error) {
      if (!isTransient(error) || attempt >= call.retries) return false
      await call.scope.sleep(backoff(attempt, pollDelay(context.clock, call.pollInterval)))
    }
  }
  return context.idempotent
}

function isCapabilities(value: unknown): value is Capabilities {
  return Array.isArray((Object(value) as { extensions?: unknown }).extensions)
}
