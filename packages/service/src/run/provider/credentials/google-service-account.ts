import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { outcomeOfFailure, readRetryAfter, redact, type Answer } from '@model-tasks/client/policy'
import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js'
import { boundedRequest } from '../bounded-request.js'
import { CredentialsError, KeyFormError, type Credentials, type CredentialsParts } from './credentials.js'
import { secondsOf, signingInput } from './jwt.js'
import { madeCredentials, type Token } from './token-cache.js'

/** What is used of the JSON key file of a service account. */
export interface ServiceAccount {
  email: string
  keyId: string | undefined
  privateKey: KeyObject
  /** Where an assertion is exchanged for an access token. */
  tokenUrl: string
}

/** Milliseconds that the exchange may take, its answer included. */
const exchangeTimeout = 30_000
/** How long an assertion is valid, in seconds: the longest that is taken. */
const assertionSeconds = 3600
/** How long an access token lives whose answer does not say, in seconds, and at most. */
const [usualLife, longestLife] = [300, 86_400]
/** How long that answer may be, in MiB. */
const maxAnswer = 1
/** What fits into a header. */
const visible = /^[\x21-\x7e]+$/

const form = 'the key must be the JSON key file of a Google service account, or that file in base64'

/** Reads an operator's key. Throws `KeyFormError`. */
export function serviceAccountOf(key: string): ServiceAccount {
  const file = fileOf(key)
  const { client_email: email, private_key: pem, private_key_id: keyId, token_uri: tokenUrl } = file
  if (typeof email !== 'string' || typeof pem !== 'string' || typeof tokenUrl !== 'string')
    throw new KeyFormError(`${form}: client_email, private_key and token_uri are needed`)
  if (!isSafe(tokenUrl)) throw new KeyFormError(`${form}: token_uri must be an https URL`)
  try {
    const privateKey = createPrivateKey(pem)
    if (privateKey.asymmetricKeyType !== 'rsa') throw new TypeError('not RSA')
    return { email, keyId: typeof keyId === 'string' ? keyId : undefined, privateKey, tokenUrl }
  } catch {
    throw new KeyFormError(`${form}: private_key is not an RSA key in PEM`)
  }
}

function fileOf(key: string): JsonObject {
  const text = key.trimStart().startsWith('{') ? key : Buffer.from(key, 'base64').toString('utf8')
  try {
    const file = parseJson(text)
    if (isJsonObject(file)) return file
  } catch {
    // Said below, without a word of the key.
  }
  throw new KeyFormError(form)
}

/** What proves who asks is sent there: over TLS, or to this machine. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
}

/** Access tokens that the service account's own token URL gives for a signed assertion (RFC 7523, section 2.1). */
export function serviceAccountCredentials(
  { scope }: Extract<TokenRecipe, { by: 'google-service-account' }>,
  key: string,
  parts: CredentialsParts,
): Credentials {
  const account = serviceAccountOf(key)
  const date = (): number => parts.clock.date?.() ?? Date.now()
  const pem = account.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const make = async (): Promise<Token> => {
    const made = date()
    const assertion = assertionOf(account, scope, secondsOf(made))
    return tokenIn(await ask(account, assertion, parts), made, assertion)
  }
  return madeCredentials(make, date, { secrets: [key, pem], checked: true })
}

function assertionOf({ email, keyId, tokenUrl, privateKey }: ServiceAccount, scope: string, now: number): string {
  const claims = { iss: email, scope, aud: tokenUrl, iat: now, exp: now + assertionSeconds }
  const signed = signingInput('RS256', claims, keyId)
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}

async function ask({ tokenUrl }: ServiceAccount, assertion: string, { fetch: send, clock }: CredentialsParts) {
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  try {
    const init = { method: 'POST', headers, body: body.toString() }
    return await boundedRequest(send, tokenUrl, init, { clock, timeout: exchangeTimeout, maxAnswer })
  } catch (error) {
    const { cause } = outcomeOfFailure(error)
    const words = redact(cause instanceof Error ? cause.message : String(cause), [assertion])
    throw new CredentialsError(`no access token could be got from ${new URL(tokenUrl).host}: ${words}`, {
      reason: 'unreachable',
    })
  }
}

function tokenIn(answer: Answer, made: number, assertion: string): Token {
  const json = isObject(answer.json) ? answer.json : {}
  const { access_token: value, expires_in: seconds, error, error_description: description } = json
  if (answer.status === 200 && typeof value === 'string' && visible.test(value)) {
    const life = typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, longestLife) : usualLife
    return { value, made, ends: made + 1000 * life }
  }
  const said = [error, description].filter((text) => typeof text === 'string').join(': ')
  const words = redact(said, [assertion]).slice(0, 500) || 'the answer holds no access_token'
  const retryAfter = readRetryAfter(answer.headers)
  throw new CredentialsError(`no access token was given for the key: ${words} (HTTP ${answer.status})`, {
    reason:
      answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status)
        ? 'credentials'
        : 'unavailable',
    ...(retryAfter === undefined ? {} : { retryAfter: retryAfter.asked }),
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
