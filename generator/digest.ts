import { createHash, hash } from 'node:crypto'

/** The SHA-256 digest of a text, in hexadecimal. */
export function digestOf(text: string | Buffer): string {
  return hash('sha256', text)
}

/** The same of the parts of a text, one after the other. */
export function digestOfAll(parts: readonly Buffer[]): string {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return digestOf(only)
  const whole = createHash('sha256')
  for (const part of parts) whole.update(part)
  return whole.digest('hex')
}

const known = new WeakMap<object, string>()

/** Says in short all that an object of plain data is: what is made of it is kept by that. Found once, so it must never change. */
export function digestOfData(data: object): string {
  const digest = known.get(data) ?? digestOf(JSON.stringify(data))
  known.set(data, digest)
  return digest
}
