import {
  pathOf,
  read,
  type KeyForm,
  type Mapping,
  type WebhookKey,
  type WebhookSignature,
} from '@model-tasks/documents/upstreams/interpreter'
import { isJsonObject } from '../../../base/json.js'
import { boundedRequest } from '../bounded-request.js'
import { KeyFormError } from '../credentials/credentials.js'
import { ed25519Key, keyIn, type SigningKey } from '../webhooks/signatures.js'
import { jsonOf } from './answers.js'
import { vendorUrl, type Connection } from './connection.js'
import { exchange, failureText, requestTimeout } from './exchange.js'

/** How many of an upstream's public keys are used. */
const maxKeys = 16

/** What gets the keys that the webhooks of an upstream are signed with. `fetchKeys` asks without the operator's API key. */
export function keysOf(
  connection: Connection,
  signature: WebhookSignature,
  fetchKeys: typeof fetch,
): () => Promise<readonly SigningKey[]> {
  const { key } = signature
  switch (key.by) {
    case 'request':
      return () => requestedKey(connection, signature, key)
    case 'key-set':
      return () => publicKeys(connection, key.url, fetchKeys)
    case 'setting':
      return async () => {
        if (connection.webhookKey === undefined) throw new Error('no webhookSecret is set for the upstream')
        return [connection.webhookKey]
      }
  }
}

/**
 * The key that the operator has agreed on with an upstream; undefined where there is none. `isAsked`: webhooks are asked
 * for, and need it. Throws `KeyFormError`, with nothing of the secret.
 */
export function ownKey(
  { title, webhooks }: Mapping,
  secret: string | undefined,
  isAsked: boolean,
): SigningKey | undefined {
  const { signature } = webhooks ?? {}
  if (signature?.key.by !== 'setting') {
    if (secret !== undefined)
      throw new KeyFormError(
        `webhookSecret does nothing: ${title} has no webhooks with a secret of yours; leave it out`,
      )
    return undefined
  }
  if (secret === undefined) {
    if (isAsked)
      throw new KeyFormError(
        `${title} signs its webhooks with a secret of yours: name its variable in webhookSecretEnv, or turn them off with "webhooks": false`,
      )
    return undefined
  }
  const { form } = signature.key
  const key = keyIn(signature, form, secret)
  if (key === undefined) throw new KeyFormError(`webhookSecret must be ${formText(signature.algorithm, form)}`)
  return key
}

function formText(algorithm: WebhookSignature['algorithm'], { prefix, encoding }: KeyForm): string {
  const bytes = algorithm === 'ed25519' ? 'the 32 bytes of a public key' : 'the bytes of the secret'
  const written = { text: bytes, hex: `${bytes} in hexadecimal`, base64: `${bytes} in base64` }[encoding]
  return prefix === '' ? written : `${prefix} and ${written}`
}

/** The key that the upstream gives to holders of the operator's API key. */
async function requestedKey(
  connection: Connection,
  signature: WebhookSignature,
  { path, at, form }: Extract<WebhookKey, { by: 'request' }>,
): Promise<SigningKey[]> {
  const { title } = connection.mapping
  const outcome = await exchange(connection, { action: 'secret', method: 'GET', path: pathOf(path, { model: '' }) })
  if ('failure' in outcome) throw new Error(failureText(outcome.failure, connection))
  const { answer } = outcome
  const json = answer.status === 200 ? jsonOf(answer) : undefined
  const found = json === undefined ? undefined : read(json, at)
  const key = typeof found === 'string' ? keyIn(signature, form, found) : undefined
  if (key === undefined) throw new Error(`${title} answered HTTP ${answer.status} without the secret of its webhooks`)
  return [key]
}

/** The public keys of an upstream, at least one. */
async function publicKeys(
  { mapping, baseUrl, clock }: Connection,
  published: string,
  fetchKeys: typeof fetch,
): Promise<SigningKey[]> {
  const url = vendorUrl({ mapping, baseUrl }, published)
  const headers = { accept: 'application/json' }
  const answer = await boundedRequest(fetchKeys, url, { headers }, { clock, timeout: requestTimeout, maxAnswer: 1 })
  const set = answer.status === 200 ? jsonOf(answer) : undefined
  const listed = isJsonObject(set) && Array.isArray(set['keys']) ? set['keys'].slice(0, maxKeys) : []
  const found = listed.flatMap((key) => {
    const { kty, crv, x } = isJsonObject(key) ? key : {}
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return []
    return ed25519Key(Buffer.from(x, 'base64url')) ?? []
  })
  if (found.length === 0) throw new Error(`${url} answered HTTP ${answer.status} without a key`)
  return found
}
