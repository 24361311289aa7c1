import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writePrivateFile } from './private-file.js'

/** The 256-bit secret kept in a file of mode 0600, made on the first call. */
export function persistentSecret(path: string): Buffer {
  try {
    const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
    if (secret.length === 32) return secret
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const secret = randomBytes(32)
  writePrivateFile(path, `${secret.toString('hex')}\n`)
  return secret
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
