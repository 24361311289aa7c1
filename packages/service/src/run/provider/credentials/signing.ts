import { createHash, createHmac } from 'node:crypto'
import { dateOf } from '../date-of.js'
import { accessKeyOf, type AccessKey } from './access-key.js'
import type { Credentials, CredentialsParts, Proof, ProvenRequest } from './credentials.js'

/** A request that is to be signed: by whom, and when (milliseconds since 1970). */
export interface Signing {
  account: AccessKey
  request: ProvenRequest
  date: number
}

/**
 * Credentials whose proof is a signature over each request. No server is asked, and the secret key is never sent. Throws
 * `KeyFormError`.
 */
export function signingCredentials(
  key: string,
  { clock }: Pick<CredentialsParts, 'clock'>,
  sign: (signing: Signing) => Promise<Proof> | Proof,
): Credentials {
  const account = accessKeyOf(key)
  const { secretAccessKey, sessionToken } = account
  return {
    prove: async (request) => sign({ account, request, date: dateOf(clock) }),
    // Each request has its own.
    discard: () => undefined,
    secrets: [key, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])],
    checked: false,
  }
}

/** The SHA-256 of a text (UTF-8) or of bytes, in lower-case hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The HMAC-SHA256 of a text under each part of a scope in turn, beginning with the secret: the last one in hexadecimal. */
export function chainedHmac(secret: string, scope: readonly string[], text: string): string {
  const key = scope.reduce<string | Buffer>((made, part) => createHmac('sha256', made).update(part).digest(), secret)
  return createHmac('sha256', key).update(text).digest('hex')
}
