import { KeyFormError } from './credentials.js'

/**
 * A key that is sent as it is, or signs. Throws `KeyFormError` for what no header can hold, with which each submit would fail
 * unsent as an unknown outcome, and for a JSON object: the private key of a service account is not for this host.
 */
export function plainKeyOf(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key) && !/^\{.*\}$/.test(key)) return key
  throw new KeyFormError(
    'the key must be visible ASCII characters without spaces, and not a JSON object; only a protocol that takes service accounts takes their key files',
  )
}
