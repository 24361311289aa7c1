import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import {
  read,
  write,
  type HeaderPart,
  type Json,
  type Webhooks,
  type WebhookSignature,
  type WebhookTime,
} from '@model-tasks/documents/upstreams/interpreter'
import { hmacOf, signedBytes } from '../../run/provider/webhooks/signatures.js'

/** Milliseconds that a receiver may take to answer. */
const timeout = 3000

/** Sends the webhooks of a fake, signed as the upstream would sign them. */
export class FakeWebhooks {
  readonly #webhooks: Webhooks
  readonly #date: () => number
  readonly #secret = randomBytes(24)
  readonly #pair = generateKeyPairSync('ed25519')

  /** `date`: milliseconds since 1970. */
  constructor(webhooks: Webhooks, date: () => number) {
    this.#webhooks = webhooks
    this.#date = date
  }

  /** What its signatures are checked with, as the upstream or the operator writes it; undefined where there are none, or the key is published. */
  get secret(): string | undefined {
    const { signature } = this.#webhooks
    if (signature === undefined || signature.key.by === 'key-set') return undefined
    const { form } = signature.key
    return `${form.prefix}${form.encoding === 'text' ? this.#text : this.#keyOf(signature).toString(form.encoding)}`
  }

  /** The public key, as a JSON Web Key Set. */
  get keySet(): Json {
    const { kty = '', crv = '', x = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    return { keys: [{ kty, crv, x }] }
  }

  /** Whether a receiver may be told: where the upstream asks it first, whether it repeats the challenge. */
  async accepts(url: string): Promise<boolean> {
    const { challenge } = this.#webhooks
    if (challenge === undefined) return true
    const value = randomUUID()
    const answer = await this.#post(url, write({}, challenge, value)).catch(() => undefined)
    const repeated: unknown = await answer?.json().catch(() => undefined)
    return typeof repeated === 'object' && read(repeated as Json, challenge) === value
  }

  /** Sends a webhook. Answers the HTTP status; undefined when the receiver cannot be reached. */
  async send(url: string, body: Json): Promise<number | undefined> {
    return (await this.#post(url, body).catch(() => undefined))?.status
  }

  #post(url: string, content: Json): Promise<Response> {
    const { signature } = this.#webhooks
    const timestamp = timestampOf(signature?.time, this.#date())
    const body = JSON.stringify(withTime(signature?.time, content, timestamp))
    const headers = {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : this.#signed(signature, body, timestamp)),
    }
    return fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
  }

  #signed(signature: WebhookSignature, body: string, timestamp: string): Record<string, string> {
    const { algorithm, encoding, time, signed } = signature
    const headers: Record<string, string> = Object.fromEntries(
      signed.flatMap((part) => (typeof part === 'object' && 'header' in part ? [[part.header, randomUUID()]] : [])),
    )
    const bytes = signedBytes(signed, { headers, body: Buffer.from(body), timestamp })
    const made =
      algorithm === 'ed25519'
        ? sign(null, bytes, this.#pair.privateKey)
        : hmacOf(algorithm, this.#keyOf(signature), bytes)
    const places: [place: HeaderPart, value: string][] = [
      ...(time === undefined || 'member' in time.in ? [] : [[time.in, timestamp] as [HeaderPart, string]]),
      [signature.in, made.toString(encoding)],
    ]
    // Time and signature may be parts of one header.
    for (const [{ header, separator = '', prefix }, value] of places)
      headers[header] = [headers[header], `${prefix}${value}`].filter((part) => part !== undefined).join(separator)
    return headers
  }

  /** The bytes of the secret, or of the public key. */
  #keyOf({ algorithm, key }: WebhookSignature): Buffer {
    if (algorithm === 'ed25519') return Buffer.from(this.#pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
    return key.by !== 'key-set' && key.form.encoding === 'text' ? Buffer.from(this.#text) : this.#secret
  }

  get #text(): string {
    return this.#secret.toString('hex')
  }
}

function timestampOf(time: WebhookTime | undefined, date: number): string {
  switch (time?.unit) {
    case 'rfc3339':
      return new Date(date).toISOString()
    case 'milliseconds':
      return String(Math.floor(date))
    case 'seconds':
    case undefined:
      return String(Math.floor(date / 1000))
  }
}

/** The body of a webhook that says in it when it was sent. */
function withTime(time: WebhookTime | undefined, content: Json, timestamp: string): Json {
  if (time === undefined || !('member' in time.in)) return content
  return write(content, time.in.member, time.unit === 'rfc3339' ? timestamp : Number(timestamp))
}
