import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writePrivateFile } from './private-file.js'

/** The 256-bit secret kept in a file of mode 0600, made on the first call. */
export function persistentSecret(path: string): Buffer {
  const stored = storedSecret(path)
  if (stored !== undefined) return stored
  const secret = randomBytes(32)
  writeSecret(path, secret)
  return secret
}

/** Keeps a secret in that file. */
export function writeSecret(path: string, secret: Buffer): void {
  writePrivateFile(path, `${secret.toString('hex')}\n`)
}

/** The secret in that file; undefined when there is none. */
export function storedSecret(path: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
    return secret.length === 32 ? secret : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
