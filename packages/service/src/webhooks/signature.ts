import { createHmac } from 'node:crypto'

/**
 * The value of `webhook-signature` (Standard Webhooks, symmetric): version 1 of the signature of id, time and body.
 * `timestamp` is in seconds since the Unix epoch, as in `webhook-timestamp`.
 */
export function signatureOf(secret: Buffer, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
