import {
  read,
  write,
  type Json,
  type Webhooks,
  type WebhookSignature,
} from '@model-tasks/documents/upstreams/interpreter'
import { parseJson } from '../../../base/json.js'
import type { ReceivedWebhook, WebhookVerdict } from '../../../domain/provider/provider.js'
import { dateOf } from '../date-of.js'
import { signedWebhook, type SigningKey } from '../webhooks/signatures.js'
import { SigningKeys } from '../webhooks/signing-keys.js'
import type { Connection } from './connection.js'
import { keysOf } from './webhook-keys.js'

/** How long a challenge may be that is repeated, in characters. */
const maxChallenge = 1024

/** Judges the webhooks of one upstream. `fetchKeys` asks for public keys, without the operator's key. */
export function webhookReader(
  connection: Connection,
  webhooks: Webhooks,
  fetchKeys: typeof fetch,
): (received: ReceivedWebhook) => Promise<WebhookVerdict> {
  const { signature, challenge } = webhooks
  const check = signature === undefined ? undefined : signatureCheck(connection, signature, fetchKeys)
  return async (received) => {
    const json = bodyOf(received)
    const verdict: WebhookVerdict = check === undefined ? { verdict: 'genuine' } : await check(received, json)
    if (verdict.verdict !== 'genuine' || challenge === undefined) return verdict
    const asked = read(json, challenge)
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
): (received: ReceivedWebhook, json: Json | undefined) => Promise<WebhookVerdict> {
  const { clock } = connection
  const keys = new SigningKeys<SigningKey>(keysOf(connection, signature, fetchKeys), () => clock.now())
  const tolerance = signature.time?.toleranceSeconds ?? 0
  return async (received, json) => {
    const signed = signedWebhook(signature, received, json)
    if ('missing' in signed) return { verdict: 'forged', reason: `it is not signed: ${signed.missing}` }
    const now = dateOf(clock)
    if (signed.sent !== undefined && Math.abs(now - signed.sent) > 1000 * tolerance)
      return { verdict: 'forged', reason: `its time is more than ${tolerance} s away` }
    try {
      const genuine = await keys.some((key) => signed.fits(key))
      return genuine ? { verdict: 'genuine' } : { verdict: 'forged', reason: 'its signature fits no key' }
    } catch (error) {
      return { verdict: 'unverifiable', error: error instanceof Error ? error.message : String(error) }
    }
  }
}
