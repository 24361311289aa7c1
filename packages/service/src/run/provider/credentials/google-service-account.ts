import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js'
import { dateOf } from '../date-of.js'
import { KeyFormError, type Credentials, type CredentialsParts } from './credentials.js'
import { secondsOf, signingInput } from './jwt.js'
import { madeCredentials, type Token } from './token-cache.js'
import { exchangedToken } from './token-exchange.js'

/** What is used of the JSON key file of a service account. */
export interface ServiceAccount {
  email: string
  keyId: string | undefined
  privateKey: KeyObject
  /** Where an assertion is exchanged for an access token. */
  tokenUrl: string
}

/** How long an assertion is valid, in seconds: the longest that is taken. */
const assertionSeconds = 3600

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
  const date = (): number => dateOf(parts.clock)
  const pem = account.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const make = async (): Promise<Token> => {
    const made = date()
    const assertion = assertionOf(account, scope, secondsOf(made))
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
    return exchangedToken({ url: account.tokenUrl, form, date: made, secrets: [assertion] }, parts)
  }
  return madeCredentials(make, date, { secrets: [key, pem], checked: true })
}

function assertionOf({ email, keyId, tokenUrl, privateKey }: ServiceAccount, scope: string, now: number): string {
  const claims = { iss: email, scope, aud: tokenUrl, iat: now, exp: now + assertionSeconds }
  const signed = signingInput('RS256', claims, keyId)
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}
