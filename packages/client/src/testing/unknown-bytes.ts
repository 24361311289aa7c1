import { randomBytes } from 'node:crypto'

/** Bytes of chance that begin as no file does: of others, one in some thousand would be taken for an MP3. */
export function unknownBytes(length: number): Buffer {
  const bytes = randomBytes(length)
  bytes[0] = 0x80
  return bytes
}
