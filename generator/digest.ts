import { hash } from 'node:crypto'

/** The SHA-256 digest of a text, in hexadecimal. */
export function digestOf(text: string | Buffer): string {
  return hash('sha256', text)
}
