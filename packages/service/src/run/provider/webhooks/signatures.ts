import { createHash, verify, type KeyObject } from 'node:crypto'
import { isSameSignature } from '../../../base/same-signature.js'
import { signaturesOf } from '../../webhooks/signature.js'
import type { ReceivedWebhook } from '../../../domain/provider/provider.js'

/** What a signature is made over, apart from the body, and the signature. */
export interface SignedParts {
  /** In seconds since the Unix epoch. */
  timestamp: number
  /** Whether the signature was made with this key. */
  fits(key: Buffer | KeyObject): boolean
}

/** The signature of Standard Webhooks; undefined when the headers hold none. Several may stand side by side while a secret is changed. */
export function standardSignature({ headers, body }: ReceivedWebhook): SignedParts | undefined {
  const { 'webhook-id': id, 'webhook-signature': signatures } = headers
  const timestamp = timeIn(headers['webhook-timestamp'])
  if (id === undefined || signatures === undefined || timestamp === undefined) return undefined
  return {
    timestamp,
    fits(key) {
      if (!Buffer.isBuffer(key)) return false
      const expected = signaturesOf([key], id, timestamp, body)
      return signatures.split(' ').some((given) => isSameSignature(given, expected))
    },
  }
}

/** The signature of fal: Ed25519 over the request ID, the user ID, the time and the SHA-256 of the body, a line each. */
export function falSignature({ headers, body }: ReceivedWebhook): SignedParts | undefined {
  const { 'x-fal-webhook-request-id': request, 'x-fal-webhook-user-id': user } = headers
  const timestamp = timeIn(headers['x-fal-webhook-timestamp'])
  const signature = headers['x-fal-webhook-signature']
  if (request === undefined || user === undefined || timestamp === undefined) return undefined
  if (signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return undefined
  const digest = createHash('sha256').update(body).digest('hex')
  const signed = Buffer.from([request, user, headers['x-fal-webhook-timestamp'], digest].join('\n'))
  return {
    timestamp,
    fits: (key) => !Buffer.isBuffer(key) && verify(null, signed, key, Buffer.from(signature, 'hex')),
  }
}

function timeIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,12}$/.test(header) ? Number(header) : undefined
}
