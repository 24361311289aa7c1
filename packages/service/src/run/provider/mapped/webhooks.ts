import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  pathOf,
  read,
  write,
  type Json,
  type Webhooks,
  type WebhookSignature,
} from '@model-tasks/spec/upstreams/interpreter'
import { isJsonObject, parseJson } from '../../../base/json.js'
import { boundedRequest } from '../bounded-request.js'
import type { WebhookVerdict } from '../../../domain/provider/provider.js'
import { falSignature, standardSignature, type SignedParts } from '../webhooks/signatures.js'
import type { ReceivedWebhook } from '../../../domain/provider/provider.js'
import { SigningKeys } from '../webhooks/signing-keys.js'
import { jsonOf } from './answers.js'
import { vendorUrl, type Connection } from './connection.js'
import { exchange, failureText, requestTimeout } from './exchange.js'

/** How long a challenge may be that is repeated, in characters. */
const maxChallenge = 1024
/** How many of an upstream's public keys are used. */
const maxKeys = 16

/** Judges the webhooks of one upstream. `fetchKeys` asks for public keys, without the operator's key. */
export function webhookReader(
  connection: Connection,
  webhooks: Webhooks,
  fetchKeys: typeof fetch,
): (received: ReceivedWebhook) => Promise<WebhookVerdict> {
  const { signature, challenge } = webhooks
  const check = signature === undefined ? undefined : signatureCheck(connection, signature, fetchKeys)
  return async (received) => {
    const verdict: WebhookVerdict = check === undefined ? { verdict: 'genuine' } : await check(received)
    if (verdict.verdict !== 'genuine' || challenge === undefined) return verdict
    const asked = read(bodyOf(received), challenge)
    return typeof asked === 'string' && asked.length <= maxChallenge
      ? { verdict: 'challenge', answer: write({}, challenge, asked) }
      : verdict
  }
}

function bodyOf({ body }: ReceivedWebhook): Json | undefined {
  try {
    return parseJson(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function signatureCheck(
  connection: Connection,
  signature: WebhookSignature,
  fetchKeys: typeof fetch,
): (received: ReceivedWebhook) => Promise<WebhookVerdict> {
  const { clock } = connection
  const date = (): number => clock.date?.() ?? Date.now()
  const keys = new SigningKeys<Buffer | KeyObject>(
    () =>
      signature.by === 'standard-webhooks'
        ? secretOf(connection, signature)
        : publicKeys(connection, signature, fetchKeys),
    () => clock.now(),
  )
  return async (received) => {
    const signed: SignedParts | undefined =
      signature.by === 'standard-webhooks' ? standardSignature(received) : falSignature(received)
    if (signed === undefined) return { verdict: 'forged', reason: 'it is not signed' }
    if (Math.abs(date() / 1000 - signed.timestamp) > signature.toleranceSeconds)
      return { verdict: 'forged', reason: `its time is more than ${signature.toleranceSeconds} s away` }
    try {
      const genuine = await keys.some((key) => signed.fits(key))
      return genuine ? { verdict: 'genuine' } : { verdict: 'forged', reason: 'its signature fits no key' }
    } catch (error) {
      return { verdict: 'unverifiable', error: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** The secret of Standard Webhooks, which the upstream gives to whoever has the operator's key. */
async function secretOf(
  connection: Connection,
  { secret: { path, at } }: Extract<WebhookSignature, { by: 'standard-webhooks' }>,
): Promise<Buffer[]> {
  const { title } = connection.mapping
  const outcome = await exchange(connection, { action: 'secret', method: 'GET', path: pathOf(path, { model: '' }) })
  if ('failure' in outcome) throw new Error(failureText(outcome.failure, connection))
  const { answer } = outcome
  const json = answer.status === 200 ? jsonOf(answer) : undefined
  const found = json === undefined ? undefined : read(json, at)
  const base64 = typeof found === 'string' ? /^whsec_([\w+/]+={0,2})$/.exec(found)?.[1] : undefined
  if (base64 === undefined)
    throw new Error(`${title} answered HTTP ${answer.status} without the secret of its webhooks`)
  return [Buffer.from(base64, 'base64')]
}

/** The public keys of an upstream, at least one. */
async function publicKeys(
  { mapping, baseUrl, clock }: Connection,
  { keys }: Extract<WebhookSignature, { by: 'fal-ed25519' }>,
  fetchKeys: typeof fetch,
): Promise<KeyObject[]> {
  const url = vendorUrl({ mapping, baseUrl }, keys)
  const headers = { accept: 'application/json' }
  const answer = await boundedRequest(fetchKeys, url, { headers }, { clock, timeout: requestTimeout, maxAnswer: 1 })
  const set = answer.status === 200 ? jsonOf(answer) : undefined
  const listed = isJsonObject(set) && Array.isArray(set['keys']) ? set['keys'].slice(0, maxKeys) : []
  const found = listed.flatMap((key) => {
    const { kty, crv, x } = isJsonObject(key) ? key : {}
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return []
    return [createPublicKey({ key: { kty, crv, x }, format: 'jwk' })]
  })
  if (found.length === 0) throw new Error(`${url} answered HTTP ${answer.status} without a key`)
  return found
}
