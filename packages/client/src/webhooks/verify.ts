import { WebhookVerificationError } from './error.js'
import type { WebhookEvent } from './event.js'

/** A webhook as it arrived, and what to check it with. */
export interface WebhookVerification {
  /** The request's headers: a `Headers`, or an object as Node's `request.headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The request's body exactly as it was received: neither parsed nor serialised again. */
  body: string | Uint8Array
  /** As the service has it: `whsec_` and base64. A list while a secret is being rotated: a signature by any of them counts. */
  secret: string | readonly string[]
  /** How far the time of sending may be from now, either way, in milliseconds. Default five minutes. */
  tolerance?: number | undefined
}

const fiveMinutes = 5 * 60 * 1000

/**
 * The event in a webhook that one who has the secret sent a short while ago (Standard Webhooks, symmetric signatures); of several
 * signatures, and of several secrets, one is enough, so that a secret can be rotated. Rejects with `WebhookVerificationError` for anything else: answer that
 * with 400. What is taken here once may come again, under the same id.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  tolerance = fiveMinutes,
}: WebhookVerification): Promise<WebhookEvent> {
  const keys = await Promise.all(secretsOf(secret).map(keyOf))
  if (!(tolerance >= 0)) throw new WebhookVerificationError('tolerance must be milliseconds, 0 or more')
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time in seconds')
  const age = Date.now() - Number(timestamp) * 1000
  if (Math.abs(age) > tolerance) {
    throw new WebhookVerificationError(
      `it was sent ${Math.round(Math.abs(age) / 1000)} s ${age > 0 ? 'ago' : 'from now'}, more than the ${tolerance / 1000} s that are allowed; see that the clocks are right`,
    )
  }
  const bytes = bytesOf(body)
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  if (!(await anyGenuine(keys, signatures, signed))) {
    throw new WebhookVerificationError(
      'no signature in webhook-signature is that of this body; check that the body is passed as it arrived, and that the secret is that of this receiver',
    )
  }
  return eventOf(id, bytes)
}

/** `crypto.subtle.verify` compares in constant time. */
async function anyGenuine(keys: readonly CryptoKey[], signatures: string, signed: BufferSource): Promise<boolean> {
  for (const one of signatures.split(' ')) {
    const signature = one.startsWith('v1,') ? fromBase64(one.slice(3)) : undefined
    if (!signature) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** The body as bytes. One that a framework has parsed cannot be verified: serialised again, it has other bytes. */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  const given =
    body === null ? 'null' : Array.isArray(body) ? 'an array' : typeof body === 'object' ? 'an object' : typeof body
  throw new WebhookVerificationError(
    `body must be the string or the bytes as they were received, got ${given}. A framework has parsed it: pass the raw body, such as await request.text(), or express.raw({ type: 'application/json' }) on this route`,
  )
}

function secretsOf(secret: unknown): unknown[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret]
  if (secrets.length === 0) throw new WebhookVerificationError('secret must not be an empty list')
  return secrets
}

async function keyOf(secret: unknown): Promise<CryptoKey> {
  const key = typeof secret === 'string' && secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : undefined
  // An empty key would be anyone's.
  if (!key || key.length < 24)
    throw new WebhookVerificationError(
      'secret must be whsec_ and the base64 of at least 24 bytes, as the service has it',
    )
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function header(headers: WebhookVerification['headers'], name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`the header ${name} is missing`)
  return value
}

/** Also one of another realm or library. */
function isHeaders(headers: WebhookVerification['headers']): headers is Headers {
  return typeof headers.get === 'function'
}

function eventOf(id: string, body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isEvent(event)) return { ...event, id } as WebhookEvent
  } catch {
    // Said below: V8 would quote what it cannot read, and a signed URL may be in it.
  }
  throw new WebhookVerificationError(
    `it is signed, and no event that this client knows: {"type": ${types.join(' or ')}, "timestamp", "data": {"id", …}}`,
  )
}

const types: readonly string[] = [
  'task.completed',
  'task.failed',
  'budget.reached',
  'balance.low',
] satisfies WebhookEvent['type'][]

function isEvent(value: unknown): value is { type: string; timestamp: string; data: object } {
  const { type, timestamp, data } = Object(value) as Record<string, unknown>
  const { id } = Object(data) as Record<string, unknown>
  return typeof type === 'string' && types.includes(type) && typeof timestamp === 'string' && typeof id === 'string'
}
