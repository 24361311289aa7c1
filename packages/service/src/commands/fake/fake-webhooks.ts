import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { read, write, type Json, type Webhooks } from '@model-tasks/spec/upstreams/interpreter'
import { signaturesOf } from '../../run/webhooks/signature.js'

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

  /** The secret of Standard Webhooks. */
  get secret(): string {
    return `whsec_${this.#secret.toString('base64')}`
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
    const body = JSON.stringify(content)
    const headers = { 'content-type': 'application/json', ...this.#signed(body) }
    return fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
  }

  #signed(body: string): Record<string, string> {
    const [id, seconds] = [randomUUID(), Math.floor(this.#date() / 1000)]
    switch (this.#webhooks.signature?.by) {
      case undefined:
        return {}
      case 'standard-webhooks':
        return {
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': signaturesOf([this.#secret], id, seconds, body),
        }
      case 'fal-ed25519': {
        const digest = createHash('sha256').update(body).digest('hex')
        const signed = Buffer.from([id, 'fake-user', seconds, digest].join('\n'))
        return {
          'x-fal-webhook-request-id': id,
          'x-fal-webhook-user-id': 'fake-user',
          'x-fal-webhook-timestamp': String(seconds),
          'x-fal-webhook-signature': sign(null, signed, this.#pair.privateKey).toString('hex'),
        }
      }
    }
  }
}
