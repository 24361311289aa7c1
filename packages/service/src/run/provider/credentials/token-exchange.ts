import { outcomeOfFailure, readRetryAfter, redact, type Answer } from '@model-tasks/client/policy'
import { boundedRequest } from '../bounded-request.js'
import { CredentialsError, type CredentialsParts } from './credentials.js'
import type { Token } from './token-cache.js'

/** Milliseconds that the exchange may take, its answer included. */
const exchangeTimeout = 30_000
/** How long an access token lives whose answer does not say, in seconds, and at most. */
const [usualLife, longestLife] = [300, 86_400]
/** How long that answer may be, in MiB. */
const maxAnswer = 1
/** What fits into a header. */
const visible = /^[\x21-\x7e]+$/

/** A request for an access token (RFC 6749): what is exchanged for it, and when, in milliseconds since 1970. */
export interface TokenRequest {
  url: string
  form: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  date: number
  /** What no message may hold. */
  secrets: readonly string[]
}

/** Exchanges what proves who asks for an access token, by one POST. Rejects with `CredentialsError`. */
export async function exchangedToken(request: TokenRequest, parts: CredentialsParts): Promise<Token> {
  return tokenIn(await ask(request, parts), request)
}

async function ask(
  { url, form, headers: own, secrets }: TokenRequest,
  { fetch: send, clock }: CredentialsParts,
): Promise<Answer> {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...own }
  try {
    const init = { method: 'POST', headers, body: new URLSearchParams(form).toString() }
    return await boundedRequest(send, url, init, { clock, timeout: exchangeTimeout, maxAnswer })
  } catch (error) {
    const { cause } = outcomeOfFailure(error)
    const words = redact(cause instanceof Error ? cause.message : String(cause), secrets)
    throw new CredentialsError(`no access token could be got from ${new URL(url).host}: ${words}`, {
      reason: 'unreachable',
    })
  }
}

function tokenIn(answer: Answer, { date: made, secrets }: TokenRequest): Token {
  const json = isObject(answer.json) ? answer.json : {}
  const { access_token: value, expires_in: seconds, error, error_description: description } = json
  if (answer.status === 200 && typeof value === 'string' && visible.test(value)) {
    const life = typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, longestLife) : usualLife
    return { value, made, ends: made + 1000 * life }
  }
  const said = [error, description].filter((text) => typeof text === 'string').join(': ')
  const words = redact(said, secrets).slice(0, 500) || 'the answer holds no access_token'
  throw new CredentialsError(`no access token was given for the key: ${words} (HTTP ${answer.status})`, {
    reason:
      answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status)
        ? 'credentials'
        : 'unavailable',
    retryAfter: readRetryAfter(answer.headers)?.asked,
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
