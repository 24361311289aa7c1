import { createHmac } from 'node:crypto'

/**
 * The value of `webhook-signature` (Standard Webhooks, symmetric): version 1 of the signature of id, time and body.
 * `timestamp` is in seconds since the Unix epoch, as in `webhook-timestamp`.
 */
function signatureOf(secret: Buffer, id: string, timestamp: number, body: string | Buffer): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** The same with several secrets, one after the other: a receiver takes the event when one of them is its own. */
export function signaturesOf(secrets: readonly Buffer[], id: string, timestamp: number, body: string | Buffer): string {
  return secrets.map((secret) => signatureOf(secret, id, timestamp, body)).join(' ')
}
