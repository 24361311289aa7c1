import { sleep } from '../policy/bounded.js'
import type { Call, Context } from '../call/context.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { exchange } from '../transport/exchange.js'
import { failure } from '../errors/failure.js'
import { pollDelay } from '../wait/poll-delay.js'
import { isTransient } from '../wait/query.js'
import { redactAnswer } from '../policy/redact.js'

/** What a service declares beyond the interface. */
export interface Capabilities {
  object: 'capabilities'
  version?: string
  /** Ids of the extensions, such as `idempotency` or `list`. */
  extensions: string[]
  polling?: { minimumSeconds?: number }
  [field: string]: unknown
}

/** Asks the service what it offers beyond the interface. Throws ApiError where it does not know the question. */
export async function capabilities(context: Context, call: Call): Promise<Capabilities> {
  const answer = await exchange(context, call, 'GET', '/capabilities')
  if (answer.status > 299) throw failure(context, answer, 'capabilities', {})
  if (!isCapabilities(answer.json))
    throw new ProtocolError('capabilities: the answer declares no extensions', {
      body: redactAnswer(answer, [context.apiKey]).body,
    })
  context.idempotent ??= answer.json.extensions.includes('idempotency')
  return answer.json
}

/**
 * Whether the service has declared that it keeps Idempotency-Keys. Asked only when the answer decides something;
 * a service that cannot be asked has not declared it. Never throws.
 */
export async function keepsKeys(context: Context, call: Call): Promise<boolean> {
  for (let attempt = 0; context.idempotent === undefined; attempt++) {
    try {
      await capabilities(context, call)
    } catch (error) {
      if (!isTransient(error) || attempt >= call.retries) return false
      await sleep(context.clock, Math.min(500 * 2 ** attempt, pollDelay(context, call)), call.signal).catch(
        () => undefined,
      )
    }
  }
  return context.idempotent
}

function isCapabilities(value: unknown): value is Capabilities {
  return typeof value === 'object' && value !== null && 'extensions' in value && Array.isArray(value.extensions)
}
