import { hash, randomBytes } from 'node:crypto'

/** A new key of 256 random bits, with the hash under which it is stored. The key itself is shown once and kept nowhere. */
export function newApiKey(): { key: string; hash: string } {
  const key = `mt_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashApiKey(key) }
}

/** The hash a key is stored under. Plain SHA-256 is enough for keys of 256 random bits, which cannot be guessed. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'base64url')
}

/** An ID by which a key is listed and revoked. It grants nothing. */
export function newKeyId(): string {
  return `key_${randomBytes(8).toString('hex')}`
}
