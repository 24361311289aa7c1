import { createHash, createHmac, createPublicKey, verify, type KeyObject } from 'node:crypto'
import {
  read,
  type HeaderPart,
  type Json,
  type KeyForm,
  type SignedPart,
  type WebhookSignature,
  type WebhookTime,
} from '@model-tasks/documents/upstreams/interpreter'
import { isSameSignature } from '../../../base/same-signature.js'
import type { ReceivedWebhook } from '../../../domain/provider/provider.js'

/** A key that signatures are checked with: the secret of an HMAC, or a public key. */
export type SigningKey = Buffer | KeyObject

/** How many signatures in one header are tried. */
const maxSignatures = 16

/** A webhook that has everything its signature is made over. */
export interface SignedWebhook {
  /** When it was sent, in milliseconds since the Unix epoch; undefined where it does not say. */
  sent: number | undefined
  /** Whether one of its signatures was made with this key. */
  fits(key: SigningKey): boolean
}

/** What is signed in a webhook and its signatures, or the part of it that is missing. `json`: its body, where that is JSON. */
export function signedWebhook(
  signature: WebhookSignature,
  { headers, body }: ReceivedWebhook,
  json: Json | undefined,
): SignedWebhook | { missing: string } {
  const { time } = signature
  const given = partsOf(headers[signature.in.header], signature.in).slice(0, maxSignatures)
  if (given.length === 0) return { missing: `the header ${signature.in.header} has no signature` }
  const timestamp = time === undefined ? '' : timestampIn(time, headers, json)
  const sent = time === undefined ? undefined : millisecondsOf(time.unit, timestamp)
  if (time !== undefined && sent === undefined) return { missing: `${placeOf(time)} has no time` }
  const absent = signature.signed.find(
    (part): part is { header: string } => typeof part === 'object' && 'header' in part && !headers[part.header],
  )
  if (absent !== undefined) return { missing: `the header ${absent.header} is missing` }
  const signed = signedBytes(signature.signed, { headers, body, timestamp: timestamp ?? '' })
  const decoded = given.map((text) => bytesOf(text, signature.encoding)).filter((bytes) => bytes !== undefined)
  return { sent, fits: (key) => decoded.some((bytes) => isMadeWith(signature.algorithm, key, signed, bytes)) }
}

/** The bytes that are signed. `timestamp`: the time as the webhook writes it. */
export function signedBytes(
  parts: readonly SignedPart[],
  { headers, body, timestamp }: ReceivedWebhook & { timestamp: string },
): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part)
      if ('header' in part) return Buffer.from(headers[part.header] ?? '')
      switch (part.is) {
        case 'body':
          return body
        case 'bodySha256':
          return Buffer.from(createHash('sha256').update(body).digest('hex'))
        case 'timestamp':
          return Buffer.from(timestamp)
      }
    }),
  )
}

/** The HMAC of what is signed. */
export function hmacOf(
  algorithm: Exclude<WebhookSignature['algorithm'], 'ed25519'>,
  key: Buffer,
  signed: Buffer,
): Buffer {
  return createHmac(algorithm.slice('hmac-'.length), key).update(signed).digest()
}

/** The key in a secret as the upstream or the operator writes it; undefined when it is of another form. */
export function keyIn(
  { algorithm }: Pick<WebhookSignature, 'algorithm'>,
  { prefix, encoding }: KeyForm,
  secret: string,
): SigningKey | undefined {
  if (!secret.startsWith(prefix)) return undefined
  const text = secret.slice(prefix.length)
  const bytes = encoding === 'text' ? Buffer.from(text) : bytesOf(text, encoding)
  if (bytes === undefined || bytes.length === 0) return undefined
  return algorithm === 'ed25519' ? ed25519Key(bytes) : bytes
}

/** The public key of these bytes; undefined where they are not 32. */
export function ed25519Key(bytes: Buffer): KeyObject | undefined {
  return bytes.length === 32
    ? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' })
    : undefined
}

function isMadeWith(algorithm: WebhookSignature['algorithm'], key: SigningKey, signed: Buffer, given: Buffer): boolean {
  if (algorithm === 'ed25519') return !Buffer.isBuffer(key) && given.length === 64 && verify(null, signed, key, given)
  return Buffer.isBuffer(key) && isSameSignature(given, hmacOf(algorithm, key, signed))
}

function partsOf(value: string | undefined, { separator, prefix }: HeaderPart): string[] {
  if (value === undefined) return []
  const parts = separator === undefined ? [value] : value.split(separator)
  return parts
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix) && part.length > prefix.length)
    .map((part) => part.slice(prefix.length))
}

/** Bytes that are written in full and nothing else; Node's own decoders pass over what they do not know. */
function bytesOf(text: string, encoding: 'hex' | 'base64'): Buffer | undefined {
  const isWhole = encoding === 'hex' ? /^(?:[0-9a-f]{2})+$/i.test(text) : /^[\w+/-]+={0,2}$/.test(text)
  return isWhole ? Buffer.from(text, encoding) : undefined
}

function timestampIn(
  { in: place }: WebhookTime,
  headers: ReceivedWebhook['headers'],
  json: Json | undefined,
): string | undefined {
  if ('header' in place) return partsOf(headers[place.header], place)[0]
  const value = read(json, place.member)
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined
}

function placeOf({ in: place }: WebhookTime): string {
  return 'header' in place ? `the header ${place.header}` : `/${place.member.join('/')} of the body`
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

function millisecondsOf(unit: WebhookTime['unit'], timestamp: string | undefined): number | undefined {
  if (timestamp === undefined) return undefined
  if (unit !== 'rfc3339')
    return /^\d{1,15}$/.test(timestamp) ? Number(timestamp) * (unit === 'seconds' ? 1000 : 1) : undefined
  const milliseconds = dateTime.test(timestamp) ? Date.parse(timestamp) : NaN
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
