import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { CreateHasher, DigestAlgorithm } from './part.js'

const nodeName: Readonly<Record<DigestAlgorithm, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512': 'sha512' }
const step = 1024 * 1024

export const createHasher: CreateHasher = (algorithm) => {
  const hash = createHash(nodeName[algorithm])
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.copy().digest('base64') }
}

/** Hashes of a file that grows at its end, each kept up to date from the moment it is first asked for. */
export class RunningHashes {
  readonly #hashes = new Map<DigestAlgorithm, Hash>()

  /** The file is empty again. These are kept up to date from now on, beside those that were asked for before. */
  reset(algorithms: readonly DigestAlgorithm[]): void {
    for (const algorithm of [...this.#hashes.keys(), ...algorithms])
      this.#hashes.set(algorithm, createHash(nodeName[algorithm]))
  }

  /** These bytes have been added. */
  update(chunk: Uint8Array): void {
    for (const hash of this.#hashes.values()) hash.update(chunk)
  }

  /** The digest of the first `bytes` bytes of the file, which are all that it has. Reads them at the first call. */
  async digest(algorithm: DigestAlgorithm, file: FileHandle, bytes: number): Promise<string> {
    const known = this.#hashes.get(algorithm)
    if (known) return known.copy().digest('base64')
    const hash = createHash(nodeName[algorithm])
    const buffer = Buffer.alloc(step)
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(step, bytes - at), at)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    this.#hashes.set(algorithm, hash)
    return hash.copy().digest('base64')
  }
}
