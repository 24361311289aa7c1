import type { Call, Context } from '../call/context.js'
import { answerDetails, failure } from '../errors/failure.js'
import { ApiError } from '../errors/api-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { backoff } from '../policy/backoff.js'
import { isSuccess } from '../policy/classify.js'
import { Stopped } from '../policy/scope.js'
import { exchange } from '../transport/exchange.js'
import { fromAnswer } from '../transport/response-info.js'
import type { Capabilities } from './resources.js'
import { isTransient } from '../wait/transient.js'
import { pollDelay } from '../wait/poll-delay.js'

/** What a service answers that does not have an extension. */
export const notOffered: readonly number[] = [404, 405, 501]

/** Asks the service what it offers beyond the interface. Throws ApiError where it does not have this route. */
export async function capabilities(context: Context, call: Call): Promise<Capabilities> {
  const answer = await exchange(context, call, { method: 'GET', path: '/capabilities' })
  if (!isSuccess(answer.status)) throw await failure(context, call, answer, 'capabilities', {})
  if (!isCapabilities(answer.json))
    throw new ProtocolError('capabilities: the answer declares no extensions', answerDetails(context, answer))
  context.idempotent ??= answer.json.extensions.includes('idempotency')
  context.declared = answer.json
  return fromAnswer(answer.json, answer)
}

/**
 * What the service has declared, asked once; undefined where it declares nothing. What may pass is tried again. Throws what
 * `capabilities` throws where the service cannot be asked, and `Stopped` when the call ends meanwhile.
 */
export async function declaredBy(context: Context, call: Call): Promise<Capabilities | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      return context.declared ?? (await capabilities(context, call))
    } catch (error) {
      if (error instanceof ApiError && notOffered.includes(error.status)) return undefined
      if (!isTransient(error) || attempt >= call.retries) throw error
      await call.scope.sleep(backoff(attempt, pollDelay(context.clock, call.pollInterval)))
    }
  }
}

/**
 * Whether the service has declared that it keeps Idempotency-Keys. Asked only when the answer decides something;
 * a service that cannot be asked has not declared it. Throws only `Stopped`, when the call ends meanwhile.
 */
export async function keepsKeys(context: Context, call: Call): Promise<boolean> {
  if (context.idempotent !== undefined) return context.idempotent
  try {
    return (await declaredBy(context, call))?.extensions.includes('idempotency') === true
  } catch (error) {
    if (error instanceof Stopped) throw error
    return false
  }
}

function isCapabilities(value: unknown): value is Capabilities {
  const { extensions, account } = Object(value) as { extensions?: unknown; account?: unknown }
  return Array.isArray(extensions) && (account === undefined || (typeof account === 'string' && account !== ''))
}
